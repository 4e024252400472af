/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm.h: what a process may ask of the process manager that started it: which rank it is, of how
 * many; to pass short strings to the other ranks; to end the whole job. The managers are those of
 * clusters (PMIx, PMI-2, PMI-1) and gasnetrun's own ssh launcher, which speaks PMI-1 to the ranks
 * it starts.
 *
 *   hyd_pm_find -> ops -> hyd_pm_open -> { put... fence get... }... -> close, or abort_job
 *
 * Calls return 0, or -1 with one line in pm->why. One thread at a time may call. Nothing is global.
 * put may be called for a key once; keys have letters, digits, '-', '_', '.'; values what may be
 * printed except blank, ';' and '='. A fence is a barrier of all ranks: what any of them put before
 * it can be got by all after it. get never waits for a key that is not there: that is a failure.
 */
#ifndef HYD_BOOT_PM_H
#define HYD_BOOT_PM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct hyd_pm;

struct hyd_pm_ops {
  const char *name; /* "PMI-1" */
  /* Whether the environment says that this process was started under such a manager. */
  int (*detect)(void);
  /* Fills pm but for ops. */
  int (*open)(struct hyd_pm *pm);
  int (*put)(struct hyd_pm *pm, const char *key, const char *value);
  int (*fence)(struct hyd_pm *pm);
  /* `rank` put it; size counts the ending zero byte. */
  int (*get)(struct hyd_pm *pm, uint32_t rank, const char *key, char *value, size_t size);
  /* Asks for the end of all ranks, of this one too, with an exit status. Returns, if at all,
   * soon. */
  int (*abort_job)(struct hyd_pm *pm, int code, const char *why);
  /* This rank leaves in peace (collective with some managers); frees the state, also after
   * failures. */
  void (*close)(struct hyd_pm *pm);
};

struct hyd_pm {
  const struct hyd_pm_ops *ops;
  uint32_t rank, size;
  size_t max_key, max_value; /* bytes, without an ending zero */
  int fd;        /* readable when the manager has ended, outside of calls; -1: there is none */
  pid_t manager; /* the process that has started this one as a rank, perhaps by a wrapper */
  char job[256]; /* name of the job, the same in all of its ranks */
  char why[256]; /* after a failure: one line */
  /* When the manager is closed: the status with which this process will end, -1: it is not
   * known, as by return from main; and whether it must, without waiting for other ranks. */
  int status, in_haste;
  int ended; /* all ranks have left it together: nothing passes between them any more */
  void *state;
};

/* GASNET_<CONDUIT>_SPAWNER as the environment has it, or NULL. */
const char *hyd_pm_spawner(const char *conduit);

/* Chooses by the name of a spawner: "fork": none; "ssh": gasnetrun's; "mpi" and "pmi": what is
 * there; "pmix", "pmi2", "pmi1": that one; NULL or "": what is there, or none. Any case. 0 with
 * *ops_p (NULL: none, this process starts the job itself), or -1 with a line in `why`. */
int hyd_pm_find(const char *spawner, const struct hyd_pm_ops **ops_p, char *why, size_t why_size);

/* Opens it; 0, or -1 with pm->why set and nothing to close. */
int hyd_pm_open(struct hyd_pm *pm, const struct hyd_pm_ops *ops);

/* Bytes of any kind, up to HYD_PM_MAX_BLOB, under a name of at most 24 letters; as text, in several
 * values if need be. get: *size_p has the room, then the number of bytes. */
#define HYD_PM_MAX_BLOB 65536
#define HYD_PM_MAX_NAME 24
int hyd_pm_put_blob(struct hyd_pm *pm, const char *name, const void *bytes, size_t size);
int hyd_pm_get_blob(struct hyd_pm *pm, uint32_t rank, const char *name, void *bytes,
                    size_t *size_p);

/* For implementations: sets pm->why, returns -1. */
int hyd_pm_fail(struct hyd_pm *pm, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

extern const struct hyd_pm_ops hyd_pm_pmi1, hyd_pm_pmi2, hyd_pm_pmix;

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm.h: the interface to the process manager that has started this process. It gives the process
 * its rank and the number of ranks, passes short strings between ranks, and ends the job. Managers
 * are those of clusters (PMIx, PMI-2, PMI-1), and gasnetrun, which speaks PMI-1 to its ranks.
 *
 *   hyd_pm_find -> ops -> hyd_pm_open -> { put... fence get... }... -> close, or abort_job
 *
 * Calls return 0, or -1 with one line in pm->why. One thread at a time may call. There is no global
 * state. put may be called once for a key. Keys have letters, digits, '-', '_', '.'; values have
 * printable characters except blank, ';' and '='. A fence is a barrier of all ranks: after it every
 * rank can get the values that were put before it. get does not wait for a missing key: it fails.
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
  /* Fills in pm except ops. */
  int (*open)(struct hyd_pm *pm);
  int (*put)(struct hyd_pm *pm, const char *key, const char *value);
  int (*fence)(struct hyd_pm *pm);
  /* Gets a value that `rank` has put; `size` includes the terminating zero byte. */
  int (*get)(struct hyd_pm *pm, uint32_t rank, const char *key, char *value, size_t size);
  /* Requests the end of all ranks, including this one, with an exit status. May not return. */
  int (*abort_job)(struct hyd_pm *pm, int code, const char *why);
  /* Ends the connection in order (collective with some managers), and frees the state, even after a
   * failure. */
  void (*close)(struct hyd_pm *pm);
};

struct hyd_pm {
  const struct hyd_pm_ops *ops;
  uint32_t rank, size;
  size_t max_key, max_value; /* most bytes, without the terminating zero */
  int fd; /* readable, between calls, when the manager has ended; -1: there is no descriptor */
  pid_t manager; /* the process that has started this rank, perhaps by a wrapper */
  char job[256]; /* name of the job, the same in all of its ranks */
  char why[256]; /* after a failure: one line */
  int status; /* at close: the exit status of this process; -1: not known, as at return from main */
  int in_haste; /* at close: this process must end without waiting for other ranks */
  int ended;    /* all ranks have closed the manager together */
  void *state;
};

/* The value of GASNET_<CONDUIT>_SPAWNER, or NULL. */
const char *hyd_pm_spawner(const char *conduit);

/* Chooses a manager by the name of a spawner, in upper or lower case. "fork": none; "ssh":
 * gasnetrun; "mpi", "pmi": the one that the environment shows; "pmix", "pmi2", "pmi1": that one;
 * NULL or "": the one that the environment shows, or none. 0, with *ops_p (NULL: none, this process
 * starts the job itself), or -1 with a line in `why`. */
int hyd_pm_find(const char *spawner, const struct hyd_pm_ops **ops_p, char *why, size_t why_size);

/* Opens the manager. 0, or -1 with pm->why set; then it is not open. */
int hyd_pm_open(struct hyd_pm *pm, const struct hyd_pm_ops *ops);

/* Puts and gets up to HYD_PM_MAX_BLOB bytes of any values, under a name of at most 24 letters; they
 * are encoded as text, in several values if need be. get: *size_p is the room, then the number of
 * bytes. */
#define HYD_PM_MAX_BLOB 65536
#define HYD_PM_MAX_NAME 24
int hyd_pm_put_blob(struct hyd_pm *pm, const char *name, const void *bytes, size_t size);
int hyd_pm_get_blob(struct hyd_pm *pm, uint32_t rank, const char *name, void *bytes,
                    size_t *size_p);

/* For implementations: sets pm->why, returns -1. */
int hyd_pm_fail(struct hyd_pm *pm, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

extern const struct hyd_pm_ops hyd_pm_pmi1, hyd_pm_pmi2, hyd_pm_pmix, hyd_pm_exchange;

/* The exchange that the client has given by hyd_boot_by_exchange, which is used in place of any
 * manager; NULL: none. */
const struct hyd_pm_ops *hyd_pm_of_client(void);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * boot.h: how a process becomes a rank: by being forked inside init (boot_fork.c), on one host;
 * or as one of many processes that a process manager has started, on any hosts (boot_pm.c).
 */
#ifndef HYD_BOOT_BOOT_H
#define HYD_BOOT_BOOT_H

#include <signal.h>

#include "core/base/job.h"

/* What a rank knows when it starts. */
#define HYD_JOB_KEY 32
struct hyd_pm;
struct hyd_pm_ops;

struct hyd_boot {
  gex_Rank_t rank, size;
  struct hyd_pm *pm; /* the process manager that started this process; NULL: boot_fork.c */
  unsigned char key[HYD_JOB_KEY]; /* random, known to the job's ranks only */
  uint32_t rounds;                /* of exchanges by the process manager */
  struct hyd_shared *shared;      /* of this host, mapped */
  int segment_fd;                 /* memfd that will hold the segments of this host */
  const char *memory_in; /* directory in whose files both are; NULL: none, as they are memfds */
  pid_t supervisor;      /* 0: none, a job of one */
  unsigned cpus;         /* that the job may use */
  int apart;             /* in another group of the scheduler than its host's head (binding.h) */
  void *conduit_shared;  /* from the conduit's prelaunch */
  struct sigaction before[_NSIG]; /* what the client had set when it called init */
};

/* Makes the job's ranks, boot->size of them, or if that is 0 as many as the environment says:
 * returns once in each of them; the calling process stays behind as their supervisor and ends with
 * the job's status. A job of one has no supervisor. Fatal on failure. */
void hyd_boot_fork(struct hyd_boot *boot, struct hyd_env *env, const struct hyd_conduit *conduit);

/* The number of ranks that is the first argument of a program started by itself, which then starts
 * again without it, or becomes gasnetrun; 0: there are no arguments. Returns another number only
 * where there is no /proc: it is then taken from there. Ends the process if the first argument is
 * no number. */
gex_Rank_t hyd_boot_argument(struct hyd_env *env, int *argc, char ***argv);

/* Makes this process, one of many that a manager has started, a rank. Fatal on failure. */
void hyd_boot_join(struct hyd_boot *boot, struct hyd_env *env, const struct hyd_conduit *conduit,
                   const struct hyd_pm_ops *ops);

/* For jobs over several hosts, before the conduit is open: a barrier of all ranks; and the same,
 * during which the records of the host (layout.h), all there already, go to all other hosts. Called
 * by every rank. Fatal on failure. */
void hyd_boot_fence(struct hyd_boot *boot);
void hyd_boot_gather(struct hyd_boot *boot);
/* What the job is called, the same in all its ranks: its manager's name, or its supervisor's
 * number. */
void hyd_boot_job_name(const struct hyd_boot *boot, char *name, size_t size);

/* shared_memory.c: the memory that the processes of a host share from the start (layout.h), and the
 * file that will hold their segments. Both are anonymous: no name in any file system, removed with
 * the last process. */

/* The version of the library, and HYD_FORMATS: the same in all ranks of a job. */
extern const char hyd_version_text[];

/* Makes both for ranks first..first+nranks-1 of the job: sets boot->shared and boot->segment_fd.
 * Returns a descriptor of the former. Fatal on failure. */
int hyd_share_make(struct hyd_boot *boot, uint32_t first, uint32_t nranks);

/* Maps what another process of this host made; 0, or an errno value. */
int hyd_share_join(struct hyd_boot *boot, int pid, int shared_fd, int segment_fd);

/* The supervisor's work: waits for the ranks, ends the job when one of them leaves. Never
 * returns. */
#define HYD_CHILDREN_BEFORE 64
struct hyd_supervisor {
  struct hyd_shared *shared;
  struct hyd_env *env;
  pid_t *pid; /* [nranks]; 0 = gone */
  uint32_t nranks;
  pid_t before[HYD_CHILDREN_BEFORE]; /* children that this process had before it started ranks */
  uint32_t nbefore;
};
/* The signals that a supervisor takes, and that ranks are forked with unblocked. */
void hyd_supervised_signals(sigset_t *set, struct hyd_env *env);
void hyd_supervise(struct hyd_supervisor *s) __attribute__((noreturn));

/* Seconds that others are given after a rank has left with that status, as nanoseconds. */
uint64_t hyd_leave_patience(struct hyd_env *env, uint32_t nranks, int status);
#define HYD_LEAVE_TOLD_NS UINT64_C(1000000000) /* between being told to end and being killed */

/* Waits a moment for the supervisor to finish a dump. Async-signal-safe. */
void hyd_boot_settle(struct hyd_job *job);

#endif

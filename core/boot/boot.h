/* SPDX-License-Identifier: BSD-3-Clause
 *
 * boot.h: how a process becomes a rank: it is forked inside init, on one host (boot_fork.c), or it
 * is one of many processes that a process manager has started, on any hosts (boot_pm.c).
 */
#ifndef HYD_BOOT_BOOT_H
#define HYD_BOOT_BOOT_H

#include <signal.h>

#include "core/base/job.h"
#include "core/boot/leftovers.h"

/* What a rank knows about its job when it starts. */
#define HYD_JOB_KEY 32
struct hyd_pm;
struct hyd_pm_ops;

struct hyd_boot {
  gex_Rank_t rank, size;
  struct hyd_pm *pm; /* the process manager that started this process; NULL: boot_fork.c */
  unsigned char key[HYD_JOB_KEY]; /* random, known to the job's ranks only */
  uint32_t rounds;                /* exchanges by the process manager so far */
  struct hyd_shared *shared;      /* of this host, mapped */
  int segment_fd;                 /* memfd that will hold the segments of this host */
  const char *memory_in;          /* directory of the files of both; NULL: they are memfds */
  pid_t supervisor;               /* 0: none, in a job of one rank */
  unsigned cpus;                  /* processors that the job may use */
  int apart;            /* this rank is in another scheduler group than its leader (binding.h) */
  void *conduit_shared; /* result of the conduit's prelaunch */
  struct sigaction before[_NSIG]; /* the client's signal handlers when it called init */
};

/* Forks the job's ranks: boot->size of them, or if that is 0 as many as the environment says.
 * Returns in each rank. The calling process becomes the supervisor and ends with the job's status;
 * a job of one rank has no supervisor. Fatal on failure. */
void hyd_boot_fork(struct hyd_boot *boot, struct hyd_env *env, const struct hyd_conduit *conduit);

/* Handles the first argument of a program that no launcher has started, a number of ranks: the
 * process executes itself again without this argument, or becomes gasnetrun. Returns 0 if there is
 * no argument. Without /proc it removes the argument from argv and returns its value. Ends the
 * process if the argument is no number. */
gex_Rank_t hyd_boot_argument(struct hyd_env *env, int *argc, char ***argv);

/* Makes this process, which a process manager has started, a rank. Fatal on failure. */
void hyd_boot_join(struct hyd_boot *boot, struct hyd_env *env, const struct hyd_conduit *conduit,
                   const struct hyd_pm_ops *ops);

/* For jobs over several hosts, before the conduit is open: a barrier of all ranks. Fatal on
 * failure. */
void hyd_boot_fence(struct hyd_boot *boot);
/* A barrier that also exchanges the records of all hosts (layout.h); those of this host are
 * complete. */
void hyd_boot_gather(struct hyd_boot *boot);
/* Writes the job's name, equal in all ranks: the manager's name for it, or the supervisor's process
 * number. */
void hyd_boot_job_name(const struct hyd_boot *boot, char *name, size_t size);

/* shared_memory.c: the memory that the ranks of a host share from the start (layout.h), and the
 * file for their segments. Neither has a name in a file system, so both vanish with the last
 * process. */

/* The version of the library with HYD_FORMATS; all ranks of a job must have the same. */
extern const char hyd_version_text[];

/* Makes both for ranks first to first+nranks-1: sets boot->shared and boot->segment_fd. Returns a
 * descriptor of the shared memory. Fatal on failure. */
int hyd_share_make(struct hyd_boot *boot, uint32_t first, uint32_t nranks);

/* Maps both, which another process of this host has made. 0, or an errno value. */
int hyd_share_join(struct hyd_boot *boot, int pid, int shared_fd, int segment_fd);

/* supervisor.c: waits for the ranks, and ends the job when one of them leaves. Never returns. */
struct hyd_supervisor {
  struct hyd_shared *shared;
  struct hyd_env *env;
  pid_t *pid; /* [nranks]; 0: the rank has ended */
  uint32_t nranks;
  struct hyd_leftovers leftovers;
};
/* The signals that a supervisor handles; they are not blocked in ranks. */
void hyd_supervised_signals(sigset_t *set, struct hyd_env *env);
void hyd_supervise(struct hyd_supervisor *s) __attribute__((noreturn));

/* Nanoseconds that the other ranks have to leave after one has left with that status. */
uint64_t hyd_leave_patience(struct hyd_env *env, uint32_t nranks, int status);
#define HYD_LEAVE_TOLD_NS UINT64_C(1000000000) /* from SIGQUIT to SIGKILL */

/* Waits a moment until the supervisor has finished a dump. Async-signal-safe. */
void hyd_boot_settle(struct hyd_job *job);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * boot.h: how a process becomes a rank. One launcher so far: fork (launch/fork.c), for one host.
 */
#ifndef HYD_BOOT_H
#define HYD_BOOT_H

#include <signal.h>

#include "core/job.h"

/* What a rank knows when it starts. */
struct hyd_boot {
  gex_Rank_t rank, size;
  struct hyd_shared *shared; /* of this host, mapped */
  int segment_fd;            /* memfd that will hold the segments of this host */
  pid_t supervisor;          /* 0: none, a job of one */
  unsigned cpus;             /* that the job may use */
  void *conduit_shared;      /* from the conduit's prelaunch */
};

/* Makes the job's ranks: returns once in each of them; the calling process stays behind as their
 * supervisor and ends with the job's status. A job of one has no supervisor. Fatal on failure. */
void hyd_boot_fork(struct hyd_boot *boot, struct hyd_env *env, const struct hyd_conduit *conduit);

/* The supervisor's work: waits for the ranks, ends the job when one of them leaves. Never returns. */
struct hyd_supervisor {
  struct hyd_shared *shared;
  struct hyd_env *env;
  pid_t *pid; /* [nranks]; 0 = gone */
  uint32_t nranks;
};
/* The signals that a supervisor takes, and that ranks are forked with unblocked. */
void hyd_supervised_signals(sigset_t *set, struct hyd_env *env);
void hyd_supervise(struct hyd_supervisor *s) __attribute__((noreturn));

/* A rank is about to end: nothing more will be asked of the launcher. */
void hyd_boot_leave(struct hyd_job *job);
/* Waits a moment for the supervisor to finish a dump. Async-signal-safe. */
void hyd_boot_settle(struct hyd_job *job);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * job_exit.h: how a rank leaves.
 */
#ifndef HYD_EXIT_JOB_EXIT_H
#define HYD_EXIT_JOB_EXIT_H

#include <limits.h>

#include "core/base/job.h"

/* When the job object is made: how fatal errors and waits end this process. */
void hyd_exit_hooks(struct hyd_job *job);
/* Installs the hook that turns exit() and return from main into the end of the job. */
void hyd_exit_init(struct hyd_job *job);

/* Calls fn(code, arg) at exit(code) or return from main; or with HYD_CODE_UNKNOWN, where the C
 * library does not tell. Once per process. at_exit_glibc.c or at_exit_c.c */
#define HYD_CODE_UNKNOWN INT_MIN
void hyd_at_exit(void (*fn)(int code, void *arg), void *arg);
/* Records the status the job shall end with, which this rank gives it; the first one stays, but a
 * non-zero replaces a zero. */
void hyd_exit_record(struct hyd_job *job, int code);
/* The same for what another rank has given. */
void hyd_exit_record_of(struct hyd_job *job, gex_Rank_t rank, int code);
/* Whether this process is on its way out, by hyd_exit_now or exit(): signals to end it are late. */
int hyd_exit_under_way(void);
/* Tells the ranks of this host, where no supervisor does, that the job ends. Once; later calls do
 * nothing. */
void hyd_exit_end_host(struct hyd_job *job);
/* To a rank of this host, unless it is on its way out; async-signal-safe. */
void hyd_exit_signal_rank(const struct hyd_rank_shared *r, int sig);
/* hyd_exit_now, in a signal's handler; and whether that is how this process leaves. */
void hyd_exit_for_signal(struct hyd_job *job, int code) __attribute__((noreturn));
int hyd_exit_by_signal(void);
/* Flushes streams and statistics, and ends this process. Safe in a signal handler: after two
 * seconds the process ends even if an interrupted thread has a stream locked. */
void hyd_exit_now(struct hyd_job *job, int code) __attribute__((noreturn));

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * job_exit.h: how a rank leaves.
 */
#ifndef HYD_EXIT_JOB_EXIT_H
#define HYD_EXIT_JOB_EXIT_H

#include <limits.h>

#include "core/base/job.h"

/* Sets how fatal errors and waits end this process; when the job object is made. */
void hyd_exit_hooks(struct hyd_job *job);
/* Installs the hook that turns exit() and return from main into the end of the job. */
void hyd_exit_init(struct hyd_job *job);

/* Has fn(code, arg) called at exit(code) or return from main; with HYD_CODE_UNKNOWN if the C
 * library does not give the code. Once per process. at_exit_glibc.c or at_exit_c.c. */
#define HYD_CODE_UNKNOWN INT_MIN
void hyd_at_exit(void (*fn)(int code, void *arg), void *arg);
/* Records an exit status of the job, given by this rank. The first status stays, except that a
 * non-zero one replaces zero. */
void hyd_exit_record(struct hyd_job *job, int code);
/* The same for a status that another rank has given. */
void hyd_exit_record_of(struct hyd_job *job, gex_Rank_t rank, int code);
/* Whether this process is leaving, by hyd_exit_now or exit(), so that signals to end it have no
 * effect. */
int hyd_exit_under_way(void);
/* Announces the end of the job to the ranks of this host, if it has no supervisor. Later calls do
 * nothing. */
void hyd_exit_end_host(struct hyd_job *job);
/* Sends a signal to a rank of this host, unless the rank is leaving. Async-signal-safe. */
void hyd_exit_signal_rank(const struct hyd_rank_shared *r, int sig);
/* Says whether this process leaves, from now on, in a signal handler, which may have interrupted
 * the library or the conduit: these must not be entered. */
void hyd_exit_set_by_signal(int yes);
/* hyd_exit_now for a signal handler. */
void hyd_exit_for_signal(struct hyd_job *job, int code) __attribute__((noreturn));
/* Whether a signal handler has begun to end this process. */
int hyd_exit_by_signal(void);
/* Flushes streams and statistics, and ends this process. Safe in a signal handler: after two
 * seconds the process ends even if an interrupted thread has a stream locked. */
void hyd_exit_now(struct hyd_job *job, int code) __attribute__((noreturn));

#endif

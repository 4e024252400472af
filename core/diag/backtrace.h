/* SPDX-License-Identifier: BSD-3-Clause
 *
 * backtrace.h: stack traces of a running or dying rank: which ranks print them, and of which
 * threads. All of it may be called in signal handlers.
 */
#ifndef HYD_DIAG_BACKTRACE_H
#define HYD_DIAG_BACKTRACE_H

#include <signal.h>

#include "core/base/job.h"

/* Reads GASNET_BACKTRACE_NODES and GASNET_BACKTRACE_MT. */
void hyd_backtrace_init(struct hyd_job *job);

/* Prints the calling thread's backtrace, then every other thread's with a line before it that names
 * the thread, unless GASNET_BACKTRACE_MT is 0. A thread that keeps signals out is named and left
 * out. 0 if the calling thread's was printed. */
int hyd_backtrace_print(struct hyd_job *job, int fd);

/* For the handler of HYD_DUMP_SIGNAL: non-zero if the signal was only for this thread, from another
 * one that collects the backtraces of all; this one's has then been printed. */
int hyd_backtrace_answer(struct hyd_job *job, const siginfo_t *info);

/* Sends the signal to every other thread of this process; hyd_signal_is_internal tells their
 * handlers that it comes from here. */
void hyd_signal_other_threads(struct hyd_job *job, int sig);
int hyd_signal_is_internal(const struct hyd_job *job, const siginfo_t *info);

#endif

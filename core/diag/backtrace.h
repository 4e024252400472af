/* SPDX-License-Identifier: BSD-3-Clause
 *
 * backtrace.h: backtraces of a running or dying rank: which ranks print them, and of which threads.
 * All functions may be called in signal handlers.
 */
#ifndef HYD_DIAG_BACKTRACE_H
#define HYD_DIAG_BACKTRACE_H

#include <signal.h>

#include "core/base/job.h"

/* Reads GASNET_BACKTRACE_NODES and GASNET_BACKTRACE_MT. */
void hyd_backtrace_init(struct hyd_job *job);

/* Prints the calling thread's backtrace, then, unless GASNET_BACKTRACE_MT is 0, those of the other
 * threads, each after a line that names the thread; a thread that blocks signals is only named. 0:
 * the calling thread's backtrace was printed. */
int hyd_backtrace_print(struct hyd_job *job, int fd);

/* For the handler of HYD_DUMP_SIGNAL. 1: the signal came from a thread of this process that
 * collects backtraces, and this thread's backtrace was printed. */
int hyd_backtrace_answer(struct hyd_job *job, const siginfo_t *info);

/* Sends the signal to every other thread of this process; their handlers recognise it by
 * hyd_signal_is_internal. */
void hyd_signal_other_threads(struct hyd_job *job, int sig);
int hyd_signal_is_internal(const struct hyd_job *job, const siginfo_t *info);

#endif

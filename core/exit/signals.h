/* SPDX-License-Identifier: BSD-3-Clause
 *
 * signals.h: the signals that a rank catches.
 */
#ifndef HYD_EXIT_SIGNALS_H
#define HYD_EXIT_SIGNALS_H

#include "core/base/job.h"

/* Installs the handlers, except for the signals in GASNET_NO_CATCH_SIGNAL. */
void hyd_sig_init(struct hyd_job *job);
/* Whether the client has a SIGQUIT handler of its own. */
int hyd_sig_client_has_quit(void);
/* Whether SIGQUIT surely ends this process: not if it is ignored, as in what a shell starts by
 * `&`. */
int hyd_sig_quit_ends(void);
void hyd_sig_unblock(int sig);
/* Keeps the terminating signals out of this thread: it is leaving anyway. */
void hyd_sig_block_terminating(void);
/* Freeze and backtrace, as the environment asks. */
void hyd_sig_debug_aids(struct hyd_job *job);

#endif

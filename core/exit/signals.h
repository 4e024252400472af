/* SPDX-License-Identifier: BSD-3-Clause
 *
 * signals.h: the signals that a rank catches.
 */
#ifndef HYD_EXIT_SIGNALS_H
#define HYD_EXIT_SIGNALS_H

#include <signal.h>

#include "core/base/job.h"

/* What the client has set, at the beginning of init. */
void hyd_sig_note(struct sigaction before[_NSIG]);
/* Installs the handlers, except for the signals in GASNET_NO_CATCH_SIGNAL, and for those that the
 * client handles or ignores. */
void hyd_sig_init(struct hyd_job *job);
/* In a child that the client has forked: the library's handlers are not its own; that of claimed
 * faults (hyd_fault.h) stays, as who has claimed them says what is wrong with the child's access.
 */
void hyd_sig_forked(struct hyd_job *job);
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

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * signals.h: the signals that a rank catches.
 */
#ifndef HYD_EXIT_SIGNALS_H
#define HYD_EXIT_SIGNALS_H

#include <signal.h>

#include "core/base/job.h"

/* Saves the client's handlers, at the beginning of init. */
void hyd_sig_note(struct sigaction before[_NSIG]);
/* Installs the handlers, except for the signals in GASNET_NO_CATCH_SIGNAL, and for those that the
 * client handles or ignores. */
void hyd_sig_init(struct hyd_job *job);
/* Restores the client's handlers, which the libraries of managers and conduits may have replaced,
 * and notes the handlers that these libraries have for other signals. */
void hyd_sig_give_back(struct hyd_job *job);
/* In a child that the client has forked: removes the handlers of init; except that of claimed
 * faults (hyd_fault.h), as the claimant reports what is wrong with the child's access. */
void hyd_sig_forked(struct hyd_job *job);
/* Whether the client has a SIGQUIT handler of its own. */
int hyd_sig_client_has_quit(void);
/* Whether SIGQUIT will end this process: not if it is ignored, as in a process that a shell has
 * started by
 * `&`. */
int hyd_sig_quit_ends(void);
void hyd_sig_unblock(int sig);
/* Blocks the terminating signals in this thread, which is leaving. */
void hyd_sig_block_terminating(void);
/* Freezes, or prints a backtrace, as the environment asks. */
void hyd_sig_debug_aids(struct hyd_job *job);

#endif

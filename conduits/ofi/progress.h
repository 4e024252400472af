/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.h: poll and sleep (progress.c), and the attending thread (attend.c).
 */
#ifndef HYD_OFI_PROGRESS_H
#define HYD_OFI_PROGRESS_H

#include <poll.h>

#include "conduits/ofi/messages.h"
#include "conduits/ofi/transfers.h"

int hyd_ofi_poll(struct hyd_job *job, void *state, int take_requests);
void hyd_ofi_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns);
/* Whatever can be done now. Lock held. */
void hyd_ofi_progress(struct hyd_ofi *s);
/* The same for a call that waits, without handlers. No lock held; hyd_ofi_calls.progress. */
void hyd_ofi_progress_nested(void *state);
/* Whether something is there already; if not, both descriptors tell of what comes. Lock held. */
int hyd_ofi_arm(struct hyd_ofi *s);
/* Waits for the descriptors, or for a while; whether they told of something. No lock held. */
int hyd_ofi_wait(const struct hyd_ofi *s, uint64_t ns);

/* attend.c: starts the thread. */
void hyd_ofi_attend_start(struct hyd_ofi *s);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.h: polling and sleeping (progress.c), and the attending thread (attend.c).
 */
#ifndef HYD_OFI_PROGRESS_H
#define HYD_OFI_PROGRESS_H

#include <poll.h>

#include "conduits/ofi/messages.h"
#include "conduits/ofi/transfers.h"

/* hyd_conduit_ops.poll and sleep. */
int hyd_ofi_poll(struct hyd_job *job, void *state, int take_requests);
void hyd_ofi_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns);
/* Reads both queues and continues all that waited. Lock held. */
void hyd_ofi_progress(struct hyd_ofi *s);
/* hyd_ofi_calls.progress: the same within a call that waits; runs no handlers. No lock held. */
void hyd_ofi_progress_nested(void *state);
/* 1: there is work already. 0: the next completion will make a descriptor readable. Lock held. */
int hyd_ofi_arm(struct hyd_ofi *s);
/* Waits for the descriptors, copied while the lock was held, for `ns` at most, without the lock. 1:
 * one is readable. */
int hyd_ofi_wait(const int fd[2], uint64_t ns);

/* attend.c: starts the attending thread, if it is wanted. */
void hyd_ofi_attend_start(struct hyd_ofi *s);

#endif

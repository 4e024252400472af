/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged_leave.h: how many requests that may have to wait for pages a rank lets each other one send:
 * 64 beyond those that are dealt with, so that what is kept for them is bounded, and no other
 * message is held up. It is for longs, vectors, strides, memset and atomics of gasnet_ratomic.h;
 * puts, gets and what has keys are counted by numbers of their own (extended/rma_paged.h).
 *
 * These messages have no room for a number, so the sender asks behind each 32 of them: leave for 32
 * more is given when as many are dealt with as had come when it asked.
 *
 *   sender   32 requests, ASK, 32 requests, ASK, waits              ... 32 requests, ASK
 *   target                                      LEAVE, when the first 32 are dealt with
 */
#ifndef HYD_AM_PAGED_LEAVE_H
#define HYD_AM_PAGED_LEAVE_H

#include "core/am/am.h"
#include "core/mem/paged.h"

void hyd_paged_leave_init(struct hyd_job *job);

/* --- the sender ----------------------------------------------------------- */

/* Leave for one more to this peer; waits for it unless HYD_AM_NO_WAIT. 0 or HYD_NO_ROOM. */
int hyd_paged_leave_take(struct hyd_job *job, gex_Rank_t peer, unsigned how);
/* The request was not sent. */
void hyd_paged_leave_unsent(struct hyd_job *job, gex_Rank_t peer);

/* The same for any peer: only those with a paged segment keep anything. */
HYD_HOT_INLINE int hyd_paged_leave(struct hyd_job *job, gex_Rank_t peer, unsigned how) {
  return hyd_unlikely(hyd_paged_peer(job, peer) != NULL) && peer != job->rank
             ? hyd_paged_leave_take(job, peer, how)
             : 0;
}

/* --- the target ----------------------------------------------------------- */

/* A request of src waits for pages; it does no more. The second may send, and wait for room. */
void hyd_paged_leave_kept(struct hyd_job *job, gex_Rank_t src);
void hyd_paged_leave_over(struct hyd_job *job, gex_Rank_t src);

#endif

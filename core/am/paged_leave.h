/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged_leave.h: how many requests that may have to wait for pages a rank lets each other one send:
 * 64 beyond those that are dealt with, so that what is kept for them is bounded, and no other
 * message is held up. It is for longs, vectors, strides, memset and atomics of gasnet_ratomic.h;
 * puts, gets and what has keys are counted by numbers of their own (extended/paged/rma_paged.h).
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
#include "core/am/paged_work.h"
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

/* The same for a long that was prepared (hyd_long_prepare), if it may wait. */
HYD_HOT_INLINE int hyd_paged_leave_long(struct hyd_job *job, gex_Rank_t peer, struct hyd_am *m,
                                        unsigned how) {
  if (hyd_likely(hyd_paged_peer(job, peer) == NULL) || m->nbytes == 0 || m->placed ||
      !m->is_request || peer == job->rank)
    return 0;
  m->leave = 1;
  return hyd_paged_leave_take(job, peer, how);
}

/* For calls of the client that may make others answer. 0, or HYD_NO_ROOM with HYD_AM_NO_WAIT. */
int hyd_paged_work_make_way(struct hyd_job *job, unsigned how);
HYD_HOT_INLINE int hyd_paged_make_way(struct hyd_job *job, unsigned how) {
  return hyd_has_paged(job) ? hyd_paged_work_make_way(job, how) : 0;
}

#endif

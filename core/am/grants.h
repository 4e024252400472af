/* SPDX-License-Identifier: BSD-3-Clause
 *
 * grants.h: how many requests that may have to wait for guarded memory (deferred.h) a rank lets
 * each other one send: 64 beyond those that are done, so that what is kept for them is bounded, and
 * no other message is held up. Longs, vectors, strides, memset and atomics of gasnet_ratomic.h need
 * a grant each; puts and gets go by messages of the guard, which have numbers.
 *
 * These messages have no room for a number, so the sender asks behind each 32 of them: the target
 * grants 32 more when as many are done as had come when it was asked.
 *
 *   sender   32 requests, ASK, 32 requests, ASK, waits                ... 32 requests, ASK
 *   target                                      GRANT, when the first 32 are done
 */
#ifndef HYD_AM_GRANTS_H
#define HYD_AM_GRANTS_H

#include "core/am/deferred.h"

void hyd_grants_init(struct hyd_job *job);

/* Takes a grant for one more request (hyd_am.needs_grant); waits for it unless HYD_AM_NO_WAIT. 0 or
 * HYD_NO_ROOM. */
int hyd_grant_take(struct hyd_job *job, gex_Rank_t peer, unsigned how);
/* Gives it back: the request was not sent. */
void hyd_grant_return(struct hyd_job *job, gex_Rank_t peer);

/* Before a call of the client's that makes others answer: waits while it is crowded, unless
 * HYD_AM_NO_WAIT. 0 or HYD_NO_ROOM. */
int hyd_deferred_make_room(struct hyd_job *job, unsigned how);
HYD_HOT_INLINE int hyd_deferred_await_room(struct hyd_job *job, unsigned how) {
  return hyd_has_guarded(job) ? hyd_deferred_make_room(job, how) : 0;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * grants.h: grants bound the requests that may have to wait for guarded memory (deferred.h). A rank
 * may send 64 such requests to another rank beyond those that are done, so that the memory for them
 * is bounded, and no other message is held up.
 *
 * Longs, vectors, strides, memset and atomics of gasnet_ratomic.h need a grant each. Puts and gets
 * need none: they go by messages of the guard, which have numbers.
 *
 * Messages that need a grant have no room for a number. So the sender asks after each 32 of them;
 * the target grants 32 more when all that had come before the question are done.
 *
 *   sender   32 requests, ASK, 32 requests, ASK, waits                ... 32 requests, ASK
 *   target                                      GRANT, when the first 32 are done
 */
#ifndef HYD_AM_GRANTS_H
#define HYD_AM_GRANTS_H

#include "core/am/deferred.h"

void hyd_grants_init(struct hyd_job *job);

/* Takes a grant for one request (hyd_am.needs_grant); waits for it unless HYD_AM_NO_WAIT. Returns 0
 * or HYD_NO_ROOM. */
int hyd_grant_take(struct hyd_job *job, gex_Rank_t peer, unsigned how);
/* Gives back the grant of a request that was not sent. */
void hyd_grant_return(struct hyd_job *job, gex_Rank_t peer);

/* Called before a call of the client asks others for answers: waits while too many answers wait for
 * memory (hyd_deferred_is_crowded), unless HYD_AM_NO_WAIT. Returns 0 or HYD_NO_ROOM. */
int hyd_deferred_make_room(struct hyd_job *job, unsigned how);
HYD_HOT_INLINE int hyd_deferred_await_room(struct hyd_job *job, unsigned how) {
  return hyd_has_guarded(job) ? hyd_deferred_make_room(job, how) : 0;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send.h: one attempt to send a message by its way; messages to the same rank.
 */
#ifndef HYD_AM_SEND_H
#define HYD_AM_SEND_H

#include "core/am/ring_am.h"

/* Makes one attempt to send to another rank. `category` is m->category, as a constant where the
 * caller knows it. Returns 0 or HYD_NO_ROOM. */
HYD_HOT_INLINE int hyd_am_attempt(struct hyd_job *job, gex_Rank_t peer, uint32_t category,
                                  const struct hyd_am *m) {
  return hyd_likely(m->way == HYD_AM_BY_RING) ? hyd_ring_send(job, peer, category, m)
                                              : hyd_conduit_am_send(job, peer, m);
}

/* Runs the handler of a message of this rank to itself. */
void hyd_am_deliver_to_self(struct hyd_job *job, const struct hyd_am *sent);

#endif

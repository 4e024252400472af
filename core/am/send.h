/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send.h: one attempt to send a message, by the transport of the peer.
 */
#ifndef HYD_AM_SEND_H
#define HYD_AM_SEND_H

#include "core/am/ring_am.h"

HYD_HOT_INLINE int hyd_am_attempt(struct hyd_job *job, gex_Rank_t peer, uint32_t category,
                                  const struct hyd_am *m) {
  if (hyd_likely(hyd_reached_by_ring(job, peer))) return hyd_ring_send(job, peer, category, m);
  return hyd_conduit_am_send(job, peer, m) ? -1 : 0;
}

/* Runs the handler of a message of this rank to itself at once. */
void hyd_am_deliver_to_self(struct hyd_job *job, const struct hyd_am *sent);

#endif

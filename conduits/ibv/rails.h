/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rails.h: additional queue pairs to a peer, its rails (rails.c), and their ports (rail_ports.c).
 */
#ifndef HYD_IBV_RAILS_H
#define HYD_IBV_RAILS_H

#include "conduits/ibv/connections.h"

/* --- rails.c: lock held --------------------------------------------------- */

/* Begins to make the rails of a connection, if the settings want some. */
void hyd_ibv_rails_begin(struct hyd_ibv *s, struct hyd_ibv_conn *c);
/* hyd_ibv_calls.arrived: the peer's message about its rails. */
int hyd_ibv_rails_take(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h);
/* The rail for long reads, if they need one; NULL: none, or not ready. */
struct hyd_ibv_conn *hyd_ibv_rail_for_reads(struct hyd_ibv *s, struct hyd_ibv_conn *c);
/* Whether both ends of the rails can send. */
static inline int hyd_ibv_rails_ready(const struct hyd_ibv_conn *c) {
  return c->nrails && c->rails[0]->state == HYD_IBV_READY && c->rails[0]->answers;
}
/* Writes the number of this rank's rail ports to its address. */
void hyd_ibv_rails_tell(struct hyd_ibv *s);
/* Agrees on the number of ports and rails, from all ranks' addresses. */
void hyd_ibv_rails_agree(struct hyd_ibv *s);

/* --- rail_ports.c --------------------------------------------------------- */

/* Opens the ports of this rank's rails, once all ranks' addresses are known. No lock held. */
void hyd_ibv_rail_ports_open(struct hyd_ibv *s);
void hyd_ibv_rail_ports_report(const struct hyd_ibv *s);
/* Registers the segment with the devices of rails. */
void hyd_ibv_rail_ports_attach(struct hyd_ibv *s);

#endif

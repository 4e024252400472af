/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rails.h: further queue pairs to a peer (rails.c) and their ports (rail_ports.c).
 */
#ifndef HYD_IBV_RAILS_H
#define HYD_IBV_RAILS_H

#include "conduits/ibv/connections.h"

/* --- rails.c: lock held --------------------------------------------------- */

/* Begins to make the rails of a connection, if there are to be any. */
void hyd_ibv_rails_begin(struct hyd_ibv *s, struct hyd_ibv_conn *c);
/* The peer's message about its rails; hyd_ibv_calls.arrived. */
int hyd_ibv_rails_take(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h);
/* The rail for long reads, where those need one; NULL: not yet. */
struct hyd_ibv_conn *hyd_ibv_rail_for_reads(struct hyd_ibv *s, struct hyd_ibv_conn *c);
static inline int hyd_ibv_rails_ready(const struct hyd_ibv_conn *c) {
  return c->nrails && c->rails[0]->state == HYD_IBV_READY && c->rails[0]->answers;
}
/* Puts this rank's ports into its address; reads what all ranks' addresses say of theirs. */
void hyd_ibv_rails_tell(struct hyd_ibv *s);
void hyd_ibv_rails_agree(struct hyd_ibv *s);

/* --- rail_ports.c --------------------------------------------------------- */

/* Opens the ports of this rank's rails, once all ranks' addresses are known. No lock. */
void hyd_ibv_rail_ports_open(struct hyd_ibv *s);
void hyd_ibv_rail_ports_report(const struct hyd_ibv *s);
/* Registers the segment with their devices. */
void hyd_ibv_rail_ports_attach(struct hyd_ibv *s);

#endif

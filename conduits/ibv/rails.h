/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rails.h: further queue pairs to a peer (rails.c) and their ports (rail_ports.c).
 */
#ifndef HYD_IBV_RAILS_H
#define HYD_IBV_RAILS_H

#include "conduits/ibv/connections.h"

/* --- rails.c: lock held --------------------------------------------------- */

/* Begins to make the rails of a connection, if there are to be any. */
void vb_rails_begin(struct vb_state *s, struct vb_conn *c);
/* The peer's message about its rails. */
int vb_rails_hear(struct vb_state *s, struct vb_conn *c, const struct vb_header *h);
/* The rail for long reads, where those need one; NULL: not yet. */
struct vb_conn *vb_rail_for_reads(struct vb_state *s, struct vb_conn *c);
static inline int vb_rails_ready(const struct vb_conn *c) {
  return c->nrails && c->rails[0]->state == VB_READY && c->rails[0]->answers;
}
/* Puts this rank's ports into its address; reads what all ranks' addresses say of theirs. */
void vb_rails_tell(struct vb_state *s);
void vb_rails_agree(struct vb_state *s);

/* --- rail_ports.c --------------------------------------------------------- */

/* Opens the ports of this rank's rails, once all ranks' addresses are known. No lock. */
void vb_rail_ports_open(struct vb_state *s);
void vb_rail_ports_say(const struct vb_state *s);
/* Registers the segment with their devices. */
void vb_rail_ports_attach(struct vb_state *s);
/* Fetches up to n completions from them. */
int vb_rail_ports_fetch(struct vb_state *s, struct ibv_wc *wc, int n);

#endif

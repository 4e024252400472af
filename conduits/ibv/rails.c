/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rails.c: further queue pairs beside a connection's own (GASNET_NUM_QPS), on the same port, which large transfers are
 * divided among.
 *
 * Only transfers of peers' segments that are registered as a whole take them: one key is good for all queue pairs of a
 * device, as are those of memory here. Everything else goes by the connection's own queue pair: messages, the payloads
 * of longs, which must come before their messages, atomics, and small transfers. Parts of a transfer need no order,
 * neither among themselves nor with messages: an operation has ended when each part's completion has come, not before.
 *
 * Soft-RoCE needs one more, for long reads alone: see vb_rail_for_reads.
 *
 * A rail is a struct vb_conn of which only queue pair and send queue are used. Rails are made when the first transfer
 * could use them, which goes without: each end tells the other its numbers, by messages of the connection, and
 * that it can receive, at once or by a second message.
 */
#include <stdlib.h>

#include "conduits/ibv/ibv_int.h"

struct rails_message {
  uint32_t n, ready; /* ready: this end can receive from the other's */
  struct vb_hello end[VB_RAILS_MAX];
};
_Static_assert(sizeof(struct rails_message) <= 512, "fits into any message");

/* Beside the connection itself. */
static uint32_t further(const struct vb_state *s) { return s->set.rails - 1 + s->set.apart; }

static void make(struct vb_state *s, struct vb_conn *c) {
  for (c->nrails = 0; c->nrails < further(s); c->nrails++) {
    struct vb_conn *r = calloc(1, sizeof *r + s->set.slots * sizeof r->slot[0]);
    if (r == NULL) hyd_fatal("ibv conduit", "out of memory for a connection to rank %u", c->peer);
    r->peer = c->peer;
    r->rail = (uint8_t)(c->nrails + 1);
    vb_qp_make(s, r);
    c->rails[c->nrails] = r;
  }
}

static void tell(struct vb_state *s, struct vb_conn *c, int ready) {
  struct rails_message m = {.n = c->nrails, .ready = (uint32_t)ready};
  for (uint32_t i = 0; i < c->nrails; i++)
    m.end[i] = (struct vb_hello){.magic = VB_HELLO_MAGIC, .qpn = c->rails[i]->qp->qp_num, .psn = c->rails[i]->psn,
                                 .mtu = s->dev.port_attr.active_mtu, .reads = s->set.reads};
  vb_mail_control(s, c, VB_RAILS, &m, sizeof m);
}

static void meet(struct vb_state *s, struct vb_conn *c, const struct rails_message *m) {
  for (uint32_t i = 0; i < c->nrails; i++) {
    vb_qp_meet(s, c->rails[i], &m->end[i]);
    c->rails[i]->answers = 1;
  }
}

void vb_rails_begin(struct vb_state *s, struct vb_conn *c) {
  if (c->nrails || further(s) == 0) return;
  make(s, c);
  tell(s, c, 0);
}

/* The peer's word. Both may have begun. */
void vb_rails_hear(struct vb_state *s, struct vb_conn *c, const void *message, size_t n) {
  struct rails_message m;
  int had = c->nrails != 0;
  if (n != sizeof m)
    hyd_fatal("ibv conduit", "rank %u sends %zu bytes about its rails; expected %zu", c->peer, n, sizeof m);
  memcpy(&m, message, sizeof m);
  if (m.n != further(s))
    hyd_fatal("ibv conduit", "rank %u has %u queue pairs for each peer, this rank %u; expected the same GASNET_NUM_QPS",
              c->peer, m.n + 1 - s->set.apart, s->set.rails);
  if (!had) make(s, c);
  if (!c->rails[0]->answers) {
    meet(s, c, &m);
    tell(s, c, 1);
  }
  for (uint32_t i = 0; m.ready && i < c->nrails; i++) c->rails[i]->state = VB_READY;
}

void vb_rails_agree(struct vb_state *s) {
  for (gex_Rank_t i = 0; i < s->job->size && s->dev.way == &vb_way_ud; i++) s->set.apart |= s->table[i].rxe;
}

/* Soft-RoCE (Linux 6.12, rxe_comp.c:205 and 726) takes an old acknowledgement between the packets that answer a read
 * for their end, which happens where packets are lost: the next of them ends the queue pair (230), and the read is
 * reported as done. Answers of one packet have no such place; and where there is nothing but reads, there are no
 * acknowledgements. */
struct vb_conn *vb_rail_for_reads(struct vb_state *s, struct vb_conn *c) {
  if (!s->set.apart) return NULL;
  if (vb_rails_ready(c)) return c->rails[s->set.rails - 1];
  vb_rails_begin(s, c);
  return NULL;
}

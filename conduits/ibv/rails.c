/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rails.c: additional queue pairs to a peer (GASNET_NUM_QPS), over which large transfers are
 * striped: on the connection's port, or on the ports of a list (GASNET_IBV_PORTS) in turn
 * (rail_ports.c).
 *
 * Only transfers to peers' segments that are registered as a whole use rails, as their key is valid
 * for all queue pairs of a device. Each device has its own keys: if local memory is not registered
 * with the rail's device, the connection carries that part. Everything else uses the connection's
 * own queue pair: messages; payloads of longs, which must arrive before their messages; atomics;
 * and small transfers. Parts of a transfer need no order, neither among themselves nor with
 * messages: the operation is complete when all parts are.
 *
 * Soft-RoCE needs one more rail, for long reads alone: see hyd_ibv_rail_for_reads.
 *
 * A rail is a struct hyd_ibv_conn of which only the queue pair and the send queue are used. Rails
 * are made when the first transfer could use them; that transfer does without. Each end sends the
 * numbers of its queue pairs in a message of the connection, and says in this or a second message
 * that it can receive.
 */
#include <stdlib.h>

#include "conduits/ibv/messages.h"
#include "conduits/ibv/rails.h"

struct rail_end {
  uint32_t qpn, psn;
  uint32_t key; /* the segment's key at that port; 0: the connection's key */
  uint16_t lid;
  uint8_t net, mtu, reads, barred;
  unsigned char gid[16];
};
struct rails_message {
  uint32_t n, ready; /* ready: this end can receive from the peer's */
  struct rail_end end[HYD_IBV_RAILS_MAX];
};
_Static_assert(sizeof(struct rails_message) <= 512, "fits into any message");

/* How many rails a connection has. */
static uint32_t number_of_rails(const struct hyd_ibv *s) { return s->set.rails - 1 + s->set.apart; }

/* The port of a rail. Both ends begin after the port of the lower rank, and go through the list in
 * the same order. The rail for long reads is at the port of the connection, as reads may be of any
 * memory. */
static struct hyd_ibv_device *port_of(struct hyd_ibv *s, const struct hyd_ibv_conn *c,
                                      uint32_t rail) {
  uint32_t lower = c->peer < hyd_job_rank(s->job) ? c->peer : hyd_job_rank(s->job);
  if (rail >= s->set.rails) return &s->dev;
  return s->rail_ports.port[(s->peers.table[lower].first + rail) % s->rail_ports.nports];
}

static void make_rails(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  for (c->nrails = 0; c->nrails < number_of_rails(s); c->nrails++) {
    struct hyd_ibv_conn *r = calloc(1, sizeof *r + s->set.slots * sizeof r->slot[0]);
    if (r == NULL) hyd_fatal("ibv conduit", "out of memory for a connection to rank %u", c->peer);
    r->peer = c->peer;
    r->rail = (uint8_t)(c->nrails + 1);
    r->dev = port_of(s, c, r->rail);
    r->barred =
        r->dev == NULL || (hyd_ibv_is_for_rails(r->dev) && r->dev->home->segment_mr == NULL);
    if (r->dev == NULL) r->dev = &s->dev;
    hyd_ibv_qp_make(s, r);
    c->rails[c->nrails] = r;
  }
}

static struct rail_end end_of(const struct hyd_ibv_conn *r) {
  const struct hyd_ibv_device *d = r->dev;
  struct rail_end e = {.qpn = r->qp->qp_num,
                       .psn = r->psn,
                       .lid = d->port_attr.lid,
                       .net = d->net,
                       .mtu = (uint8_t)d->port_attr.active_mtu,
                       .barred = r->barred};
  if (hyd_ibv_is_for_rails(d) && !r->barred) e.key = d->home->segment_mr->rkey;
  memcpy(e.gid, d->gid.raw, sizeof e.gid);
  return e;
}

static void send_ends(struct hyd_ibv *s, struct hyd_ibv_conn *c, int ready) {
  struct rails_message m = {.n = c->nrails, .ready = (uint32_t)ready};
  for (uint32_t i = 0; i < c->nrails; i++) {
    m.end[i] = end_of(c->rails[i]);
    m.end[i].reads = s->set.reads;
  }
  hyd_ibv_queue_control(s, c, HYD_IBV_RAILS, &m, sizeof m);
}

static void connect_one(struct hyd_ibv *s, struct hyd_ibv_conn *r, const struct rail_end *e) {
  struct hyd_ibv_hello h = {.qpn = e->qpn, .psn = e->psn, .mtu = e->mtu, .reads = e->reads};
  struct hyd_ibv_address there = {.lid = e->lid, .net = e->net & 15};
  memcpy(there.gid, e->gid, sizeof there.gid);
  r->answers = 1;
  r->segment_key = e->key;
  r->barred |= e->barred;
  if (!r->barred) hyd_ibv_qp_connect(s, r, &h, &there);
}

static void connect_all(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct rails_message *m) {
  for (uint32_t i = 0; i < c->nrails; i++) connect_one(s, c->rails[i], &m->end[i]);
}

void hyd_ibv_rails_begin(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  if (c->nrails || number_of_rails(s) == 0) return;
  make_rails(s, c);
  send_ends(s, c, 0);
}

/* Both ends may have begun to make rails. */
int hyd_ibv_rails_take(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h) {
  struct rails_message m;
  int had = c->nrails != 0;
  if (h->nbytes != sizeof m)
    hyd_fatal("ibv conduit", "rank %u sends %u bytes about its rails; expected %zu", c->peer,
              h->nbytes, sizeof m);
  memcpy(&m, hyd_ibv_payload_of(h), sizeof m);
  if (m.n != number_of_rails(s))
    hyd_refuse(
        "ibv conduit",
        "rank %u has %u queue pairs for each peer, this rank %u; expected the same GASNET_NUM_QPS",
        c->peer, m.n + 1 - s->set.apart, s->set.rails);
  if (!had) make_rails(s, c);
  if (!c->rails[0]->answers) {
    connect_all(s, c, &m);
    send_ends(s, c, 1);
  }
  for (uint32_t i = 0; m.ready && i < c->nrails; i++) c->rails[i]->state = HYD_IBV_READY;
  return 0;
}

/* --- agreement of all ranks ----------------------------------------------- */

void hyd_ibv_rails_tell(struct hyd_ibv *s) {
  const struct hyd_ibv_choice *c = &s->rail_ports.choice;
  s->peers.address.ports = s->dev.way->by_port ? c->n & 15 : 1;
  for (uint32_t i = 0; i < c->n; i++)
    if (c->rail[i].port == c->used.port && strcmp(c->rail[i].device, c->used.device) == 0)
      s->peers.address.first = i & 7;
}

void hyd_ibv_rails_agree(struct hyd_ibv *s) {
  s->rail_ports.nports = s->peers.address.ports;
  for (gex_Rank_t i = 0; i < hyd_job_size(s->job); i++) {
    if (s->peers.table[i].ports < s->rail_ports.nports)
      s->rail_ports.nports = s->peers.table[i].ports;
    s->set.apart |= s->peers.table[i].rxe && s->dev.way->by_port;
  }
  if (s->set.rail_each_port) s->set.rails = s->rail_ports.nports;
}

/* --- long reads ----------------------------------------------------------- */

/* A defect of soft-RoCE (Linux 6.12, rxe_comp.c:205 and 726): if packets are lost, an old
 * acknowledgement may arrive between the packets that answer a read, and is taken for the end of
 * the answer. The read is reported as complete, and the next packet breaks the queue pair (line
 * 230). Answers of one packet are safe; so is a queue pair for reads alone, as it has no
 * acknowledgements. */
struct hyd_ibv_conn *hyd_ibv_rail_for_reads(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  if (!s->set.apart) return NULL;
  if (hyd_ibv_rails_ready(c)) return c->rails[s->set.rails - 1];
  hyd_ibv_rails_begin(s, c);
  return NULL;
}

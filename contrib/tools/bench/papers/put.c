/* SPDX-License-Identifier: BSD-3-Clause
 *
 * put.c: a put by each strategy. With the library's: the remote memory, then the local, then RDMA.
 * A rendezvous asks the target each time, although the library would know what is pinned there: its
 * requests have a note, which makes a round trip of each. Where all is pinned: RDMA. Through bounce
 * buffers: the processor copies each chunk into one, sends it, and the target's copies it out.
 */
#include <errno.h>
#include <string.h>

#include "contrib/tools/bench/papers/net.h"

int net_asks(const struct net *net) { return net->c.strategy <= FH_STRATEGY_UNPIN; }

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* --- RDMA ----------------------------------------------------------------- */

/* When the last byte has left, and has come. */
static uint64_t carry(struct net_node *from, struct net_node *to, size_t len) {
  const struct cost *c = from->net->c.cost;
  uint64_t time = cost_wire(c, len);
  from->sending = later(from->host, from->sending) + time;
  to->receiving = later(from->sending + c->latency, to->receiving + time);
  return to->receiving;
}

static void start_rdma(struct put *p) {
  struct net_node *n = p->from;
  const struct cost *c = n->net->c.cost;
  net_work(n, c->send);
  sim_push(&n->net->events, carry(n, &n->net->node[p->to], p->len) + c->latency, SIM_SWITCH, n->id,
           p);
}

/* --- the library's strategies --------------------------------------------- */

static void fail(struct put *p, int status) {
  p->status = p->from->net->status = status;
  p->from->net->in_flight--;
}

static void got_local(struct fh_request *r, void *arg) {
  struct put *p = arg;
  if (r->status == 0) {
    start_rdma(p);
    return;
  }
  fh_release(p->from->fh, &p->remote);
  fail(p, r->status);
}

static void got_remote(struct fh_request *r, void *arg) {
  struct put *p = arg;
  int rc = r->status;
  if (rc) {
    fail(p, rc);
    return;
  }
  if (p->asks_local)
    rc = fh_local_pin_nb(p->from->fh, NET_BASE + p->source, p->len, &p->local, got_local, p);
  if (rc == EINPROGRESS) return;
  if (p->asks_local) p->local.status = rc;
  if (rc)
    fh_release(p->from->fh, &p->remote), fail(p, rc);
  else
    start_rdma(p);
}

static void ask_remote_pin(struct put *p) {
  static const unsigned char note;
  struct net_node *n = p->from;
  const void *always = n->net->c.strategy == FH_STRATEGY_FIREHOSE ? NULL : &note;
  int rc;
  net_work(n, n->net->c.cost->lookup);
  rc = fh_remote_pin_nb(n->fh, p->to, NET_BASE + p->target, p->len, &p->remote, always,
                        always ? 1 : 0, got_remote, p);
  p->missed = rc == EINPROGRESS;
  if (p->missed) return;
  p->remote.status = rc;
  got_remote(&p->remote, p);
}

/* --- bounce buffers ------------------------------------------------------- */

static void bounce(struct put *p) {
  struct net_node *n = p->from;
  const struct cost *c = n->net->c.cost;
  p->left = p->len;
  for (size_t at = 0, chunk; at < p->len; at += chunk) {
    chunk = p->len - at < c->packet ? p->len - at : c->packet;
    net_work(n, cost_copy(c, chunk) + c->send);
    sim_push(&n->net->events, carry(n, &n->net->node[p->to], chunk), SIM_WAKE, p->to, p);
  }
}

void net_put_chunk(struct net_node *at, struct put *p) {
  const struct cost *c = at->net->c.cost;
  size_t chunk = p->left % c->packet ? p->left % c->packet : c->packet;
  p->left -= chunk;
  net_work(at, c->receive + cost_copy(c, chunk));
  if (p->left) return;
  net_work(at, c->send);
  sim_push(&at->net->events, at->host + c->latency, SIM_SWITCH, p->from->id, p);
}

/* --- all ------------------------------------------------------------------ */

void net_put(struct put *p) {
  struct net *net = p->from->net;
  net_work(p->from, 0);
  p->started = p->from->host;
  p->status = p->missed = 0;
  net->in_flight++;
  if (net_asks(net))
    ask_remote_pin(p);
  else if (net->c.strategy == FH_STRATEGY_BOUNCE)
    bounce(p);
  else
    start_rdma(p);
}

void net_put_ended(struct put *p) {
  struct net_node *n = p->from;
  net_work(n, n->net->c.cost->complete);
  p->ended = n->host;
  if (n->memory) memcpy(n->net->node[p->to].memory + p->target, n->memory + p->source, p->len);
  if (n->fh && p->asks_local) fh_release(n->fh, &p->local);
  if (n->fh) fh_release(n->fh, &p->remote);
  n->net->in_flight--;
  p->done(p);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * net.c: the functions that the library asks of its client, at their cost, and the loop of events.
 */
#include "contrib/tools/bench/papers/net.h"
#include "contrib/tools/bench/papers/papers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/sim/firehose/packet.h"

#define ROUNDS 1000 /* polls of all nodes in vain, before puts count as stuck */

const char *papers_wrong;

/* --- the library's client ------------------------------------------------- */

static int pin_memory(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  struct net_node *n = ctx;
  size_t bucket = n->net->c.bucket;
  if (n->net->c.ahead && !nic_has(&n->nic, addr / bucket, len / bucket))
    return EFAULT; /* not asked for */
  out->name = nic_pin(&n->nic, addr / bucket, len / bucket);
  out->key = addr;
  net_work(n, cost_pin(n->net->c.cost, len));
  return out->name ? 0 : ENOMEM;
}

static void unpin_memory(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  struct net_node *n = ctx;
  size_t bucket = n->net->c.bucket;
  nic_unpin(&n->nic, pinned->name, addr / bucket, len / bucket);
  net_work(n, cost_unpin(n->net->c.cost, len));
}

/* Waits for a packet of whatever is being sent. */
static void send_packet(void *ctx, uint32_t to, const void *bytes, size_t len) {
  struct net_node *n = ctx;
  const struct cost *c = n->net->c.cost;
  struct packet *m = packet_new(n->id, bytes, len);
  uint64_t start;
  net_work(n, c->send);
  start = n->host + cost_wire(c, c->packet);
  if (n->sending < start) start = n->sending > n->host ? n->sending : n->host;
  n->sending = (n->sending > start ? n->sending : start) + cost_wire(c, len);
  sim_push(&n->net->events, start + cost_wire(c, len) + c->latency, SIM_ARRIVE, to, m);
  n->net->messages++;
}

static int run_event(struct net *net);

static void poll(void *ctx) { (void)run_event(((struct net_node *)ctx)->net); }

static uint64_t node_time(void *ctx) { return ((struct net_node *)ctx)->host; }

static const struct fh_ops ops = {
    .pin = pin_memory, .unpin = unpin_memory, .send = send_packet, .poll = poll, .now = node_time};

/* --- events --------------------------------------------------------------- */

static void take_packet(struct net_node *n, struct packet *m) {
  net_work(n, n->net->c.cost->receive);
  if (fh_input(n->fh, m->from, m->bytes, m->len)) n->net->wrong = "a message is refused";
  free(m);
}

static int run_event(struct net *net) {
  struct sim_event e;
  struct net_node *n;
  if (!sim_pop(&net->events, &e)) return 0;
  if (e.at > net->now) net->now = e.at;
  n = &net->node[e.rank];
  if (e.what == SIM_ARRIVE)
    take_packet(n, e.packet);
  else if (e.what == SIM_WAKE)
    net_put_chunk(n, e.packet);
  else
    net_put_ended(e.packet);
  if (n->fh) fh_poll(n->fh);
  return 1;
}

static void poll_all(struct net *net) {
  for (uint32_t i = 0; i < net->c.nodes && net_asks(net); i++) fh_poll(net->node[i].fh);
}

int net_run(struct net *net) {
  int rounds = 0;
  while (rounds < ROUNDS && (net->in_flight || net->events.n) && !net->wrong) {
    rounds = run_event(net) ? 0 : rounds + 1;
    if (rounds) poll_all(net);
  }
  if (net->in_flight && !net->wrong) net->wrong = "puts are stuck";
  return net->wrong ? EPROTO : net->status;
}

void net_barrier(struct net *net) {
  uint64_t last = net->now;
  for (uint32_t i = 0; i < net->c.nodes; i++)
    if (net->node[i].host > last) last = net->node[i].host;
  last += 2 * net->c.cost->latency;
  for (uint32_t i = 0; i < net->c.nodes; i++) net->node[i].host = last;
  net->now = last;
}

/* --- making and unmaking -------------------------------------------------- */

static void open_node(struct net *net, uint32_t i) {
  struct net_node *n = &net->node[i];
  const struct net_config *c = &net->c;
  struct fh_config f = fh_config_default;
  *n = (struct net_node){.net = net, .id = i};
  if (c->data) n->memory = calloc(1, c->memory);
  if (!net_asks(net)) return;
  nic_open(&n->nic, NET_BASE / c->bucket, c->memory / c->bucket + 1,
           (c->m + c->maxvictim) / c->bucket);
  f.node = i;
  f.nodes = c->nodes;
  f.bucket = c->bucket;
  f.ahead = c->ahead;
  f.m = c->m;
  f.maxvictim = c->maxvictim;
  f.regions = c->cost->regions;
  f.strategy = c->strategy;
  f.ops = &ops;
  f.ctx = n;
  n->fh = fh_open(&f, &net->wrong);
  if (n->fh) net->wrong = NULL;
}

int net_open(struct net *net, const struct net_config *c) {
  *net = (struct net){.c = *c};
  net->node = sim_alloc(c->nodes * sizeof *net->node);
  memset(net->node, 0, c->nodes * sizeof *net->node);
  for (uint32_t i = 0; i < c->nodes && !net->wrong; i++) open_node(net, i);
  if (net->wrong) return EINVAL;
  return c->strategy == FH_STRATEGY_PIN_ALL && c->memory > c->m + c->maxvictim ? ENOMEM : 0;
}

static void close_node(struct net *net, struct net_node *n) {
  struct fh_stats st;
  free(n->memory);
  if (n->fh == NULL) return;
  fh_get_stats(n->fh, &st);
  if (!net->wrong && st.pinned_bytes != n->nic.pinned * net->c.bucket)
    net->wrong = "the library miscounts what is pinned";
  fh_close(n->fh);
  nic_close(&n->nic);
  if (!net->wrong) net->wrong = n->nic.wrong;
}

int net_close(struct net *net) {
  struct sim_event e;
  while (sim_pop(&net->events, &e)) /* after a failure */
    if (e.what == SIM_ARRIVE) free(e.packet);
  for (uint32_t i = 0; i < net->c.nodes; i++) close_node(net, &net->node[i]);
  sim_events_free(&net->events);
  free(net->node);
  return net->wrong != NULL;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * traces.c: the nodes, the functions that the library asks of its client, and the loop of events.
 */
#include "contrib/tools/sim/firehose/traces.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "firehose/instance.h" /* the share that a node has at a request: no call tells it */
#include "contrib/tools/sim/firehose/nic.h"
#include "contrib/tools/sim/firehose/packet.h"
#include "contrib/tools/sim/events.h"

#define BUCKET 16384u
#define FIREHOSES 4u     /* for each other node */
#define SPACE 0x1000000u /* buckets from one node's memory to the next one's */
#define BUFFERS 32u      /* that a node puts from, one after another */
#define HIT_NS 14000u
#define MESSAGE_NS 16000u /* one way, with what is done there: half of what a miss costs */
#define PAUSE_NS 20000u   /* between puts, at most */
#define SEED 1
#define ROUNDS 1000 /* polls of all nodes in vain, before requests count as stuck */

static const struct scale {
  uint32_t nodes, requests[PATTERN_KINDS]; /* of each node */
} full = {1024, {100, 640, 2000}}, small = {64, {500, 640, 500}};

struct world {
  struct pattern pattern;
  struct sim_events events;
  uint64_t now, waited; /* for firehoses, in all */
  uint32_t requests, ended;
  struct node *node;
  uint8_t *talked; /* by two nodes */
  struct traces_result *out;
};

struct node {
  struct world *w;
  struct fh *fh;
  struct nic nic;
  struct sim_rng rng;
  struct oracle_request *log;
  uint32_t number, started;
  uint64_t asked; /* when */
  struct fh_request there, here;
};

static void check_world(struct world *w, int ok, const char *wrong) {
  if (!ok && w->out->wrong == NULL) w->out->wrong = wrong;
}

static uint64_t first_of(uint32_t node) { return 0x10000 + (uint64_t)SPACE * node; }

/* --- the library's client ------------------------------------------------- */

static int pin_memory(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  struct node *n = ctx;
  out->name = nic_pin(&n->nic, addr / BUCKET, len / BUCKET);
  return out->name ? 0 : ENOMEM;
}

static void unpin_memory(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  struct node *n = ctx;
  nic_unpin(&n->nic, pinned->name, addr / BUCKET, len / BUCKET);
}

static void send_packet(void *ctx, uint32_t to, const void *bytes, size_t len) {
  struct node *n = ctx;
  struct packet *m = packet_new(n->number, bytes, len);
  sim_push(&n->w->events, n->w->now + MESSAGE_NS, SIM_ARRIVE, to, m);
  n->w->out->messages++;
}

static void poll(void *ctx) { (void)ctx; } /* no caller waits in a call */

static uint64_t world_time(void *ctx) { return ((struct node *)ctx)->w->now; }

static const struct fh_ops ops = {
    .pin = pin_memory, .unpin = unpin_memory, .send = send_packet, .poll = poll, .now = world_time};

/* --- puts ----------------------------------------------------------------- */

static int is_pinned(const struct world *w, const struct fh_request *r) {
  return nic_reaches(&w->node[r->node].nic, r->addr / BUCKET, r->len / BUCKET);
}

static void start_rdma(struct node *n) {
  struct world *w = n->w;
  check_world(w, n->here.status == 0, "a local request failed");
  check_world(w, is_pinned(w, &n->there), "remote memory is granted that is not pinned");
  sim_push(&w->events, w->now + HIT_NS, SIM_SWITCH, n->number, NULL);
}

static void local_done(struct fh_request *r, void *arg) {
  (void)r;
  start_rdma(arg);
}

static void granted(struct node *n) {
  uint64_t from = first_of(n->number) + n->started % BUFFERS;
  int rc;
  n->w->waited += n->w->now - n->asked;
  check_world(n->w, n->there.status == 0, "a remote request failed");
  n->here.status = 0;
  rc = fh_local_pin_nb(n->fh, from * BUCKET, 1, &n->here, local_done, n);
  check_world(n->w, rc == 0 || rc == EINPROGRESS, "a local request is refused");
  if (rc == 0) start_rdma(n);
}

static void remote_done(struct fh_request *r, void *arg) {
  (void)r;
  granted(arg);
}

static void log_request(struct node *n, struct pattern_place to) {
  struct world *w = n->w;
  const struct hyd_fh_peer *p = hyd_fh_peer_if(n->fh, to.node);
  n->log[n->started++] =
      (struct oracle_request){to.node, to.bucket, (uint32_t)(p ? p->share : n->fh->f)};
  w->talked[(size_t)n->number * w->pattern.nodes + to.node] = 1;
  w->talked[(size_t)to.node * w->pattern.nodes + n->number] = 1;
}

static void put_next(struct node *n) {
  struct world *w = n->w;
  struct pattern_place to = pattern_next(&w->pattern, &n->rng, n->number, n->started);
  uintptr_t addr = (first_of(to.node) + to.bucket) * BUCKET;
  int rc;
  log_request(n, to);
  n->asked = w->now;
  n->there.status = 0;
  rc = fh_remote_pin_nb(n->fh, to.node, addr, 1, &n->there, NULL, 0, remote_done, n);
  check_world(w, rc == 0 || rc == EINPROGRESS, "a remote request is refused");
  w->out->misses += rc == EINPROGRESS;
  if (rc == 0) granted(n);
}

static void end(struct node *n) {
  struct world *w = n->w;
  check_world(w, is_pinned(w, &n->there), "remote memory was unpinned during a transfer");
  fh_release(n->fh, &n->here);
  fh_release(n->fh, &n->there);
  if (n->started == w->requests)
    w->ended++;
  else
    sim_push(&w->events, w->now + sim_below(&n->rng, PAUSE_NS), SIM_WAKE, n->number, NULL);
}

/* --- events --------------------------------------------------------------- */

static void take_packet(struct node *n, struct packet *m) {
  check_world(n->w, fh_input(n->fh, m->from, m->bytes, m->len) == 0, "a message is refused");
  free(m);
}

static int run_event(struct world *w) {
  struct sim_event e;
  if (!sim_pop(&w->events, &e)) return 0;
  w->now = e.at;
  if (e.what == SIM_ARRIVE)
    take_packet(&w->node[e.rank], e.packet);
  else if (e.what == SIM_WAKE)
    put_next(&w->node[e.rank]);
  else
    end(&w->node[e.rank]);
  fh_poll(w->node[e.rank].fh);
  return 1;
}

static void run_world(struct world *w) {
  int rounds = 0;
  for (uint32_t i = 0; i < w->pattern.nodes; i++)
    sim_push(&w->events, sim_below(&w->node[i].rng, PAUSE_NS), SIM_WAKE, i, NULL);
  while (!w->out->wrong && rounds < ROUNDS && !(w->ended == w->pattern.nodes && w->events.n == 0)) {
    rounds = run_event(w) ? 0 : rounds + 1;
    if (rounds == 0) continue;
    w->now += MESSAGE_NS;
    for (uint32_t i = 0; i < w->pattern.nodes; i++) fh_poll(w->node[i].fh);
  }
  check_world(w, rounds < ROUNDS, "requests are stuck");
}

/* --- what comes out ------------------------------------------------------- */

static void weigh(struct world *w, const struct node *n) {
  for (uint32_t i = 0; i < w->pattern.nodes; i++) {
    size_t bytes;
    if (i == n->number || w->talked[(size_t)n->number * w->pattern.nodes + i]) continue;
    bytes = fh_peer_bytes(n->fh, i);
    w->out->silent_pairs++;
    if (bytes > w->out->silent_bytes) w->out->silent_bytes = bytes;
  }
}

static void count_node(struct world *w, const struct node *n) {
  struct traces_result *out = w->out;
  struct fh_stats st;
  fh_get_stats(n->fh, &st);
  out->moves += st.moves;
  out->lent += st.stolen;
  out->limit = n->nic.limit;
  if (n->nic.most > out->most_pinned) out->most_pinned = n->nic.most;
  check_world(w, st.pinned_bytes == n->nic.pinned * BUCKET, "the library miscounts what is pinned");
  weigh(w, n);
  oracle_replay(n->log, n->started, w->pattern.nodes, w->pattern.memory, &out->oracle);
}

static void sum_up(struct world *w) {
  struct traces_result *out = w->out;
  for (uint32_t i = 0; i < w->pattern.nodes; i++) count_node(w, &w->node[i]);
  out->requests = (uint64_t)w->requests * w->pattern.nodes;
  out->cost_us = ((double)out->requests * HIT_NS + (double)w->waited) / 1e3;
  out->oracle_us = ((double)out->requests * HIT_NS +
                    (double)out->oracle.misses[ORACLE_OPTIMAL] * 2 * MESSAGE_NS) /
                   1e3;
  check_world(w, out->most_pinned <= out->limit, "more is pinned than M + MAXVICTIM");
  check_world(w, out->misses >= out->oracle.misses[ORACLE_OPTIMAL],
              "it has fewer misses than is possible");
  check_world(w, out->silent_bytes <= TRACES_SILENT_MOST, "a silent peer takes too much memory");
}

double traces_of_least(const struct traces_result *r, uint64_t misses) {
  uint64_t least = r->oracle.misses[ORACLE_OPTIMAL];
  return least ? (double)misses / (double)least : 0;
}

double traces_cost(const struct traces_result *r) {
  return r->oracle_us > 0 ? r->cost_us / r->oracle_us : 0;
}

double traces_pinned(const struct traces_result *r) {
  return (double)r->most_pinned / (double)r->limit;
}

/* --- making and unmaking -------------------------------------------------- */

static void open_node(struct world *w, uint32_t i) {
  struct node *n = &w->node[i];
  struct fh_config c = fh_config_default;
  uint64_t m = (uint64_t)FIREHOSES * (w->pattern.nodes - 1);
  *n = (struct node){.w = w, .number = i, .rng = sim_stream(SEED, i)};
  n->log = sim_alloc(w->requests * sizeof *n->log);
  nic_open(&n->nic, first_of(i), w->pattern.memory, m + m / 8);
  c.node = i;
  c.nodes = w->pattern.nodes;
  c.bucket = BUCKET;
  c.m = m * BUCKET;
  c.maxvictim = m / 8 * BUCKET;
  c.ops = &ops;
  c.ctx = n;
  n->fh = fh_open(&c, NULL);
  check_world(w, n->fh != NULL, "no memory");
}

static void close_node(struct world *w, struct node *n) {
  if (n->fh) fh_close(n->fh);
  nic_close(&n->nic);
  check_world(w, n->nic.wrong == NULL, n->nic.wrong);
  free(n->log);
}

int traces_run(enum pattern_kind kind, int quick, struct traces_result *out) {
  const struct scale *s = quick ? &small : &full;
  uint32_t nodes = s->nodes;
  struct world w = {.requests = s->requests[kind], .out = out};
  struct sim_event e;
  *out = (struct traces_result){.kind = kind, .nodes = nodes};
  pattern_open(&w.pattern, kind, nodes, 2 * FIREHOSES * (nodes - 1));
  w.node = sim_alloc(nodes * sizeof *w.node);
  w.talked = sim_alloc((size_t)nodes * nodes);
  memset(w.talked, 0, (size_t)nodes * nodes);
  for (uint32_t i = 0; i < nodes; i++) open_node(&w, i);
  if (!out->wrong) run_world(&w);
  if (!out->wrong) sum_up(&w);
  while (sim_pop(&w.events, &e)) free(e.packet); /* after a failure */
  for (uint32_t i = 0; i < nodes; i++) close_node(&w, &w.node[i]);
  sim_events_free(&w.events);
  pattern_close(&w.pattern);
  free(w.talked);
  free(w.node);
  return out->wrong != NULL;
}

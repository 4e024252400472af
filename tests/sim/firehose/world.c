/* SPDX-License-Identifier: BSD-3-Clause
 *
 * world.c: the functions that the library asks of its client, and the loop of events.
 */
#include "tests/sim/firehose/world.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/sim/firehose/packet.h"

#define BUCKET 4096u
#define ROUNDS 20000 /* polls of all nodes in vain, before requests count as stuck */

void world_check(struct world *w, int ok, const char *wrong) {
  if (!ok && w->wrong == NULL) w->wrong = wrong;
}

/* --- the library's client ------------------------------------------------- */

static int pin(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  struct world_node *n = ctx;
  struct nic *nic = &n->w->nic[n->node];
  if (n->w->s.ahead && !nic_has(nic, addr / BUCKET, len / BUCKET))
    return EFAULT; /* not asked for */
  if (n->w->s.mapping &&
      addr / BUCKET / n->w->s.mapping != (addr + len - 1) / BUCKET / n->w->s.mapping)
    return EFAULT;
  out->name = nic_pin(nic, addr / BUCKET, len / BUCKET);
  out->key = out->name ? nic_key(out->name) : 0;
  return out->name ? 0 : sim_chance(&n->w->rng, 500000) ? EAGAIN : ENOMEM;
}

static void unpin(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  struct world_node *n = ctx;
  nic_unpin(&n->w->nic[n->node], pinned->name, addr / BUCKET, len / BUCKET);
}

static int watch(void *ctx, uintptr_t addr, size_t len) {
  struct world_node *n = ctx;
  (void)addr, (void)len;
  return sim_chance(&n->w->rng, n->w->s.unwatched_ppm);
}

static void send(void *ctx, uint32_t to, const void *bytes, size_t len) {
  struct world_node *n = ctx;
  struct world *w = n->w;
  struct packet *p = packet_new(n->node, bytes, len);
  sim_push(&w->events, w->now + sim_between(&w->rng, 1, w->s.delay), SIM_ARRIVE, to, p);
  w->messages++;
}

static int step(struct world *w);

static void poll(void *ctx) {
  struct world_node *n = ctx;
  if (!step(n->w)) n->w->now++;
}

static uint64_t now(void *ctx) { return ((struct world_node *)ctx)->w->now; }

/* A note is the address of the request's counter. */
static void at_target(void *ctx, uint32_t from, uintptr_t addr, size_t len, const void *note,
                      size_t size) {
  struct world_node *n = ctx;
  uint32_t *counter;
  (void)from;
  world_check(n->w, size == sizeof counter, "a note has another size");
  memcpy(&counter, note, sizeof counter);
  ++*counter;
  for (uint64_t b = addr / BUCKET; b < (addr + len) / BUCKET; b++)
    world_check(n->w,
                nic_reaches(&n->w->nic[n->node], b, 1) ||
                    n->unsettled[b - n->w->nic[n->node].first],
                "a note finds memory that is not pinned");
}

static const struct fh_ops ops = {pin, unpin, watch, send, poll, now, at_target};

/* --- events --------------------------------------------------------------- */

static void arrive(struct world *w, uint32_t to, struct packet *p) {
  int rc = 0;
  if (!w->node[to].lost && !w->node[p->from].lost)
    rc = fh_input(w->fh[to], p->from, p->bytes, p->len);
  world_check(w, rc == 0, "a message is refused");
  free(p);
}

void world_release(struct world *w, void *op);

static int step(struct world *w) {
  struct sim_event e;
  if (!sim_pop(&w->events, &e)) return 0;
  if (e.at > w->now) w->now = e.at;
  if (e.what == SIM_ARRIVE)
    arrive(w, e.rank, e.packet);
  else if (e.what == SIM_WAKE)
    world_act(&w->node[e.rank]);
  else
    world_release(w, e.packet);
  return 1;
}

static int all_ended(const struct world *w) {
  for (uint32_t i = 0; i < w->s.nodes; i++)
    if (w->node[i].ended < w->s.ops) return 0;
  return 1;
}

static void poll_all(struct world *w) {
  for (uint32_t i = 0; i < w->s.nodes; i++) fh_poll(w->fh[i]);
}

static void run(struct world *w) {
  int rounds = 0;
  for (uint32_t i = 0; i < w->s.nodes; i++) sim_push(&w->events, 1 + i, SIM_WAKE, i, NULL);
  while (!w->wrong && rounds < ROUNDS && !(all_ended(w) && w->events.n == 0)) {
    rounds = step(w) ? 0 : rounds + 1;
    if (rounds) w->now += 1000;
    if (rounds || w->messages % 16 == 0) poll_all(w);
  }
  world_check(w, rounds < ROUNDS, "requests are stuck");
}

/* --- making and unmaking -------------------------------------------------- */

static void open_node(struct world *w, uint32_t i) {
  struct fh_config c = fh_config_default;
  uint64_t first = 0x10000 + UINT64_C(0x1000000) * i;
  w->node[i] = (struct world_node){.w = w, .node = i};
  w->node[i].unsettled = sim_alloc(w->s.memory * sizeof(uint32_t));
  memset(w->node[i].unsettled, 0, w->s.memory * sizeof(uint32_t));
  nic_open(&w->nic[i], first, w->s.memory, w->s.m + w->s.maxvictim);
  if (w->s.max_regions) w->nic[i].regions_limit = w->s.max_regions;
  if (w->s.refuse) w->nic[i].refuse = w->s.refuse;
  c.node = i;
  c.nodes = w->s.nodes;
  c.bucket = BUCKET;
  c.m = w->s.m * BUCKET;
  c.maxvictim = w->s.maxvictim * BUCKET;
  c.regions = w->s.regions;
  c.max_regions = w->s.max_regions;
  c.ahead = w->s.ahead * BUCKET;
  c.strategy = w->s.unpin ? FH_STRATEGY_UNPIN : FH_STRATEGY_FIREHOSE;
  c.da_limit = w->s.da_limit;
  c.message = 1024;
  c.ops = &ops;
  c.ctx = &w->node[i];
  w->fh[i] = fh_open(&c, &w->wrong);
  if (w->fh[i]) w->wrong = NULL;
}

static void close_node(struct world *w, uint32_t i) {
  struct fh_stats st;
  fh_get_stats(w->fh[i], &st);
  world_check(w, w->wrong || st.pinned_bytes == w->nic[i].pinned * BUCKET,
              "the library miscounts what is pinned");
  world_check(w, w->wrong || !w->s.regions || st.regions == w->nic[i].regions,
              "the library miscounts registrations");
  fh_close(w->fh[i]);
  free(w->node[i].unsettled);
  nic_close(&w->nic[i]);
  world_check(w, w->nic[i].wrong == NULL, w->nic[i].wrong);
}

int world_run(struct world *w, const struct world_settings *s, uint64_t seed, int trace) {
  struct sim_event e;
  *w = (struct world){.s = *s, .seed = seed, .rng = sim_stream(seed, 2), .trace = trace};
  for (uint32_t i = 0; i < s->nodes && !w->wrong; i++) open_node(w, i);
  if (w->wrong) return 1;
  run(w);
  while (sim_pop(&w->events, &e)) free(e.packet); /* after a failure */
  for (uint32_t i = 0; i < s->nodes; i++) close_node(w, i);
  sim_events_free(&w->events);
  return w->wrong != NULL;
}

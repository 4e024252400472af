/* SPDX-License-Identifier: BSD-3-Clause
 *
 * load.c: what the clients of the simulated nodes do, and what they check.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/sim/firehose/world.h"

#define BUCKET 4096u

void world_release(struct world *w, void *op);

struct op {
  struct fh_request r;
  struct world_node *by;
  uint32_t of; /* whose memory */
  uint64_t first, n, incarnations;
  uint32_t noted, *note;
  int doubtful; /* granted while the word on a remap was on its way: the old memory, perhaps */
};

static void end(struct op *op) {
  op->by->ended++;
  free(op);
}

/* --- checks --------------------------------------------------------------- */

static int is_settled(const struct world *w, const struct op *op) {
  for (uint64_t b = op->first; b < op->first + op->n; b++)
    if (w->node[op->of].unsettled[b - w->nic[op->of].first]) return 0;
  return 1;
}

/* Region-based: by the request's key. */
static int reaches(const struct world *w, const struct op *op) {
  const struct nic *c = &w->nic[op->of];
  return w->s.regions ? nic_key_reaches(c, op->r.key, op->first, op->n)
                      : nic_reaches(c, op->first, op->n);
}

static void check_granted(struct op *op) {
  struct world *w = op->by->w;
  const struct nic *c = &w->nic[op->of];
  int local = op->of == op->by->node;
  world_check(w,
              op->r.addr <= op->first * BUCKET &&
                  op->r.addr + op->r.len >= (op->first + op->n) * BUCKET,
              "what is granted is not what was asked for");
  world_check(w, reaches(w, op) || (!local && !is_settled(w, op)),
              local ? "local memory is granted that is not pinned"
                    : "remote memory is granted that is not pinned");
  world_check(w, op->note == NULL || op->noted == 1, "a note was not run once before the grant");
  op->incarnations = nic_incarnations(c, op->first, op->n);
  op->doubtful = !local && !is_settled(w, op);
}

void world_release(struct world *w, void *p) {
  struct op *op = p;
  const struct nic *c = &w->nic[op->of];
  world_check(w,
              reaches(w, op) || nic_incarnations(c, op->first, op->n) != op->incarnations ||
                  op->doubtful || op->by->lost || w->node[op->of].lost,
              "memory was unpinned during a transfer");
  fh_release(w->fh[op->by->node], &op->r);
  end(op);
}

/* --- requests ------------------------------------------------------------- */

static void granted(struct op *op) {
  struct world *w = op->by->w;
  w->granted++;
  check_granted(op);
  sim_push(&w->events, w->now + sim_between(&w->rng, 0, w->s.hold), SIM_SWITCH, op->by->node, op);
}

static void done(struct fh_request *r, void *arg) {
  struct op *op = arg;
  struct world *w = op->by->w;
  if (r->status == 0) {
    granted(op);
    return;
  }
  w->failed_requests++;
  world_check(w, w->s.refuse || w->s.lost, "a request failed");
  end(op);
}

static void choose_memory(struct world *w, struct op *op) {
  uint64_t hot = w->s.memory / 8 + 1;
  op->n = sim_between(&w->rng, 1, w->s.longest);
  op->first =
      sim_chance(&w->rng, w->s.hot_ppm) ? sim_below(&w->rng, hot) : sim_below(&w->rng, w->s.memory);
  if (op->first + op->n > w->s.memory) op->first = w->s.memory - op->n;
  op->first += w->nic[op->of].first;
  if (w->s.mapping && op->first % w->s.mapping + op->n > w->s.mapping)
    op->n = w->s.mapping - op->first % w->s.mapping;
}

static int probe(struct op *op) {
  struct world *w = op->by->w;
  struct fh *fh = w->fh[op->by->node];
  uintptr_t addr = op->first * BUCKET;
  size_t len = op->n * BUCKET;
  int local = op->of == op->by->node, partial = sim_chance(&w->rng, 500000), rc;
  if (local)
    rc = partial ? fh_partial_local_pin(fh, addr, len, &op->r)
                 : fh_try_local_pin(fh, addr, len, &op->r);
  else if (partial)
    rc = fh_partial_remote_pin(fh, op->of, addr, len, &op->r);
  else
    rc = fh_try_remote_pin(fh, op->of, addr, len, &op->r);
  if (rc == 0 && partial) { /* a part of it */
    op->first = op->r.addr / BUCKET;
    op->n = op->r.len / BUCKET;
  }
  return rc;
}

static int ask(struct op *op) {
  struct world *w = op->by->w;
  struct fh *fh = w->fh[op->by->node];
  if (sim_chance(&w->rng, w->s.probe_ppm)) return probe(op);
  if (op->of == op->by->node)
    return fh_local_pin_nb(fh, op->first * BUCKET, op->n * BUCKET, &op->r, done, op);
  if (sim_chance(&w->rng, w->s.note_ppm)) op->note = &op->noted;
  return fh_remote_pin_nb(fh, op->of, op->first * BUCKET, op->n * BUCKET, &op->r,
                          op->note ? &op->note : NULL, op->note ? sizeof op->note : 0, done, op);
}

static void start(struct world_node *n) {
  struct world *w = n->w;
  struct op *op = sim_alloc(sizeof *op);
  int rc;
  *op = (struct op){.by = n, .of = n->node};
  if (!sim_chance(&w->rng, w->s.local_ppm))
    op->of = (n->node + 1 + (uint32_t)sim_below(&w->rng, w->s.nodes - 1)) % w->s.nodes;
  choose_memory(w, op);
  rc = ask(op);
  if (rc == 0)
    granted(op);
  else if (rc != EINPROGRESS) {
    world_check(w, rc == EAGAIN || ((w->s.refuse || w->s.lost) && rc != EMSGSIZE && rc != EINVAL),
                "a request is refused");
    end(op);
  }
}

/* --- other things that happen --------------------------------------------- */

static void remap(struct world_node *n) {
  struct world *w = n->w;
  struct nic *c = &w->nic[n->node];
  uint64_t count = sim_between(&w->rng, 1, w->s.longest * 2),
           first = sim_below(&w->rng, w->s.memory);
  if (first + count > w->s.memory) count = w->s.memory - first;
  for (uint64_t b = first; b < first + count; b++) n->unsettled[b]++;
  nic_remap(c, c->first + first, count);
  fh_gone(w->fh[n->node], (c->first + first) * BUCKET, (c->first + first + count) * BUCKET);
  w->depth++;
  fh_settle(w->fh[n->node]);
  w->depth--;
  for (uint64_t b = first; b < first + count; b++) n->unsettled[b]--;
}

static void lose(struct world_node *n) {
  struct world *w = n->w;
  n->lost = 1;
  for (uint32_t i = 0; i < w->s.nodes; i++) {
    if (i == n->node) continue;
    fh_lost(w->fh[i], n->node);
    fh_lost(w->fh[n->node], i); /* so that what it waits for ends */
  }
}

void world_act(struct world_node *n) {
  struct world *w = n->w;
  if (w->s.lost == n->node && w->s.lost && n->started == w->s.ops / 3 && !n->lost) lose(n);
  n->started++;
  if (n->started < w->s.ops)
    sim_push(&w->events, w->now + sim_between(&w->rng, 1, w->s.pause), SIM_WAKE, n->node, NULL);
  start(n);
  if (w->depth == 0 && sim_chance(&w->rng, w->s.remap_ppm)) remap(n);
}

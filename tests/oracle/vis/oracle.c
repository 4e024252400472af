/* SPDX-License-Identifier: BSD-3-Clause
 *
 * oracle.c: random VIS operations against a byte-wise oracle.
 *
 * Each seed is a batch: up to SLOTS puts and gets of random shape, form and target are begun one
 * after the other, completed in random order, and then every byte of their destination windows is
 * compared. Every thread of every rank runs its batches by itself (tests/oracle/oracle.h). --spoil
 * falsifies a byte of what the first operation of each batch should leave.
 */
#include "../oracle.h"
#include "vis_make.h"
#include "vis_ops.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 8, ROOM = 96 * 1024 };

/* The test memory of a rank: for each rank, thread and slot a window that this rank's operations
 * reach, and one that is the local side of them. */
static size_t slot_number(gex_Rank_t rank, int thread, int slot) {
  return ((size_t)rank * (size_t)oracle.threads + (size_t)thread) * SLOTS + (size_t)slot;
}
static char *window(gex_Rank_t owner, size_t number) {
  return (char *)oracle.mem[owner] + number * ROOM;
}
static char *remote_window(gex_Rank_t owner, int thread, int slot) {
  return window(owner, slot_number(oracle.me, thread, slot));
}
static char *local_window(int thread, int slot) {
  return window(oracle.me, slot_number(oracle.size, thread, slot));
}
static size_t memory_needed(void) { return slot_number(oracle.size + 1, 0, 0) * ROOM; }

struct slot {
  struct vis_shape shape;
  struct vis_op op;
  char *on_heap;       /* the local window, if not in the segment */
  unsigned char *want; /* what the destination's window must hold */
  int begun, done;
};

struct worker {
  int thread;
  uint64_t seed;
  struct rng rng;
  struct slot slot[SLOTS];
  int count;
  gex_Event_t region; /* of the operations from region_from to region_to */
  int region_from, region_to;
};

/* --- one operation -------------------------------------------------------- */

static enum vis_form choose_form(struct worker *w, const struct vis_shape *s, int put) {
  if (rng_below(&w->rng, 8) == 0 && vis_legacy_legal(s))
    return (enum vis_form)rng_between(&w->rng, VIS_G1_BLOCKING, VIS_FORMS - 1);
  return (enum vis_form)rng_below(&w->rng, put ? VIS_PUT_FORMS : VIS_GET_FORMS);
}

/* Where both sides lie: the far one at the peer, the near one in the segment or on the heap. */
static void choose_windows(struct worker *w, struct slot *s, int i) {
  struct vis_op *op = &s->op;
  const struct vis_side *near = op->put ? &s->shape.src : &s->shape.dst;
  size_t shift = rng_below(&w->rng, 17);
  char *here = local_window(w->thread, i) + shift, *there;
  op->peer = (gex_Rank_t)rng_below(&w->rng, oracle.size);
  there = remote_window(op->peer, w->thread, i) + rng_below(&w->rng, 17);
  s->on_heap = 0;
  if (rng_below(&w->rng, 2)) {
    s->on_heap = vis_alloc(near->window + shift);
    here = s->on_heap + shift;
  }
  op->dst = op->put ? there : here;
  op->src = op->put ? here : there;
}

/* Fills both windows and keeps what must come of the destination's. */
static void fill_windows(struct worker *w, struct slot *s) {
  struct vis_op *op = &s->op;
  unsigned char *src = vis_alloc(s->shape.src.window);
  s->want = vis_alloc(s->shape.dst.window);
  rng_bytes(s->want, s->shape.dst.window, &w->rng);
  rng_bytes(src, s->shape.src.window, &w->rng);
  if (op->put) {
    memcpy(op->src, src, s->shape.src.window);
    gex_RMA_PutBlocking(oracle.tm0, op->peer, op->dst, s->want, s->shape.dst.window, 0);
  } else {
    memcpy(op->dst, s->want, s->shape.dst.window);
    gex_RMA_PutBlocking(oracle.tm0, op->peer, op->src, src, s->shape.src.window, 0);
  }
  vis_expect(&s->shape, s->want, src);
  free(src);
}

static void prepare(struct worker *w, int i) {
  struct slot *s = &w->slot[i];
  memset(s, 0, sizeof *s);
  vis_make(&s->shape, &w->rng, rng_below(&w->rng, 3) ? 4096 : ROOM - 32);
  s->op.shape = &s->shape;
  s->op.put = (int)rng_below(&w->rng, 2);
  s->op.form = choose_form(w, &s->shape, s->op.put);
  s->op.tm = rng_below(&w->rng, 4) ? oracle.tm0 : gex_TM_Pair(oracle.ep, 0);
  choose_windows(w, s, i);
  fill_windows(w, s);
}

static void report(const struct worker *w, int i, const char *what, long at) {
  const struct slot *s = &w->slot[i];
  const char *algorithm = getenv("GASNET_VIS_ALGORITHM");
  oracle_complain(w->seed, w->thread,
                  "operation %d of %d: %s %s, form %s, peer %u, %zu bytes: %s %ld (algorithm %s)",
                  i, w->count, vis_kind_name[s->shape.kind], s->op.put ? "put" : "get",
                  vis_form_name[s->op.form], (unsigned)s->op.peer, s->shape.total, what, at,
                  algorithm ? algorithm : "auto");
}

/* Whether the destination's window is as it must be. */
static int check(const struct worker *w, int i) {
  const struct slot *s = &w->slot[i];
  size_t n = s->shape.dst.window, k;
  unsigned char *have = vis_alloc(n);
  int good = 1;
  if (s->op.put)
    gex_RMA_GetBlocking(oracle.tm0, have, s->op.peer, s->op.dst, n, 0);
  else
    memcpy(have, s->op.dst, n);
  for (k = 0; k < n && have[k] == s->want[k];) k++;
  if (s->op.bad) {
    report(w, i, s->op.bad, 0);
    good = 0;
  }
  if (k < n) {
    report(w, i, "first wrong byte at offset", (long)k);
    good = 0;
  }
  free(have);
  return good;
}

/* --- one batch ------------------------------------------------------------ */

/* Now and then several implicit operations in a row share one access region. */
static void choose_region(struct worker *w) {
  int i;
  w->region = GEX_EVENT_INVALID;
  w->region_from = w->region_to = -1;
  if (w->count < 2 || rng_below(&w->rng, 3)) return;
  w->region_from = (int)rng_below(&w->rng, (size_t)w->count - 1);
  w->region_to = (int)rng_between(&w->rng, (size_t)w->region_from, (size_t)w->count - 1);
  for (i = w->region_from; i <= w->region_to; i++) {
    struct vis_op *op = &w->slot[i].op;
    op->form = op->put && rng_below(&w->rng, 2) ? VIS_NBI_LEAF : VIS_NBI;
    op->outside = 1;
  }
}

static void begin_all(struct worker *w) {
  int i;
  for (i = 0; i < w->count; i++) {
    struct slot *s = &w->slot[i];
    if (i == w->region_from) gex_NBI_BeginAccessRegion(0);
    vis_op_start(&s->op);
    if (i == w->region_to) w->region = gex_NBI_EndAccessRegion(0);
  }
}

/* In random order. What is locally complete is overwritten before it is complete. */
static void finish_all(struct worker *w) {
  int order[SLOTS], i;
  for (i = 0; i < w->count; i++) order[i] = i;
  for (i = w->count - 1; i > 0; i--) {
    int j = (int)rng_below(&w->rng, (size_t)i + 1), t = order[i];
    order[i] = order[j];
    order[j] = t;
  }
  gex_Event_Wait(w->region);
  for (i = 0; i < w->count; i++) {
    struct slot *s = &w->slot[order[i]];
    if (vis_op_local(&s->op)) memset(s->op.src, 0xee, s->shape.src.window);
  }
  for (i = 0; i < w->count; i++) vis_op_finish(&w->slot[order[i]].op);
}

static struct worker worker[ORACLE_THREADS];

static int run_batch(int thread, uint64_t seed) {
  struct worker *w = &worker[thread];
  int i, good = 1;
  w->thread = thread;
  w->seed = seed;
  w->rng = rng_of(seed, (uint64_t)oracle.me * ORACLE_THREADS + (uint64_t)thread);
  w->count = (int)rng_between(&w->rng, 1, SLOTS);
  for (i = 0; i < w->count; i++) prepare(w, i);
  choose_region(w);
  begin_all(w);
  finish_all(w);
  w->slot[0].want[0] ^= (unsigned char)oracle.spoil;
  for (i = 0; i < w->count; i++) {
    struct slot *s = &w->slot[i];
    good &= check(w, i);
    free(s->on_heap);
    free(s->want);
    vis_free(&s->shape);
  }
  return good;
}

static void run_thread(int thread) { oracle_each_seed(thread, run_batch); }
static void run(void) { oracle_threads(run_thread); }

const struct oracle_test oracle_test = {GEX_FLAG_USES_GASNET1, memory_needed, run};

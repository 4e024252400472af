/* SPDX-License-Identifier: BSD-3-Clause
 *
 * task.c: see task.h. A rank knows from the seed what every other one contributes, so each computes
 * what it must get.
 */
#include "task.h"

#include <stdio.h>
#include <stdlib.h>

enum { GUARD = 64 };

/* --- the choice ----------------------------------------------------------- */

/* A number of bytes: few, more, about where the library changes its way, many. */
static size_t choose_bytes(struct rng *r) {
  static const size_t edges[] = {48, 8192, 16384, 21845, 32768, 49152, 65536};
  switch (rng_below(r, 12)) {
  case 0: return 1;
  case 1:
  case 2:
  case 3:
  case 4:
  case 5: return rng_between(r, 1, 200);
  case 6:
  case 7: return rng_between(r, 1, 5000);
  case 8: return rng_between(r, 1, 40000);
  case 9:
  case 10: return edges[rng_below(r, sizeof edges / sizeof *edges)] + rng_below(r, 17) - 8;
  default:
    return rng_below(r, 4) ? rng_between(r, 60000, 140000) : rng_between(r, 255 << 10, 300 << 10);
  }
}

static void choose_elements(struct task *t, struct rng *r) {
  size_t bytes = choose_bytes(r);
  t->kind = coll_kind_make(r, TASK_BYTES);
  t->count = (bytes + t->kind.size - 1) / t->kind.size;
  if (t->kind.size > 1000 && bytes < 200) t->count += rng_below(r, 4);
  if (t->count * t->kind.size > TASK_BYTES) t->count--;
  t->bytes = t->count * t->kind.size;
}

void task_choose(struct task *t, gex_Rank_t size, struct rng *common) {
  static const enum task_act acts[] = {TASK_TO_ONE,    TASK_TO_ONE,    TASK_TO_ONE,
                                       TASK_TO_ALL,    TASK_TO_ALL,    TASK_TO_ALL,
                                       TASK_BROADCAST, TASK_BROADCAST, TASK_BARRIER};
  t->act = acts[rng_below(common, sizeof acts / sizeof *acts)];
  t->root = (gex_Rank_t)rng_below(common, 1 << 20) % size;
  t->in_place = (int)rng_below(common, 2);
  t->seed = rng_next(common);
  t->count = t->bytes = 0;
  if (t->act == TASK_BROADCAST)
    t->bytes = rng_below(common, 20) ? choose_bytes(common) : 0;
  else if (t->act != TASK_BARRIER)
    choose_elements(t, common);
}

/* --- memory --------------------------------------------------------------- */

static void window_make(struct task_window *w, size_t bytes, size_t alignment,
                        unsigned char *segment, struct rng *r) {
  size_t at = GUARD + rng_below(r, 64 / alignment) * alignment;
  w->bytes = at + bytes + GUARD;
  w->heap = segment ? 0 : oracle_alloc(w->bytes);
  w->mem = segment ? segment : w->heap;
  w->want = oracle_alloc(w->bytes);
  w->data = w->mem + at;
  w->wants = w->want + at;
  rng_bytes(w->mem, w->bytes, r);
}

/* What is there now must be there at the end, but for what is expected to change. */
static void window_keep(struct task_window *w) {
  if (w->bytes) memcpy(w->want, w->mem, w->bytes);
}

/* Where it is not as it must be, or -1. */
static long window_check(const struct task_window *w) {
  size_t i = 0;
  if (w->bytes == 0 || !memcmp(w->mem, w->want, w->bytes)) return -1;
  while (w->mem[i] == w->want[i]) i++;
  return (long)i - (long)(w->data - w->mem);
}

static void window_free(struct task_window *w) {
  if (w->bytes == 0) return;
  free(w->heap);
  free(w->want);
  w->bytes = 0;
}

/* --- what must come of it ------------------------------------------------- */

static int is_root(const struct task *t) { return t->team->rank == t->root; }

static void contribution(const struct task *t, gex_Rank_t member, void *p) {
  struct rng r = rng_of(t->seed, t->team->member[member]);
  coll_fill(&t->kind, p, t->count, &r);
}

static void expect_reduction(const struct task *t, unsigned char *result) {
  char *left = oracle_alloc(t->bytes), *right = oracle_alloc(t->bytes);
  gex_Rank_t m;
  contribution(t, 0, left);
  for (m = 1; m < t->team->size; m++) {
    char *next = right;
    contribution(t, m, right);
    coll_combine(&t->kind, left, right, t->count);
    right = left;
    left = next;
  }
  memcpy(result, left, t->bytes);
  free(left);
  free(right);
}

static void broadcast_data(const struct task *t, unsigned char *p) {
  struct rng r = rng_of(t->seed, t->team->member[t->root]);
  rng_bytes(p, t->bytes, &r);
}

/* --- reductions ----------------------------------------------------------- */

static gex_Event_t reduce_to_one(struct task *t, void *dst, gex_Coll_ReduceFn_t fn, void *cdata) {
  return gex_Coll_ReduceToOneNB(t->team->tm, t->root, dst, t->src.data, coll_dt(&t->kind),
                                t->kind.size, t->count, t->kind.op, fn, cdata, 0);
}

static gex_Event_t reduce_to_all(struct task *t, void *dst, gex_Coll_ReduceFn_t fn, void *cdata) {
  return gex_Coll_ReduceToAllNB(t->team->tm, dst, t->src.data, coll_dt(&t->kind), t->kind.size,
                                t->count, t->kind.op, fn, cdata, 0);
}

/* In place, or there is a destination; elsewhere than at the root it may be missing, and is
 * ignored. */
static void begin_reduction(struct task *t, unsigned char *segment, struct rng *own) {
  int has = t->act == TASK_TO_ALL || is_root(t), user = coll_is_user(&t->kind);
  gex_Coll_ReduceFn_t fn = user ? rng_below(own, 2) ? coll_user : coll_user_too : 0;
  size_t alignment = coll_alignment(&t->kind);
  void *cdata = user ? &t->cdata : 0, *dst = 0;
  window_make(&t->src, t->bytes, alignment, segment, own);
  contribution(t, t->team->rank, t->src.data);
  t->cdata = coll_cdata(&t->kind);
  if (t->in_place) {
    dst = t->src.data;
  } else if (has || rng_below(own, 2)) {
    window_make(&t->dst, t->bytes, alignment, 0, own);
    dst = t->dst.data;
  }
  window_keep(&t->src);
  window_keep(&t->dst);
  if (has) expect_reduction(t, t->in_place ? t->src.wants : t->dst.wants);
  t->event =
      t->act == TASK_TO_ALL ? reduce_to_all(t, dst, fn, cdata) : reduce_to_one(t, dst, fn, cdata);
}

/* --- broadcast and barrier ------------------------------------------------ */

/* The root may have its data in the segment, from where others can take it by themselves. Elsewhere
 * the source is ignored. */
static void begin_broadcast(struct task *t, unsigned char *segment, struct rng *own) {
  struct task_window *to = is_root(t) && t->in_place ? &t->src : &t->dst;
  if (is_root(t)) {
    window_make(&t->src, t->bytes, 1, segment, own);
    broadcast_data(t, t->src.data);
  }
  if (to == &t->dst) window_make(&t->dst, t->bytes, 1, is_root(t) ? 0 : segment, own);
  window_keep(&t->src);
  window_keep(&t->dst);
  broadcast_data(t, to->wants);
  t->event = gex_Coll_BroadcastNB(t->team->tm, t->root, to->data, is_root(t) ? t->src.data : 0,
                                  t->bytes, 0);
}

/* By atomics: what orders the writer and a thread that answers for it lies in another process, out
 * of a sanitizer's sight. */
static void word_of(const struct task *t, gex_Rank_t jobrank, uint64_t *word, gex_OP_t op) {
  char *there = (char *)oracle.mem[jobrank] + t->entered_at;
  gex_Event_Wait(gex_AD_OpNB_U64(t->words, word, jobrank, there, op, *word, 0, 0));
}

static void begin_barrier(struct task *t) {
  uint64_t word = t->entered_as;
  word_of(t, oracle.me, &word, GEX_OP_SET);
  t->event = gex_Coll_BarrierNB(t->team->tm, 0);
}

static int all_entered(const struct task *t) {
  gex_Rank_t m;
  for (m = 0; m < t->team->size; m++) {
    uint64_t word = 0;
    word_of(t, t->team->member[m], &word, GEX_OP_GET);
    if (word < t->entered_as) return 0;
  }
  return 1;
}

/* --- from the beginning to the end ---------------------------------------- */

void task_begin(struct task *t, unsigned char *segment, struct rng *own) {
  if (rng_below(own, 2)) segment = 0;
  t->src.bytes = t->dst.bytes = 0;
  t->cdata.bad = 0;
  if (t->act == TASK_BARRIER)
    begin_barrier(t);
  else if (t->act == TASK_BROADCAST)
    begin_broadcast(t, segment, own);
  else
    begin_reduction(t, segment, own);
  t->wrong = t->event == GEX_EVENT_NO_OP ? "began with GEX_EVENT_NO_OP" : 0;
  if (t->wrong) t->event = GEX_EVENT_INVALID;
}

const char *task_end(struct task *t, long *at_p) {
  const char *wrong = t->wrong;
  if (t->act == TASK_BARRIER && !all_entered(t)) wrong = "left before all had entered";
  if (t->cdata.bad) wrong = "a bad call of the client's operator";
  *at_p = t->cdata.bad;
  if (!wrong && (*at_p = window_check(&t->src)) != -1) wrong = "first wrong byte of the source at";
  if (!wrong && (*at_p = window_check(&t->dst)) != -1)
    wrong = "first wrong byte of the destination at";
  window_free(&t->src);
  window_free(&t->dst);
  return wrong;
}

static const char *name_of(const struct coll_kind *k) {
  if (k->op == GEX_OP_USER) return "USER";
  return k->op == GEX_OP_USER_NC ? "USER_NC" : ad_op_name(k->op);
}

void task_describe(const struct task *t, char *text, size_t n) {
  static const char *const act[] = {"reduction to one", "reduction to all", "broadcast", "barrier"};
  int k = snprintf(text, n, "operation %d: %s of %u", t->number, act[t->act], t->team->size);
  if (t->act == TASK_BARRIER) return;
  if (t->act != TASK_TO_ALL) k += snprintf(text + k, n - (size_t)k, ", root %u", t->root);
  if (t->in_place) k += snprintf(text + k, n - (size_t)k, ", in place");
  k += snprintf(text + k, n - (size_t)k, ", %zu bytes", t->bytes);
  if (t->act != TASK_BROADCAST)
    snprintf(text + k, n - (size_t)k, ", %zu of %s (%zu) by %s", t->count,
             t->kind.type == AD_TYPES ? "USER" : ad_type_name[t->kind.type], t->kind.size,
             name_of(&t->kind));
}

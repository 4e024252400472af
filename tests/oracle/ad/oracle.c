/* SPDX-License-Identifier: BSD-3-Clause
 *
 * oracle.c: random atomics against a serial model.
 *
 * Each seed is a batch. In its first half every thread works on numbers of its own, at all ranks,
 * several operations in flight: each result and each last value must be what the model says. In its
 * second half all threads of all ranks work on a few shared numbers. Half of those see only
 * fetching operations of every kind; their results must be explained by some serial order (walk.h).
 * The others see one family of operations, fetching and not, whose order does not matter, and must
 * end as if these had been done one after the other.
 *
 * A seed decides all that its batch does but the interleaving (tests/oracle/oracle.h). --spoil
 * falsifies a result of each batch.
 */
#include "../oracle.h"
#include "ad_ops.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

enum {
  OWN = 32,      /* numbers of a thread at each rank */
  OWN_OPS = 120, /* operations of a thread on its own numbers, and on shared ones */
  CROWD_OPS = 150,
  SHARED = 8,
  FLIGHT = 6 /* operations in flight */
};

/* What a thread did to a shared number. */
struct entry {
  uint32_t number, op;
  uint64_t a, b, old;
};

/* The test memory of a rank. */
struct memory {
  struct {
    _Alignas(64) uint64_t word[8];
  } shared[SHARED];
  struct entry log[ORACLE_THREADS][CROWD_OPS];
  uint64_t own[]; /* [rank][thread][OWN] */
};

static gex_AD_t domain[AD_TYPES];
static uint64_t seed; /* of the batch */

static struct memory *memory(gex_Rank_t rank) { return oracle.mem[rank]; }

static uint64_t bits_at(const void *p, enum ad_type t) {
  uint64_t bits = 0;
  uint32_t word;
  if (ad_size(t) == 8) return memcpy(&bits, p, 8), bits;
  return memcpy(&word, p, 4), word;
}

static void complain(const char *what, int thread, enum ad_type t, gex_OP_t op, uint64_t got,
                     uint64_t want) {
  oracle_complain(seed, thread, "%s (%s %s): %llx, expected %llx", what, ad_type_name[t],
                  ad_op_name(op), (unsigned long long)got, (unsigned long long)want);
}

/* --- operations in flight ------------------------------------------------- */

struct flight {
  struct ad_call call;
  gex_Event_t event;
  uint64_t result;
  uint64_t expect;     /* of the result, on own numbers */
  struct entry *entry; /* on shared ones: where the result goes */
  int busy, nbi, number;
};

struct worker {
  int thread;
  struct rng rng;
  struct flight flight[FLIGHT];
  uint64_t model[OWN];
  enum ad_type type[OWN];
  gex_Rank_t rank[OWN];
  int entries, good;
};

static void land(struct worker *w, struct flight *f) {
  if (!f->busy) return;
  if (!f->nbi) gex_Event_Wait(f->event);
  f->busy = 0;
  if (!ad_fetches(f->call.op)) return;
  if (f->entry) {
    f->entry->old = bits_at(&f->result, f->call.type);
  } else if (bits_at(&f->result, f->call.type) != f->expect) {
    complain("wrong result", w->thread, f->call.type, f->call.op, bits_at(&f->result, f->call.type),
             f->expect);
    w->good = 0;
  }
}

static void land_all(struct worker *w) {
  int i;
  gex_NBI_Wait(GEX_EC_RMW | GEX_EC_PUT | GEX_EC_GET, 0);
  for (i = 0; i < FLIGHT; i++) land(w, &w->flight[i]);
}

/* A free place; perhaps an operation lands for it. */
static struct flight *place(struct worker *w) {
  struct flight *f = &w->flight[rng_below(&w->rng, FLIGHT)];
  if (f->busy && f->nbi) land_all(w);
  land(w, f);
  return f;
}

static void take_off(struct worker *w, struct flight *f) {
  static const gex_Flags_t orders[4] = {0, GEX_FLAG_AD_REL, GEX_FLAG_AD_ACQ,
                                        GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ};
  f->call.ad = domain[f->call.type];
  f->call.constant = (int)rng_below(&w->rng, 2);
  f->call.flags =
      orders[rng_below(&w->rng, 4)] | (rng_below(&w->rng, 4) ? 0 : GEX_FLAG_RANK_IS_JOBRANK);
  f->call.result = ad_fetches(f->call.op) ? &f->result : 0;
  f->nbi = rng_below(&w->rng, 3) == 0;
  f->busy = 1;
  if (f->nbi && rng_below(&w->rng, 8) == 0) { /* alone in an access region */
    gex_NBI_BeginAccessRegion(0);
    (void)ad_nbi(&f->call);
    f->event = gex_NBI_EndAccessRegion(0);
    f->nbi = 0;
  } else if (f->nbi) {
    (void)ad_nbi(&f->call);
  } else {
    f->event = ad_nb(&f->call);
  }
}

/* Values that often meet again, and a few that are far away. No infinities come of them. */
static uint64_t random_value(struct worker *w, enum ad_type t) {
  static const int far[] = {1 << 20, -(1 << 20), 1 << 23, 0x7fffffff};
  if (rng_below(&w->rng, 8) == 0 && !ad_is_fp(t))
    return ad_number(t, far[rng_below(&w->rng, 4)]) * 1000003;
  return ad_number(t, (int)rng_below(&w->rng, 7) - 3);
}

static uint64_t trim(enum ad_type t, uint64_t bits) {
  return ad_size(t) == 4 ? (uint32_t)bits : bits;
}

static gex_OP_t random_op(struct worker *w, enum ad_type t, int fetching) {
  for (;;) {
    gex_OP_t op = ad_ops[rng_below(&w->rng, AD_OPS)].op;
    if (!ad_legal(t, op) || (fetching && !ad_fetches(op))) continue;
    /* products of floating point leave the numbers that are exact */
    if (ad_is_fp(t) && (op == GEX_OP_MULT || op == GEX_OP_FMULT) && rng_below(&w->rng, 4)) continue;
    return op;
  }
}

/* --- numbers of a thread's own -------------------------------------------- */

static uint64_t *own_number(const struct worker *w, int i) {
  size_t place = (size_t)oracle.me * ORACLE_THREADS + (size_t)w->thread;
  return &memory(w->rank[i])->own[place * OWN + (size_t)i];
}

static void begin_own(struct worker *w) {
  int i;
  for (i = 0; i < OWN; i++) {
    w->type[i] = (enum ad_type)rng_below(&w->rng, AD_TYPES);
    w->rank[i] = (gex_Rank_t)rng_below(&w->rng, oracle.size);
    w->model[i] = trim(w->type[i], random_value(w, w->type[i]));
    gex_RMA_PutBlocking(oracle.tm0, w->rank[i], own_number(w, i), &w->model[i], 8, 0);
  }
}

/* What is in flight on that number lands first: they have no order otherwise. */
static void settle(struct worker *w, int number) {
  int i;
  for (i = 0; i < FLIGHT; i++) {
    struct flight *f = &w->flight[i];
    if (f->busy && f->number == number && f->nbi) land_all(w);
    if (f->busy && f->number == number) land(w, f);
  }
}

static void use_own(struct worker *w) {
  int i = (int)rng_below(&w->rng, OWN);
  struct flight *f;
  settle(w, i);
  f = place(w);
  f->number = i;
  f->entry = 0;
  f->call.type = w->type[i];
  f->call.rank = w->rank[i];
  f->call.addr = own_number(w, i);
  f->call.op = random_op(w, w->type[i], 0);
  f->call.a = rng_below(&w->rng, 3) ? trim(w->type[i], random_value(w, w->type[i])) : w->model[i];
  f->call.b = trim(w->type[i], random_value(w, w->type[i]));
  f->expect = w->model[i];
  w->model[i] = ad_model(w->type[i], f->call.op, w->model[i], f->call.a, f->call.b);
  take_off(w, f);
}

static void end_own(struct worker *w) {
  int i;
  land_all(w);
  for (i = 0; i < OWN; i++) {
    uint64_t have = 0;
    gex_RMA_GetBlocking(oracle.tm0, &have, w->rank[i], own_number(w, i), 8, 0);
    if (bits_at(&have, w->type[i]) == w->model[i]) continue;
    complain("wrong value at the end", w->thread, w->type[i], GEX_OP_GET,
             bits_at(&have, w->type[i]), w->model[i]);
    w->good = 0;
  }
}

/* --- shared numbers ------------------------------------------------------- */

/* Operations that may change places with each other, by their plain forms. */
static const gex_OP_t families[] = {GEX_OP_ADD | GEX_OP_SUB | GEX_OP_INC | GEX_OP_DEC,
                                    GEX_OP_AND,
                                    GEX_OP_OR,
                                    GEX_OP_XOR,
                                    GEX_OP_MIN,
                                    GEX_OP_MAX,
                                    GEX_OP_MULT};

/* What all ranks make of the seed. */
static struct shared {
  enum ad_type type;
  gex_Rank_t owner;
  int at; /* of the 8 words of its line */
  uint64_t first;
  gex_OP_t family; /* 0: fetching operations of every kind */
} shared[SHARED];

static void *shared_number(int i) { return &memory(shared[i].owner)->shared[i].word[shared[i].at]; }

static void choose_shared(void) {
  struct rng r = rng_of(seed, 0);
  int i;
  for (i = 0; i < SHARED; i++) {
    struct shared *s = &shared[i];
    s->type = (enum ad_type)rng_below(&r, AD_TYPES);
    s->owner = (gex_Rank_t)rng_below(&r, oracle.size);
    s->at = (int)rng_below(&r, 8);
    s->first = ad_number(s->type, (int)rng_below(&r, 7) - 3);
    s->family = i % 2 ? families[rng_below(&r, sizeof families / sizeof *families)] : 0;
    if (s->family && !ad_legal(s->type, s->family)) s->family = families[0];
    /* floating-point products depend on their order */
    if (s->family == GEX_OP_MULT && ad_is_fp(s->type)) s->family = GEX_OP_MAX;
    if (s->owner == oracle.me) memcpy(shared_number(i), &s->first, ad_size(s->type));
  }
}

static gex_OP_t op_of_family(struct worker *w, const struct shared *s) {
  for (;;) {
    gex_OP_t op = random_op(w, s->type, s->family == 0);
    gex_OP_t plain = ad_fetches(op) ? GEX_OP_TO_NONFETCHING(op) : op;
    if (s->family == 0 || (plain & s->family)) return op;
  }
}

static void use_shared(struct worker *w) {
  int i = (int)rng_below(&w->rng, SHARED);
  const struct shared *s = &shared[i];
  struct flight *f = place(w);
  struct entry *e = &memory(oracle.me)->log[w->thread][w->entries++];
  f->number = -1;
  f->call.type = s->type;
  f->call.rank = s->owner;
  f->call.addr = shared_number(i);
  f->call.op = op_of_family(w, s);
  f->call.a = trim(s->type, random_value(w, s->type));
  f->call.b = trim(s->type, random_value(w, s->type));
  f->entry = e;
  *e = (struct entry){(uint32_t)i, f->call.op, f->call.a, f->call.b, 0};
  take_off(w, f);
}

/* One result is wrong: some SWAP has found another value. */
static void falsify(struct entry *e, size_t n) {
  size_t k = 0;
  while (k < n && (e[k].op != GEX_OP_SWAP || shared[e[k].number].family)) k++;
  if (k < n) e[k].old ^= 1;
}

/* All logs, at rank 0. */
static struct entry *collect(size_t *n_p) {
  size_t each = (size_t)oracle.threads * CROWD_OPS;
  struct entry *all = oracle_alloc(oracle.size * each * sizeof *all);
  gex_Rank_t r;
  for (r = 0; r < oracle.size; r++)
    gex_RMA_GetBlocking(oracle.tm0, all + r * each, r, memory(r)->log, each * sizeof *all, 0);
  *n_p = oracle.size * each;
  if (oracle.spoil) falsify(all, *n_p);
  return all;
}

static int check_walk(int i, const struct entry *e, size_t n, uint64_t last) {
  const struct shared *s = &shared[i];
  struct ad_step *step = oracle_alloc(n * sizeof *step);
  size_t k, steps = 0;
  const char *why;
  for (k = 0; k < n; k++)
    if (e[k].number == (uint32_t)i)
      step[steps++] =
          (struct ad_step){e[k].old, ad_model(s->type, e[k].op, e[k].old, e[k].a, e[k].b)};
  why = ad_walk(step, steps, s->first, last);
  free(step);
  if (why) complain(why, 0, s->type, GEX_OP_GET, last, s->first);
  return why == 0;
}

static int check_fold(int i, const struct entry *e, size_t n, uint64_t last) {
  const struct shared *s = &shared[i];
  uint64_t want = s->first;
  size_t k;
  for (k = 0; k < n; k++)
    if (e[k].number == (uint32_t)i) want = ad_model(s->type, e[k].op, want, e[k].a, e[k].b);
  if (last != want) complain("not the sum of all operations", 0, s->type, s->family, last, want);
  return last == want;
}

static int check_shared(void) {
  struct entry *all;
  size_t n;
  int i, good = 1;
  if (oracle.me) return 1;
  all = collect(&n);
  for (i = 0; i < SHARED; i++) {
    uint64_t last = 0;
    gex_RMA_GetBlocking(oracle.tm0, &last, shared[i].owner, shared_number(i),
                        ad_size(shared[i].type), 0);
    last = trim(shared[i].type, last);
    good &= shared[i].family ? check_fold(i, all, n, last) : check_walk(i, all, n, last);
  }
  free(all);
  return good;
}

/* --- one batch ------------------------------------------------------------ */

static struct worker worker[ORACLE_THREADS];

static void run_thread(int thread) {
  struct worker *w = &worker[thread];
  int i;
  w->thread = thread;
  w->rng = rng_of(seed, (uint64_t)oracle.me * ORACLE_THREADS + (uint64_t)thread + 1);
  w->good = 1;
  w->entries = 0;
  begin_own(w);
  for (i = 0; i < OWN_OPS; i++) use_own(w);
  end_own(w);
  for (i = 0; i < CROWD_OPS; i++) use_shared(w);
  land_all(w);
}

static int run_batch(int thread, uint64_t this_seed) {
  int i, good = 1;
  (void)thread;
  seed = this_seed;
  choose_shared();
  oracle_barrier();
  oracle_threads(run_thread);
  oracle_barrier();
  for (i = 0; i < oracle.threads; i++) good &= worker[i].good;
  good &= check_shared();
  oracle_barrier();
  return good;
}

static void run(void) {
  int t;
  for (t = 0; t < AD_TYPES; t++)
    gex_AD_Create(&domain[t], oracle.tm0, ad_dt((enum ad_type)t), ad_all((enum ad_type)t), 0);
  oracle_each_seed(0, run_batch);
  for (t = 0; t < AD_TYPES; t++) gex_AD_Destroy(domain[t]);
}

static size_t memory_needed(void) {
  return sizeof(struct memory) + (size_t)oracle.size * ORACLE_THREADS * OWN * sizeof(uint64_t);
}

const struct oracle_test oracle_test = {0, memory_needed, run};

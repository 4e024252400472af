/* SPDX-License-Identifier: BSD-3-Clause
 *
 * oracle.c: random atomics against a serial model.
 *
 *   oracle [--seeds N] [--base S] [--threads T] [--spoil] [--verbose]
 *
 * Each seed is a batch. In its first half every thread works on numbers of its own, at all ranks,
 * several operations in flight: each result and each last value must be what the model says. In its
 * second half all threads of all ranks work on a few shared numbers. Half of those see only
 * fetching operations of every kind; their results must be explained by some serial order (walk.h).
 * The others see one family of operations, fetching and not, whose order does not matter, and must
 * end as if these had been done one after the other.
 *
 * A seed decides all that its batch does but the interleaving. --spoil falsifies a result of each
 * batch, which must then fail. Prints each seed that fails, and `N passed, N failed, N skipped`.
 */
#include "ad_ops.h"
#include "walk.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  MOST_THREADS = 8,
  SECONDS = 300,
  OWN = 32,        /* numbers of a thread at each rank */
  OWN_OPS = 120,   /* operations of a thread on its own numbers, and on shared ones */
  CROWD_OPS = 150,
  SHARED = 8,
  FLIGHT = 6 /* operations in flight */
};
#if GASNET_SEGMENT_EVERYTHING
enum { EVERYTHING = 1 };
#else
enum { EVERYTHING = 0 };
#endif

/* What a thread did to a shared number. */
struct entry {
  uint32_t number, op;
  uint64_t a, b, old;
};

/* The test memory of a rank. */
struct memory {
  uint64_t tally[2]; /* at rank 0: failures, seen by all */
  uint64_t report[2];
  struct {
    _Alignas(64) uint64_t word[8];
  } shared[SHARED];
  struct entry log[MOST_THREADS][CROWD_OPS];
  uint64_t own[]; /* [rank][thread][OWN] */
};

struct rng {
  uint64_t state;
};

static gex_EP_t ep;
static gex_TM_t tm0;
static gex_Rank_t me, size;
static gex_AD_t domain[AD_TYPES];
static struct memory **mem; /* of every rank */
static int threads = 1, verbose, spoil;
static uint64_t seeds = 40, first_seed = 1, seed;
static uint64_t passed, failed;

static uint64_t draw(struct rng *r) {
  uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
static unsigned below(struct rng *r, unsigned n) { return (unsigned)(draw(r) >> 33) % n; }

static void barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(tm0, 0)); }

static uint64_t bits_at(const void *p, enum ad_type t) {
  uint64_t bits = 0;
  uint32_t word;
  if (ad_size(t) == 8) return memcpy(&bits, p, 8), bits;
  return memcpy(&word, p, 4), word;
}

static void complain(const char *what, int thread, enum ad_type t, gex_OP_t op, uint64_t got,
                     uint64_t want) {
  fprintf(stderr,
          "# seed %llu, rank %u of %u, thread %d: %s (%s %s): %llx, expected %llx (again with "
          "--seeds 1 --base %llu --threads %d)\n",
          (unsigned long long)seed, (unsigned)me, (unsigned)size, thread, what, ad_type_name[t],
          ad_op_name(op), (unsigned long long)got, (unsigned long long)want,
          (unsigned long long)seed, threads);
}

/* --- operations in flight --------------------------------------------------------------------- */

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
    complain("wrong result", w->thread, f->call.type, f->call.op,
             bits_at(&f->result, f->call.type), f->expect);
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
  struct flight *f = &w->flight[below(&w->rng, FLIGHT)];
  if (f->busy && f->nbi) land_all(w);
  land(w, f);
  return f;
}

static void take_off(struct worker *w, struct flight *f) {
  static const gex_Flags_t orders[4] = {0, GEX_FLAG_AD_REL, GEX_FLAG_AD_ACQ,
                                        GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ};
  f->call.ad = domain[f->call.type];
  f->call.constant = (int)below(&w->rng, 2);
  f->call.flags = orders[below(&w->rng, 4)] | (below(&w->rng, 4) ? 0 : GEX_FLAG_RANK_IS_JOBRANK);
  f->call.result = ad_fetches(f->call.op) ? &f->result : 0;
  f->nbi = below(&w->rng, 3) == 0;
  f->busy = 1;
  if (f->nbi && below(&w->rng, 8) == 0) { /* alone in an access region */
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
  if (below(&w->rng, 8) == 0 && !ad_is_fp(t)) return ad_number(t, far[below(&w->rng, 4)]) * 1000003;
  return ad_number(t, (int)below(&w->rng, 7) - 3);
}

static uint64_t trim(enum ad_type t, uint64_t bits) {
  return ad_size(t) == 4 ? (uint32_t)bits : bits;
}

static gex_OP_t random_op(struct worker *w, enum ad_type t, int fetching) {
  for (;;) {
    gex_OP_t op = ad_ops[below(&w->rng, AD_OPS)].op;
    if (!ad_legal(t, op) || (fetching && !ad_fetches(op))) continue;
    /* products of floating point leave the numbers that are exact */
    if (ad_is_fp(t) && (op == GEX_OP_MULT || op == GEX_OP_FMULT) && below(&w->rng, 4)) continue;
    return op;
  }
}

/* --- numbers of a thread's own ---------------------------------------------------------------- */

static uint64_t *own_number(const struct worker *w, int i) {
  return &mem[w->rank[i]]->own[((size_t)me * MOST_THREADS + (size_t)w->thread) * OWN + (size_t)i];
}

static void begin_own(struct worker *w) {
  int i;
  for (i = 0; i < OWN; i++) {
    w->type[i] = (enum ad_type)below(&w->rng, AD_TYPES);
    w->rank[i] = (gex_Rank_t)below(&w->rng, size);
    w->model[i] = trim(w->type[i], random_value(w, w->type[i]));
    gex_RMA_PutBlocking(tm0, w->rank[i], own_number(w, i), &w->model[i], 8, 0);
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
  int i = (int)below(&w->rng, OWN);
  struct flight *f;
  settle(w, i);
  f = place(w);
  f->number = i;
  f->entry = 0;
  f->call.type = w->type[i];
  f->call.rank = w->rank[i];
  f->call.addr = own_number(w, i);
  f->call.op = random_op(w, w->type[i], 0);
  f->call.a = below(&w->rng, 3) ? trim(w->type[i], random_value(w, w->type[i])) : w->model[i];
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
    gex_RMA_GetBlocking(tm0, &have, w->rank[i], own_number(w, i), 8, 0);
    if (bits_at(&have, w->type[i]) == w->model[i]) continue;
    complain("wrong value at the end", w->thread, w->type[i], GEX_OP_GET,
             bits_at(&have, w->type[i]), w->model[i]);
    w->good = 0;
  }
}

/* --- shared numbers --------------------------------------------------------------------------- */

/* Operations that may change places with each other, by their plain forms. */
static const gex_OP_t families[] = {GEX_OP_ADD | GEX_OP_SUB | GEX_OP_INC | GEX_OP_DEC, GEX_OP_AND,
                                    GEX_OP_OR, GEX_OP_XOR, GEX_OP_MIN, GEX_OP_MAX, GEX_OP_MULT};

/* What all ranks make of the seed. */
static struct shared {
  enum ad_type type;
  gex_Rank_t owner;
  int at; /* of the 8 words of its line */
  uint64_t first;
  gex_OP_t family; /* 0: fetching operations of every kind */
} shared[SHARED];

static void *shared_number(int i) { return &mem[shared[i].owner]->shared[i].word[shared[i].at]; }

static void choose_shared(void) {
  struct rng r = {seed * 0x2545f4914f6cdd1du};
  int i;
  for (i = 0; i < SHARED; i++) {
    struct shared *s = &shared[i];
    s->type = (enum ad_type)below(&r, AD_TYPES);
    s->owner = (gex_Rank_t)below(&r, size);
    s->at = (int)below(&r, 8);
    s->first = ad_number(s->type, (int)below(&r, 7) - 3);
    s->family = i % 2 ? families[below(&r, sizeof families / sizeof *families)] : 0;
    if (s->family && !ad_legal(s->type, s->family)) s->family = families[0];
    /* floating-point products depend on their order */
    if (s->family == GEX_OP_MULT && ad_is_fp(s->type)) s->family = GEX_OP_MAX;
    if (s->owner == me) memcpy(shared_number(i), &s->first, ad_size(s->type));
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
  int i = (int)below(&w->rng, SHARED);
  const struct shared *s = &shared[i];
  struct flight *f = place(w);
  struct entry *e = &mem[me]->log[w->thread][w->entries++];
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
  size_t each = (size_t)threads * CROWD_OPS;
  struct entry *all = malloc(size * each * sizeof *all);
  gex_Rank_t r;
  if (!all) abort();
  for (r = 0; r < size; r++)
    gex_RMA_GetBlocking(tm0, all + r * each, r, mem[r]->log, each * sizeof *all, 0);
  *n_p = size * each;
  if (spoil) falsify(all, *n_p);
  return all;
}

static int check_walk(int i, const struct entry *e, size_t n, uint64_t last) {
  const struct shared *s = &shared[i];
  struct ad_step *step = malloc(n * sizeof *step);
  size_t k, steps = 0;
  const char *why;
  for (k = 0; step && k < n; k++)
    if (e[k].number == (uint32_t)i)
      step[steps++] = (struct ad_step){
          e[k].old, ad_model(s->type, e[k].op, e[k].old, e[k].a, e[k].b)};
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
  if (me) return 1;
  all = collect(&n);
  for (i = 0; i < SHARED; i++) {
    uint64_t last = 0;
    gex_RMA_GetBlocking(tm0, &last, shared[i].owner, shared_number(i), ad_size(shared[i].type), 0);
    last = trim(shared[i].type, last);
    good &= shared[i].family ? check_fold(i, all, n, last) : check_walk(i, all, n, last);
  }
  free(all);
  return good;
}

/* --- one batch -------------------------------------------------------------------------------- */

static struct worker worker[MOST_THREADS];

static void *run(void *arg) {
  struct worker *w = arg;
  int i;
  w->rng.state = seed * 0x9e3779b97f4a7c15u + (uint64_t)me * 1000003u + (uint64_t)w->thread;
  w->good = 1;
  w->entries = 0;
  begin_own(w);
  for (i = 0; i < OWN_OPS; i++) use_own(w);
  end_own(w);
  for (i = 0; i < CROWD_OPS; i++) use_shared(w);
  land_all(w);
  return 0;
}

static void run_threads(void) {
  pthread_t id[MOST_THREADS];
  int i;
  for (i = 0; i < threads; i++) worker[i].thread = i;
  for (i = 1; i < threads; i++)
    if (pthread_create(&id[i], 0, run, &worker[i])) abort();
  run(&worker[0]);
  for (i = 1; i < threads; i++) pthread_join(id[i], 0);
}

static void run_seed(void) {
  int i, good = 1;
  choose_shared();
  barrier();
  run_threads();
  barrier();
  for (i = 0; i < threads; i++) good &= worker[i].good;
  good &= check_shared();
  if (good) passed++;
  else failed++;
  barrier();
}

/* --- the job ---------------------------------------------------------------------------------- */

static void on_alarm(int sig) {
  char line[120];
  int n = snprintf(line, sizeof line, "# rank %u: no end in %d s, at seed %llu\n", (unsigned)me,
                   SECONDS, (unsigned long long)seed);
  (void)sig;
  if (write(2, line, (size_t)n) != n) _exit(99);
  abort();
}

static size_t memory_needed(void) {
  size_t n = sizeof(struct memory) + (size_t)size * MOST_THREADS * OWN * sizeof(uint64_t);
  return (n + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE;
}

/* In EVERYTHING mode memory from malloc; its address is given to the others by message. */
enum { H_ADDRESS = 130 };
static int addresses;
static void address_handler(gex_Token_t token, gex_AM_Arg_t rank, gex_AM_Arg_t hi,
                            gex_AM_Arg_t lo) {
  (void)token;
  mem[rank] = (struct memory *)(((uintptr_t)(uint32_t)hi << 32) | (uint32_t)lo);
  __atomic_fetch_add(&addresses, 1, __ATOMIC_RELEASE);
}
static gex_AM_Entry_t handlers[] = {{H_ADDRESS, (gex_AM_Fn_t)address_handler,
                                     GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 3, 0, "address"}};

static int attach(void) {
  gex_Segment_t segment;
  void *mine = 0;
  gex_Rank_t r;
  if (gex_Segment_Attach(&segment, tm0, memory_needed())) return 1;
  if (gex_EP_RegisterHandlers(ep, handlers, 1)) return 1;
  barrier();
  if (EVERYTHING) {
    if (posix_memalign(&mine, GASNET_PAGESIZE, memory_needed())) return 1;
    memset(mine, 0, memory_needed());
  } else {
    mine = gex_Segment_QueryAddr(segment);
  }
  for (r = 0; r < size; r++)
    gex_AM_RequestShort3(tm0, r, H_ADDRESS, 0, (gex_AM_Arg_t)me,
                         (gex_AM_Arg_t)((uint64_t)(uintptr_t)mine >> 32),
                         (gex_AM_Arg_t)(uintptr_t)mine);
  GASNET_BLOCKUNTIL(__atomic_load_n(&addresses, __ATOMIC_ACQUIRE) == (int)size);
  barrier();
  return 0;
}

/* Sums at rank 0, by atomics; all get its verdict. */
static int finish(void) {
  uint64_t sum[2] = {0, 0}, *tally = mem[0]->tally;
  gex_AD_t ad = domain[AD_U64];
  int t;
  gex_Event_Wait(gex_AD_OpNB_U64(ad, 0, 0, &tally[0], GEX_OP_ADD, passed, 0, 0));
  gex_Event_Wait(gex_AD_OpNB_U64(ad, 0, 0, &tally[1], GEX_OP_ADD, failed, 0, 0));
  barrier();
  gex_Event_Wait(gex_AD_OpNB_U64(ad, &sum[0], 0, &tally[0], GEX_OP_GET, 0, 0, 0));
  gex_Event_Wait(gex_AD_OpNB_U64(ad, &sum[1], 0, &tally[1], GEX_OP_GET, 0, 0, 0));
  if (me == 0)
    printf("%llu passed, %llu failed, 0 skipped\n", (unsigned long long)sum[0],
           (unsigned long long)sum[1]);
  fflush(stdout);
  barrier();
  for (t = 0; t < AD_TYPES; t++) gex_AD_Destroy(domain[t]);
  return sum[1] != 0;
}

static int parse(int argc, char **argv) {
  int i;
  for (i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : 0;
    if (!strcmp(argv[i], "--verbose")) verbose = 1;
    else if (!strcmp(argv[i], "--spoil")) spoil = 1;
    else if (!value) return 1;
    else if (!strcmp(argv[i], "--seeds")) seeds = strtoull(argv[++i], 0, 0);
    else if (!strcmp(argv[i], "--base")) first_seed = strtoull(argv[++i], 0, 0);
    else if (!strcmp(argv[i], "--threads")) threads = atoi(argv[++i]);
    else return 1;
  }
  return threads < 1 || threads > MOST_THREADS;
}

int main(int argc, char **argv) {
  gex_Client_t client;
  int t;
  if (gex_Client_Init(&client, &ep, &tm0, "oracle", &argc, &argv, 0)) return 1;
  if (parse(argc, argv)) {
    fprintf(stderr, "usage: oracle [--seeds N] [--base S] [--threads T] [--spoil] [--verbose]\n");
    gasnet_exit(2);
  }
  signal(SIGALRM, on_alarm);
  alarm(SECONDS);
  me = gex_TM_QueryRank(tm0);
  size = gex_TM_QuerySize(tm0);
  mem = calloc(size, sizeof *mem);
  if (!mem || attach()) gasnet_exit(3);
  for (t = 0; t < AD_TYPES; t++)
    gex_AD_Create(&domain[t], tm0, ad_dt((enum ad_type)t), ad_all((enum ad_type)t), 0);
  for (seed = first_seed; seed < first_seed + seeds; seed++) {
    if (verbose) fprintf(stderr, "# rank %u begins seed %llu\n", me, (unsigned long long)seed);
    run_seed();
  }
  gasnet_exit(finish());
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * oracle.c: random VIS operations against a byte-wise oracle.
 *
 *   oracle [--seeds N] [--base S] [--threads T] [--verbose]
 *
 * Each seed is a batch: up to SLOTS puts and gets of random shape, form and target are begun one
 * after the other, completed in random order, and then every byte of their destination windows is
 * compared. A seed decides all that its batch does, whatever ran before, so `--seeds 1 --base S`
 * (with the same number of ranks and threads) does it again. Prints each seed that fails, and
 * `N passed, N failed, N skipped`, in batches of all ranks and threads together.
 */
#include "vis_make.h"
#include "vis_ops.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SLOTS = 8, ROOM = 96 * 1024, MOST_THREADS = 8, SECONDS = 300 };
#if GASNET_SEGMENT_EVERYTHING
enum { EVERYTHING = 1 };
#else
enum { EVERYTHING = 0 };
#endif

static gex_EP_t ep;
static gex_TM_t tm0;
static gex_Rank_t me, size;
static char **base;        /* of every rank's test memory */
static uint64_t *tallies;  /* at rank 0: passed and failed of every rank */
static int threads = 1, verbose;
static uint64_t seeds = 100, first_seed = 1;
static uint64_t passed, failed;

/* The test memory of a rank: a tally, a page of it, then for each rank, thread and slot a window
 * that this rank's operations reach, and one that is the local side of them. */
enum { TALLY = 4096 };
static size_t slot_number(gex_Rank_t rank, int thread, int slot) {
  return ((size_t)rank * (size_t)threads + (size_t)thread) * SLOTS + (size_t)slot;
}
static char *remote_window(gex_Rank_t owner, int thread, int slot) {
  return base[owner] + TALLY + slot_number(me, thread, slot) * ROOM;
}
static char *local_window(int thread, int slot) {
  return base[me] + TALLY + (slot_number(size, 0, 0) + slot_number(0, thread, slot)) * ROOM;
}
static size_t memory_needed(void) {
  size_t n = TALLY + (slot_number(size, 0, 0) + slot_number(1, 0, 0)) * ROOM;
  return (n + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE;
}

struct slot {
  struct vis_shape shape;
  struct vis_op op;
  char *on_heap;      /* the local window, if not in the segment */
  unsigned char *want; /* what the destination's window must hold */
  int begun, done;
};

struct worker {
  int thread;
  uint64_t seed;
  struct vis_rng rng;
  struct slot slot[SLOTS];
  int count;
  gex_Event_t region; /* of the operations from region_from to region_to */
  int region_from, region_to;
};

/* --- one operation ---------------------------------------------------------------------------- */

static enum vis_form choose_form(struct worker *w, const struct vis_shape *s, int put) {
  if (vis_below(&w->rng, 8) == 0 && vis_legacy_legal(s))
    return (enum vis_form)vis_between(&w->rng, VIS_G1_BLOCKING, VIS_FORMS - 1);
  return (enum vis_form)vis_below(&w->rng, put ? VIS_PUT_FORMS : VIS_GET_FORMS);
}

/* Where both sides lie: the far one at the peer, the near one in the segment or on the heap. */
static void choose_windows(struct worker *w, struct slot *s, int i) {
  struct vis_op *op = &s->op;
  const struct vis_side *near = op->put ? &s->shape.src : &s->shape.dst;
  size_t shift = vis_below(&w->rng, 17);
  char *here = local_window(w->thread, i) + shift, *there;
  op->peer = (gex_Rank_t)vis_below(&w->rng, size);
  there = remote_window(op->peer, w->thread, i) + vis_below(&w->rng, 17);
  s->on_heap = 0;
  if (vis_below(&w->rng, 2)) {
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
  vis_random_bytes(s->want, s->shape.dst.window, &w->rng);
  vis_random_bytes(src, s->shape.src.window, &w->rng);
  if (op->put) {
    memcpy(op->src, src, s->shape.src.window);
    gex_RMA_PutBlocking(tm0, op->peer, op->dst, s->want, s->shape.dst.window, 0);
  } else {
    memcpy(op->dst, s->want, s->shape.dst.window);
    gex_RMA_PutBlocking(tm0, op->peer, op->src, src, s->shape.src.window, 0);
  }
  vis_expect(&s->shape, s->want, src);
  free(src);
}

static void prepare(struct worker *w, int i) {
  struct slot *s = &w->slot[i];
  memset(s, 0, sizeof *s);
  vis_make(&s->shape, &w->rng, vis_below(&w->rng, 3) ? 4096 : ROOM - 32);
  s->op.shape = &s->shape;
  s->op.put = (int)vis_below(&w->rng, 2);
  s->op.form = choose_form(w, &s->shape, s->op.put);
  s->op.tm = vis_below(&w->rng, 4) ? tm0 : gex_TM_Pair(ep, 0);
  choose_windows(w, s, i);
  fill_windows(w, s);
}

static void report(const struct worker *w, int i, const char *what, long at) {
  const struct slot *s = &w->slot[i];
  const char *algorithm = getenv("GASNET_VIS_ALGORITHM");
  fprintf(stderr,
          "# seed %llu, rank %u, thread %d, operation %d of %d: %s %s, form %s, peer %u, "
          "%zu bytes: %s %ld (algorithm %s; again with --seeds 1 --base %llu --threads %d)\n",
          (unsigned long long)w->seed, (unsigned)me, w->thread, i, w->count,
          vis_kind_name[s->shape.kind], s->op.put ? "put" : "get", vis_form_name[s->op.form],
          (unsigned)s->op.peer, s->shape.total, what, at, algorithm ? algorithm : "auto",
          (unsigned long long)w->seed, threads);
}

/* Whether the destination's window is as it must be. */
static int check(const struct worker *w, int i) {
  const struct slot *s = &w->slot[i];
  size_t n = s->shape.dst.window, k;
  unsigned char *have = vis_alloc(n);
  int good = 1;
  if (s->op.put) gex_RMA_GetBlocking(tm0, have, s->op.peer, s->op.dst, n, 0);
  else memcpy(have, s->op.dst, n);
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

/* --- one batch -------------------------------------------------------------------------------- */

/* Now and then several implicit operations in a row share one access region. */
static void choose_region(struct worker *w) {
  int i;
  w->region = GEX_EVENT_INVALID;
  w->region_from = w->region_to = -1;
  if (w->count < 2 || vis_below(&w->rng, 3)) return;
  w->region_from = (int)vis_below(&w->rng, (size_t)w->count - 1);
  w->region_to = (int)vis_between(&w->rng, (size_t)w->region_from, (size_t)w->count - 1);
  for (i = w->region_from; i <= w->region_to; i++) {
    struct vis_op *op = &w->slot[i].op;
    op->form = op->put && vis_below(&w->rng, 2) ? VIS_NBI_LEAF : VIS_NBI;
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
    int j = (int)vis_below(&w->rng, (size_t)i + 1), t = order[i];
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

static int run_batch(struct worker *w) {
  int i, good = 1;
  w->rng.state = w->seed * 0x2545f4914f6cdd1du + (uint64_t)me * 1000003u + (uint64_t)w->thread;
  w->count = (int)vis_between(&w->rng, 1, SLOTS);
  for (i = 0; i < w->count; i++) prepare(w, i);
  choose_region(w);
  begin_all(w);
  finish_all(w);
  for (i = 0; i < w->count; i++) {
    struct slot *s = &w->slot[i];
    good &= check(w, i);
    free(s->on_heap);
    free(s->want);
    vis_free(&s->shape);
  }
  return good;
}

static void *work(void *arg) {
  struct worker *w = arg;
  uint64_t n;
  for (n = 0; n < seeds; n++) {
    w->seed = first_seed + n;
    if (verbose) fprintf(stderr, "# rank %u begins seed %llu\n", me, (unsigned long long)w->seed);
    __atomic_fetch_add(run_batch(w) ? &passed : &failed, 1, __ATOMIC_RELAXED);
  }
  return 0;
}

/* --- the job ---------------------------------------------------------------------------------- */

/* Of each thread, for the message of a job that hangs. */
static struct worker worker[MOST_THREADS];

static void on_alarm(int sig) {
  char line[120];
  int i, n;
  (void)sig;
  for (i = 0; i < threads; i++) {
    n = snprintf(line, sizeof line, "# rank %u, thread %d: no end in %d s, at seed %llu\n",
                 (unsigned)me, i, SECONDS, (unsigned long long)worker[i].seed);
    if (write(2, line, (size_t)n) != n) break;
  }
  abort();
}

static void barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(tm0, 0)); }

static void run_threads(void) {
  pthread_t id[MOST_THREADS];
  int i;
  for (i = 0; i < threads; i++) worker[i].thread = i;
  for (i = 1; i < threads; i++)
    if (pthread_create(&id[i], 0, work, &worker[i])) abort();
  work(&worker[0]);
  for (i = 1; i < threads; i++) pthread_join(id[i], 0);
}

/* In EVERYTHING mode memory from malloc; its address is given to the others by message. */
enum { H_ADDRESS = 130 };
static int addresses;
static void address_handler(gex_Token_t token, gex_AM_Arg_t rank, gex_AM_Arg_t hi,
                            gex_AM_Arg_t lo) {
  (void)token;
  base[rank] = (char *)(((uintptr_t)(uint32_t)hi << 32) | (uint32_t)lo);
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
  } else {
    mine = gex_Segment_QueryAddr(segment);
  }
  for (r = 0; r < size; r++)
    gex_AM_RequestShort3(tm0, r, H_ADDRESS, 0, (gex_AM_Arg_t)me,
                         (gex_AM_Arg_t)((uint64_t)(uintptr_t)mine >> 32),
                         (gex_AM_Arg_t)(uintptr_t)mine);
  GASNET_BLOCKUNTIL(__atomic_load_n(&addresses, __ATOMIC_ACQUIRE) == (int)size);
  tallies = (uint64_t *)(void *)base[0];
  barrier();
  return 0;
}

/* Rank 0 prints the sums; returns them to all as a status. */
static int finish(void) {
  uint64_t mine[2] = {passed, failed}, sum[2] = {0, 0}, status;
  gex_Rank_t r;
  gex_RMA_PutBlocking(tm0, 0, tallies + 2 + 2 * me, mine, sizeof mine, 0);
  barrier();
  if (me == 0) {
    for (r = 0; r < size; r++) {
      sum[0] += tallies[2 + 2 * r];
      sum[1] += tallies[3 + 2 * r];
    }
    tallies[0] = sum[1] != 0;
    printf("%llu passed, %llu failed, 0 skipped\n", (unsigned long long)sum[0],
           (unsigned long long)sum[1]);
    fflush(stdout);
  }
  barrier();
  gex_RMA_GetBlocking(tm0, &status, 0, tallies, sizeof status, 0);
  barrier();
  return (int)status;
}

static int parse(int argc, char **argv) {
  int i;
  for (i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : 0;
    if (!strcmp(argv[i], "--verbose")) {
      verbose = 1;
      continue;
    }
    if (!value) return 1;
    if (!strcmp(argv[i], "--seeds")) seeds = strtoull(value, 0, 0);
    else if (!strcmp(argv[i], "--base")) first_seed = strtoull(value, 0, 0);
    else if (!strcmp(argv[i], "--threads")) threads = atoi(value);
    else return 1;
    i++;
  }
  return threads < 1 || threads > MOST_THREADS;
}

int main(int argc, char **argv) {
  gex_Client_t client;
  if (gex_Client_Init(&client, &ep, &tm0, "oracle", &argc, &argv, GEX_FLAG_USES_GASNET1)) return 1;
  if (parse(argc, argv)) {
    fprintf(stderr, "usage: oracle [--seeds N] [--base S] [--threads T] [--verbose]\n");
    gasnet_exit(2);
  }
  signal(SIGALRM, on_alarm);
  alarm(SECONDS);
  me = gex_TM_QueryRank(tm0);
  size = gex_TM_QuerySize(tm0);
  base = calloc(size, sizeof *base);
  if (!base || (2 + 2 * size) * sizeof(uint64_t) > TALLY || attach()) gasnet_exit(3);
  run_threads();
  barrier();
  gasnet_exit(finish());
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals.c: measures calls of compiled programs beside what they do at least, written in C over the
 * library or the machine: each goal is a ratio of the two times. Batches of both take turns, and
 * the best of each count.
 *
 * Thread 0 prints "GOAL | ours ns | theirs ns | BOUND | ratio | met" for the job as it is: with 2
 * threads that share memory, or with 2 that do not.
 */
#include "contrib/tools/bench/upc/goals.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/job.h"
#include "contrib/layers/upc/libraries.h"

enum mode { ALONE, PAIR };
enum place { SHARED = 1, APART = 2 };
enum { BATCHES = 15, BLOCK = 65536, WORK = 200, DOUBLES = BLOCK / sizeof(double) };

struct goal {
  const char *name;
  loop *ours, *theirs;
  double most; /* ours / theirs; with `theirs` NULL: ns of `ours` */
  const char *bound;
  enum mode mode;
  int places, calls;
};

/* A compiler's record of the file. */
__attribute__((section("upc_pgm_info"), used)) static const char record_of_compiler[] =
    "$GCCUPCConfig: (" __FILE__ ") dynamicthreads process$";

int upc_main(int argc, char **argv);
int *private_ints;
unsigned long shared_ints;

static uint32_t partner;
static pts_t ints, block, flag, lock, doubles, one_double, word;
static char private_block[BLOCK], *block_there;
static _Atomic uint64_t *line_here, *line_there;
static gex_AD_t domain;

static pts_t part_at(uint32_t thread, pts_t p) { return pts_make(thread, pts_offset(p), 0); }
static char *mapped(pts_t p) {
  char *base = hyd_upc.mapped[pts_thread(p)];
  return base ? base + pts_offset(p) : NULL;
}
static void *owned(pts_t p) { return hyd_upc.owner[pts_thread(p)] + pts_offset(p); }

static void prepare(void) {
  static int own[ELEMENTS];
  pts_t all = upc_all_alloc(hyd_upc.size, 4096);
  partner = hyd_upc.size - 1 - hyd_upc.rank;
  private_ints = own;
  ints = part_at(partner, upc_all_alloc(hyd_upc.size, ELEMENTS * sizeof(int)));
  shared_ints = ints;
  block = part_at(partner, upc_all_alloc(hyd_upc.size, BLOCK));
  block_there = mapped(block);
  doubles = upc_all_alloc(hyd_upc.size, BLOCK);
  memset(hyd_upc.here + pts_offset(doubles), 0, BLOCK);
  flag = part_at(partner, all);
  one_double = pts_make(0, pts_offset(all) + 512, 0);
  word = part_at(partner, pts_make(0, pts_offset(all) + 1024, 0));
  line_here = (_Atomic uint64_t *)(void *)(hyd_upc.here + pts_offset(all) + 2048);
  if (hyd_upc.mapped[partner])
    line_there = (_Atomic uint64_t *)(void *)(hyd_upc.mapped[partner] + pts_offset(all) + 2048);
  lock = upc_all_lock_alloc();
  memset(hyd_upc.here + pts_offset(all), 0, 4096);
  gex_AD_Create(&domain, hyd_upc.all, GEX_DT_U64, GEX_OP_FADD, 0);
  hyd_upc_meet();
}

/* --- accesses --- */

#define STEP (UINT64_C(4) << PTS_ADDR_SHIFT)
static volatile uint32_t sum;

static void called_gets(int n) {
  for (int i = 0; i < n; i += ELEMENTS) {
    pts_t p = ints;
    for (int k = 0; k < ELEMENTS; k++, p += STEP) sum += __getsi2(p);
  }
}
static void called_puts(int n) {
  for (int i = 0; i < n; i += ELEMENTS) {
    pts_t p = ints;
    for (int k = 0; k < ELEMENTS; k++, p += STEP) __putsi2(p, (uint32_t)k);
  }
}
static void strict_puts(int n) {
  for (int i = 0; i < n; i++) __putssi2(flag, (uint32_t)i);
}
static void fenced_stores(int n) {
  volatile int *there = (volatile int *)(void *)mapped(flag);
  for (int i = 0; i < n; i++) {
    *there = i;
    atomic_thread_fence(memory_order_seq_cst);
  }
}
static void strict_gets(int n) {
  for (int i = 0; i < n; i++) sum += __getssi2(flag);
}
static void fenced_loads(int n) {
  volatile uint32_t *there = (volatile uint32_t *)(void *)mapped(flag);
  for (int i = 0; i < n; i++) {
    atomic_thread_fence(memory_order_seq_cst);
    sum += *there;
  }
}

static void memgets(int n) {
  for (int i = 0; i < n; i++) upc_memget(private_block, block, BLOCK);
}
static void copies_here(int n) {
  for (int i = 0; i < n; i++) {
    memcpy(private_block, block_there, BLOCK);
    __asm__ volatile("" ::: "memory");
  }
}
static void memputs(int n) {
  for (int i = 0; i < n; i++) upc_memput(block, private_block, BLOCK);
}
static void copies_there(int n) {
  for (int i = 0; i < n; i++) {
    memcpy(block_there, private_block, BLOCK);
    __asm__ volatile("" ::: "memory");
  }
}

/* --- barriers --- */

static void work(void) {
  for (volatile int k = WORK; k; k--) {
  }
}
static void upc_barriers(int n) {
  for (int i = 0; i < n; i++) __upc_barrier(INT_MIN);
}
static void barriers(int n) {
  for (int i = 0; i < n; i++) gex_Event_Wait(gex_Coll_BarrierNB(hyd_upc.all, 0));
}
static void upc_split_barriers(int n) {
  for (int i = 0; i < n; i++) {
    __upc_notify(INT_MIN);
    work();
    __upc_wait(INT_MIN);
  }
}
static void split_barriers(int n) {
  for (int i = 0; i < n; i++) {
    gex_Event_t event = gex_Coll_BarrierNB(hyd_upc.all, 0);
    work();
    gex_Event_Wait(event);
  }
}

/* --- locks --- */

static void locks(int n) {
  for (int i = 0; i < n; i++) {
    upc_lock(lock);
    upc_unlock(lock);
  }
}
/* Each of the two threads takes the lock n / 2 times, so that a batch has n. */
static void contended_locks(int n) { locks(n / 2); }
static void fetch_adds(int n) {
  uint64_t old;
  for (int i = 0; i < n; i++)
    gex_Event_Wait(gex_AD_OpNB_U64(domain, &old, partner, owned(word), GEX_OP_FADD, 1, 0, 0));
}
/* Measures L: a cache line goes there and back between two processes that spin. */
static void lines(int n) {
  static uint64_t said;
  for (int i = 0; i < n; i++) {
    uint64_t next = ++said;
    if (hyd_upc.rank == 0) atomic_store_explicit(line_there, next, memory_order_release);
    while (atomic_load_explicit(line_here, memory_order_acquire) != next) {
    }
    if (hyd_upc.rank) atomic_store_explicit(line_there, next, memory_order_release);
  }
}

/* --- collectives --- */

static void upc_broadcasts(size_t bytes, int n) {
  for (int i = 0; i < n; i++)
    upc_all_broadcast(part_at(0, block), part_at(1, doubles), bytes,
                      UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
}
static void broadcasts(size_t bytes, int n) {
  for (int i = 0; i < n; i++) {
    barriers(1);
    gex_Event_Wait(gex_Coll_BroadcastNB(hyd_upc.all, 1, hyd_upc.here + pts_offset(block),
                                        hyd_upc.here + pts_offset(doubles), bytes, 0));
    barriers(1);
  }
}
static void upc_broadcasts_of_8(int n) { upc_broadcasts(8, n); }
static void broadcasts_of_8(int n) { broadcasts(8, n); }
static void upc_broadcasts_of_64k(int n) { upc_broadcasts(BLOCK, n); }
static void broadcasts_of_64k(int n) { broadcasts(BLOCK, n); }

static void upc_reductions(size_t each, int n) {
  for (int i = 0; i < n; i++)
    upc_all_reduceD(one_double, doubles, UPC_ADD, each * hyd_upc.size, each, NULL,
                    UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
}
static void reductions(size_t each, int n) {
  const double *mine = (const double *)(void *)(hyd_upc.here + pts_offset(doubles));
  for (int i = 0; i < n; i++) {
    double total = 0;
    barriers(1);
    for (size_t k = 0; k < each; k++) total += mine[k];
    gex_Event_Wait(gex_Coll_ReduceToOneNB(hyd_upc.all, 0, &total, &total, GEX_DT_DBL, sizeof total,
                                          1, GEX_OP_ADD, NULL, NULL, 0));
    if (hyd_upc.rank == 0) memcpy(hyd_upc.here + pts_offset(one_double), &total, sizeof total);
    barriers(1);
  }
}
static void upc_reductions_of_8(int n) { upc_reductions(1, n); }
static void reductions_of_8(int n) { reductions(1, n); }
static void upc_reductions_of_64k(int n) { upc_reductions(DOUBLES, n); }
static void reductions_of_64k(int n) { reductions(DOUBLES, n); }

/* --- over a network --- */

static void stream_of_puts(int n) {
  for (int i = 0; i < n; i++) __putdi2(block + (uint64_t)(i % DOUBLES) * 2 * STEP, (uint64_t)i);
  __upc_fence();
}
static void stream_of_puts_nbi(int n) {
  for (int i = 0; i < n; i++) {
    uint64_t value = (uint64_t)i;
    gex_RMA_PutNBI(hyd_upc.all, partner, (char *)owned(block) + (size_t)(i % DOUBLES) * 8, &value,
                   sizeof value, GEX_EVENT_NOW, 0);
  }
  gex_NBI_Wait(GEX_EC_PUT, 0);
}
static void gets_apart(int n) {
  for (int i = 0; i < n; i++) sum += (uint32_t)__getdi2(block);
}
static void gets_blocking(int n) {
  uint64_t value;
  for (int i = 0; i < n; i++)
    gex_RMA_GetBlocking(hyd_upc.all, &value, partner, owned(block), sizeof value, 0);
}
static void memputs_apart(int n) {
  for (int i = 0; i < n; i++) {
    upc_memput(block, private_block, BLOCK);
    __upc_fence();
  }
}
static void puts_blocking(int n) {
  for (int i = 0; i < n; i++)
    gex_RMA_PutBlocking(hyd_upc.all, partner, owned(block), private_block, BLOCK, 0);
}

static const struct goal goals[] = {
    {"relaxed get of an int, called", called_gets, NULL, 2.4, "the compiler's: 2.4 ns", ALONE,
     SHARED, 100 * ELEMENTS},
    {"relaxed put of an int, called", called_puts, NULL, 2.4, "the compiler's: 2.4 ns", ALONE,
     SHARED, 100 * ELEMENTS},
    {"relaxed get, inlined", inlined_gets, NULL, 2.1, "the compiler's: 2.1 ns", ALONE, SHARED,
     100 * ELEMENTS},
    {"relaxed put, inlined", inlined_puts, NULL, 1.7, "the compiler's: 1.7 ns", ALONE, SHARED,
     100 * ELEMENTS},
    {"relaxed get, inlined", inlined_gets, private_gets, 1.5, "1.5 x loop on private memory", ALONE,
     SHARED, 100 * ELEMENTS},
    {"relaxed put, inlined", inlined_puts, private_puts, 1.5, "1.5 x loop on private memory", ALONE,
     SHARED, 100 * ELEMENTS},
    {"strict put", strict_puts, fenced_stores, 1.3, "1.3 x fenced store", ALONE, SHARED, 20000},
    {"strict get", strict_gets, fenced_loads, 1.3, "1.3 x fenced load", ALONE, SHARED, 20000},
    {"upc_memget of 64 KB", memgets, copies_here, 1.02, "1.02 x memcpy", ALONE, SHARED, 2000},
    {"upc_memput of 64 KB", memputs, copies_there, 1.02, "1.02 x memcpy", ALONE, SHARED, 2000},
    {"upc_barrier", upc_barriers, barriers, 1.2, "1.2 x gex barrier", PAIR, SHARED | APART, 2000},
    {"upc_notify, work, upc_wait", upc_split_barriers, split_barriers, 1.2, "1.2 x gex barrier",
     PAIR, SHARED | APART, 2000},
    {"upc_lock + upc_unlock, alone", locks, fetch_adds, 2, "2 x fetch-add", ALONE, SHARED | APART,
     2000},
    {"upc_lock + upc_unlock, contended by 2", contended_locks, lines, 2, "2 L", PAIR, SHARED, 4000},
    {"upc_all_broadcast of 8 B", upc_broadcasts_of_8, broadcasts_of_8, 1.3,
     "1.3 x gex, and barriers", PAIR, SHARED | APART, 1000},
    {"upc_all_broadcast of 64 KB", upc_broadcasts_of_64k, broadcasts_of_64k, 1.3,
     "1.3 x gex, and barriers", PAIR, SHARED | APART, 200},
    {"upc_all_reduceD of 8 B", upc_reductions_of_8, reductions_of_8, 1.3, "1.3 x gex, and barriers",
     PAIR, SHARED | APART, 1000},
    {"upc_all_reduceD of 64 KB", upc_reductions_of_64k, reductions_of_64k, 1.3,
     "1.3 x gex, and barriers", PAIR, SHARED | APART, 200},
    {"100,000 relaxed puts of 8 B", stream_of_puts, stream_of_puts_nbi, 1.2, "1.2 x PutNBI", ALONE,
     APART, 100000},
    {"relaxed get of 8 B", gets_apart, gets_blocking, 1.1, "1.1 x GetBlocking", ALONE, APART, 300},
    {"upc_memput of 64 KB, fence", memputs_apart, puts_blocking, 1.1, "1.1 x PutBlocking", ALONE,
     APART, 50},
};

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double time_batch(loop *f, int n) {
  double began = now_ns();
  f(n);
  return (now_ns() - began) / n;
}

/* All threads take part in the barriers between batches. */
static void measure_goal(const struct goal *g, int n) {
  double ours = INFINITY, theirs = INFINITY;
  bool takes_part = g->mode == PAIR || hyd_upc.rank == 0;
  for (int i = 0; i < BATCHES; i++) {
    barriers(1);
    double t = takes_part && g->theirs ? time_batch(g->theirs, n) : 1;
    barriers(1);
    double o = takes_part ? time_batch(g->ours, n) : 0;
    if (i == 0) continue; /* the first batch touches memory */
    theirs = fmin(theirs, t);
    ours = fmin(ours, o);
  }
  barriers(1);
  if (hyd_upc.rank) return;
  printf("%s | %.4g | %.4g | %s | %.2f | %s\n", g->name, ours, g->theirs ? theirs : g->most,
         g->bound, g->theirs ? ours / theirs : ours / g->most,
         ours <= g->most * theirs ? "met" : "not met");
  fflush(stdout);
}

int upc_main(int argc, char **argv) {
  (void)argc;
  (void)argv;
  prepare();
  enum place place = hyd_upc.all_mapped ? SHARED : APART;
  for (size_t i = 0; i < sizeof goals / sizeof goals[0]; i++)
    if (goals[i].places & (int)place) measure_goal(&goals[i], goals[i].calls);
  return 0;
}

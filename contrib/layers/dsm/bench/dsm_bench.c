/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dsm_bench.c: measures faults, fetches, diffs, releases, barriers and locks of the shared memory.
 *
 *   gasnetrun -c smp -n 2 contrib/layers/dsm/bench/dsm-bench [SAMPLES]
 *   gasnetrun -c smp -n 8 contrib/layers/dsm/bench/dsm-bench --fetch [PAGES]
 *   gasnetrun -c smp -n 4 contrib/layers/dsm/bench/dsm-bench --locks
 *   gasnetrun -c smp -n 3 contrib/layers/dsm/bench/dsm-bench --handlers
 *   gasnetrun -c udp -n 2 contrib/layers/dsm/bench/dsm-bench --diffs
 *   gasnetrun -c udp -n 4 contrib/layers/dsm/bench/dsm-bench --notices
 *   gasnetrun -c udp -n 2 contrib/layers/dsm/bench/dsm-bench --gets
 *   gasnetrun -c smp -n 2 contrib/layers/dsm/bench/dsm-bench --writes
 *
 * Medians, in microseconds, of SAMPLES (default 500) of each; rank 1 measures, rank 0 is the home
 * and the other holder of locks. The empty fault is a home's first write of a page since its
 * release: a signal and one change of access. Faults of the other kinds alternate with it. The
 * settings are those of hyd-dsm(7).
 *
 * --fetch is the paper's figure 8: rank 0 touches PAGES (default 1,024), then all others read a
 * word of each; prints the mean time of a page, in microseconds. --locks: all ranks take one lock
 * some thousand times; prints how often each had it, and the number of messages. --handlers: counts
 * the handlers that run for a fetch; status 1 if there are more than expected. --diffs: three ways
 * to send diffs home: by message, by a scattered put, by a get of the home. --notices: a barrier to
 * which every rank brings notices, in microseconds. --gets: gets of one page and more, and of one
 * with more behind it: the gain of a program that continues when the page it needs has arrived.
 * --writes: a home writes a run of its pages, which the other rank has read, and releases:
 * microseconds per page of both.
 */
#include "contrib/layers/dsm/dsm.h"

#include <gasnet_vis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SAMPLES_MAX 4000u
#define CACHED 8000u
#define PAGE 4096u

static struct {
  uint32_t samples, block;
  char *mine, *theirs, *cached; /* pages of homes 1, 0, and 0 */
  hyd_dsm_lock_t own, other;
  volatile uint64_t *line; /* spun on, in the segment */
  double sample[SAMPLES_MAX], empty[SAMPLES_MAX];
} b;

static int measures(void) { return hyd_dsm_rank() == 1; }

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static int ascending(const void *x, const void *y) {
  double a = *(const double *)x, c = *(const double *)y;
  return (a > c) - (a < c);
}

static double median_of(double *x) {
  qsort(x, b.samples, sizeof *x, ascending);
  return x[b.samples / 2];
}

static void print_row(const char *what, double us, const char *bound, double most) {
  if (!measures()) return;
  printf("%-52s %9.3f", what, us);
  if (bound) printf("   %-42s %9.3f  %s", bound, most, us <= most ? "met" : "not met");
  printf("\n");
  fflush(stdout);
}

static double access_us(volatile char *p, int write) {
  double start = now_us();
  if (write)
    *p = (char)(*p + 1);
  else
    (void)*p;
  return now_us() - start;
}

/* --- faults ---------------------------------------------------------------- */

/* Rank 1 accesses theirs[i], all of which rank 0 has written since, out of order, and between two
 * of them a page of its own. Returns the median, and in *empty that of the empty faults. */
static double faults(int write, double *empty) {
  for (uint32_t i = 0; i < b.samples; i++)
    if (hyd_dsm_rank() == 0) b.theirs[i * b.block] = (char)(i + 1);
  hyd_dsm_barrier();
  for (uint32_t i = 0; measures() && i < b.samples; i++) {
    uint32_t page = i * 3 % b.samples + (b.samples % 3 == 0 ? i / (b.samples / 3) : 0);
    b.sample[i] = access_us(b.theirs + page * b.block, 0);
    if (write) b.sample[i] = access_us(b.theirs + page * b.block, 1);
    b.empty[i] = access_us(b.mine + i * b.block, 1);
  }
  *empty = median_of(b.empty);
  return median_of(b.sample);
}

/* Makes peers read all pages, so that their homes protect them at each release. */
static void share_pages(void) {
  for (uint32_t i = 0; i < b.samples; i++) (measures() ? b.mine : b.theirs)[i * b.block] = 1;
  hyd_dsm_barrier();
  for (uint32_t i = 0; i < b.samples; i++) (void)*(volatile char *)(b.mine + i * b.block);
  for (uint32_t i = 0; i < b.samples; i++) (void)*(volatile char *)(b.theirs + i * b.block);
  for (uint32_t i = 0; i < CACHED; i++) (void)*(volatile char *)(b.cached + i * b.block);
  hyd_dsm_barrier();
  hyd_dsm_barrier();
}

/* Copies one page that the other rank's core has written last. */
static double copy_between_cores(void) {
  static char to[65536];
  struct hyd_dsm *d = hyd_dsm_the;
  for (uint32_t i = 0; i < b.samples; i++) {
    size_t at = (size_t)(b.theirs - d->view) + i * b.block;
    if (hyd_dsm_rank() == 0) memset(d->mine + at, (int)i, b.block);
  }
  hyd_dsm_barrier();
  for (uint32_t i = 0; measures() && i < b.samples; i++) {
    size_t at = (size_t)(b.theirs - d->view) + i * b.block;
    double start = now_us();
    if (d->local[0])
      memcpy(to, d->local[0] + at, b.block);
    else
      gex_RMA_GetBlocking(d->tm, to, 0, d->peer[0] + at, b.block, 0);
    b.sample[i] = now_us() - start;
  }
  hyd_dsm_barrier();
  return median_of(b.sample);
}

/* Microseconds per page, for reading all pages in order. */
static double in_order(void) {
  double start = 0, us = 0;
  for (uint32_t i = 0; i < b.samples; i++)
    if (hyd_dsm_rank() == 0) b.theirs[i * b.block]++;
  hyd_dsm_barrier();
  if (measures()) start = now_us();
  for (uint32_t i = 0; measures() && i < b.samples; i++)
    (void)*(volatile char *)(b.theirs + i * b.block);
  if (measures()) us = (now_us() - start) / b.samples;
  hyd_dsm_barrier();
  return us;
}

/* Rows that compare with a published DSM over MPI RMA, on an AMD EPYC. */
static void published_rows(double read, double write) {
  double us = in_order();
  us = in_order();
  print_row("read fault, a page", read, "0.7 x 7.2 us", 0.7 * 7.2);
  print_row("read faults in order, a page", us, "0.7 x 2.8 us", 0.7 * 2.8);
  print_row("write fault, a page, with its read fault", read + write, "0.7 x 13.6 us", 0.7 * 13.6);
}

static void fault_rows(double copy) {
  int mapped = hyd_dsm_the->local[1 - hyd_dsm_rank()] != NULL; /* the same at both */
  double empty, us, read;
  read = us = faults(0, &empty);
  print_row("a fault without work", empty, NULL, 0);
  print_row(mapped ? "copy of a page between cores" : "get of a page", copy, NULL, 0);
  if (mapped)
    print_row("read fault, page of a neighbour", us, "1.5 x (empty fault + copy)",
              1.5 * (empty + copy));
  else
    print_row("read fault, page of a peer", us, "empty fault + 1.3 x get", empty + 1.3 * copy);
  faults(1, &empty); /* commits memory for the twins */
  us = faults(1, &empty);
  print_row("write fault with twin, of a page just read", us, "empty fault + 2 copies",
            empty + 2 * copy);
  if (mapped) published_rows(read, us);
}

/* --- diffs ----------------------------------------------------------------- */

static double diff_us(char *page, char *twin) {
  static struct hyd_dsm_run runs[HYD_DSM_RUNS_MAX(PAGE)];
  for (uint32_t i = 0; i < b.samples; i++) {
    double start = now_us();
    for (int k = 0; k < 10; k++) hyd_dsm_diff(page, twin, PAGE, runs);
    b.sample[i] = (now_us() - start) / 10;
  }
  return median_of(b.sample);
}

static void diff_rows(double copy) {
  static _Alignas(64) char page[PAGE], twin[PAGE];
  print_row("diff of a clean page", diff_us(page, twin), "2 copies", 2 * copy);
  memset(page + 1000, 1, PAGE / 10);
  print_row("diff of one run of 10 %", diff_us(page, twin), "5 copies", 5 * copy);
  memset(page, 0, PAGE);
  for (int i = 0; i < 52; i++) page[i * 76 / 8 * 8] = 1;
  print_row("diff of 52 scattered words", diff_us(page, twin), "8 copies", 8 * copy);
}

/* --- releases, barriers ---------------------------------------------------- */

/* Measures the second of two releases: the first also maps the home's pages in this process. */
static void release_row(void) {
  double start, us = 0;
  for (int round = 0; round < 2; round++) {
    for (uint32_t i = 0; measures() && i < b.samples; i++)
      b.theirs[i * b.block] = (char)(i + round);
    if (measures()) {
      hyd_dsm_lock(b.own);
      start = now_us();
      hyd_dsm_unlock(b.own);
      us = (now_us() - start) / b.samples;
    }
    hyd_dsm_barrier();
  }
  print_row("release, a dirty page", us, "0.7 x 1.85 us", 0.7 * 1.85);
}

static void barrier_row(void) {
  hyd_dsm_barrier();
  for (uint32_t i = 0; i < b.samples; i++) {
    double start = now_us();
    hyd_dsm_barrier();
    b.sample[i] = now_us() - start;
  }
  print_row("barrier, nothing changed, 8,000 clean pages cached", median_of(b.sample), "10 us", 10);
}

/* --- locks ----------------------------------------------------------------- */

/* Half the time of a put and one back, each detected by a peer that spins. */
static double one_way(void) {
  struct hyd_dsm *d = hyd_dsm_the;
  uint32_t other = 1 - hyd_dsm_rank();
  size_t at = d->at.counters + 512;
  _Atomic uint64_t *line = (_Atomic uint64_t *)(d->mine + at);
  for (uint64_t i = 1; i <= b.samples; i++) {
    double start = now_us();
    if (measures()) gex_RMA_PutBlockingVal(d->tm, other, d->peer[other] + at, i, 8, 0);
    while (atomic_load_explicit(line, memory_order_acquire) < i)
      if (d->local[other] == NULL) gasnet_AMPoll();
    if (!measures()) gex_RMA_PutBlockingVal(d->tm, other, d->peer[other] + at, i, 8, 0);
    b.sample[i - 1] = (now_us() - start) / 2;
  }
  hyd_dsm_barrier();
  return median_of(b.sample);
}

static double lock_us(hyd_dsm_lock_t lock) {
  double start = now_us(), us;
  hyd_dsm_lock(lock);
  us = now_us() - start;
  hyd_dsm_unlock(lock);
  return us;
}

static void lock_rows(void) {
  double l = one_way(), start;
  print_row("L: a put that a spinning peer sees", l, NULL, 0);
  for (uint32_t i = 0; measures() && i < b.samples; i++) b.sample[i] = lock_us(b.own);
  print_row("lock, of a remote home, never held by another since", median_of(b.sample), "2 L",
            2 * l);
  for (uint32_t i = 0; i < b.samples; i++) {
    if (!measures()) lock_us(b.other);
    hyd_dsm_barrier();
    if (measures()) b.sample[i] = lock_us(b.other);
    hyd_dsm_barrier();
  }
  print_row("lock, after another's release", median_of(b.sample), "4 L", 4 * l);
  hyd_dsm_barrier();
  start = now_us();
  for (uint32_t i = 0; i < b.samples; i++) lock_us(b.other);
  print_row("lock, contended by 2: from one to the other", (now_us() - start) / b.samples / 2,
            "2 L", 2 * l);
  hyd_dsm_barrier();
}

/* --- memory ---------------------------------------------------------------- */

/* Memory per rank for 32 ranks and 1 GB: in the segment and for the engine, without twins. */
static void memory_row(int versions) {
  enum { RANKS = 32 };
  static struct hyd_dsm d = {.ranks = RANKS, .options = {.block = PAGE}};
  struct hyd_hlrc_config c = {.ranks = RANKS,
                              .page_bytes = PAGE,
                              .log_room = HYD_DSM_LOG_ROOM,
                              .versions = versions};
  double region = 1 << 30, besides;
  d.options.versions = versions;
  hyd_dsm_lay_out(&d, (size_t)region);
  c.pages = d.pages;
  c.needs = hyd_dsm_needs(d.pages);
  besides = (double)(d.at.total - d.at.region + hyd_hlrc_bytes(&c));
  print_row(versions ? "the same with versions" : "memory besides the pages, % of 1 GB, 32 ranks",
            100 * besides / region, "5 % + 64 KB a peer", 5 + 100 * (RANKS * 65536.0) / region);
}

/* --- the program ----------------------------------------------------------- */

static void prepare_pages(void) {
  hyd_dsm_lock_t *locks;
  b.block = (uint32_t)hyd_dsm_block();
  if (b.samples < 10 || b.samples > SAMPLES_MAX || hyd_dsm_ranks() != 2)
    hyd_dsm_refuse("%u samples on %u ranks; expected 10 to %u on 2 ranks", b.samples,
                   hyd_dsm_ranks(), SAMPLES_MAX);
  locks = hyd_dsm_region(NULL);
  if (hyd_dsm_rank() == 0) {
    hyd_dsm_alloc(b.block, HYD_DSM_AT_RANK, 0);
    hyd_dsm_alloc((size_t)b.samples * b.block, HYD_DSM_AT_RANK, 0);
    hyd_dsm_alloc((size_t)b.samples * b.block, HYD_DSM_AT_RANK, 1);
    hyd_dsm_alloc((size_t)CACHED * b.block, HYD_DSM_AT_RANK, 0);
    hyd_dsm_lock_new(); /* 1: its home is rank 1 */
    locks[0] = hyd_dsm_lock_new();
    hyd_dsm_lock_new();
    locks[1] = hyd_dsm_lock_new();
  }
  hyd_dsm_barrier();
  b.own = locks[0], b.other = locks[1];
  b.theirs = (char *)hyd_dsm_region(NULL) + b.block;
  b.mine = b.theirs + (size_t)b.samples * b.block;
  b.cached = b.mine + (size_t)b.samples * b.block;
}

/* --- ways for diffs -------------------------------------------------------- */

#define DIFFS 64u /* pages of a release */
#define RUNS_MOST 52u

struct diffs {
  struct hyd_dsm_run run[RUNS_MOST];
  uint32_t n;
  gex_Memvec_t here[DIFFS * RUNS_MOST], there[DIFFS * RUNS_MOST];
};

static void by_message(struct hyd_dsm *d, const struct diffs *x) {
  for (uint32_t p = 0; p < DIFFS; p++) hyd_dsm_diff_send(d, 0, p, x->run, x->n, 0);
  hyd_dsm_diffs_settle(d, 1);
}
static void by_put(struct hyd_dsm *d, const struct diffs *x) {
  gex_Event_Wait(gex_VIS_VectorPutNB(d->tm, 0, DIFFS * x->n, x->there, DIFFS * x->n, x->here, 0));
}
/* Gets the diffs as the home would once it knows where the runs are; here the other rank does
 * it. */
static void by_get(struct hyd_dsm *d, const struct diffs *x) {
  gex_Event_Wait(gex_VIS_VectorGetNB(d->tm, DIFFS * x->n, x->here, 0, DIFFS * x->n, x->there, 0));
}

static void way_row(const char *name, const struct diffs *x,
                    void (*way)(struct hyd_dsm *, const struct diffs *)) {
  char what[80];
  for (uint32_t i = 0; measures() && i < b.samples; i++) {
    double start = now_us();
    way(hyd_dsm_the, x);
    b.sample[i] = (now_us() - start) / DIFFS;
  }
  hyd_dsm_barrier();
  snprintf(what, sizeof what, "%s, %u x %u bytes, a page", name, x->n, x->run[0].bytes);
  print_row(what, median_of(b.sample), NULL, 0);
}

static void ways(uint32_t n, uint32_t bytes) {
  static struct diffs x;
  struct hyd_dsm *d = hyd_dsm_the;
  x.n = n;
  for (uint32_t i = 0; i < n; i++) x.run[i] = (struct hyd_dsm_run){i * 76 / 8 * 8, bytes};
  for (uint32_t i = 0; i < DIFFS * n; i++) {
    size_t at = i / n * PAGE + x.run[i % n].at;
    x.here[i] = (gex_Memvec_t){d->mine + at, bytes};
    x.there[i] = (gex_Memvec_t){d->peer[0] + at, bytes};
  }
  way_row("diffs by message", &x, by_message);
  way_row("diffs by a scattered put", &x, by_put);
  way_row("diffs got by the home", &x, by_get);
}

static int compare_ways(void) {
  b.samples = 200;
  ways(1, 8);
  ways(1, PAGE / 10 / 8 * 8);
  ways(RUNS_MOST, 8);
  hyd_dsm_exit(0);
}

/* --- counted --------------------------------------------------------------- */

#define TURNS 4000u

struct turns {
  uint32_t taken[64], begun;
  int all;
};

/* Takes the lock until all ranks together have had it TURNS times since the last rank arrived. */
static void take_turns(struct turns *t, hyd_dsm_lock_t lock) {
  uint32_t me = hyd_dsm_rank(), n = hyd_dsm_ranks(), sum = 0, came = 0;
  while (sum < TURNS) {
    hyd_dsm_lock(lock);
    t->begun += !came;
    came = 1;
    t->taken[me] += t->begun == n;
    sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += t->taken[i];
    hyd_dsm_unlock(lock);
  }
}

static int count_turns(void) {
  struct hyd_dsm_counts before, after;
  struct turns *t = (struct turns *)hyd_dsm_region(NULL);
  uint32_t n = hyd_dsm_ranks(), least = TURNS, most = 0;
  double waits;
  if (hyd_dsm_rank() == 0) {
    hyd_dsm_alloc(sizeof *t, HYD_DSM_AT_RANK, 0);
    hyd_dsm_lock_new();
  }
  hyd_dsm_barrier();
  hyd_dsm_counts(&before);
  take_turns(t, 1);
  hyd_dsm_barrier();
  hyd_dsm_counts(&after);
  waits = hyd_dsm_sum_double((double)(after.lock_waits - before.lock_waits)) /
          hyd_dsm_sum_double((double)(after.locks - before.locks));
  for (uint32_t i = 0; i < n; i++) {
    least = t->taken[i] < least ? t->taken[i] : least;
    most = t->taken[i] > most ? t->taken[i] : most;
  }
  if (hyd_dsm_rank() == 0) {
    printf("lock, contended by %u: turns, most : least %12.3f   %-42s %9.3f  %s\n", n,
           (double)most / least, "fair within 10 %", 1.1, most <= 1.1 * least ? "met" : "not met");
    printf("lock, contended by %u: messages a turn %18.3f   %-42s %9.3f  %s\n", n, waits,
           "1, the hand-over", 1.0, waits <= 1 ? "met" : "not met");
  }
  hyd_dsm_exit(0);
}

/* Counts handlers at all ranks while rank 1 fetches pages first, first + step, ... of rank 0. */
static double handlers_for(volatile char *p, uint32_t first, uint32_t step) {
  enum { FETCHES = 60 };
  struct hyd_dsm_counts c;
  double before, after;
  hyd_dsm_counts(&c);
  before = hyd_dsm_sum_double((double)c.handlers);
  for (uint32_t i = 0; hyd_dsm_rank() == 1 && i < FETCHES; i++)
    (void)p[(first + i * step) * hyd_dsm_block()];
  hyd_dsm_barrier();
  hyd_dsm_counts(&c);
  after = hyd_dsm_sum_double((double)c.handlers);
  return (after - before) / FETCHES;
}

static int handler_row(const char *what, double found, double most) {
  if (hyd_dsm_rank() == 0)
    printf("%-52s %9.3f   %-42s %9.3f  %s\n", what, found, "counted", most,
           found <= most ? "met" : "not met");
  return found > most;
}

static int count_handlers(void) {
  enum { PAGES = 200 };
  volatile char *p = hyd_dsm_region(NULL);
  int by_message = hyd_dsm_the->options.protocol != HYD_DSM_ARDMAR, more = 0;
  if (hyd_dsm_rank() == 0) hyd_dsm_alloc(PAGES * hyd_dsm_block(), HYD_DSM_FIRST_TOUCH, 0);
  for (uint32_t i = 0; hyd_dsm_rank() == 0 && i < PAGES; i++) p[i * hyd_dsm_block()] = 1;
  hyd_dsm_barrier();
  more |= handler_row("handlers a fetch, the default home is the home", handlers_for(p, 0, 3),
                      by_message);
  more |=
      handler_row("handlers a fetch, it is another rank", handlers_for(p, 2, 3), 2 * by_message);
  hyd_dsm_exit(more);
}

static int fetch_contended(size_t pages) {
  size_t block = hyd_dsm_block();
  volatile char *p = hyd_dsm_region(NULL);
  double start, us;
  if (hyd_dsm_rank() == 0 && !hyd_dsm_alloc(pages * block, HYD_DSM_FIRST_TOUCH, 0))
    hyd_dsm_refuse("%zu pages; expected fewer", pages);
  for (size_t i = 0; hyd_dsm_rank() == 0 && i < pages; i++) p[i * block] = 1;
  hyd_dsm_barrier();
  start = now_us();
  for (size_t i = 0; hyd_dsm_rank() && i < pages; i++) (void)p[i * block];
  us = hyd_dsm_sum_double(hyd_dsm_rank() ? now_us() - start : 0);
  if (hyd_dsm_rank() == 0) printf("%.2f\n", us / (hyd_dsm_ranks() - 1) / (double)pages);
  hyd_dsm_exit(0);
}

static double get_us(uint32_t pages, uint32_t behind) {
  struct hyd_dsm *d = hyd_dsm_the;
  char *from = d->peer[0] + PAGE;
  for (uint32_t i = 0; i < b.samples; i++) {
    double start = now_us();
    gex_Event_t first = gex_RMA_GetNB(d->tm, d->mine, 0, d->peer[0], pages * PAGE, 0), rest;
    rest = behind ? gex_RMA_GetNB(d->tm, d->mine + PAGE, 0, from, behind * PAGE, 0)
                  : GEX_EVENT_INVALID;
    gex_Event_Wait(first);
    b.sample[i] = now_us() - start;
    gex_Event_Wait(rest);
  }
  return median_of(b.sample);
}

static int compare_gets(void) {
  char what[80];
  b.samples = 1000;
  for (uint32_t n = 1; measures() && n <= 16; n *= 2) {
    snprintf(what, sizeof what, "get of %u KB", n * 4);
    print_row(what, get_us(n, 0), NULL, 0);
    snprintf(what, sizeof what, "get of 4 KB, with %u KB behind it", (n - 1) * 4);
    print_row(what, get_us(1, n - 1), NULL, 0);
  }
  hyd_dsm_exit(0);
}

/* A barrier at which each rank has written a page of its own that all others have read once. */
static int barrier_with_notices(void) {
  enum { TIMES = 1000 };
  size_t block = hyd_dsm_block();
  volatile char *p = hyd_dsm_region(NULL);
  double start;
  if (hyd_dsm_rank() == 0) hyd_dsm_alloc(hyd_dsm_ranks() * block, HYD_DSM_ROUND_ROBIN, 0);
  hyd_dsm_barrier();
  for (uint32_t i = 0; i < hyd_dsm_ranks(); i++) (void)p[i * block];
  hyd_dsm_barrier();
  start = now_us();
  for (int i = 0; i < TIMES; i++) {
    p[hyd_dsm_rank() * block]++;
    hyd_dsm_barrier();
  }
  if (hyd_dsm_rank() == 0)
    printf("%-52s %9.3f\n", "barrier, a notice of every rank", (now_us() - start) / TIMES);
  hyd_dsm_exit(0);
}

/* Writes every `step`th of the pages, in every interval. */
static void write_run(uint32_t pages, uint32_t step) {
  char what[80];
  for (uint32_t i = 0; i < b.samples; i++) {
    double start = now_us();
    for (uint32_t p = 0; measures() && p < pages; p += step) b.mine[p * b.block]++;
    if (measures()) hyd_dsm_lock(b.own), hyd_dsm_unlock(b.own);
    b.sample[i] = (now_us() - start) / (pages / step);
    hyd_dsm_barrier();
    for (uint32_t p = 0; !measures() && p < pages; p++)
      (void)*(volatile char *)(b.mine + p * b.block);
    hyd_dsm_barrier();
  }
  snprintf(what, sizeof what, "1 in %u of %u pages, a page", step, pages);
  print_row(what, median_of(b.sample), NULL, 0);
}

static int compare_writes(void) {
  b.samples = 100;
  prepare_pages();
  for (uint32_t pages = 1; pages <= 64; pages *= 4) write_run(pages, 1);
  write_run(64, 16);
  hyd_dsm_exit(0);
}

int main(int argc, char **argv) {
  double copy;
  uint32_t watched;
  hyd_dsm_init(&argc, &argv, (size_t)(argc > 1 && *argv[1] == '-' ? 48 : 128) << 20);
  if (argc > 1 && strcmp(argv[1], "--fetch") == 0)
    return fetch_contended(argc > 2 ? strtoul(argv[2], NULL, 10) : 1024);
  if (argc > 1 && strcmp(argv[1], "--locks") == 0) return count_turns();
  if (argc > 1 && strcmp(argv[1], "--handlers") == 0) return count_handlers();
  if (argc > 1 && strcmp(argv[1], "--diffs") == 0) return compare_ways();
  if (argc > 1 && strcmp(argv[1], "--gets") == 0) return compare_gets();
  if (argc > 1 && strcmp(argv[1], "--notices") == 0) return barrier_with_notices();
  if (argc > 1 && strcmp(argv[1], "--writes") == 0) return compare_writes();
  b.samples = argc > 1 ? (uint32_t)atoi(argv[1]) : 500;
  prepare_pages();
  if (measures())
    printf("%-52s %9s   %-42s %9s\n", hyd_dsm_the->faults->name, "us", "at most", "us");
  /* Empty faults are those of home pages, which must not be watched meanwhile. */
  watched = hyd_dsm_the->engine.c.watched;
  hyd_dsm_the->engine.c.watched = 0;
  share_pages();
  copy = copy_between_cores();
  fault_rows(copy);
  hyd_dsm_the->engine.c.watched = watched;
  diff_rows(copy);
  release_row();
  barrier_row();
  lock_rows();
  memory_row(0);
  memory_row(1);
  hyd_dsm_exit(0);
}

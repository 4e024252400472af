/* SPDX-License-Identifier: BSD-3-Clause
 *
 * waits.c: what waiting costs: a job whose rank 0 is late by some microseconds, again and again,
 * while all others wait for it in one of four ways. A rank's figures of a cell are the medians of
 * its waits: the time from when rank 0 did what is waited for until the waiter goes on, and the
 * processor time that the waiter's process has used meanwhile. Rank 0 prints
 * "KIND LATE_US LATENCY_NS CPU_NS", the means over the waiting ranks.
 */
#include <gasnet_coll.h>
#include <gasnetex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WAITS 41
#define SPIN_NS 50000 /* shorter delays are spun, longer ones slept */
#define MOST_RANKS 64

enum { H_CALL = GEX_AM_INDEX_BASE };

/* The head of each segment. */
struct slots {
  volatile uint64_t flag; /* put by rank 0 */
  double at;              /* of rank 0: when it did what is waited for */
  double latency[MOST_RANKS], cpu[MOST_RANKS];
};

static gex_TM_t tm;
static gex_Rank_t rank, size;
static struct slots *mine;
static struct slots *of_rank[MOST_RANKS]; /* each at its owner's address */
static volatile uint64_t calls;

static void on_call(gex_Token_t token) {
  (void)token;
  calls++;
}

static gex_AM_Entry_t handlers[] = {
    {H_CALL, (gex_AM_Fn_t)on_call, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, "call"}};

static double clock_ns(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
static double now_ns(void) { return clock_ns(CLOCK_MONOTONIC); }

static void run_barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(tm, 0)); }

static void be_late(double ns) {
  double until = now_ns() + ns;
  if (ns >= SPIN_NS) nanosleep(&(struct timespec){0, (long)ns}, NULL);
  while (now_ns() < until) continue;
}

/* --- the ways: turn number `n`, from 1 on; rank 0 ends what the others wait for --- */

static void in_barrier(uint64_t n) {
  (void)n;
  run_barrier();
}

static void in_event(uint64_t n) {
  static uint64_t word;
  word = n;
  gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, &word, &word, sizeof word, 0));
}

static void for_message(uint64_t n) {
  for (gex_Rank_t r = 1; rank == 0 && r < size; r++) gex_AM_RequestShort0(tm, r, H_CALL, 0);
  if (rank) GASNET_BLOCKUNTIL(calls == n);
}

static void for_flag(uint64_t n) {
  for (gex_Rank_t r = 1; rank == 0 && r < size; r++)
    gex_RMA_PutBlocking(tm, r, (void *)(uintptr_t)&of_rank[r]->flag, &n, sizeof n, 0);
  if (rank) GASNET_BLOCKUNTIL(mine->flag == n);
}

static const struct {
  const char *name;
  void (*wait)(uint64_t n);
} kinds[] = {{"barrier", in_barrier},
             {"event", in_event},
             {"message", for_message},
             {"put-then-flag", for_flag}};
static const int late_us[] = {10, 200, 2000};

/* --- a cell --------------------------------------------------------------- */

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
static double median_of(double v[WAITS]) {
  qsort(v, WAITS, sizeof *v, compare_doubles);
  return v[WAITS / 2];
}

/* This rank's figures to rank 0. */
static void send_figures(double latency, double cpu) {
  gex_RMA_PutBlocking(tm, 0, &of_rank[0]->latency[rank], &latency, sizeof latency, 0);
  gex_RMA_PutBlocking(tm, 0, &of_rank[0]->cpu[rank], &cpu, sizeof cpu, 0);
}

static double mean(const double *of) {
  double sum = 0;
  for (gex_Rank_t r = 1; r < size; r++) sum += of[r];
  return sum / (size - 1);
}

static void wait_once(size_t k, int late, uint64_t n, double *latency, double *cpu) {
  double end, at;
  run_barrier();
  if (rank == 0) {
    be_late(late * 1e3);
    mine->at = now_ns();
    kinds[k].wait(n);
    return;
  }
  *cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  kinds[k].wait(n);
  end = now_ns();
  *cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - *cpu;
  gex_RMA_GetBlocking(tm, &at, 0, &of_rank[0]->at, sizeof at, 0);
  *latency = end - at;
}

static void cell(size_t k, int late) {
  static uint64_t turn[sizeof kinds / sizeof *kinds];
  double latency[WAITS], cpu[WAITS];
  for (int i = 0; i < WAITS; i++) wait_once(k, late, ++turn[k], &latency[i], &cpu[i]);
  if (rank) send_figures(median_of(latency), median_of(cpu));
  run_barrier();
  if (rank == 0)
    printf("%s %d %.0f %.0f\n", kinds[k].name, late, mean(mine->latency), mean(mine->cpu));
}

int main(int argc, char **argv) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  gex_Client_Init(&client, &ep, &tm, "waits", &argc, &argv, 0);
  gex_EP_RegisterHandlers(ep, handlers, sizeof handlers / sizeof *handlers);
  gex_Segment_Attach(&segment, tm, GASNET_PAGESIZE);
  rank = gex_TM_QueryRank(tm);
  size = gex_TM_QuerySize(tm);
  if (size < 2 || size > MOST_RANKS) {
    fprintf(stderr, "waits: %u ranks; expected 2 to %d\n", size, MOST_RANKS);
    gasnet_exit(2);
  }
  for (gex_Rank_t r = 0; r < size; r++)
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, r, (void **)&of_rank[r], NULL, NULL, 0));
  mine = of_rank[rank];
  memset((void *)mine, 0, sizeof *mine);
  run_barrier();
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    for (size_t i = 0; i < sizeof late_us / sizeof *late_us; i++) cell(k, late_us[i]);
  fflush(stdout);
  run_barrier();
  gasnet_exit(0);
}

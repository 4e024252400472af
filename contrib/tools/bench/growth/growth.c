/* SPDX-License-Identifier: BSD-3-Clause
 *
 * growth.c: a job of any number of ranks for growth.py. Rank 0 prints lines "NAME VALUE": the time
 * of a barrier, of a reduction to all and a broadcast of 8 bytes, ns, each the best of some batches
 * that end when the last rank is through; and what memory a rank has for itself and its share of
 * what they have together, bytes, the mean.
 */
#include <gasnet_coll.h>
#include <gasnetex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCHES 5
#define BATCH_NS 20e6

static gex_TM_t tm;
static gex_Rank_t rank, size;

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void run_barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(tm, 0)); }

static double sum(double mine) {
  double all;
  gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, &all, &mine, GEX_DT_DBL, sizeof mine, 1, GEX_OP_ADD,
                                        NULL, NULL, 0));
  return all;
}

static void reduce_all(void) { (void)sum(1); }

static void run_broadcast(void) {
  static double word;
  gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, &word, &word, sizeof word, 0));
}

/* A broadcast alone has no end that rank 0 could see: here all tell it that they have it. */
static void broadcast_and_barrier(void) {
  run_broadcast();
  run_barrier();
}

static double time_batch(void (*op)(void), int calls) {
  double start = now_ns();
  for (int i = 0; i < calls; i++) op();
  return (now_ns() - start) / calls;
}

static double measure_operation(void (*op)(void)) {
  double best = 1e300, calls = 2;
  run_barrier();
  time_batch(op, 2);
  calls = BATCH_NS / time_batch(op, 2) + 2;
  calls = sum(rank ? 0 : calls < 2000 ? calls : 2000);
  for (int i = 0; i < BATCHES; i++) {
    double ns = time_batch(op, (int)calls);
    if (ns < best) best = ns;
  }
  return best;
}

/* Bytes that the kernel says are this process's: its own, and its share of shared ones. */
static double memory(void) {
  char line[200];
  double kb = 0;
  FILE *f = fopen("/proc/self/smaps_rollup", "r");
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "Pss: %lf", &kb) == 1) break;
  if (f) fclose(f);
  return kb * 1024;
}

int main(int argc, char **argv) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  double bytes, alone, with;
  gex_Client_Init(&client, &ep, &tm, "growth", &argc, &argv, 0);
  gex_Segment_Attach(&segment, tm, GASNET_PAGESIZE);
  rank = gex_TM_QueryRank(tm);
  size = gex_TM_QuerySize(tm);
  run_barrier();
  bytes = sum(memory());
  if (rank == 0) printf("memory %.0f\n", bytes / size);
  if (argc > 1) {
    alone = measure_operation(run_barrier);
    with = measure_operation(reduce_all);
    if (rank == 0) printf("barrier %.0f\nreduce-all %.0f\n", alone, with);
    with = measure_operation(broadcast_and_barrier);
    if (rank == 0) printf("broadcast+barrier %.0f\n", with);
  }
  fflush(stdout);
  run_barrier();
  gasnet_exit(0);
}

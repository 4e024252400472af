/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_vis_examples.c: the three examples of the proposal for list and strided functions in the UPC
 * library (slides "GASNet extensions for non-contiguous remote access"), in C over hyd_upc_vis.h.
 * What UPC declares as
 *
 *     shared [BLKSZ] double A[BLKSZ*THREADS];     blocks go round the threads
 *     shared [] double B[14][15][16];             all of it on thread 0
 *
 * is laid out by hand in the threads' segments. Prints a line for each example from each thread
 * that found something wrong, else one for all; status 0 if all is right.
 */
#include <gasnetex.h>

#include "hyd_upc_vis.h"

#define BLKSZ 100
#define B_AT 4096 /* offset of B in thread 0's segment */

typedef double array_a[11][12][13];
typedef double array_b[14][15][16];

static gex_TM_t team;
static gex_Rank_t me, threads;
static int wrong;

static char *segment_of(gex_Rank_t thread) {
  void *owner;
  uintptr_t size;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, thread, &owner, NULL, &size, 0));
  return owner;
}

/* &(A[i]) */
static hyd_upc_shared_t element(size_t i) {
  gex_Rank_t thread = (gex_Rank_t)(i / BLKSZ % threads);
  size_t offset = i / BLKSZ / threads * BLKSZ + i % BLKSZ;
  return hyd_upc_shared(thread, segment_of(thread) + offset * sizeof(double));
}

static void enter_barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(team, 0)); }

static void expect(const char *example, size_t at, double got, double wanted) {
  if (got == wanted) return;
  wrong++;
  fprintf(stderr, "%s, thread %u: value %zu is %g; expected %g\n", example, me, at, got, wanted);
}

/* Sets A[i] = i, each thread for its own block. */
static void fill_a(void) {
  double *mine = (double *)segment_of(me);
  for (size_t i = 0; i < BLKSZ; i++) mine[i] = (double)(me * BLKSZ + i);
  enter_barrier();
}

static void vector_example(void) {
  upc_smemvec_t srclist[] = {
      {element(14), sizeof(double)},               /* element 14 (from thread 0) */
      {element(20), sizeof(double)},               /* element 20 (from thread 0) */
      {element(100), 50 * sizeof(double)},         /* elements 100..149 (from thread 1) */
      {element(2 * BLKSZ), BLKSZ * sizeof(double)} /* entire block (from thread 2) */
  };
  double mybuf[52 + BLKSZ];
  upc_pmemvec_t dstlist[] = {{mybuf, sizeof mybuf}};
  upc_memget_list(1, dstlist, 4, srclist);
  expect("vector", 0, mybuf[0], 14);
  expect("vector", 1, mybuf[1], 20);
  for (size_t i = 0; i < 50; i++) expect("vector", 2 + i, mybuf[2 + i], 100 + (double)i);
  for (size_t i = 0; i < BLKSZ; i++) expect("vector", 52 + i, mybuf[52 + i], 200 + (double)i);
}

static void indexed_example(void) {
  hyd_upc_shared_t srclist[] = {
      element(14), element(15), element(16), /* elements 14..16 (from thread 0) */
      element(100), element(110)             /* elements 100 and 110 (from thread 1) */
  };
  static const double wanted[5] = {14, 15, 16, 100, 110};
  double mybuf[5];
  void *dstlist[] = {&mybuf};
  upc_memget_list(1, dstlist, 5 * sizeof(double), 5, srclist, sizeof(double));
  for (size_t i = 0; i < 5; i++) expect("indexed", i, mybuf[i], wanted[i]);
}

static double value_of(int i, int j, int k) { return i * 10000 + j * 100 + k; }

/* Copies a 3-d block of data, shaped 2x3x4, from (5,6,7) of the last thread's A to (8,9,10) of B.
 * The slide's call has its arguments in another order than its text; this follows the text. */
static void put_block(void) {
  static array_a A;
  size_t srcstrides[2], dststrides[2], count[3];
  for (int i = 0; i < 11; i++)
    for (int j = 0; j < 12; j++)
      for (int k = 0; k < 13; k++) A[i][j][k] = value_of(i, j, k);
  array_b *B = (array_b *)(void *)(segment_of(0) + B_AT);
  const void *srcaddr = &A[5][6][7];
  srcstrides[0] = 13 * sizeof(double);      /* stride in bytes for the rightmost dimension */
  srcstrides[1] = 12 * 13 * sizeof(double); /* stride in bytes for the middle dimension */
  hyd_upc_shared_t dstaddr = hyd_upc_shared(0, &(*B)[8][9][10]);
  dststrides[0] = 16 * sizeof(double);
  dststrides[1] = 15 * 16 * sizeof(double);
  count[0] = 4 * sizeof(double); /* bytes of contiguous data (width in rightmost dimension) */
  count[1] = 3;                  /* width in middle dimension */
  count[2] = 2;                  /* width in leftmost dimension */
  upc_memput_strided(dstaddr, dststrides, srcaddr, srcstrides, count, 2);
}

/* Thread 0 checks that B has the block, and its old values around it. */
static void check_block(void) {
  array_b *B = (array_b *)(void *)(segment_of(0) + B_AT);
  for (int i = 0; i < 14; i++)
    for (int j = 0; j < 15; j++)
      for (int k = 0; k < 16; k++) {
        int inside = i >= 8 && i < 10 && j >= 9 && j < 12 && k >= 10 && k < 14;
        double wanted = inside ? value_of(i - 8 + 5, j - 9 + 6, k - 10 + 7) : -1;
        expect("strided", (size_t)((i * 15 + j) * 16 + k), (*B)[i][j][k], wanted);
      }
}

static void strided_example(void) {
  double *B = (double *)(void *)(segment_of(0) + B_AT);
  for (int i = 0; me == 0 && i < 14 * 15 * 16; i++) B[i] = -1;
  enter_barrier();
  if (me == threads - 1) put_block();
  enter_barrier();
  if (me == 0) check_block();
}

int main(int argc, char **argv) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  int rc = gex_Client_Init(&client, &ep, &team, "UPC_VIS", &argc, &argv, GEX_FLAG_USES_GASNET1);
  if (rc == GASNET_OK) rc = gex_Segment_Attach(&segment, team, 16 * GASNET_PAGESIZE);
  if (rc != GASNET_OK) {
    fprintf(stderr, "upc_vis_examples: %s\n", gasnet_ErrorDesc(rc));
    return 1;
  }
  me = gex_TM_QueryRank(team);
  threads = gex_TM_QuerySize(team);
  if (threads < 3) {
    if (me == 0) fprintf(stderr, "upc_vis_examples: at least 3 threads are needed\n");
    enter_barrier();
    gasnet_exit(2);
  }
  fill_a();
  vector_example();
  indexed_example();
  strided_example();
  if (wrong) gasnet_exit(1);
  enter_barrier();
  if (me == 0) printf("vector, indexed and strided example on %u threads: as expected\n", threads);
  enter_barrier();
  gasnet_exit(0);
}

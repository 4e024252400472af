/* SPDX-License-Identifier: BSD-3-Clause
 *
 * queens.c: contrib/examples/queens/queens.upc as a compiler carries it out: its statements on
 * shared data are calls. `queens N c` counts without any, on thread 0, for comparison.
 *
 * threads: 4 1 2 3
 * options: 8
 */
#include <time.h>

#include "tests/upc/check.h"

STATIC_SHARED int64_t found, total; /* found: of each thread its element */

static long place(int n, unsigned columns, unsigned left, unsigned right) {
  unsigned all = (1u << n) - 1, free = all & ~(columns | left | right);
  long ways = 0;
  if (columns == all) return 1;
  while (free) {
    unsigned queen = free & -free;
    free -= queen;
    ways += place(n, columns | queen, (left | queen) << 1, (right | queen) >> 1);
  }
  return ways;
}

static long begin(int n, int i, int k) {
  unsigned first = 1u << i, second = 1u << k;
  if (i - k <= 1 && k - i <= 1) return 0;
  return place(n, first | second, (first << 1 | second) << 1, (first >> 1 | second) >> 1);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static long count_shared(int n) {
  long mine = 0;
  for (int task = MYTHREAD; task < n * n; task += THREADS) mine += begin(n, task / n, task % n);
  __putdi2(PTS(MYTHREAD, &found), (uint64_t)mine);
  upc_all_reduceL(PTS(0, &total), PTS(0, &found), UPC_ADD, (size_t)THREADS, 1, NULL,
                  UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  return (long)__getdi2(PTS(0, &total));
}

static long count_here(int n) {
  long ways = 0;
  for (int task = 0; task < n * n && MYTHREAD == 0; task++) ways += begin(n, task / n, task % n);
  return ways;
}

int upc_main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 8;
  BARRIER;
  double began = now();
  long ways = argc > 2 ? count_here(n) : count_shared(n);
  if (MYTHREAD == 0)
    printf("%d queens, %d threads: %ld ways, %.3f s\n", n, THREADS, ways, now() - began);
  CHECK(argc > 2 || n != 8 || ways == 92);
  return passed();
}

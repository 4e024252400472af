/* SPDX-License-Identifier: BSD-3-Clause
 *
 * queens.upc: in how many ways can n queens stand on a board of n x n squares so that none attacks
 * another one? The squares of the first two queens make n * n tasks, which are dealt out to the
 * threads; a reduction adds what they found.
 *
 * Usage: queens [N]   (12; at most 20)
 */
#include <stdio.h>
#include <stdlib.h>
#include <upc_collective.h>
#include <upc_relaxed.h>
#include <upc_tick.h>

shared long found[THREADS];
shared long total;

/* Ways to place the queens of the other rows. Bits are columns: those that have a queen, and those
 * that the queens above attack in this row along the diagonals. */
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

/* The ways that begin with queens in columns i and k of the first two rows. */
static long begin(int n, int i, int k) {
  unsigned first = 1u << i, second = 1u << k;
  if (i - k <= 1 && k - i <= 1) return 0;
  return place(n, first | second, (first << 1 | second) << 1, (first >> 1 | second) >> 1);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 12, task;
  long mine = 0;
  upc_tick_t began;
  if (n < 2 || n > 20) {
    if (MYTHREAD == 0) fprintf(stderr, "usage: queens [N]; expected 2 to 20\n");
    return 1;
  }
  upc_barrier;
  began = upc_ticks_now();
  upc_forall(task = 0; task < n * n; task++; task) mine += begin(n, task / n, task % n);
  found[MYTHREAD] = mine;
  upc_all_reduceL(&total, found, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  if (MYTHREAD == 0)
    printf("%d queens, %d threads: %ld ways, %.3f s\n", n, THREADS, total,
           1e-9 * (double)upc_ticks_to_ns(upc_ticks_now() - began));
  return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sim_choice.c: the algorithms that collectives choose (extended/coll/coll_choice.h) against the
 * simulator, which runs each of them message for message: what is chosen takes at most a little
 * longer than the best one, for networks, numbers of members and sizes on both sides of all
 * borders. Prints `N passed, N failed`.
 */
#include <stdio.h>

#include "contrib/tools/sim/many_apps.h"
#include "contrib/tools/sim/udp_bytes.h"

#define MTU 1472u
/* The choice does not know of heads, nor in which order calls for large streams come: the child
 * with most members below it may be served last. */
#define LONGER 1.4

static const struct many_loggp nets[] = {{3000000, 4500000, 100000, 100},
                                         {10000000, 1000000, 100000, 800},
                                         {1000000, 300000, 400000, 80}};
static const uint32_t ranks[] = {2, 3, 4, 7, 8, 13, 16, 33, 64};
static const size_t sizes[] = {8, 1024, 16384, 65536, 256 << 10, 1024 << 10, 4096 << 10};

static size_t wire(const struct many_collective *what, size_t bytes) {
  return udp_bytes(what->mtu, UDP_MEDIUM, 6, bytes);
}

/* Its time, in us. */
static double run(const struct many_loggp *net, enum many_coll_kind kind,
                  enum hyd_coll_algorithm algorithm, uint32_t n, size_t bytes) {
  const struct many_collective what = {.kind = kind,
                                       .algorithm = algorithm,
                                       .net = {(double)net->L / 1000, (double)net->o / 1000,
                                               (double)net->G / 1000, 0},
                                       .bytes = bytes,
                                       .wire = wire,
                                       .mtu = MTU};
  struct sim_many m = {.seed = 1, .n = n, .net = *net};
  struct many_result result;
  many_collectives(&m, &what, &result);
  many_close(&m);
  return (double)result.ended / 1e6;
}

static const enum hyd_coll_algorithm ways[2][4] = {{HYD_COLL_TREE, HYD_COLL_CHAIN},
                                                   {HYD_COLL_TREE, HYD_COLL_DOUBLING,
                                                    HYD_COLL_HALVING, HYD_COLL_PARTS_OF_ALL}};

/* The best algorithm but parts of 2^k members, which are left out: many send to one at a time. */
static double best_time(const struct many_loggp *net, enum many_coll_kind kind, uint32_t n,
                        size_t bytes) {
  int reduces = kind == MANY_REDUCE_ALL, many = reduces ? 3 + ((n & (n - 1)) != 0) : 2;
  double best = 1e300;
  for (int i = 0; i < many; i++) {
    double us = run(net, kind, ways[reduces][i], n, bytes);
    if (us < best) best = us;
  }
  return best;
}

static int is_bad(const struct many_loggp *net, enum many_coll_kind kind, uint32_t n,
                  size_t bytes) {
  double chosen = run(net, kind, HYD_COLL_NOT_CHOSEN, n, bytes);
  double best = best_time(net, kind, n, bytes);
  if (chosen <= LONGER * best) return 0;
  printf(
      "not ok - %s of %zu bytes, %u ranks, L %.1f us, G %.2f ns: %.1f us; the best %.1f (%.2f)\n",
      kind == MANY_BROADCAST ? "broadcast" : "reduction to all", bytes, n, (double)net->L / 1e6,
      (double)net->G / 1e3, chosen, best, chosen / best);
  return 1;
}

int main(void) {
  int passed = 0, failed = 0;
  for (unsigned w = 0; w < sizeof nets / sizeof *nets; w++)
    for (unsigned i = 0; i < sizeof ranks / sizeof *ranks; i++) {
      int bad = 0;
      for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
        bad += is_bad(&nets[w], MANY_BROADCAST, ranks[i], sizes[s]) +
               is_bad(&nets[w], MANY_REDUCE_ALL, ranks[i], sizes[s]);
      failed += bad != 0;
      passed += bad == 0;
    }
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_choice.c: see coll_choice.h. The terms of a cost are messages in sequence (hops), bytes that
 * one member's link carries, and bytes that a member combines. Where costs are equal, the algorithm
 * with fewer messages is taken.
 */
#include "extended/coll/coll_choice.h"

#include "core/oob/binomial_tree.h"

struct cost {
  double hops, carried, combined;
};

/* A member that sends and receives bulk takes two overheads for each piece, beside the link. */
static double time_of_byte(const struct hyd_coll_network *net) {
  double busy = 2 * net->overhead / (double)HYD_COLL_PIECE;
  return busy > net->byte ? busy : net->byte;
}

static double time_of(const struct hyd_coll_network *net, struct cost c) {
  return c.hops * (net->latency + 2 * net->overhead) + c.carried * time_of_byte(net) +
         c.combined * net->combine;
}

static int log2_of(uint32_t n) { return 31 - __builtin_clz(n); }

/* --- broadcast ------------------------------------------------------------ */

/* The root sends all to each child. The deepest member has as many members above it as its number
 * has bits. */
static struct cost of_tree(uint32_t n, double bytes) {
  return (struct cost){log2_of(n), bytes * hyd_tree_levels(n), 0};
}

/* A member sends a piece on while the next one arrives. */
static struct cost of_chain(uint32_t n, double bytes) {
  double piece = bytes < HYD_COLL_PIECE ? bytes : (double)HYD_COLL_PIECE;
  return (struct cost){n - 1.0, bytes + (n - 2.0) * piece, 0};
}

enum hyd_coll_algorithm hyd_coll_choose_broadcast(const struct hyd_coll_network *net, uint32_t n,
                                                  size_t bytes) {
  if (n <= 2) return HYD_COLL_TREE;
  return time_of(net, of_chain(n, (double)bytes)) < time_of(net, of_tree(n, (double)bytes))
             ? HYD_COLL_CHAIN
             : HYD_COLL_TREE;
}

/* --- reduction to all ----------------------------------------------------- */

static struct cost of_tree_both_ways(uint32_t n, double bytes) {
  struct cost one = of_tree(n, bytes);
  return (struct cost){2 * one.hops, 2 * one.carried, one.carried};
}

/* Members that fold take a hop before, with all bytes, and one after. */
static struct cost with_folding(uint32_t n, double bytes, struct cost c) {
  if ((n & (n - 1)) == 0) return c;
  return (struct cost){c.hops + 2, c.carried + 2 * bytes, c.combined + bytes};
}

static struct cost of_doubling(uint32_t n, double bytes) {
  int rounds = log2_of(n);
  return with_folding(n, bytes, (struct cost){rounds, rounds * bytes, rounds * bytes});
}

static struct cost of_halving(uint32_t n, double bytes) {
  int rounds = log2_of(n);
  double most = bytes - bytes / ((uint32_t)1 << rounds);
  return with_folding(n, bytes, (struct cost){2 * rounds, 2 * most, most});
}

/* Each member sends a message to each other one, and then takes theirs, of which the last may come
 * late. */
static double time_of_all_to_all(const struct hyd_coll_network *net, uint32_t n) {
  double others = n - 1.0, taking = others * net->overhead, waiting = net->latency + net->overhead;
  return others * net->overhead + (taking > waiting ? taking : waiting);
}

/* Two stages, of the data and of the results. */
static double time_of_parts(const struct hyd_coll_network *net, uint32_t n, double bytes) {
  double most = bytes - bytes / n;
  return 2 * time_of_all_to_all(net, n) + time_of(net, (struct cost){0, 2 * most, most});
}

/* If the number of members is a power of two, halving carries as many bytes as parts do, in fewer
 * messages. */
enum hyd_coll_algorithm hyd_coll_choose_reduce_all(const struct hyd_coll_network *net, uint32_t n,
                                                   size_t bytes) {
  const struct {
    enum hyd_coll_algorithm algorithm;
    double time;
  } way[] = {{HYD_COLL_TREE, time_of(net, of_tree_both_ways(n, (double)bytes))},
             {HYD_COLL_DOUBLING, time_of(net, of_doubling(n, (double)bytes))},
             {HYD_COLL_HALVING, time_of(net, of_halving(n, (double)bytes))},
             {HYD_COLL_PARTS_OF_ALL, time_of_parts(net, n, (double)bytes)}};
  int ways = (n & (n - 1)) && n <= HYD_COLL_PARTS ? 4 : 3, best = 0;
  for (int i = 1; i < ways; i++)
    if (way[i].time < way[best].time) best = i;
  return way[best].algorithm;
}

/* --- exchange ------------------------------------------------------------- */

/* In each round half of the blocks are sent, and copied as often as a reduction would combine them.
 */
static struct cost of_bruck(uint32_t n, double bytes) {
  double rounds = hyd_tree_levels(n), moved = rounds * bytes * n / 2;
  return (struct cost){rounds, moved, moved};
}

enum hyd_coll_algorithm hyd_coll_choose_exchange(const struct hyd_coll_network *net, uint32_t n,
                                                 size_t bytes) {
  double direct = time_of_all_to_all(net, n) + (n - 1.0) * (double)bytes * time_of_byte(net);
  return n > 2 && time_of(net, of_bruck(n, (double)bytes)) < direct ? HYD_COLL_BRUCK
                                                                    : HYD_COLL_DIRECT;
}

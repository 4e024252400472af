/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce_rounds.h: the rounds of a reduction to all, as an engine without input or output, which
 * the library (coll_rounds.c) and the simulator (contrib/tools/sim/many_rounds.c) run.
 *
 * Doubling: in round k a member exchanges all that it has combined with the member at distance 2^k.
 * Halving (Rabenseifner): in round k two such members exchange halves of what they have combined
 * and each goes on with one half. When each has one part of the result, the rounds are taken back,
 * and the members exchange results. Each member then sends and receives each element twice at most,
 * whatever the number of members.
 *
 * Members at the distance 1 come first. So what a member has combined is that of consecutive
 * members, and order is kept.
 *
 * If the number of members is no power of 2, the first members fold in pairs: the even one sends
 * its data to the odd one, which takes part for both, and gets the result at the end.
 */
#ifndef HYD_EXTENDED_REDUCE_ROUNDS_H
#define HYD_EXTENDED_REDUCE_ROUNDS_H

#include <stddef.h>
#include <stdint.h>

struct hyd_reduce_rounds {
  uint32_t n, me;
  size_t count; /* elements */
  int halves;   /* halving, or doubling */
  /* These follow: */
  uint32_t pairs; /* pairs of members that fold */
  int levels;     /* log2 of the members that remain */
  int rounds;     /* rounds that this member takes */
};

struct hyd_span { /* elements [from, to) */
  size_t from, to;
};
static inline size_t hyd_span_count(struct hyd_span s) { return s.to - s.from; }

struct hyd_reduce_round {
  uint32_t peer, stage;       /* stage: the same number at both members */
  struct hyd_span send, take; /* what goes to the peer, and comes from it; empty: nothing */
  int combines;               /* what comes is combined with this member's; else it is a result */
};

/* The rounds of member `me` of n. */
struct hyd_reduce_rounds hyd_reduce_rounds(uint32_t n, uint32_t me, size_t count, int halves);
/* Round number i. */
struct hyd_reduce_round hyd_reduce_round(const struct hyd_reduce_rounds *r, int i);

#endif

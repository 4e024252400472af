/* SPDX-License-Identifier: BSD-3-Clause
 *
 * many_coll.h: what the models of collectives share: what a member of the simulated job has heard
 * and sent.
 */
#ifndef HYD_SIM_MANY_COLL_H
#define HYD_SIM_MANY_COLL_H

#include "core/oob/binomial_tree.h"
#include "contrib/tools/sim/many_apps.h"

/* Kinds of messages: bytes up or down a tree, and calls for them; bytes of the two stages of a
 * reduction in parts, and calls; bytes of a round, and calls. */
enum { UP, DOWN, CALL, PART, SUM, CALL_PART, CALL_SUM, ROUND, CALL_ROUND };

#define MOST_STAGES 66 /* most stages of a reduction by rounds, with fold and unfold */

struct letter {
  int what, k; /* k: of the child, or the stage of the round, or the sender */
  size_t bytes;
};

struct share { /* the bytes that a member exchanges with another one in a stage */
  size_t heard, sent;
  int called, begun, given;
};

struct member {
  size_t up[HYD_TREE_CHILDREN], down; /* bytes heard from each child, from the parent */
  size_t sent_up, sent_down[HYD_TREE_CHILDREN];
  int called_up, called_down[HYD_TREE_CHILDREN]; /* large: by ranks that wait */
  int asked, done;
  int round, begun;                /* rounds that are over, that have begun */
  struct share stage[MOST_STAGES]; /* the rounds' */
  int part;                        /* stage of a reduction in parts: 1 parts, 2 sums */
  struct share share[2][HYD_COLL_PARTS];
};

struct hall {
  struct many_collective what;
  struct member *member;
  int levels;
  enum hyd_coll_algorithm algorithm; /* a reduction to all has this one */
  int chained;                       /* a broadcast goes along a chain */
  uint64_t ended;
  uint32_t ready;
};

void many_coll_post(struct sim_many *m, uint32_t from, uint32_t to, int what, int k, size_t bytes);

/* many_rounds.c: returns 1 if the reduction to all by rounds is over for this rank. */
int many_coll_rounds(struct sim_many *m, uint32_t rank);
void many_coll_hear_round(struct member *r, const struct letter *l);

#endif

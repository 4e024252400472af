/* SPDX-License-Identifier: BSD-3-Clause
 *
 * count_tree.h: an engine that tells every member the least of all members' counts. Each of n
 * members has a count that only grows, for example of barriers that it has entered. The least
 * counts of subtrees travel up a binomial tree, the least of all travels down: 2 ceil(log2 n)
 * messages in sequence at most, n - 1 in each direction, and a few words of memory for each of log2
 * n children.
 *
 * Two members may exchange their counts instead: then both know the least after one message in each
 * direction, at the same time. A count may then be known before messages come that the other member
 * sent with an earlier count.
 *
 * The engine does no input or output: its caller asks for messages to send and reports messages
 * that have arrived. Every message must arrive, but messages may overtake each other or arrive
 * twice. A member may increase its count before earlier counts are known to all. There are no locks
 * inside.
 */
#ifndef HYD_OOB_COUNT_TREE_H
#define HYD_OOB_COUNT_TREE_H

#include "core/oob/binomial_tree.h"

struct hyd_count_tree {
  uint32_t n, me;
  int levels;
  int exchanges; /* there are 2 members, and member 0 sends its own count down */
  uint64_t own;
  /* The least count that each child has reported; exchanges: [0] is the other member's. */
  uint64_t below[HYD_TREE_CHILDREN];
  uint64_t said;                    /* the least count that was sent to the parent */
  uint64_t all;                     /* the least count of all members, as far as it is known */
  uint64_t told[HYD_TREE_CHILDREN]; /* `all` as it was sent to each child */
};

struct hyd_count_news {
  uint32_t to;
  int up; /* 1: to the parent; 0: to a child */
  uint64_t count;
};

void hyd_count_tree_init(struct hyd_count_tree *t, uint32_t n, uint32_t me);
/* The same, but two members exchange their counts. */
void hyd_count_tree_init_quick(struct hyd_count_tree *t, uint32_t n, uint32_t me);

/* This member's count becomes `count`, which is greater than before. */
void hyd_count_tree_reach(struct hyd_count_tree *t, uint64_t count);
/* A message has arrived from a child. 0, or -1: `from` is no child of this member. */
int hyd_count_tree_hear_up(struct hyd_count_tree *t, uint32_t from, uint64_t count);
/* A message has arrived from the parent. */
void hyd_count_tree_hear_down(struct hyd_count_tree *t, uint64_t count);

/* Returns 1 and the next message to send in *news, until hyd_count_tree_sent is called for it. 0:
 * there is none. */
int hyd_count_tree_next(const struct hyd_count_tree *t, struct hyd_count_news *news);
void hyd_count_tree_sent(struct hyd_count_tree *t, const struct hyd_count_news *news);

/* The least count of all members is at least this. */
static inline uint64_t hyd_count_tree_all(const struct hyd_count_tree *t) { return t->all; }

#endif

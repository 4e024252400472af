/* SPDX-License-Identifier: BSD-3-Clause
 *
 * count_tree.h: how far all members have come. Each of n members has a count that only grows (of
 * barriers that it entered, of meetings); the engine tells every member the least of all counts.
 * The least counts of subtrees go up a binomial tree, that of all goes down: 2 ceil(log2 n)
 * messages on the longest way, n - 1 each way in all, and a few words of memory for each of log2 n
 * children.
 *
 * It does no input or output: what is to be sent is asked for, what has come is told. Messages must
 * arrive, but may overtake each other or come twice. Several counts may be under way at a time. No
 * locks inside.
 */
#ifndef HYD_OOB_COUNT_TREE_H
#define HYD_OOB_COUNT_TREE_H

#include "core/oob/binomial_tree.h"

struct hyd_count_tree {
  uint32_t n, me;
  int levels;
  uint64_t own;
  uint64_t below[HYD_TREE_CHILDREN]; /* what each child has said */
  uint64_t said;                     /* to the parent */
  uint64_t all;                      /* the least of all, as far as is known here */
  uint64_t told[HYD_TREE_CHILDREN];
};

struct hyd_count_news {
  uint32_t to;
  int up; /* to the parent; else to a child */
  uint64_t count;
};

void hyd_count_tree_init(struct hyd_count_tree *t, uint32_t n, uint32_t me);

/* This member has come to `count`, more than before. */
void hyd_count_tree_reach(struct hyd_count_tree *t, uint64_t count);
/* A message came: from a child (0, or -1: from no child of this member), or from the parent. */
int hyd_count_tree_hear_up(struct hyd_count_tree *t, uint32_t from, uint64_t count);
void hyd_count_tree_hear_down(struct hyd_count_tree *t, uint64_t count);

/* The next message to send; 0: there is none. It is asked for again until it is said to be sent. */
int hyd_count_tree_next(const struct hyd_count_tree *t, struct hyd_count_news *news);
void hyd_count_tree_sent(struct hyd_count_tree *t, const struct hyd_count_news *news);

/* The least count of all members is this, at least. */
static inline uint64_t hyd_count_tree_all(const struct hyd_count_tree *t) { return t->all; }

#endif

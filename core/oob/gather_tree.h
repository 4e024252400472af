/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gather_tree.h: the records of all members to all members. Each of n members has some consecutive
 * records of a table; those of subtrees go up a binomial tree, then the whole table goes down: 2
 * ceil(log2 n) steps.
 *
 * It does no input or output, and does not hold the table: pieces to be sent are asked for, pieces
 * that have come (and that the caller has put into its table) are told. Each must arrive once; they
 * may overtake each other. For one gathering after the other; all members must have ended one
 * before any of them begins the next. No locks inside.
 */
#ifndef HYD_OOB_GATHER_TREE_H
#define HYD_OOB_GATHER_TREE_H

#include "core/oob/binomial_tree.h"

struct hyd_gather_tree {
  uint32_t n, me;
  int levels;
  const uint32_t *first; /* [n + 1] of each member's records; the last is how many there are */
  int begun;             /* this member's own are in the table */
  uint32_t heard;        /* records that came from below */
  uint32_t sent_up;
  uint32_t got; /* of the whole table, from the parent */
  uint32_t sent_down[HYD_TREE_CHILDREN];
};

struct hyd_gather_piece {
  uint32_t to; /* member */
  int up;      /* to the parent; else to a child */
  uint32_t first, count;
};

/* `first` is kept. */
void hyd_gather_tree_init(struct hyd_gather_tree *t, uint32_t n, uint32_t me,
                          const uint32_t *first);
/* This member's own records are in the table. */
void hyd_gather_tree_begin(struct hyd_gather_tree *t);
/* A piece may be put into the table: 1, and it is counted; 0: no member sends such a piece to this
 * member. */
int hyd_gather_tree_hear(struct hyd_gather_tree *t, int up, uint32_t first, uint32_t count);
/* The next piece to send, of at most so many records; 0: none now. Asked again until said to be
 * sent. */
int hyd_gather_tree_next(const struct hyd_gather_tree *t, uint32_t most,
                         struct hyd_gather_piece *piece);
void hyd_gather_tree_sent(struct hyd_gather_tree *t, const struct hyd_gather_piece *piece);
/* The table is whole, here. */
int hyd_gather_tree_whole(const struct hyd_gather_tree *t);

#endif

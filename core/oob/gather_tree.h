/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gather_tree.h: an engine that gives all members' records to all members. Each of n members has
 * some consecutive records of a table. The records of subtrees travel up a binomial tree, then the
 * whole table travels down: 2 ceil(log2 n) steps.
 *
 * The engine does no input or output, and does not contain the table: its caller asks for pieces to
 * send, and reports pieces that have arrived, which the caller writes to its table. Each piece must
 * arrive once; pieces may overtake each other. All members must have ended one gathering before any
 * of them begins the next. There are no locks inside.
 */
#ifndef HYD_OOB_GATHER_TREE_H
#define HYD_OOB_GATHER_TREE_H

#include "core/oob/binomial_tree.h"

struct hyd_gather_tree {
  uint32_t n, me;
  int levels;
  const uint32_t *first; /* [n + 1]: each member's first record; the last: the number of all */
  int begun;             /* this member's own records are in the table */
  uint32_t heard;        /* records that children have sent */
  uint32_t sent_up;      /* records sent to the parent */
  uint32_t got;          /* records of the whole table that the parent has sent */
  uint32_t sent_down[HYD_TREE_CHILDREN]; /* records sent to each child */
};

struct hyd_gather_piece {
  uint32_t to; /* the receiving member */
  int up;      /* 1: to the parent; 0: to a child */
  uint32_t first, count;
};

/* Initialises the engine, which keeps `first`. */
void hyd_gather_tree_init(struct hyd_gather_tree *t, uint32_t n, uint32_t me,
                          const uint32_t *first);
/* This member's own records are in the table. */
void hyd_gather_tree_begin(struct hyd_gather_tree *t);
/* A piece has arrived. 1: it is counted, and the caller is to write it to the table. 0: no member
 * sends such a piece to this member. */
int hyd_gather_tree_hear(struct hyd_gather_tree *t, int up, uint32_t first, uint32_t count);
/* Returns 1 and the next piece to send, of at most `most` records, until hyd_gather_tree_sent is
 * called for it. 0: there is none now. */
int hyd_gather_tree_next(const struct hyd_gather_tree *t, uint32_t most,
                         struct hyd_gather_piece *piece);
void hyd_gather_tree_sent(struct hyd_gather_tree *t, const struct hyd_gather_piece *piece);
/* Whether this member's table is complete. */
int hyd_gather_tree_whole(const struct hyd_gather_tree *t);

#endif

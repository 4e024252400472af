/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_tree.h: members of a team as members of a tree (core/oob/binomial_tree.h), counted from any
 * of them, the top.
 */
#ifndef HYD_EXTENDED_COLL_TREE_H
#define HYD_EXTENDED_COLL_TREE_H

#include "core/oob/binomial_tree.h"
#include "extended/coll.h"

static inline gex_Rank_t hyd_tree_number(const struct hyd_team *t, gex_Rank_t top) {
  gex_Rank_t rank = t->pub.rank, size = t->pub.size;
  return rank >= top ? rank - top : rank + size - top;
}
static inline gex_Rank_t hyd_tree_member(const struct hyd_team *t, gex_Rank_t top, gex_Rank_t r) {
  gex_Rank_t size = t->pub.size, left = size - top;
  return r < left ? top + r : r - left;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_tree.h: the binomial tree of broadcasts and reductions. Member r, counted from the top, has the
 * children r + 2^k for every 2^k below its lowest set bit, and the parent without that bit.
 */
#ifndef HYD_COLL_TREE_H
#define HYD_COLL_TREE_H

#include "extended/coll.h"

static inline gex_Rank_t hyd_tree_number(const struct hyd_team *t, gex_Rank_t top) {
  gex_Rank_t rank = t->pub.rank, size = t->pub.size;
  return rank >= top ? rank - top : rank + size - top;
}
static inline gex_Rank_t hyd_tree_member(const struct hyd_team *t, gex_Rank_t top, gex_Rank_t r) {
  gex_Rank_t size = t->pub.size, left = size - top;
  return r < left ? top + r : r - left;
}
static inline gex_Rank_t hyd_tree_parent(gex_Rank_t r) { return r & (r - 1); }
static inline int hyd_tree_has_child(const struct hyd_team *t, gex_Rank_t r, int k) {
  uint64_t bit = (uint64_t)1 << k;
  return (r & (bit - 1)) == 0 && !(r & bit) && r + bit < t->pub.size;
}
static inline int hyd_tree_levels(gex_Rank_t size) {
  return size > 1 ? 32 - __builtin_clz(size - 1) : 0;
}

#endif

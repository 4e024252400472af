/* SPDX-License-Identifier: BSD-3-Clause
 *
 * binomial_tree.h: the binomial tree of n members, numbered 0 to n-1. Member r has a child r + 2^k
 * for every 2^k below the lowest set bit of r; its parent is r without that bit. The subtree of r
 * has consecutive numbers, from r on.
 */
#ifndef HYD_OOB_BINOMIAL_TREE_H
#define HYD_OOB_BINOMIAL_TREE_H

#include <stdint.h>

#define HYD_TREE_CHILDREN 32 /* most children of a member */

/* The parent of r. */
static inline uint32_t hyd_tree_parent(uint32_t r) { return r & (r - 1); }

/* Whether r has the child r + 2^k. */
static inline int hyd_tree_has_child(uint32_t n, uint32_t r, int k) {
  uint64_t bit = (uint64_t)1 << k;
  return (r & (bit - 1)) == 0 && !(r & bit) && r + bit < n;
}

/* Index of child r among its parent's children. */
static inline int hyd_tree_place(uint32_t r) { return __builtin_ctz(r); }

/* Levels below the root: no member has a child r + 2^k with this k or more. ceil(log2 n). */
static inline int hyd_tree_levels(uint32_t n) { return n > 1 ? 32 - __builtin_clz(n - 1) : 0; }

/* The number of members in the subtree of r. */
static inline uint32_t hyd_tree_below(uint32_t n, uint32_t r) {
  uint32_t most = r ? (uint32_t)1 << hyd_tree_place(r) : n;
  return n - r < most ? n - r : most;
}

#endif

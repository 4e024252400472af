/* SPDX-License-Identifier: BSD-3-Clause
 *
 * binomial_tree.h: the binomial tree in which members 0..n-1 of anything report to each other.
 * Member r has the children r + 2^k for every 2^k below its lowest set bit, and the parent without
 * that bit; those below r, and r itself, are consecutive.
 */
#ifndef HYD_OOB_BINOMIAL_TREE_H
#define HYD_OOB_BINOMIAL_TREE_H

#include <stdint.h>

#define HYD_TREE_CHILDREN 32 /* at most, of one member */

static inline uint32_t hyd_tree_parent(uint32_t r) { return r & (r - 1); }

static inline int hyd_tree_has_child(uint32_t n, uint32_t r, int k) {
  uint64_t bit = (uint64_t)1 << k;
  return (r & (bit - 1)) == 0 && !(r & bit) && r + bit < n;
}

/* Index of child r among its parent's children. */
static inline int hyd_tree_place(uint32_t r) { return __builtin_ctz(r); }

/* The least k that no member has a child for: ceil(log2 n). */
static inline int hyd_tree_levels(uint32_t n) { return n > 1 ? 32 - __builtin_clz(n - 1) : 0; }

/* How many members are r and below it. */
static inline uint32_t hyd_tree_below(uint32_t n, uint32_t r) {
  uint32_t most = r ? (uint32_t)1 << hyd_tree_place(r) : n;
  return n - r < most ? n - r : most;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stripes.h: locks of a rank's memory, for accumulates. The memory is cut into stripes; every
 * 256th stripe has the same lock, a word at the start of the rank's segment. A thread that adds to
 * a piece holds the locks of all stripes of the piece. It takes them in the order of their words,
 * so that no two threads wait for each other.
 */
#ifndef HYD_ARMCI_STRIPES_H
#define HYD_ARMCI_STRIPES_H
#include "contrib/layers/armci/job.h"

/* Locks that are held. */
struct armci_stripes {
  struct armci_head *head;
  uintptr_t low, high; /* stripes low to high - 1; equal: none */
};

static inline bool hyd_armci_stripes_cover(const struct armci_stripes *s, uintptr_t at,
                                           size_t bytes) {
  return at >> ARMCI_STRIPE_SHIFT >= s->low && (at + bytes - 1) >> ARMCI_STRIPE_SHIFT < s->high;
}

/* Releases what is held, and takes the locks of a piece at the address `at` of the owner. */
void hyd_armci_stripes_take(struct armci_stripes *s, uintptr_t at, size_t bytes);
/* As above without waiting. False: some lock is taken, and none is held. For handlers. */
bool hyd_armci_stripes_try(struct armci_stripes *s, uintptr_t at, size_t bytes);
void hyd_armci_stripes_release(struct armci_stripes *s);

#endif

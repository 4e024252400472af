/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barrier_name.h: what the ranks of a named barrier agree on (gasnet1-extended.md 5.2).
 * Contributions of ranks are added, and the consensus of groups merged, in any order: the order
 * changes nothing but the id that a mismatch shows.
 */
#ifndef HYD_SHM_BARRIER_NAME_H
#define HYD_SHM_BARRIER_NAME_H

#include "core/base/core.h"
#include "core/sys/cpu.h"

struct hyd_consensus {
  int named, id, mismatch;
};

/* Adds one rank's contribution. */
HYD_HOT_INLINE void hyd_consensus_add(struct hyd_consensus *c, int id, int flags) {
  if (flags & GASNET_BARRIERFLAG_MISMATCH) {
    c->mismatch = 1;
  } else if (flags & GASNET_BARRIERFLAG_ANONYMOUS) {
    return;
  } else if (c->named && c->id != id) {
    c->mismatch = 1;
  } else {
    c->named = 1;
    c->id = id;
  }
}

/* Adds the consensus of other ranks. */
static inline void hyd_consensus_merge(struct hyd_consensus *c,
                                       const struct hyd_consensus *others) {
  if (others->named) hyd_consensus_add(c, others->id, 0);
  c->mismatch |= others->mismatch;
}

/* What a wait with these arguments returns. */
static inline int hyd_consensus_outcome(const struct hyd_consensus *c, int id, int flags) {
  if (c->mismatch) return GASNET_ERR_BARRIER_MISMATCH;
  if (!(flags & GASNET_BARRIERFLAG_ANONYMOUS) && c->named && c->id != id)
    return GASNET_ERR_BARRIER_MISMATCH;
  return GASNET_OK;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * slot_word.h: a slot's references and state in one atomic word: 32 bits count references, 3 are
 * the state, one marks use, and the others are a generation that changes whenever the slot is
 * reused for other buckets. A hit is one compare-and-swap of the word; because of the generation
 * its success proves that all members of the slot that were read before belong together.
 *
 *   FREE ─► PENDING ─► PINNED ◄─► TAKEN ─► FREE
 *              │          ├◄───► DRAINING ─► TAKEN
 *              └──────────┴────► DEAD ─► FREE
 *
 *   PENDING   being pinned, or moved here; requests may wait for it
 *   PINNED    may be used
 *   TAKEN     a victim: it has no references, and none can be added
 *   DRAINING  takes no new references: a request with precedence wants it
 *   DEAD      takes no new references: its memory has gone away, or pinning it failed
 *
 * PENDING also becomes FREE if the request finds no room for its other slots; DRAINING also becomes
 * DEAD.
 */
#ifndef HYD_FIREHOSE_SLOT_WORD_H
#define HYD_FIREHOSE_SLOT_WORD_H

#include <stdatomic.h>
#include <stdint.h>

enum hyd_fh_state { FH_FREE, FH_PENDING, FH_PINNED, FH_DRAINING, FH_TAKEN, FH_DEAD };

#define FH_STATE_SHIFT 32
#define FH_USED (UINT64_C(1) << 35)
#define FH_GEN_SHIFT 36
#define FH_GEN_MASK ((UINT64_C(1) << (64 - FH_GEN_SHIFT)) - 1)

static inline uint32_t hyd_fh_word_refs(uint64_t w) { return (uint32_t)w; }
static inline enum hyd_fh_state hyd_fh_word_state(uint64_t w) {
  return (enum hyd_fh_state)(w >> FH_STATE_SHIFT & 7);
}
static inline uint64_t hyd_fh_word_gen(uint64_t w) { return w >> FH_GEN_SHIFT; }

static inline uint64_t hyd_fh_word_with(uint64_t w, enum hyd_fh_state s) {
  return (w & ~(UINT64_C(7) << FH_STATE_SHIFT)) | (uint64_t)s << FH_STATE_SHIFT;
}

/* The word for the next use of a slot: a new generation, with this state and so many references. */
static inline uint64_t hyd_fh_word_next(uint64_t w, enum hyd_fh_state s, uint32_t refs) {
  return (((w >> FH_GEN_SHIFT) + 1) & FH_GEN_MASK) << FH_GEN_SHIFT | (uint64_t)s << FH_STATE_SHIFT |
         refs;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * slot_word.h: the references to a slot and its state, in one atomic word: 32 bits of references, 3
 * of state, a mark of use, and a generation that changes whenever the slot gets another identity. A
 * hit is one compare-and-swap of it; as the generation is in it, success says that what was read of
 * the slot before belongs together.
 *
 *   FREE ─► PENDING ─► PINNED ◄─► TAKEN ─► FREE
 *              │          ├◄───► DRAINING ─► TAKEN
 *              └──────────┴────► DEAD ─► FREE
 *
 *   TAKEN     a victim: without references, and none can be added
 *   DRAINING  no new references: wanted by a request with precedence
 *   DEAD      no new references: its memory has gone, or pinning it failed
 *
 * PENDING is FREE again where the request finds no room for the rest of it; DRAINING may become
 * DEAD, too.
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

/* The next identity of a slot. */
static inline uint64_t hyd_fh_word_next(uint64_t w, enum hyd_fh_state s, uint32_t refs) {
  return (((w >> FH_GEN_SHIFT) + 1) & FH_GEN_MASK) << FH_GEN_SHIFT | (uint64_t)s << FH_STATE_SHIFT |
         refs;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.h: atomic operations on words of 32 bits at any image: instructions where the memory is mapped, else the library's
 * atomic domain, whose target does the same instructions (words of 32 bits are never left to network cards).
 */
#ifndef HYD_CAF_WORDS_H
#define HYD_CAF_WORDS_H
#include "contrib/caf/caf.h"

struct caf_word {
  uint32_t rank;
  _Atomic uint32_t *mapped; /* or NULL */
  char *owner;
};

static inline struct caf_word hyd_caf_word(uint32_t rank, const struct caf_place *place, size_t offset) {
  char *mapped = place->mapped ? place->mapped + offset : NULL;
  return (struct caf_word){rank, (_Atomic uint32_t *)(void *)mapped, place->owner + offset};
}

/* The value before. ADD, AND, OR, XOR, SET, GET, CAS (GEX_OP_FCAS: a is what is compared, b the new value). All are
 * sequentially consistent: a release of what this image did before, an acquire of what the writer did. */
static inline uint32_t hyd_caf_word_op(const struct caf_word *w, gex_OP_t op, uint32_t a, uint32_t b) {
  uint32_t old = a;
  if (w->mapped == NULL) {
    gex_Event_Wait(gex_AD_OpNB_U32(hyd_caf.words, &old, w->rank, w->owner, op, a, b, GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ));
    return old;
  }
  switch (op) { /* W1 pairs with itself on other images */
  case GEX_OP_FADD: return atomic_fetch_add(w->mapped, a);
  case GEX_OP_FAND: return atomic_fetch_and(w->mapped, a);
  case GEX_OP_FOR: return atomic_fetch_or(w->mapped, a);
  case GEX_OP_FXOR: return atomic_fetch_xor(w->mapped, a);
  case GEX_OP_GET: return atomic_load(w->mapped);
  case GEX_OP_SET: atomic_store(w->mapped, a); return a;
  default: atomic_compare_exchange_strong(w->mapped, &old, b); return old;
  }
}

#endif

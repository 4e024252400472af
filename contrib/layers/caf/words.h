/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.h: atomic operations on 32-bit words of any image: processor instructions where the memory
 * is mapped, else operations of the atomic domain, whose target executes the same instructions
 * (32-bit words are never offloaded to network cards).
 */
#ifndef HYD_CAF_WORDS_H
#define HYD_CAF_WORDS_H
#include "contrib/layers/caf/caf.h"

struct caf_word {
  uint32_t rank;
  _Atomic uint32_t *mapped; /* or NULL */
  char *owner;
};

static inline struct caf_word hyd_caf_word(uint32_t rank, const struct caf_place *place,
                                           size_t offset) {
  char *mapped = place->mapped ? place->mapped + offset : NULL;
  return (struct caf_word){rank, (_Atomic uint32_t *)(void *)mapped, place->owner + offset};
}

/* Does AND, OR and XOR by compare and swap: GCC 12.2 compiles atomic_fetch_and, or and xor in
 * hyd_caf_word_op's switch wrongly. It puts the old value and the operand in one register where
 * either may be the result. */
static inline uint32_t hyd_caf_bits(_Atomic uint32_t *p, gex_OP_t op, uint32_t a) {
  uint32_t old = atomic_load(p);
  while (!atomic_compare_exchange_weak(p, &old,
                                       op == GEX_OP_FAND  ? old & a
                                       : op == GEX_OP_FOR ? old | a
                                                          : old ^ a)) {
  }
  return old;
}

/* Returns the value before the operation: ADD, AND, OR, XOR, SET, GET, CAS (GEX_OP_FCAS: compares
 * with a, sets b). Each is sequentially consistent: a release of what this image did before, and an
 * acquire of what the last writer released. */
static inline uint32_t hyd_caf_word_op(const struct caf_word *w, gex_OP_t op, uint32_t a,
                                       uint32_t b) {
  uint32_t old = a;
  if (w->mapped == NULL) {
    gex_Event_Wait(gex_AD_OpNB_U32(hyd_caf.words, &old, w->rank, w->owner, op, a, b,
                                   GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ));
    return old;
  }
  switch (op) { /* W1 pairs with itself on other images */
  case GEX_OP_FADD: return atomic_fetch_add(w->mapped, a);
  case GEX_OP_FAND:
  case GEX_OP_FOR:
  case GEX_OP_FXOR: return hyd_caf_bits(w->mapped, op, a);
  case GEX_OP_GET: return atomic_load(w->mapped);
  case GEX_OP_SET: atomic_store(w->mapped, a); return a;
  default: atomic_compare_exchange_strong(w->mapped, &old, b); return old;
  }
}

/* Adds 1, after all puts of this image (events.c). Does not wait if the word is not mapped. */
void hyd_caf_post(const struct caf_word *w);

#endif

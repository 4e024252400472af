/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.h: atomic operations on words of 32 bits at any image: instructions where the memory is
 * mapped, else the library's atomic domain, whose target does the same instructions (words of 32
 * bits are never left to network cards).
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

/* By compare and swap: GCC 12.2 makes wrong code of atomic_fetch_and, or and xor in
 * hyd_caf_word_op's switch: where the value before and the operand may both be the result, they get
 * one register. */
static inline uint32_t hyd_caf_bits(_Atomic uint32_t *p, gex_OP_t op, uint32_t a) {
  uint32_t old = atomic_load(p);
  while (!atomic_compare_exchange_weak(p, &old,
                                       op == GEX_OP_FAND  ? old & a
                                       : op == GEX_OP_FOR ? old | a
                                                          : old ^ a)) {
  }
  return old;
}

/* The value before. ADD, AND, OR, XOR, SET, GET, CAS (GEX_OP_FCAS: a is what is compared, b the new
 * value). All are sequentially consistent: a release of what this image did before, an acquire of
 * what the writer did. */
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

/* Adds 1 after all puts of this image (events.c): not waited for where the word is not mapped. */
void hyd_caf_post(const struct caf_word *w);

#endif

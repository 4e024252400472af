/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.h: atomic operations on the run time's own 64-bit words of shared memory: by this processor
 * where the word is mapped, else by its owner, which is asked.
 */
#ifndef HYD_UPC_WORDS_H
#define HYD_UPC_WORDS_H
#include "contrib/layers/upc/job.h"

enum upc_word_op { UPC_WORD_SWAP, UPC_WORD_CAS };

/* Asks the owner. */
uint64_t hyd_upc_word_ask(uint32_t thread, uint64_t offset, enum upc_word_op op, uint64_t expected,
                          uint64_t value);

static inline _Atomic uint64_t *hyd_upc_word_at(char *base, uint64_t offset) {
  return (_Atomic uint64_t *)(void *)(base + offset);
}

/* Stores 0 to a word of this thread whose address no other thread has yet. */
static inline void hyd_upc_word_clear(uint64_t offset) {
  atomic_store(hyd_upc_word_at(hyd_upc.here, offset), 0);
}

/* Both return the old value, and order what follows after what the word's last writer did. */
static inline uint64_t hyd_upc_word_swap(uint32_t thread, uint64_t offset, uint64_t value) {
  char *base = hyd_upc.mapped[thread];
  if (UPC_UNLIKELY(base == NULL)) return hyd_upc_word_ask(thread, offset, UPC_WORD_SWAP, 0, value);
  return atomic_exchange(hyd_upc_word_at(base, offset), value);
}
static inline uint64_t hyd_upc_word_cas(uint32_t thread, uint64_t offset, uint64_t expected,
                                        uint64_t value) {
  char *base = hyd_upc.mapped[thread];
  if (UPC_UNLIKELY(base == NULL))
    return hyd_upc_word_ask(thread, offset, UPC_WORD_CAS, expected, value);
  atomic_compare_exchange_strong(hyd_upc_word_at(base, offset), &expected, value);
  return expected;
}

/* A fence directly before or after one of the above: x86 processors' atomic operations are full
 * fences themselves. */
#if defined(__x86_64__) || defined(__i386__)
static inline void hyd_upc_fence_by_word(void) {
  if (UPC_UNLIKELY(hyd_upc_attention)) hyd_upc_attend();
  atomic_signal_fence(memory_order_seq_cst);
}
#else
static inline void hyd_upc_fence_by_word(void) { hyd_upc_fence(); }
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.h: atomic operations on the run time's own 64-bit words of shared memory: by the processor
 * if all threads can reach all memory, else by one atomic domain.
 */
#ifndef HYD_UPC_WORDS_H
#define HYD_UPC_WORDS_H
#include "contrib/layers/upc/job.h"

/* Collective; after the segments are known. */
void hyd_upc_words_init(void);

/* Stores 0 to a word of this thread that nobody else knows yet. */
void hyd_upc_word_clear(uint64_t offset);
/* The atomic domain's way, for memory that is not mapped. */
uint64_t hyd_upc_word_operate(uint32_t thread, uint64_t offset, gex_OP_t op, uint64_t a,
                              uint64_t b);

static inline _Atomic uint64_t *hyd_upc_word_at(uint32_t thread, uint64_t offset) {
  return (_Atomic uint64_t *)(void *)(hyd_upc.mapped[thread] + offset);
}

/* Both return the old value, and order what follows after what the word's last writer did. */
static inline uint64_t hyd_upc_word_swap(uint32_t thread, uint64_t offset, uint64_t value) {
  if (UPC_LIKELY(hyd_upc.all_mapped))
    return atomic_exchange(hyd_upc_word_at(thread, offset), value);
  return hyd_upc_word_operate(thread, offset, GEX_OP_SWAP, value, 0);
}
static inline uint64_t hyd_upc_word_cas(uint32_t thread, uint64_t offset, uint64_t expected,
                                        uint64_t value) {
  if (UPC_UNLIKELY(!hyd_upc.all_mapped))
    return hyd_upc_word_operate(thread, offset, GEX_OP_FCAS, expected, value);
  atomic_compare_exchange_strong(hyd_upc_word_at(thread, offset), &expected, value);
  return expected;
}

/* A fence directly before or after one of the above, which by the processor is one itself. */
#if defined(__x86_64__) || defined(__i386__)
static inline void hyd_upc_fence_by_word(void) {
  if (UPC_UNLIKELY(hyd_upc_attention)) hyd_upc_attend();
  atomic_signal_fence(memory_order_seq_cst);
}
#else
static inline void hyd_upc_fence_by_word(void) { hyd_upc_fence(); }
#endif

#endif

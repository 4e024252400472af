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
/* Both return the old value, and order what follows after what the word's last writer did. */
uint64_t hyd_upc_word_swap(uint32_t thread, uint64_t offset, uint64_t value);
uint64_t hyd_upc_word_cas(uint32_t thread, uint64_t offset, uint64_t expected, uint64_t value);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * heap.h: the dynamic shared memory of all threads, in offsets.
 */
#ifndef HYD_UPC_HEAP_H
#define HYD_UPC_HEAP_H
#include "contrib/layers/upc/job.h"

enum upc_block_kind { UPC_BLOCK = 1, UPC_BLOCK_LOCK };
enum upc_free_result { UPC_FREED, UPC_NOT_ALLOCATED, UPC_NOT_THIS_KIND };

/* The heap is [start, end) of each segment. */
void hyd_upc_heap_init(uint64_t start, uint64_t end);

/* Allocates a block of this thread's memory, as it is. Returns its offset, 0: no memory. */
uint64_t hyd_upc_local_get(size_t n, enum upc_block_kind kind);
/* Allocates a block at one offset on every thread. Returns that, 0: no memory. Any thread may call.
 */
uint64_t hyd_upc_global_get(size_t n);
/* Frees a block of the thread; on thread 0 it may be a global one. */
enum upc_free_result hyd_upc_block_free(uint32_t thread, uint64_t offset, enum upc_block_kind kind);
/* The same of a lock; *word is the lock's word, as it was. */
enum upc_free_result hyd_upc_lock_free(uint32_t thread, uint64_t offset, uint64_t *word);
/* Whether a global block begins there. */
bool hyd_upc_is_global(uint64_t offset);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * heap.h: allocates memory of one segment. A heap has no lock: its owner calls from one thread at a
 * time. Its records are in private memory, so stray stores of a program do not break them.
 */
#ifndef HYD_LAYERS_COMMON_HEAP_H
#define HYD_LAYERS_COMMON_HEAP_H
#include <stdbool.h>
#include <stddef.h>

enum { HYD_HEAP_ALIGN = 64 }; /* bytes; addresses and sizes of blocks are multiples of it */

struct hyd_heap_range {
  char *base;
  size_t size;
};

struct hyd_heap {
  struct hyd_heap_range *ranges; /* the free ranges, by address */
  size_t n, room;
  char *touched; /* memory from here on has never been used and is zero */
};

/* Makes a heap of `size` bytes at `base`, all of which are zero. False: no memory for records. */
bool hyd_heap_init(struct hyd_heap *heap, char *base, size_t size);

/* Returns `size` zeroed bytes, from the first free range that is large enough; NULL: none is. */
void *hyd_heap_get(struct hyd_heap *heap, size_t size);

/* Returns `size` bytes as they are, from the lowest free range that is large enough or, if `high`,
 * from the end of the highest one; NULL: none is. A heap has blocks of this call or of
 * hyd_heap_get, which does not know what bytes this one has given out. */
void *hyd_heap_get_raw(struct hyd_heap *heap, size_t size, bool high);

/* Removes the free range that begins (or, if `ends`, that ends) at `edge`: the heap shrinks at that
 * edge. Returns the range's size, 0 if there is none. */
size_t hyd_heap_trim(struct hyd_heap *heap, const char *edge, bool ends);

/* Gives back a block; `size` is that of hyd_heap_get. Without memory for records, the block leaks.
 */
void hyd_heap_free(struct hyd_heap *heap, void *block, size_t size);

#endif

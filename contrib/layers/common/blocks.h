/* SPDX-License-Identifier: BSD-3-Clause
 *
 * blocks.h: the blocks that a heap has given out, by address, for layers whose calls free a block
 * without naming its size. Lookup, insertion and removal take constant time.
 */
#ifndef HYD_LAYERS_COMMON_BLOCKS_H
#define HYD_LAYERS_COMMON_BLOCKS_H
#include <stdbool.h>
#include <stddef.h>

struct hyd_block {
  const char *base; /* NULL: this place of the table is free */
  size_t size;
  int kind; /* the layer's */
};

struct hyd_blocks { /* all zero: no blocks */
  struct hyd_block *table;
  size_t n, room; /* room: 0 or a power of two */
};

/* Adds a block. False: no memory. */
bool hyd_blocks_add(struct hyd_blocks *blocks, struct hyd_block block);

/* The block that begins at the address; NULL: none does. Valid until the next change. */
const struct hyd_block *hyd_blocks_find(const struct hyd_blocks *blocks, const void *base);

/* Removes a block that hyd_blocks_find has found. */
void hyd_blocks_remove(struct hyd_blocks *blocks, const struct hyd_block *block);

#endif

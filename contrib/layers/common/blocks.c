/* SPDX-License-Identifier: BSD-3-Clause
 *
 * blocks.c: the blocks that a heap has given out: a hash table with linear probing, at most half
 * full.
 */
#include "contrib/layers/common/blocks.h"

#include <stdint.h>
#include <stdlib.h>

enum { LEAST = 64, SHIFT = 6 /* bytes to units of a heap's alignment */ };

static size_t home_of(const struct hyd_blocks *blocks, const void *base) {
  return ((uintptr_t)base >> SHIFT) * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (blocks->room - 1);
}

static void insert_block(struct hyd_blocks *blocks, struct hyd_block block) {
  size_t i = home_of(blocks, block.base);
  while (blocks->table[i].base) i = (i + 1) & (blocks->room - 1);
  blocks->table[i] = block;
}

static bool grow_table(struct hyd_blocks *blocks) {
  struct hyd_blocks more = {.n = blocks->n, .room = blocks->room ? 2 * blocks->room : LEAST};
  more.table = calloc(more.room, sizeof *more.table);
  if (more.table == NULL) return false;
  for (size_t i = 0; i < blocks->room; i++)
    if (blocks->table[i].base) insert_block(&more, blocks->table[i]);
  free(blocks->table);
  *blocks = more;
  return true;
}

bool hyd_blocks_add(struct hyd_blocks *blocks, struct hyd_block block) {
  if (2 * (blocks->n + 1) > blocks->room && !grow_table(blocks)) return false;
  insert_block(blocks, block);
  blocks->n++;
  return true;
}

const struct hyd_block *hyd_blocks_find(const struct hyd_blocks *blocks, const void *base) {
  if (base == NULL || blocks->room == 0) return NULL;
  for (size_t i = home_of(blocks, base); blocks->table[i].base; i = (i + 1) & (blocks->room - 1))
    if (blocks->table[i].base == base) return &blocks->table[i];
  return NULL;
}

/* Closes the gap: entries that follow without a free place between are inserted again. */
void hyd_blocks_remove(struct hyd_blocks *blocks, const struct hyd_block *block) {
  size_t i = (size_t)(block - blocks->table);
  blocks->table[i].base = NULL;
  blocks->n--;
  for (i = (i + 1) & (blocks->room - 1); blocks->table[i].base; i = (i + 1) & (blocks->room - 1)) {
    struct hyd_block moved = blocks->table[i];
    blocks->table[i].base = NULL;
    insert_block(blocks, moved);
  }
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory.h: blocks of this rank's segment.
 */
#ifndef HYD_ARMCI_MEMORY_H
#define HYD_ARMCI_MEMORY_H
#include "contrib/layers/armci/groups.h"

void hyd_armci_memory_begin(char *base, size_t size);

/* A block of this rank alone; NULL: memory is short. */
void *hyd_armci_block_get(size_t bytes);
/* False: no such block. */
bool hyd_armci_block_free(void *block);

/* All members of the group have come to a collective call: their blocks that were freed before are
 * used again. */
void hyd_armci_reuse_freed(const struct armci_group *group);

/* The group ends: blocks that were not freed belong to no group. */
void hyd_armci_disown(const struct armci_group *group);

/* Gives back all blocks. */
void hyd_armci_end_blocks(void);

#endif

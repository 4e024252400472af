/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory.h: blocks of this rank's segment.
 */
#ifndef HYD_ARMCI_MEMORY_H
#define HYD_ARMCI_MEMORY_H
#include "contrib/layers/armci/groups.h"

/* Makes all of the memory free. */
void hyd_armci_memory_begin(char *base, size_t size);

/* A block of this rank alone; NULL: memory is short. */
void *hyd_armci_block_get(size_t bytes);
/* False: no such block. */
bool hyd_armci_block_free(void *block);

/* All members of the group have come to a collective call: their blocks that were freed before are
 * used again. */
void hyd_armci_reuse_freed(const struct armci_group *group);

#endif

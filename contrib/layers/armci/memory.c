/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory.c: allocations. A block that ARMCI_Free gives back may still be accessed by a member that
 * has not come to its own call; the block is used again after the group's next collective call.
 */
#include "contrib/layers/armci/memory.h"

#include <pthread.h>
#include <stdlib.h>

#include "contrib/layers/armci/lock.h"
#include "contrib/layers/armci/mpi_wait.h"
#include "contrib/layers/armci/ops.h"
#include "contrib/layers/common/heap.h"

struct block {
  char *base;
  size_t size;
  const struct armci_group *group; /* NULL: this rank's alone */
  bool freed;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct hyd_heap heap;
static struct block *blocks; /* by address */
static size_t nblocks, room;

void hyd_armci_memory_begin(char *base, size_t size) {
  if (!hyd_heap_init(&heap, base, size)) hyd_armci_fail("ARMCI_Init", "out of memory");
}

/* --- the table; under the lock -------------------------------------------- */

/* The index of the first block that is not below `base`. */
static size_t find(const char *base) {
  size_t low = 0, high = nblocks;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (blocks[middle].base < base)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool reserve(void) {
  if (nblocks < room) return true;
  size_t more = room ? 2 * room : 64;
  struct block *longer = realloc(blocks, more * sizeof *longer);
  if (longer == NULL) return false;
  blocks = longer;
  room = more;
  return true;
}

static char *add_block(size_t bytes, const struct armci_group *group) {
  char *base = reserve() ? hyd_heap_get(&heap, bytes) : NULL;
  if (base == NULL) return NULL;
  size_t i = find(base);
  memmove(&blocks[i + 1], &blocks[i], (nblocks++ - i) * sizeof *blocks);
  blocks[i] = (struct block){base, bytes, group, false};
  return base;
}

static void remove_block(size_t i) {
  hyd_heap_free(&heap, blocks[i].base, blocks[i].size);
  memmove(&blocks[i], &blocks[i + 1], (--nblocks - i) * sizeof *blocks);
}

static struct block *block_at(const void *base) {
  size_t i = find(base);
  return i < nblocks && blocks[i].base == base && !blocks[i].freed ? &blocks[i] : NULL;
}

/* --- blocks --------------------------------------------------------------- */

static char *get_block(size_t bytes, const struct armci_group *group) {
  pthread_mutex_lock(&lock);
  char *base = add_block(bytes, group);
  pthread_mutex_unlock(&lock);
  return base;
}

void *hyd_armci_block_get(size_t bytes) { return get_block(bytes, NULL); }

bool hyd_armci_block_free(void *base) {
  pthread_mutex_lock(&lock);
  struct block *block = block_at(base);
  if (block) remove_block((size_t)(block - blocks));
  pthread_mutex_unlock(&lock);
  return block != NULL;
}

void hyd_armci_reuse_freed(const struct armci_group *group) {
  pthread_mutex_lock(&lock);
  for (size_t i = nblocks; i-- > 0;)
    if (blocks[i].freed && blocks[i].group == group) remove_block(i);
  pthread_mutex_unlock(&lock);
}

void hyd_armci_disown(const struct armci_group *group) {
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < nblocks; i++)
    if (blocks[i].group == group) blocks[i].group = hyd_armci.world;
  pthread_mutex_unlock(&lock);
}

void hyd_armci_end_blocks(void) {
  pthread_mutex_lock(&lock);
  while (nblocks) remove_block(nblocks - 1);
  pthread_mutex_unlock(&lock);
}

/* --- collective allocation ------------------------------------------------ */

#define SHORT ((void *)UINTPTR_MAX) /* told by a rank whose memory is short */

/* Returns whether all members have memory; ptrs is filled in. */
static bool allocate(void **ptrs, size_t bytes, struct armci_group *group) {
  bool all = true;
  void *mine = bytes ? get_block(bytes, group) : NULL;
  if (bytes && mine == NULL) mine = SHORT;
  hyd_armci_allgather(group->own, &mine, sizeof mine, ptrs);
  hyd_armci_reuse_freed(group);
  for (int i = 0; i < group->handle.size; i++) all &= ptrs[i] != SHORT;
  if (!all && mine && mine != SHORT) hyd_armci_block_free(mine);
  return all;
}

static int allocate_in(const char *call, void **ptrs, armci_size_t bytes,
                       const ARMCI_Group *handle) {
  struct armci_group *group = hyd_armci_group(call, handle);
  if (bytes < 0) hyd_armci_fail(call, "%ld bytes; expected 0 or more", bytes);
  /* The second attempt has what was freed before this call. */
  if (allocate(ptrs, (size_t)bytes, group) || allocate(ptrs, (size_t)bytes, group)) return 0;
  for (int i = 0; i < group->handle.size; i++) ptrs[i] = NULL;
  return 1;
}

int PARMCI_Malloc(void **ptrs, armci_size_t bytes) {
  return allocate_in("ARMCI_Malloc", ptrs, bytes, NULL);
}
ARMCI_TWIN(ARMCI_Malloc, PARMCI_Malloc);

int PARMCI_Malloc_group(void **ptrs, armci_size_t bytes, ARMCI_Group *group) {
  return allocate_in("ARMCI_Malloc_group", ptrs, bytes, group);
}
ARMCI_TWIN(ARMCI_Malloc_group, PARMCI_Malloc_group);

/* No memory of devices or of another kind is distinguished. */
int PARMCI_Malloc_memdev(void **ptrs, armci_size_t bytes, const char *device) {
  (void)device;
  return allocate_in("ARMCI_Malloc_memdev", ptrs, bytes, NULL);
}
ARMCI_TWIN(ARMCI_Malloc_memdev, PARMCI_Malloc_memdev);

int PARMCI_Malloc_group_memdev(void **ptrs, armci_size_t bytes, ARMCI_Group *group,
                               const char *device) {
  (void)device;
  return allocate_in("ARMCI_Malloc_group_memdev", ptrs, bytes, group);
}
ARMCI_TWIN(ARMCI_Malloc_group_memdev, PARMCI_Malloc_group_memdev);

static bool mark_freed(const void *base) {
  pthread_mutex_lock(&lock);
  struct block *block = block_at(base);
  bool is_shared = block && block->group;
  if (is_shared) block->freed = true;
  pthread_mutex_unlock(&lock);
  return is_shared;
}

int PARMCI_Free(void *ptr) {
  if (hyd_armci.size == 0) hyd_armci_wrong_rank("ARMCI_Free", 0);
  if (ptr == NULL) return 0;
  hyd_armci_enter();
  hyd_armci_settle_all();
  hyd_armci_leave();
  return mark_freed(ptr) ? 0 : 1;
}
ARMCI_TWIN(ARMCI_Free, PARMCI_Free);

int PARMCI_Free_group(void *ptr, ARMCI_Group *group) {
  hyd_armci_group("ARMCI_Free_group", group);
  return PARMCI_Free(ptr);
}
ARMCI_TWIN(ARMCI_Free_group, PARMCI_Free_group);

int PARMCI_Free_memdev(void *ptr) { return PARMCI_Free(ptr); }
ARMCI_TWIN(ARMCI_Free_memdev, PARMCI_Free_memdev);

/* --- this rank's alone ---------------------------------------------------- */

void *PARMCI_Malloc_local(armci_size_t bytes) {
  if (hyd_armci.size == 0) hyd_armci_wrong_rank("ARMCI_Malloc_local", 0);
  if (bytes < 0) hyd_armci_fail("ARMCI_Malloc_local", "%ld bytes; expected 0 or more", bytes);
  return bytes ? hyd_armci_block_get((size_t)bytes) : NULL;
}
ARMCI_TWIN(ARMCI_Malloc_local, PARMCI_Malloc_local);

int PARMCI_Free_local(void *ptr) {
  if (hyd_armci.size == 0) hyd_armci_wrong_rank("ARMCI_Free_local", 0);
  return ptr == NULL || hyd_armci_block_free(ptr) ? 0 : 1;
}
ARMCI_TWIN(ARMCI_Free_local, PARMCI_Free_local);

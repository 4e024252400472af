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
#include "contrib/layers/common/blocks.h"
#include "contrib/layers/common/heap.h"

/* A block that ARMCI_Free has given back. */
struct freed {
  char *base;
  size_t size;
  int group; /* its id */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct hyd_heap heap;
static struct hyd_blocks blocks; /* the kind of a block is its group's id, or ALONE */
static struct freed *freed;
static size_t nfreed, room;

enum { ALONE = 0 }; /* the block belongs to this rank, not to a group */

void hyd_armci_memory_begin(char *base, size_t size) {
  free(heap.ranges);
  free(blocks.table);
  blocks = (struct hyd_blocks){0};
  nfreed = 0;
  if (!hyd_heap_init(&heap, base, size)) hyd_armci_fail("ARMCI_Init", "out of memory");
}

/* --- blocks --------------------------------------------------------------- */

static char *get_block(size_t bytes, int kind) {
  pthread_mutex_lock(&lock);
  char *base = hyd_heap_get_raw(&heap, bytes, false);
  if (base && !hyd_blocks_add(&blocks, (struct hyd_block){base, bytes, kind})) {
    hyd_heap_free(&heap, base, bytes);
    base = NULL;
  }
  pthread_mutex_unlock(&lock);
  return base;
}

void *hyd_armci_block_get(size_t bytes) { return get_block(bytes, ALONE); }

/* False: no block of that kind begins there. */
static bool free_block(void *base, int kind) {
  pthread_mutex_lock(&lock);
  const struct hyd_block *block = hyd_blocks_find(&blocks, base);
  bool is_of_kind = block && block->kind == kind;
  if (is_of_kind) {
    hyd_heap_free(&heap, base, block->size);
    hyd_blocks_remove(&blocks, block);
  }
  pthread_mutex_unlock(&lock);
  return is_of_kind;
}

bool hyd_armci_block_free(void *base) { return free_block(base, ALONE); }

static void list_freed(struct freed one) {
  if (nfreed == room) {
    room = room ? 2 * room : 64;
    freed = realloc(freed, room * sizeof *freed);
    if (freed == NULL) hyd_armci_fail("ARMCI_Free", "out of memory for %zu blocks", room);
  }
  freed[nfreed++] = one;
}

/* Moves a block of a group to the list. False: there is no such block. */
static bool put_aside(void *base) {
  pthread_mutex_lock(&lock);
  const struct hyd_block *block = hyd_blocks_find(&blocks, base);
  bool is_shared = block && block->kind != ALONE;
  if (is_shared) {
    list_freed((struct freed){base, block->size, block->kind});
    hyd_blocks_remove(&blocks, block);
  }
  pthread_mutex_unlock(&lock);
  return is_shared;
}

void hyd_armci_reuse_freed(const struct armci_group *group) {
  pthread_mutex_lock(&lock);
  for (size_t i = nfreed; i-- > 0;)
    if (freed[i].group == group->id) {
      hyd_heap_free(&heap, freed[i].base, freed[i].size);
      freed[i] = freed[--nfreed];
    }
  pthread_mutex_unlock(&lock);
}

/* --- collective allocation ------------------------------------------------ */

#define SHORT ((void *)UINTPTR_MAX) /* the address that a rank sends if its memory is short */

/* Returns whether all members have memory; ptrs is filled in. */
static bool allocate(void **ptrs, size_t bytes, struct armci_group *group) {
  bool all = true;
  void *mine = bytes ? get_block(bytes, group->id) : NULL;
  if (bytes && mine == NULL) mine = SHORT;
  hyd_armci_allgather(group->own, &mine, sizeof mine, ptrs);
  hyd_armci_reuse_freed(group);
  for (int i = 0; i < group->handle.size; i++) all &= ptrs[i] != SHORT;
  if (!all && mine && mine != SHORT) free_block(mine, group->id);
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

/* All memory is of one kind: `device` has no effect. */
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

int PARMCI_Free(void *ptr) {
  hyd_armci_check_started("ARMCI_Free");
  if (ptr == NULL) return 0;
  hyd_armci_enter();
  hyd_armci_settle_all();
  hyd_armci_leave();
  return put_aside(ptr) ? 0 : 1;
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
  hyd_armci_check_started("ARMCI_Malloc_local");
  if (bytes < 0) hyd_armci_fail("ARMCI_Malloc_local", "%ld bytes; expected 0 or more", bytes);
  return bytes ? hyd_armci_block_get((size_t)bytes) : NULL;
}
ARMCI_TWIN(ARMCI_Malloc_local, PARMCI_Malloc_local);

int PARMCI_Free_local(void *ptr) {
  hyd_armci_check_started("ARMCI_Free_local");
  return ptr == NULL || hyd_armci_block_free(ptr) ? 0 : 1;
}
ARMCI_TWIN(ARMCI_Free_local, PARMCI_Free_local);

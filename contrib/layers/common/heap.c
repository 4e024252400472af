/* SPDX-License-Identifier: BSD-3-Clause
 *
 * heap.c: allocates memory of a segment. Free ranges are in an array sorted by address; the first
 * that is large enough is used (first fit).
 */
#include "contrib/layers/common/heap.h"

#include <stdlib.h>
#include <string.h>

static bool reserve(struct hyd_heap *heap) {
  if (heap->n < heap->room) return true;
  size_t room = heap->room ? 2 * heap->room : 64;
  struct hyd_heap_range *more = realloc(heap->ranges, room * sizeof *more);
  if (more == NULL) return false;
  heap->ranges = more;
  heap->room = room;
  return true;
}

static size_t rounded(size_t size) {
  return (size + HYD_HEAP_ALIGN - 1) / HYD_HEAP_ALIGN * HYD_HEAP_ALIGN;
}

bool hyd_heap_init(struct hyd_heap *heap, char *base, size_t size) {
  *heap = (struct hyd_heap){.touched = base};
  if (!reserve(heap)) return false;
  heap->ranges[heap->n++] = (struct hyd_heap_range){base, size / HYD_HEAP_ALIGN * HYD_HEAP_ALIGN};
  return true;
}

static void clear(struct hyd_heap *heap, char *p, size_t size) {
  if (p < heap->touched)
    memset(p, 0, p + size < heap->touched ? size : (size_t)(heap->touched - p));
  if (p + size > heap->touched) heap->touched = p + size;
}

void *hyd_heap_get(struct hyd_heap *heap, size_t size) {
  size_t need = rounded(size ? size : 1), i = 0;
  if (need < size) return NULL;
  while (i < heap->n && heap->ranges[i].size < need) i++;
  if (i == heap->n) return NULL;
  char *p = heap->ranges[i].base;
  heap->ranges[i].base += need;
  heap->ranges[i].size -= need;
  if (heap->ranges[i].size == 0)
    memmove(&heap->ranges[i], &heap->ranges[i + 1], (--heap->n - i) * sizeof heap->ranges[0]);
  clear(heap, p, need);
  return p;
}

static bool joins(const struct hyd_heap *heap, size_t low) {
  return low + 1 < heap->n &&
         heap->ranges[low].base + heap->ranges[low].size == heap->ranges[low + 1].base;
}

static void join_next(struct hyd_heap *heap, size_t low) {
  heap->ranges[low].size += heap->ranges[low + 1].size;
  memmove(&heap->ranges[low + 1], &heap->ranges[low + 2],
          (heap->n - low - 2) * sizeof heap->ranges[0]);
  heap->n--;
}

void hyd_heap_free(struct hyd_heap *heap, void *p, size_t size) {
  size_t i = 0;
  if (!reserve(heap)) return; /* leaks this memory only */
  while (i < heap->n && heap->ranges[i].base < (char *)p) i++;
  memmove(&heap->ranges[i + 1], &heap->ranges[i], (heap->n++ - i) * sizeof heap->ranges[0]);
  heap->ranges[i] = (struct hyd_heap_range){p, rounded(size ? size : 1)};
  if (joins(heap, i)) join_next(heap, i);
  if (i > 0 && joins(heap, i - 1)) join_next(heap, i - 1);
}

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
  size = size / HYD_HEAP_ALIGN * HYD_HEAP_ALIGN;
  if (size) heap->ranges[heap->n++] = (struct hyd_heap_range){base, size};
  return true;
}

static void clear(struct hyd_heap *heap, char *p, size_t size) {
  if (p < heap->touched)
    memset(p, 0, p + size < heap->touched ? size : (size_t)(heap->touched - p));
  if (p + size > heap->touched) heap->touched = p + size;
}

static void remove_range(struct hyd_heap *heap, size_t i) {
  memmove(&heap->ranges[i], &heap->ranges[i + 1], (--heap->n - i) * sizeof heap->ranges[0]);
}

/* The range to use, or heap->n. */
static size_t find_range(const struct hyd_heap *heap, size_t need, bool high) {
  size_t i = 0, left = heap->n;
  if (high) {
    while (left && heap->ranges[left - 1].size < need) left--;
    return left ? left - 1 : heap->n;
  }
  while (i < heap->n && heap->ranges[i].size < need) i++;
  return i;
}

void *hyd_heap_get_raw(struct hyd_heap *heap, size_t size, bool high) {
  size_t need = rounded(size ? size : 1), i = find_range(heap, need, high);
  if (need < size || i == heap->n) return NULL;
  struct hyd_heap_range *range = &heap->ranges[i];
  char *p = high ? range->base + range->size - need : range->base;
  if (!high) range->base += need;
  range->size -= need;
  if (range->size == 0) remove_range(heap, i);
  return p;
}

void *hyd_heap_get(struct hyd_heap *heap, size_t size) {
  char *p = hyd_heap_get_raw(heap, size, false);
  if (p) clear(heap, p, rounded(size ? size : 1));
  return p;
}

size_t hyd_heap_trim(struct hyd_heap *heap, const char *edge, bool ends) {
  for (size_t i = 0; i < heap->n; i++) {
    struct hyd_heap_range range = heap->ranges[i];
    if ((ends ? range.base + range.size : range.base) != edge) continue;
    remove_range(heap, i);
    return range.size;
  }
  return 0;
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

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * heap.c: allocates memory of this image's segment. Free ranges are in an array sorted by address;
 * the first that is large enough is used (first fit).
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/caf.h"

enum { ALIGN = 64 };

struct range {
  char *base;
  size_t size;
};

static struct {
  struct range *ranges;
  size_t n, room;
  char *touched; /* memory from here on has never been used and is zero */
} heap;

static bool reserve(void) {
  if (heap.n < heap.room) return true;
  size_t room = heap.room ? 2 * heap.room : 64;
  struct range *more = realloc(heap.ranges, room * sizeof *more);
  if (more == NULL) return false;
  heap.ranges = more;
  heap.room = room;
  return true;
}

static size_t rounded(size_t size) { return (size + ALIGN - 1) / ALIGN * ALIGN; }

void hyd_caf_heap_init(char *base, size_t size) {
  heap.n = 0;
  heap.touched = base;
  if (reserve()) heap.ranges[heap.n++] = (struct range){base, size / ALIGN * ALIGN};
}

static void clear(char *p, size_t size) {
  if (p < heap.touched) memset(p, 0, p + size < heap.touched ? size : (size_t)(heap.touched - p));
  if (p + size > heap.touched) heap.touched = p + size;
}

void *hyd_caf_heap_get(size_t size) {
  size_t need = rounded(size ? size : 1), i = 0;
  if (need < size) return NULL;
  while (i < heap.n && heap.ranges[i].size < need) i++;
  if (i == heap.n) return NULL;
  char *p = heap.ranges[i].base;
  heap.ranges[i].base += need;
  heap.ranges[i].size -= need;
  if (heap.ranges[i].size == 0)
    memmove(&heap.ranges[i], &heap.ranges[i + 1], (--heap.n - i) * sizeof heap.ranges[0]);
  clear(p, need);
  return p;
}

static bool joins(size_t low) {
  return low + 1 < heap.n &&
         heap.ranges[low].base + heap.ranges[low].size == heap.ranges[low + 1].base;
}

static void join_next(size_t low) {
  heap.ranges[low].size += heap.ranges[low + 1].size;
  memmove(&heap.ranges[low + 1], &heap.ranges[low + 2], (heap.n - low - 2) * sizeof heap.ranges[0]);
  heap.n--;
}

void hyd_caf_heap_free(void *p, size_t size) {
  size_t i = 0;
  if (!reserve()) return; /* leaks this memory only */
  while (i < heap.n && heap.ranges[i].base < (char *)p) i++;
  memmove(&heap.ranges[i + 1], &heap.ranges[i], (heap.n++ - i) * sizeof heap.ranges[0]);
  heap.ranges[i] = (struct range){p, rounded(size ? size : 1)};
  if (joins(i)) join_next(i);
  if (i > 0 && joins(i - 1)) join_next(i - 1);
}

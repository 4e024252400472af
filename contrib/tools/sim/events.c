/* SPDX-License-Identifier: BSD-3-Clause
 *
 * events.c: the binary heap.
 */
#include "contrib/tools/sim/events.h"

#include <stdio.h>
#include <stdlib.h>

static void *must(void *p) {
  if (p) return p;
  fprintf(stderr, "sim: out of memory\n");
  exit(99);
}

void *sim_realloc(void *old, size_t n) { return must(realloc(old, n)); }

/* Not malloc, which fails where scarce.c lets it. */
void *sim_alloc(size_t n) { return must(aligned_alloc(16, n / 16 * 16 + 16)); }

static int earlier(const struct sim_event *a, const struct sim_event *b) {
  return a->at != b->at ? a->at < b->at : a->order < b->order;
}

void sim_push(struct sim_events *e, uint64_t at, enum sim_what what, uint32_t rank, void *p) {
  struct sim_event new = {at, e->order++, what, rank, p};
  size_t i = e->n++;
  if (e->n > e->room) {
    e->room = e->room ? 2 * e->room : 256;
    e->heap = sim_realloc(e->heap, e->room * sizeof *e->heap);
  }
  for (; i > 0 && earlier(&new, &e->heap[(i - 1) / 2]); i = (i - 1) / 2)
    e->heap[i] = e->heap[(i - 1) / 2];
  e->heap[i] = new;
}

int sim_pop(struct sim_events *e, struct sim_event *first) {
  struct sim_event last;
  size_t i = 0, child;
  if (e->n == 0) return 0;
  *first = e->heap[0];
  last = e->heap[--e->n];
  while ((child = 2 * i + 1) < e->n) {
    if (child + 1 < e->n && earlier(&e->heap[child + 1], &e->heap[child])) child++;
    if (!earlier(&e->heap[child], &last)) break;
    e->heap[i] = e->heap[child];
    i = child;
  }
  if (e->n) e->heap[i] = last;
  return 1;
}

void sim_events_free(struct sim_events *e) {
  free(e->heap);
  *e = (struct sim_events){0};
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.c: see wire.h.
 */
#include "tests/net/link/wire.h"

#include <stdlib.h>
#include <string.h>

void wire_init(struct wire *w) { *w = (struct wire){.last = &w->first}; }

/* A random number from 0 to 1. */
static double chance(struct rng *seed) {
  return (double)(rng_next(seed) >> 11) / (double)(UINT64_C(1) << 53);
}

/* What waits for the line follows from when it will be free. */
static uint64_t waiting(const struct wire *w, const struct wire_settings *set, uint64_t now_ns) {
  return set->mbit && w->free_ns > now_ns ? (w->free_ns - now_ns) * set->mbit / 8000 : 0;
}

static enum wire_fate count(uint64_t *counter, enum wire_fate fate) {
  ++*counter;
  return fate;
}

static void append(struct wire *w, uint64_t due_ns, const void *frame, size_t n) {
  struct wire_frame *f = malloc(sizeof *f + n);
  if (f == NULL) return;
  *f = (struct wire_frame){.due_ns = due_ns, .n = n};
  memcpy(f->bytes, frame, n);
  *w->last = f;
  w->last = &f->next;
}

enum wire_fate wire_take(struct wire *w, struct wire_world *world, uint64_t now_ns,
                         const void *frame, size_t n) {
  const struct wire_settings *set = &world->set;
  struct wire_counts *c = &world->count;
  if (now_ns < world->blocked_ns) return count(&c->blocked, WIRE_DROPPED);
  if (set->limit && n > set->limit + WIRE_HEAD) return count(&c->large, WIRE_TOO_LARGE);
  if (set->loss > 0 && chance(&world->seed) < set->loss) return count(&c->lost, WIRE_DROPPED);
  if (set->mbit && waiting(w, set, now_ns) + n > set->queue)
    return count(&c->overflowed, WIRE_DROPPED);
  if (w->free_ns < now_ns) w->free_ns = now_ns;
  if (set->mbit) w->free_ns += n * 8000 / set->mbit;
  append(w, w->free_ns + set->delay_us * 1000, frame, n);
  return count(&c->passed, WIRE_PASSES);
}

struct wire_frame *wire_due(struct wire *w, uint64_t now_ns) {
  struct wire_frame *f = w->first;
  if (f == NULL || f->due_ns > now_ns) return NULL;
  w->first = f->next;
  if (w->first == NULL) w->last = &w->first;
  return f;
}

uint64_t wire_next(const struct wire *w) { return w->first ? w->first->due_ns : UINT64_MAX; }

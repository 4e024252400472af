/* SPDX-License-Identifier: BSD-3-Clause
 *
 * slots.c: slots come from a reserved array, and free ones are in a list. All functions take
 * constant time in the number of slots; a search for a victim looks at a bounded number of them.
 */
#include "firehose/slots.h"

#include <string.h>

int hyd_fh_side_init(struct hyd_fh_side *s, uint32_t limit, uint32_t entries, int regions) {
  memset(s, 0, sizeof *s);
  s->limit = limit;
  s->regions = regions;
  s->slot = hyd_fh_reserve(sizeof *s->slot * ((size_t)limit + 1));
  if (s->slot == NULL || hyd_fh_table_init(&s->table, entries)) {
    hyd_fh_unreserve(s->slot, sizeof *s->slot * ((size_t)limit + 1));
    return -1;
  }
  pthread_mutex_init(&s->lock, NULL);
  return 0;
}

void hyd_fh_side_done(struct hyd_fh_side *s) {
  hyd_fh_table_done(&s->table);
  hyd_fh_unreserve(s->slot, sizeof *s->slot * ((size_t)s->limit + 1));
  pthread_mutex_destroy(&s->lock);
}

/* --- slots ---------------------------------------------------------------- */

void hyd_fh_slot_unlist(struct hyd_fh_side *s, uint32_t i) {
  struct hyd_fh_slot *slot = &s->slot[i];
  uint64_t key = hyd_fh_table_key(hyd_fh_slot_node(slot), hyd_fh_slot_first(slot));
  for (uint32_t k = 0, n = hyd_fh_slot_n(slot); k < n; k++)
    hyd_fh_table_unset(&s->table, key + k, i);
}

static int list(struct hyd_fh_side *s, uint32_t i, uint64_t key, uint32_t n) {
  for (uint32_t k = 0; k < n; k++)
    if (hyd_fh_table_set(&s->table, key + k, i)) return -1;
  return 0;
}

uint32_t hyd_fh_slot_new(struct hyd_fh_side *s, uint32_t node, uint64_t first, uint32_t n) {
  uint32_t i = s->free;
  struct hyd_fh_slot *slot;
  if (i)
    s->free = s->slot[i].next;
  else if (s->made < s->limit)
    i = ++s->made;
  else
    return 0;
  s->in_use++;
  slot = &s->slot[i];
  atomic_store_explicit(&slot->first, first, memory_order_relaxed);
  atomic_store_explicit(&slot->n, n, memory_order_relaxed);
  atomic_store_explicit(&slot->node, node, memory_order_relaxed);
  atomic_store_explicit(&slot->key, 0, memory_order_relaxed);
  slot->handle = 0;
  slot->name = NULL;
  atomic_store_explicit(&slot->ahead, 0, memory_order_relaxed);
  slot->held = 0;
  slot->born = ++s->births;
  slot->queued = slot->failed = slot->stale = slot->once = slot->alone = 0;
  /* Release: a hit that has read members of the former generation fails. */
  atomic_store_explicit(&slot->word, hyd_fh_word_next(hyd_fh_slot_word(slot), FH_PENDING, 1),
                        memory_order_release);
  if (list(s, i, hyd_fh_table_key(node, first), n) == 0) return i;
  hyd_fh_slot_free(s, i);
  return 0;
}

/* Readers read first and n of PINNED slots only, which hyd_fh_slot_pinned publishes later. */
void hyd_fh_slot_shrink(struct hyd_fh_side *s, uint32_t i, uint64_t first, uint32_t n) {
  struct hyd_fh_slot *slot = &s->slot[i];
  hyd_fh_slot_unlist(s, i);
  atomic_store_explicit(&slot->first, first, memory_order_relaxed);
  atomic_store_explicit(&slot->n, n, memory_order_relaxed);
  (void)list(s, i, hyd_fh_table_key(hyd_fh_slot_node(slot), first), n); /* has room */
}

void hyd_fh_slot_free(struct hyd_fh_side *s, uint32_t i) {
  struct hyd_fh_slot *slot = &s->slot[i];
  hyd_fh_slot_unlist(s, i);
  atomic_store_explicit(&slot->word, hyd_fh_word_next(hyd_fh_slot_word(slot), FH_FREE, 0),
                        memory_order_relaxed);
  slot->next = s->free;
  s->free = i;
  s->in_use--;
}

int hyd_fh_slot_kill(struct hyd_fh_side *s, struct hyd_fh_fifo *fifo, uint32_t i) {
  struct hyd_fh_slot *slot = &s->slot[i];
  /* Acquire: pairs with hyd_fh_slot_unrefer: without references all transfers have ended. */
  uint64_t w = hyd_fh_slot_word(slot);
  while (!atomic_compare_exchange_weak_explicit(&slot->word, &w, hyd_fh_word_with(w, FH_DEAD),
                                                memory_order_acquire, memory_order_relaxed)) {
  }
  hyd_fh_slot_unlist(s, i);
  if (slot->queued) hyd_fh_fifo_remove(s, fifo, i);
  return hyd_fh_word_refs(w) == 0;
}

/* --- FIFOs ---------------------------------------------------------------- */

void hyd_fh_fifo_push(struct hyd_fh_side *s, struct hyd_fh_fifo *f, uint32_t i) {
  struct hyd_fh_slot *slot = &s->slot[i];
  slot->queued = 1;
  slot->next = 0;
  slot->prev = f->tail;
  if (f->tail)
    s->slot[f->tail].next = i;
  else
    f->head = i;
  f->tail = i;
  f->n++;
}

void hyd_fh_fifo_remove(struct hyd_fh_side *s, struct hyd_fh_fifo *f, uint32_t i) {
  struct hyd_fh_slot *slot = &s->slot[i];
  if (slot->prev)
    s->slot[slot->prev].next = slot->next;
  else
    f->head = slot->next;
  if (slot->next)
    s->slot[slot->next].prev = slot->prev;
  else
    f->tail = slot->prev;
  slot->queued = 0;
  f->n--;
}

int hyd_fh_slot_take(struct hyd_fh_slot *slot, int now) {
  uint64_t w = hyd_fh_slot_word(slot);
  if (hyd_fh_word_refs(w)) return 0;
  if (hyd_fh_word_state(w) == FH_PINNED && (w & FH_USED) && !now) {
    atomic_fetch_and_explicit(&slot->word, ~FH_USED, memory_order_relaxed);
    return 0;
  }
  /* Acquire: pairs with hyd_fh_slot_unrefer: the transfers have ended. Fails if a hit comes
   * between. */
  return atomic_compare_exchange_strong_explicit(&slot->word, &w, hyd_fh_word_with(w, FH_TAKEN),
                                                 memory_order_acquire, memory_order_relaxed);
}

void hyd_fh_slot_untake(struct hyd_fh_slot *slot) {
  uint64_t w = hyd_fh_slot_word(slot);
  while (!atomic_compare_exchange_weak_explicit(
      &slot->word, &w, hyd_fh_word_with(w, FH_PINNED), memory_order_release,
      memory_order_relaxed)) { /* release: pairs with hyd_fh_slot_refer */
  }
}

int hyd_fh_slot_drain(struct hyd_fh_slot *slot) {
  uint64_t w = hyd_fh_slot_word(slot);
  while (hyd_fh_word_state(w) == FH_PINNED)
    if (atomic_compare_exchange_weak_explicit(&slot->word, &w, hyd_fh_word_with(w, FH_DRAINING),
                                              memory_order_relaxed, memory_order_relaxed))
      return 1;
  return 0;
}

uint32_t hyd_fh_fifo_take(struct hyd_fh_side *s, struct hyd_fh_fifo *f, uint32_t tries) {
  for (uint32_t k = 0; k < tries && f->head; k++) {
    uint32_t i = f->head;
    hyd_fh_fifo_remove(s, f, i);
    if (hyd_fh_slot_take(&s->slot[i], 0)) return i;
    hyd_fh_fifo_push(s, f, i);
  }
  return 0;
}

/* --- requests ------------------------------------------------------------- */

int hyd_fh_side_refer(struct hyd_fh_side *s, uint32_t node, uint64_t first, uint64_t last,
                      struct fh_request *r) {
  r->n = 0;
  for (uint64_t b = first; b <= last;) {
    uint32_t i = hyd_fh_table_find(&s->table, hyd_fh_table_key(node, b));
    struct hyd_fh_slot *slot = &s->slot[i];
    if (i == 0 || !hyd_fh_slot_refer(slot, node, b, s->regions ? last : b)) return 0;
    r->slot[r->n++] = i;
    b = s->regions ? last + 1 : b + 1;
  }
  return 1;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hash_table.c: chains of entries. A new entry goes to the head of its chain, a free one to a list.
 * An entry that is removed keeps its `next`, so that a reader that has reached it can continue.
 */
#include "firehose/hash_table.h"

#include <sys/mman.h>

void *hyd_fh_reserve(size_t bytes) {
  void *p =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

void hyd_fh_unreserve(void *p, size_t bytes) {
  if (p) munmap(p, bytes);
}

int hyd_fh_table_init(struct hyd_fh_table *t, uint32_t limit) {
  uint32_t bits = 4;
  while (bits < 31 && (UINT32_C(1) << bits) < limit) bits++;
  t->shift = 64 - bits;
  t->limit = limit;
  t->made = t->free = 0;
  t->bytes = sizeof *t->entry * ((size_t)limit + 1);
  t->head = hyd_fh_reserve(2 * sizeof *t->head << bits);
  t->hint = t->head + (t->head ? UINT32_C(1) << bits : 0);
  t->entry = hyd_fh_reserve(t->bytes);
  if (t->head && t->entry) return 0;
  hyd_fh_table_done(t);
  return -1;
}

void hyd_fh_table_done(struct hyd_fh_table *t) {
  hyd_fh_unreserve(t->head, 2 * sizeof *t->head << (64 - t->shift));
  hyd_fh_unreserve(t->entry, t->bytes);
  t->head = NULL;
  t->entry = NULL;
}

static uint32_t load_word(const _Atomic uint32_t *p) {
  return atomic_load_explicit(p, memory_order_relaxed);
}

static uint32_t get_entry(const struct hyd_fh_table *t, uint64_t key) {
  uint32_t i = load_word(&t->head[hyd_fh_table_place(t, key)]);
  while (i && atomic_load_explicit(&t->entry[i].key, memory_order_relaxed) != key)
    i = load_word(&t->entry[i].next);
  return i;
}

uint32_t hyd_fh_table_get(const struct hyd_fh_table *t, uint64_t key) {
  uint32_t i = get_entry(t, key);
  return i ? load_word(&t->entry[i].slot) : 0;
}

int hyd_fh_table_set(struct hyd_fh_table *t, uint64_t key, uint32_t slot) {
  _Atomic uint32_t *head = &t->head[hyd_fh_table_place(t, key)];
  uint32_t i = get_entry(t, key);
  atomic_store_explicit(&t->hint[hyd_fh_table_place(t, key)], slot, memory_order_relaxed);
  if (i) {
    atomic_store_explicit(&t->entry[i].slot, slot, memory_order_relaxed);
    return 0;
  }
  if (t->free) {
    i = t->free;
    t->free = load_word(&t->entry[i].slot); /* a free entry has the next free one here */
  } else if (t->made < t->limit) {
    i = ++t->made;
  } else {
    return -1;
  }
  atomic_store_explicit(&t->entry[i].slot, slot, memory_order_relaxed);
  atomic_store_explicit(&t->entry[i].key, key, memory_order_relaxed);
  /* Releases: pair with hyd_fh_table_find's loads: a reader that finds the entry sees it filled. */
  atomic_store_explicit(&t->entry[i].next, load_word(head), memory_order_release);
  atomic_store_explicit(head, i, memory_order_release);
  return 0;
}

void hyd_fh_table_unset(struct hyd_fh_table *t, uint64_t key, uint32_t slot) {
  _Atomic uint32_t *link = &t->head[hyd_fh_table_place(t, key)];
  uint32_t i;
  while ((i = load_word(link)) &&
         atomic_load_explicit(&t->entry[i].key, memory_order_relaxed) != key)
    link = &t->entry[i].next;
  if (i == 0 || load_word(&t->entry[i].slot) != slot) return;
  atomic_store_explicit(link, load_word(&t->entry[i].next),
                        memory_order_release); /* pairs with hyd_fh_table_find */
  atomic_store_explicit(&t->entry[i].key, UINT64_MAX, memory_order_relaxed);
  atomic_store_explicit(&t->entry[i].slot, t->free, memory_order_relaxed);
  t->free = i;
}

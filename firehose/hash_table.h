/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hash_table.h: a hash table from buckets of nodes to slots. Readers take no lock. Entries are
 * never returned to the system, so a reader that races with a change finds a wrong slot, which the
 * slot's word reveals (slot_word.h), or no slot, and then looks again with the lock. All memory is
 * reserved when the table is made, and is not used until it is touched.
 */
#ifndef HYD_FIREHOSE_HASH_TABLE_H
#define HYD_FIREHOSE_HASH_TABLE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct hyd_fh_entry {
  _Atomic uint64_t key;
  _Atomic uint32_t slot, next;
};

struct hyd_fh_table {
  _Atomic uint32_t *head;
  /* [place]: the slot that was set last, mostly the right one, which saves a load */
  _Atomic uint32_t *hint;
  struct hyd_fh_entry *entry; /* [0] is not used: 0 ends a chain */
  uint32_t shift, made, limit, free;
  size_t bytes;
};

#define FH_NODE_SHIFT 45 /* user addresses have 57 bits at most, buckets 4 KB at least */
#define FH_CHAIN 64      /* a reader gives up after so many entries, as a change misled it */

static inline uint64_t hyd_fh_table_key(uint32_t node, uint64_t bucket) {
  return (uint64_t)node << FH_NODE_SHIFT | bucket;
}

static inline uint32_t hyd_fh_table_place(const struct hyd_fh_table *t, uint64_t key) {
  return (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> t->shift);
}

/* A slot that may have the key. */
static inline uint32_t hyd_fh_table_hint(const struct hyd_fh_table *t, uint64_t key) {
  return atomic_load_explicit(&t->hint[hyd_fh_table_place(t, key)], memory_order_relaxed);
}

/* The slot of a key; 0: none was found, though a change may hide it. */
static inline uint32_t hyd_fh_table_find(const struct hyd_fh_table *t, uint64_t key) {
  /* Acquire: pairs with the releases of hyd_fh_table_set, after the entry was filled. */
  uint32_t i = atomic_load_explicit(&t->head[hyd_fh_table_place(t, key)], memory_order_acquire);
  for (int n = 0; i && n < FH_CHAIN; n++) {
    const struct hyd_fh_entry *e = &t->entry[i];
    if (atomic_load_explicit(&e->key, memory_order_relaxed) == key)
      return atomic_load_explicit(&e->slot, memory_order_relaxed);
    i = atomic_load_explicit(&e->next, memory_order_acquire); /* pairs as above */
  }
  return 0;
}

/* Makes a table of `limit` entries. 0, or -1. */
int hyd_fh_table_init(struct hyd_fh_table *t, uint32_t limit);
void hyd_fh_table_done(struct hyd_fh_table *t);
/* Callers of these three hold the side's lock. Sets the slot of a key. 0, or -1: the table is full.
 */
int hyd_fh_table_set(struct hyd_fh_table *t, uint64_t key, uint32_t slot);
/* Removes the key, if its slot is `slot`. */
void hyd_fh_table_unset(struct hyd_fh_table *t, uint64_t key, uint32_t slot);
/* The slot of a key; 0: there is none. */
uint32_t hyd_fh_table_get(const struct hyd_fh_table *t, uint64_t key);

/* Reserves zeroed memory, which is not used until it is touched. NULL: out of address space. */
void *hyd_fh_reserve(size_t bytes);
void hyd_fh_unreserve(void *p, size_t bytes);

#endif

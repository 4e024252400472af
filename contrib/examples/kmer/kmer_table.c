/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_table.c: linear probing, at most 3/4 full as long as the memory lets it grow (15/16 after).
 *
 * Growing doubles the table in place. Each entry is taken out and put back under the longer mask:
 * its home stays or moves up by the old size. Entries are visited in probe order, around the table
 * from behind an empty slot; call an entry's place in that order its turn. Claim: an entry lands no
 * later than its turn, counted in the copy of the old table (lower or upper half) that its home is
 * in. For if all slots from its home to its turn were taken, one of their holders would have come
 * from before that home, and so have landed later than its turn. Hence an entry passes only entries
 * that are in place for good, also where runs go over the end of either half, and is found again.
 */
#include "kmer_table.h"

#include "kmer_codec.h"

#include <string.h>

#define SMALLEST_BITS 10
#define AHEAD 8 /* how many k-mers before its turn a slot is prefetched */

static uint64_t slots(const struct kmer_table *t) { return (uint64_t)1 << t->bits; }

int kmer_table_init(struct kmer_table *t, void *memory, size_t bytes) {
  memset(t, 0, sizeof *t);
  t->slot = memory;
  while (t->max_bits < 56 && (sizeof(struct kmer_slot) << (t->max_bits + 1)) <= bytes)
    t->max_bits++;
  if (t->max_bits < SMALLEST_BITS) return -1;
  t->bits = SMALLEST_BITS;
  memset(t->slot, 0, sizeof(struct kmer_slot) << t->bits);
  return 0;
}

/* Puts one entry that is not in the table in place. */
static void put_entry(struct kmer_table *t, struct kmer_slot entry) {
  uint64_t mask = slots(t) - 1, i = kmer_hash(entry.key - 1) & mask;
  while (t->slot[i].key) i = (i + 1) & mask;
  t->slot[i] = entry;
}

static void grow(struct kmer_table *t) {
  uint64_t old = slots(t), first = 0;
  while (t->slot[first].key) first++;
  t->bits++;
  memset(t->slot + old, 0, old * sizeof(struct kmer_slot));
  for (uint64_t turn = 1; turn < old; turn++) {
    struct kmer_slot *s = &t->slot[(first + turn) & (old - 1)], entry = *s;
    if (!entry.key) continue;
    s->key = 0;
    put_entry(t, entry);
  }
}

void kmer_table_reserve(struct kmer_table *t, uint64_t more) {
  while (t->bits < t->max_bits && t->used + more > slots(t) / 4 * 3) grow(t);
}

static void add_one(struct kmer_table *t, uint64_t kmer, uint64_t home) {
  uint64_t mask = slots(t) - 1, i = home & mask;
  while (t->slot[i].key && t->slot[i].key != kmer + 1) i = (i + 1) & mask;
  if (!t->slot[i].key) {
    if (t->used >= slots(t) / 16 * 15) {
      t->dropped++;
      return;
    }
    t->slot[i].key = kmer + 1;
    t->slot[i].count = 0;
    t->used++;
  }
  t->slot[i].count++;
  t->total++;
}

void kmer_table_add(struct kmer_table *t, const uint64_t *kmers, size_t n) {
  uint64_t mask = slots(t) - 1, hash[AHEAD] = {0};
  for (size_t i = 0; i < n + AHEAD; i++) {
    uint64_t home = hash[i % AHEAD];
    if (i < n) {
      hash[i % AHEAD] = kmer_hash(kmers[i]);
      __builtin_prefetch(&t->slot[hash[i % AHEAD] & mask], 1);
    }
    if (i >= AHEAD) add_one(t, kmers[i - AHEAD], home);
  }
}

uint64_t kmer_table_count(const struct kmer_table *t, uint64_t kmer) {
  uint64_t mask = slots(t) - 1, i = kmer_hash(kmer) & mask;
  while (t->slot[i].key && t->slot[i].key != kmer + 1) i = (i + 1) & mask;
  return t->slot[i].key ? t->slot[i].count : 0;
}

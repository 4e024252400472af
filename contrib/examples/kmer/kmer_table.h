/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_table.h: one rank's part of the counts, an open-addressing hash table in memory it is given
 * (a rank's segment, so that others can read it). The layout is part of the interface: a k-mer with
 * hash h is in the first slots from h mod 2^bits on, cyclically, before the first empty one.
 */
#ifndef KMER_TABLE_H
#define KMER_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct kmer_slot {
  uint64_t key;   /* the k-mer + 1; 0 = empty */
  uint64_t count; /* at least 1 when key != 0 */
};

struct kmer_table {
  struct kmer_slot *slot;
  unsigned bits, max_bits; /* 2^bits slots now; 2^max_bits fit the memory */
  uint64_t used;           /* slots taken: distinct k-mers */
  uint64_t total;          /* sum of all counts */
  uint64_t dropped;        /* k-mers refused because the table was full */
};

/* An empty table in `bytes` of memory aligned to 16. 0, or -1 if not even the smallest fits. */
int kmer_table_init(struct kmer_table *t, void *memory, size_t bytes);

/* Makes room for `more` new k-mers by doubling as often as needed and the memory allows. Takes time
 * proportional to the table: not for handlers. */
void kmer_table_reserve(struct kmer_table *t, uint64_t more);

/* Counts n k-mers. What does not fit is counted as dropped instead. */
void kmer_table_add(struct kmer_table *t, const uint64_t *kmers, size_t n);

/* The count of one k-mer, 0 if never seen. */
uint64_t kmer_table_count(const struct kmer_table *t, uint64_t kmer);

#endif

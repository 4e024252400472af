/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_result.h: what comes out of a count, and how it is put together from the ranks' parts.
 */
#ifndef KMER_RESULT_H
#define KMER_RESULT_H

#include "kmer_table.h"

#include <stdint.h>
#include <stdio.h>

#define KMER_BINS 22
#define KMER_TOP 5
#define KMER_MAX_QUERIES 32

/* One rank's part, made by the owner at the end, read by rank 0. */
struct kmer_summary {
  uint64_t bits;                  /* of the table */
  uint64_t distinct, total;       /* k-mers kept; sum of their counts */
  uint64_t dropped;               /* did not fit the table */
  uint64_t sent, messages;        /* k-mers this rank found; batches it sent to others */
  uint64_t bin[KMER_BINS];        /* distinct k-mers by count */
  struct kmer_slot top[KMER_TOP]; /* most frequent, in order; key 0: none */
};

struct kmer_result {
  unsigned k, ranks, hosts, files;
  uint64_t bytes;                   /* size of the input files */
  uint64_t records, bases, windows; /* windows: places where k letters fit in a record */
  double seconds;
  struct kmer_summary all; /* of all ranks; bits: of the largest table */
  int queries;
  const char *const *query_text;
  uint64_t query_count[KMER_MAX_QUERIES];
};

/* Largest count in a bin; UINT64_MAX for the last. */
uint64_t kmer_bin_limit(unsigned bin);
unsigned kmer_bin_of(uint64_t count);

/* The part of one table. */
void kmer_summary_of(const struct kmer_table *t, struct kmer_summary *s);
/* Adds `part` to `all`. */
void kmer_summary_merge(struct kmer_summary *all, const struct kmer_summary *part);

void kmer_print_text(FILE *to, const struct kmer_result *r);
/* check: what became of --check, or NULL without it. */
void kmer_print_json(FILE *to, const struct kmer_result *r, const char *check);
/* 1234567 as 1,234,567 in buf[32]. */
const char *kmer_grouped(uint64_t n, char *buf);

#endif

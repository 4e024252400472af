/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gups_table.h: the table, in equal parts in the ranks' segments; which update goes where; and the
 * check. An update x changes word i(x) to itself exclusive-or x. Word i is i at the beginning, and
 * is again when every update has been made twice.
 */
#ifndef GUPS_TABLE_H
#define GUPS_TABLE_H

#include <gasnetex.h>

#include "gups_random.h"

struct gups_table {
  gex_TM_t tm;
  gex_Rank_t rank, ranks;
  uint64_t part, words; /* of a rank; of all: at most 2^32 */
  uint64_t updates;     /* of a rank */
  uint64_t *mine;
  uint64_t **base; /* [ranks]: each part as its owner sees it */
};

/* Attaches the segment; ends the job with a line if there is not enough memory. */
void gups_table_open(struct gups_table *t, gex_TM_t tm, uint64_t part, uint64_t per_word);

/* The word that an update changes. The sequence begins with few bits, so they are spread. */
static inline uint64_t gups_word(const struct gups_table *t, uint64_t x) {
  return ((x * UINT64_C(0x9e3779b97f4a7c15) >> 32) * t->words) >> 32;
}
static inline gex_Rank_t gups_owner(const struct gups_table *t, uint64_t word) {
  return (gex_Rank_t)(word / t->part);
}

/* Words as at the beginning; every rank its own. */
void gups_table_reset(struct gups_table *t);
/* Every rank makes all ranks' updates of its own words once more, without communication; the number
 * of words of the whole table that are not as at the beginning. Collective. */
uint64_t gups_table_check(struct gups_table *t);

/* Sum over all ranks, at all; the largest. Collective. */
uint64_t gups_sum(const struct gups_table *t, uint64_t value);
double gups_max(const struct gups_table *t, double value);
void gups_barrier(const struct gups_table *t);

#endif

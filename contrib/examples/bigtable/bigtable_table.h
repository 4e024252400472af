/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bigtable_table.h: a hash table in paged segments: slots of 64 bytes, a part of them at each rank;
 * linear probing within a part.
 */
#ifndef BIGTABLE_TABLE_H
#define BIGTABLE_TABLE_H

#include "bigtable_options.h"

#include <gasnetex.h>
#include <hyd_paged.h>

struct slot {
  uint64_t key; /* 0: free */
  uint64_t value[7];
};

struct bigtable {
  gex_TM_t tm;
  gex_Rank_t rank, ranks;
  gex_MK_t kind;
  gex_Segment_t segment;
  struct slot *mine;
  struct slot **part;            /* of each rank, in its addresses */
  struct hyd_paged_range *range; /* the same, for atomic operations */
  uint64_t slots;                /* of a part */
  uint64_t keys;                 /* of each rank */
};

/* Ends the job with a line if there is no memory, file, or kernel for it. */
void bigtable_open(struct bigtable *t, gex_Client_t client, gex_EP_t ep, gex_TM_t tm,
                   const struct bigtable_options *o);
/* The i-th key of a rank, not 0; what its value is to be. */
uint64_t bigtable_key(const struct bigtable *t, gex_Rank_t rank, uint64_t i);
void bigtable_value(uint64_t key, uint64_t value[7]);

/* One after the other, with a bar. fill: the keys of this rank. read: those of the next one;
 * returns how many were missing or wrong. */
void bigtable_fill(struct bigtable *t, const struct bigtable_options *o, struct example_bar *bar);
uint64_t bigtable_read(struct bigtable *t, const struct bigtable_options *o,
                       struct example_bar *bar);
/* Slots of this rank that are in use, by looking at them. */
uint64_t bigtable_count(const struct bigtable *t);

#endif

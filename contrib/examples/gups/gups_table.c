/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gups_table.c: see gups_table.h.
 */
#include "gups_table.h"

#include "example.h"
#include "example_job.h"

#include <gasnet_coll.h>
#include <stdio.h>
#include <stdlib.h>

void gups_barrier(const struct gups_table *t) { gex_Event_Wait(gex_Coll_BarrierNB(t->tm, 0)); }

uint64_t gups_sum(const struct gups_table *t, uint64_t value) {
  uint64_t sum;
  gex_Event_Wait(gex_Coll_ReduceToAllNB(t->tm, &sum, &value, GEX_DT_U64, sizeof sum, 1, GEX_OP_ADD,
                                        NULL, NULL, 0));
  return sum;
}

double gups_max(const struct gups_table *t, double value) {
  double most;
  gex_Event_Wait(gex_Coll_ReduceToAllNB(t->tm, &most, &value, GEX_DT_DBL, sizeof most, 1,
                                        GEX_OP_MAX, NULL, NULL, 0));
  return most;
}

/* ---- memory -------------------------------------------------------------- */

static void attach(const struct gups_table *t) {
  char text[EXAMPLE_ERROR_TEXT];
  uintptr_t size = t->part * sizeof *t->mine, most = gasnet_getMaxGlobalSegmentSize();
  gex_Segment_t segment;
  size = (size + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE;
  if (size > most) {
    snprintf(text, sizeof text,
             "-n: %llu words of each rank need segments of %zu MB; there are at most %zu MB (see "
             "GASNET_MAX_SEGSIZE)",
             (unsigned long long)t->part, (size_t)size >> 20, (size_t)most >> 20);
    example_fail_all("gups", t->rank, 1, text);
  }
  int rc = gex_Segment_Attach(&segment, t->tm, size);
  if (rc != GASNET_OK) example_fail_all("gups", t->rank, 1, gasnet_ErrorDesc(rc));
}

void gups_table_open(struct gups_table *t, gex_TM_t tm, uint64_t part, uint64_t per_word) {
  t->tm = tm;
  t->rank = gex_TM_QueryRank(tm);
  t->ranks = gex_TM_QuerySize(tm);
  t->part = part;
  t->words = part * t->ranks;
  t->updates = part * per_word;
  if (t->words > UINT64_C(1) << 32)
    example_fail_all("gups", t->rank, 2, "-n: the whole table would be more than 2^32 words");
  attach(t);
  t->base = calloc(t->ranks, sizeof *t->base);
  if (t->base == NULL) example_fail("gups", 1, "no memory for the ranks' addresses");
  for (gex_Rank_t r = 0; r < t->ranks; r++) {
    void *owner;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, r, &owner, NULL, NULL, 0));
    t->base[r] = owner;
  }
  t->mine = t->base[t->rank];
}

void gups_table_reset(struct gups_table *t) {
  for (uint64_t i = 0; i < t->part; i++) t->mine[i] = t->rank * t->part + i;
}

/* ---- check --------------------------------------------------------------- */

uint64_t gups_table_check(struct gups_table *t) {
  uint64_t first = t->rank * t->part, x = gups_number(0), wrong = 0;
  for (uint64_t n = 0; n < t->updates * t->ranks; n++, x = gups_next(x)) {
    uint64_t i = gups_word(t, x) - first;
    if (i < t->part) t->mine[i] ^= x;
  }
  for (uint64_t i = 0; i < t->part; i++) wrong += t->mine[i] != first + i;
  return gups_sum(t, wrong);
}

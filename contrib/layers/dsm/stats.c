/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stats.c: a rank's counts, and the table at the end (HYD_DSM_STATS=1).
 */
#include <stdio.h>

#include "contrib/layers/dsm/dsm.h"
#include <gasnet_coll.h>

void hyd_dsm_counts(struct hyd_dsm_counts *c) {
  struct hyd_dsm *d = hyd_dsm_started("hyd_dsm_counts");
  struct hyd_hlrc_counts e;
  hyd_dsm_enter(d);
  e = d->engine.counts;
  *c = d->counts;
  hyd_dsm_leave(d);
  c->fetches = e.fetches;
  c->ahead = e.ahead;
  c->retries = e.retries;
  c->twins = e.twins;
  c->diffs = e.diffs;
  c->diff_bytes = e.diff_bytes;
  c->early = e.early;
  c->notices = e.notices_seen;
  c->invalidated = e.invalidated;
  c->overflows = e.overflows;
  c->noted = e.noted;
  c->homes = e.homes;
  c->handlers = atomic_load_explicit(&d->handled, memory_order_relaxed);
}

static const char *const names[] = {"read faults",
                                    "write faults",
                                    "pages fetched",
                                    "fetched ahead",
                                    "fetched again",
                                    "in place",
                                    "twins",
                                    "diffs",
                                    "bytes of diffs",
                                    "diffs sent early",
                                    "notices received",
                                    "pages given up",
                                    "notices too late",
                                    "writes noted",
                                    "homes of pages",
                                    "fetches answered",
                                    "locks taken",
                                    "locks awaited",
                                    "barriers"};
#define COUNTS (sizeof names / sizeof names[0])
_Static_assert(sizeof(struct hyd_dsm_counts) == COUNTS * sizeof(uint64_t), "a name for each count");

static void reduce_counts(gex_TM_t tm, uint64_t *all, const uint64_t *mine, gex_OP_t op) {
  gex_Event_Wait(
      gex_Coll_ReduceToAllNB(tm, all, mine, GEX_DT_U64, sizeof *mine, COUNTS, op, NULL, NULL, 0));
}

void hyd_dsm_print_counts(struct hyd_dsm *d) {
  uint64_t mine[COUNTS], sum[COUNTS], most[COUNTS];
  hyd_dsm_counts((struct hyd_dsm_counts *)mine);
  reduce_counts(d->tm, sum, mine, GEX_OP_ADD);
  reduce_counts(d->tm, most, mine, GEX_OP_MAX);
  if (d->rank) return;
  fprintf(stderr, "hyd_dsm: %u ranks, faults by %s\n%-20s %14s %14s\n", d->ranks, d->faults->name,
          "", "all ranks", "at most");
  for (size_t i = 0; i < COUNTS; i++)
    fprintf(stderr, "%-20s %14llu %14llu\n", names[i], (unsigned long long)sum[i],
            (unsigned long long)most[i]);
}

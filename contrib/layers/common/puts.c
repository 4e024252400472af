/* SPDX-License-Identifier: BSD-3-Clause
 *
 * puts.c: the record of puts in flight. If the record is full, or two granules hash to one place,
 * the layer completes all puts and begins again.
 */
#include "contrib/layers/common/puts.h"

#include <stdlib.h>
#include <string.h>

enum {
  GRANULE = 8,
  SMALL = 64,
  PLACES = 1 << 16,
  RANGES_OF_SMALL = 4 /* ranges that may begin with a small put */
};

void hyd_puts_forget(struct hyd_puts *puts) {
  puts->ranges = 0;
  puts->low = puts->high = NULL;
  if (++puts->phase == 0) {
    puts->phase = 1;
    if (puts->granules) memset(puts->granules, 0, PLACES * sizeof *puts->granules);
  }
}

static struct hyd_puts_granule *place_of(const struct hyd_puts *puts, uint32_t rank,
                                         uint64_t name) {
  return &puts->granules[(name + rank * 0x9e3779b1u) % PLACES];
}

static bool overlaps_range(const struct hyd_puts *puts, uint32_t rank, const char *low,
                           const char *high) {
  for (int i = 0; i < puts->ranges; i++) {
    const struct hyd_puts_range *r = &puts->range[i];
    if (r->rank == rank && low < r->high && r->low < high) return true;
  }
  return false;
}

/* Whether a put in flight covers a granule of the range, or a granule with the same place in the
 * table. */
static bool may_overlap_granule(const struct hyd_puts *puts, uint32_t rank, const char *low,
                                const char *high) {
  if (puts->low == NULL || high <= puts->low || puts->high <= low) return false;
  if (high - low > SMALL) return true;
  for (uint64_t n = (uint64_t)low / GRANULE; n <= (uint64_t)(high - 1) / GRANULE; n++)
    if (place_of(puts, rank, n)->phase == puts->phase) return true;
  return false;
}

bool hyd_puts_conflict(const struct hyd_puts *puts, uint32_t rank, const char *low,
                       const char *high) {
  return overlaps_range(puts, rank, low, high) || may_overlap_granule(puts, rank, low, high);
}

/* Records granules. False: the place of one is taken by another granule. */
static bool mark_granules(struct hyd_puts *puts, uint32_t rank, const char *low, const char *high) {
  for (uint64_t n = (uint64_t)low / GRANULE; n <= (uint64_t)(high - 1) / GRANULE; n++) {
    struct hyd_puts_granule *g = place_of(puts, rank, n);
    if (g->phase == puts->phase && (g->name != n || g->rank != rank)) return false;
    *g = (struct hyd_puts_granule){n, rank, puts->phase};
  }
  if (puts->low == NULL || low < puts->low) puts->low = low;
  if (high > puts->high) puts->high = high;
  return true;
}

static bool grow_range(struct hyd_puts *puts, uint32_t rank, const char *low, const char *high) {
  if (puts->ranges == 0) return false;
  struct hyd_puts_range *last = &puts->range[puts->ranges - 1];
  if (last->rank != rank || last->high != low) return false;
  last->high = high;
  return true;
}

bool hyd_puts_add(struct hyd_puts *puts, uint32_t rank, const char *low, const char *high) {
  bool small = high - low <= SMALL;
  if (grow_range(puts, rank, low, high)) return true;
  if (!small || puts->ranges < RANGES_OF_SMALL) {
    if (puts->ranges == HYD_PUTS_RANGES) return false;
    puts->range[puts->ranges++] = (struct hyd_puts_range){rank, low, high};
    return true;
  }
  if (puts->granules == NULL) puts->granules = calloc(PLACES, sizeof *puts->granules);
  return puts->granules && mark_granules(puts, rank, low, high);
}

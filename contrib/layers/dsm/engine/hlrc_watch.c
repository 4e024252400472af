/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hlrc_watch.c: watched runs of home pages: the kernel records their writes, which do not fault.
 * Each release has to ask about each run, so watching must pay: a run that is not written for some
 * releases is no longer watched, and if that happens to many runs without a write between, no run
 * is watched any more.
 */
#include "contrib/layers/dsm/engine/hlrc_int.h"

#define IDLE_MOST 8u /* asking this often costs about as much as the faults of a few pages */

static int is_worth_it(const struct hyd_hlrc *e, uint32_t n) {
  return n >= e->c.watch_least && e->nwatch < e->c.watched && e->watch_credit;
}

int hyd_hlrc_watch(struct hyd_hlrc *e, const struct hyd_hlrc_span *s) {
  if (!is_worth_it(e, s->n)) return 0;
  e->watch[e->nwatch++] = (struct hyd_hlrc_watch){s->first, s->n, 0};
  for (uint32_t i = 0; i < s->n; i++) hyd_hlrc_set(e, s->first + i, HYD_HLRC_HOME_WATCHED);
  return 1;
}

void hyd_hlrc_noted(struct hyd_hlrc *e, uint32_t first, uint32_t n) {
  e->counts.noted += n;
  for (uint32_t i = 0; i < n; i++) hyd_hlrc_note_written(e, first + i);
}

/* Collects the writes of a run; 1: some pages were written. */
static int take_writes_of(struct hyd_hlrc *e, const struct hyd_hlrc_watch *w, int stop) {
  uint64_t before = e->counts.noted;
  e->ops->written(e->ctx, w->first, w->n, stop);
  return e->counts.noted != before;
}

static void give_up(struct hyd_hlrc *e, struct hyd_hlrc_watch *w) {
  take_writes_of(e, w, 1);
  for (uint32_t i = 0; i < w->n; i++) hyd_hlrc_set(e, w->first + i, HYD_HLRC_HOME_CLEAN);
  e->watch_credit--;
  *w = e->watch[--e->nwatch];
}

void hyd_hlrc_take_writes(struct hyd_hlrc *e) {
  for (uint32_t i = e->nwatch; i; i--) {
    struct hyd_hlrc_watch *w = &e->watch[i - 1];
    w->idle++;
    if (take_writes_of(e, w, 0)) {
      w->idle = 0;
      e->watch_credit = HYD_HLRC_WATCH_CREDIT;
    } else if (w->idle == IDLE_MOST) {
      give_up(e, w);
    }
  }
}

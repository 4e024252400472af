/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture_change.c: the thread of each node that changes its memory.
 */
#include "core/sys/clock.h"
#include "tests/sim/firehose/torture_kinds.h"
#include "tests/sim/firehose/torture_word.h"

#define QUICK 3 /* changes before a rest */

static void rest(struct worker *w, const struct kind *k) {
  uint64_t until = hyd_now_ns() + k->rest_ms * UINT64_C(1000000);
  while (hyd_now_ns() < until && !atomic_load(&w->n->in->stop)) torture_poll(w->n);
}

void *torture_change(void *worker) {
  struct worker *w = worker;
  struct torture *t = w->n->in;
  while (!atomic_load(&t->stop)) {
    const struct kind *k = NULL;
    if (!t->plan->anywhere)
      k = place_change(w->n, &w->n->place[sim_below(&w->rng, PLACES)], &w->rng);
    if (k && k->rest_ms && sim_below(&w->rng, QUICK) == 0) rest(w, k);
    for (uint64_t i = sim_below(&w->rng, 20); i > 0; i--) torture_poll(w->n);
  }
  return torture_until_all_end(w);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_clocks.c: what it costs to read the time: gasnett_ticks_now against clock_gettime, in
 * turns.
 */
#include <gasnetex.h>

#include <gasnet_tools.h>
#include <time.h>

#include "suites.h"

#define READINGS 2000

static uint64_t read_ticks(void) { return gasnett_ticks_now(); }
static uint64_t read_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_nsec;
}

/* ns of a reading; inlined, so that neither has a call more than in a program. */
static inline __attribute__((always_inline)) double window(uint64_t (*reading)(void)) {
  volatile uint64_t last = 0;
  double start = hyd_bn_now();
  for (int i = 0; i < READINGS; i++) last = reading();
  (void)last;
  return (hyd_bn_now() - start) / READINGS;
}

bool hyd_bn_suite_clocks(struct hyd_bn *b) {
  struct hyd_bn_row *ticks =
      hyd_bn_row(&b->rows, "clocks", "gasnett_ticks_now", -1, 0, "ns", "clock_gettime");
  hyd_bn_progress(b, "clocks: reading the time");
  for (int i = hyd_bn_scaled(b, 1000); i > 0; i--) {
    double before = window(read_clock), mine = window(read_ticks), after = window(read_clock);
    hyd_bn_add(&ticks->value, mine);
    hyd_bn_add(&ticks->ratio, mine / ((before + after) / 2));
  }
  return true;
}

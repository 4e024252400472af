/* SPDX-License-Identifier: BSD-3-Clause
 *
 * samples.h: the clock that everything is timed by, and sets of samples.
 */
#ifndef HYD_BENCH_SAMPLES_H
#define HYD_BENCH_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

static inline double hyd_bn_now(void) { /* nanoseconds */
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

struct hyd_bn_set {
  double *v;
  size_t n, cap;
  bool sorted;
};
void hyd_bn_add(struct hyd_bn_set *s, double value);
void hyd_bn_add_all(struct hyd_bn_set *s, const double *v, size_t n);
/* Percentile (0..100) of the set, which it sorts; 0 of an empty set. */
double hyd_bn_pct(struct hyd_bn_set *s, double percent);
double hyd_bn_median(struct hyd_bn_set *s);
void hyd_bn_clear(struct hyd_bn_set *s);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * measure.h: the time of an operation, as the median of batches.
 */
#ifndef BENCH_ARMCI_MEASURE_H
#define BENCH_ARMCI_MEASURE_H
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_BATCHES = 2000, LEAST_BATCHES = 5 };

static inline double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare_times(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Nanoseconds of one call, from batches of some 20 microseconds, for up to `seconds`. */
static inline double measure(void (*operation)(void), double seconds) {
  static double times[MOST_BATCHES];
  double begin = now_ns(), one;
  int n = 0, batch = 1;
  operation();
  one = now_ns();
  operation();
  one = now_ns() - one;
  if (one < 20000) batch = (int)(20000 / (one + 1)) + 1;
  while (n < MOST_BATCHES && (n < LEAST_BATCHES || now_ns() - begin < seconds * 1e9)) {
    double t = now_ns();
    for (int i = 0; i < batch; i++) operation();
    times[n++] = (now_ns() - t) / batch;
  }
  qsort(times, (size_t)n, sizeof *times, compare_times);
  return times[n / 2];
}
#endif

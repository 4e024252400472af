/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tick.c: the wall clock of upc_tick.h: ticks are nanoseconds of a monotonic clock.
 */
#include <time.h>

#include "contrib/layers/upc/libraries.h"

uint64_t upc_ticks_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t upc_ticks_to_ns(uint64_t ticks) { return ticks; }

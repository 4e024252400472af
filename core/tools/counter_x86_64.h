/* SPDX-License-Identifier: BSD-3-Clause
 *
 * counter_x86_64.h: what the processor says of its time stamp counter.
 */
#ifndef HYD_COUNTER_X86_64_H
#define HYD_COUNTER_X86_64_H

#include <cpuid.h>

/* One rate, also in all states of sleep. */
static inline int counter_is_steady(void) {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
}

/* Counts in a second, as the processor says; 0: it does not. */
static inline uint64_t counter_rate(void) {
  unsigned a = 0, b = 0, c = 0, d;
  if (!__get_cpuid(0x15, &a, &b, &c, &d) || a == 0 || b == 0) return 0;
  return (uint64_t)c * b / a;
}

#endif

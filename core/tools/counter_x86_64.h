/* SPDX-License-Identifier: BSD-3-Clause
 *
 * counter_x86_64.h: properties of the processor's time stamp counter.
 */
#ifndef HYD_COUNTER_X86_64_H
#define HYD_COUNTER_X86_64_H

#include <cpuid.h>

/* Whether the counter has one rate, also in all sleep states. */
static inline int counter_is_steady(void) {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
}

/* Counts in a second, as reported by the processor; 0: not reported. */
static inline uint64_t counter_rate(void) {
  unsigned a = 0, b = 0, c = 0, d;
  if (!__get_cpuid(0x15, &a, &b, &c, &d) || a == 0 || b == 0) return 0;
  return (uint64_t)c * b / a;
}

#endif

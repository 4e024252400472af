/* SPDX-License-Identifier: BSD-3-Clause
 *
 * counter_aarch64.h: the rate of the processor's counter, which the architecture defines as steady.
 */
#ifndef HYD_COUNTER_AARCH64_H
#define HYD_COUNTER_AARCH64_H

static inline int counter_is_steady(void) { return 1; }

static inline uint64_t counter_rate(void) {
  uint64_t rate;
  __asm__ __volatile__("mrs %0, cntfrq_el0" : "=r"(rate));
  return rate & 0xffffffffu;
}

#endif

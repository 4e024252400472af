/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_ticks_x86_64.h: the time stamp counter. RDTSCP waits for all instructions before it, so that who has seen
 * another's tick in memory reads no earlier one. Not for direct inclusion.
 */
#ifndef HYD_TICKS_X86_64_H
#define HYD_TICKS_X86_64_H

#define HYD_TICKS_SOURCE "tsc" /* the kernel's name of it */

static inline uint64_t hyd_ticks_counter(void) {
  uint32_t low, high, processor;
  __asm__ __volatile__("rdtscp" : "=a"(low), "=d"(high), "=c"(processor) : : "memory");
  (void)processor;
  return (uint64_t)high << 32 | low;
}

#endif

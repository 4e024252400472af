/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_ticks_x86_64.h: the time stamp counter. It waits for nothing, as LFENCE or RDTSCP would and
 * at twice the cost: a thread's ticks never go back, but may be some ten nanoseconds older than
 * what the thread has just seen in memory. Not for direct inclusion.
 */
#ifndef HYD_TICKS_X86_64_H
#define HYD_TICKS_X86_64_H

#define HYD_TICKS_SOURCE "tsc" /* the kernel's name of it */

static inline uint64_t hyd_ticks_counter(void) {
  uint32_t low, high;
  __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high) : : "memory");
  return (uint64_t)high << 32 | low;
}

#endif

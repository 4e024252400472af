/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_ticks_aarch64.h: the virtual counter. ISB waits for all instructions before it, so that a
 * thread that has seen another's tick in memory reads no earlier one. Not for direct inclusion.
 */
#ifndef HYD_TICKS_AARCH64_H
#define HYD_TICKS_AARCH64_H

#define HYD_TICKS_SOURCE "arch_sys_counter" /* the kernel's name of it */

static inline uint64_t hyd_ticks_counter(void) {
  uint64_t count;
  __asm__ __volatile__("isb\n\tmrs %0, cntvct_el0" : "=r"(count) : : "memory");
  return count;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * futex.h: sleeping on a 32-bit word in shared memory; and membarrier(2), a barrier for all threads
 * of a process, which makes a fence on the waking side unnecessary.
 */
#ifndef HYD_SYS_FUTEX_H
#define HYD_SYS_FUTEX_H

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Sleeps while *word == expected, at most timeout_ns (0: no limit). May return early. */
static inline void hyd_futex_wait(_Atomic uint32_t *word, uint32_t expected, uint64_t timeout_ns) {
  struct timespec ts = {(time_t)(timeout_ns / 1000000000u), (long)(timeout_ns % 1000000000u)};
  syscall(SYS_futex, word, FUTEX_WAIT, expected, timeout_ns ? &ts : 0, 0, 0);
}

/* Wakes at most n sleepers of the word; wakes all. */
static inline void hyd_futex_wake(_Atomic uint32_t *word, uint32_t n) {
  syscall(SYS_futex, word, FUTEX_WAKE, n, 0, 0, 0);
}
static inline void hyd_futex_wake_all(_Atomic uint32_t *word) { hyd_futex_wake(word, 0x7fffffff); }

/* Registers this process for hyd_membarrier(). 0, or -1: the kernel does not have it. */
static inline int hyd_membarrier_register(void) {
  return (int)syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0);
}

/* A full memory barrier on every running thread of every registered process. */
static inline int hyd_membarrier(void) {
  return (int)syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0);
}

#endif

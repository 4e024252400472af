/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dsm_lock.c: the lock of the engine: a futex, since it is also taken in signal handlers, where
 * pthread_mutex_lock may not be called.
 */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "contrib/layers/dsm/dsm.h"

enum { OPEN, TAKEN, AWAITED };

void hyd_dsm_futex_wait_for(_Atomic uint32_t *word, uint32_t value, uint64_t ns) {
  struct timespec t = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, ns ? &t : NULL, NULL, 0);
}

void hyd_dsm_futex_wake(_Atomic uint32_t *word, int n) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, n, NULL, NULL, 0);
}

/* L1 pairs with L2: a holder sees the writes of the holders before it. */
void hyd_dsm_enter(struct hyd_dsm *d) {
  uint32_t was = OPEN;
  if (atomic_compare_exchange_strong_explicit(&d->lock, &was, TAKEN, memory_order_acquire,
                                              memory_order_relaxed))
    return;
  while (atomic_exchange_explicit(&d->lock, AWAITED, memory_order_acquire) != OPEN) /* L1 */
    hyd_dsm_futex_wait_for(&d->lock, AWAITED, 0);
}

void hyd_dsm_leave(struct hyd_dsm *d) {
  if (atomic_exchange_explicit(&d->lock, OPEN, memory_order_release) == AWAITED) /* L2 */
    hyd_dsm_futex_wake(&d->lock, 1);
}

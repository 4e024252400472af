/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lock.h: one lock around the records of operations in flight, in programs with several threads. It
 * may be held while a remote rank completes an operation: no handler takes it.
 */
#ifndef HYD_ARMCI_LOCK_H
#define HYD_ARMCI_LOCK_H
#include <pthread.h>

#include "contrib/layers/armci/job.h"

extern pthread_mutex_t hyd_armci_lock;

static inline void hyd_armci_enter(void) {
  if (hyd_armci.threads) pthread_mutex_lock(&hyd_armci_lock);
}
static inline void hyd_armci_leave(void) {
  if (hyd_armci.threads) pthread_mutex_unlock(&hyd_armci_lock);
}
#endif

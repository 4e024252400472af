/* SPDX-License-Identifier: BSD-3-Clause
 *
 * threads.c: OpenMP threads that execute coarray statements at the same time take turns, except for
 * accesses of one element in mapped memory, which need no lock. The lock is recursive, as entry
 * points call each other.
 */
#define _GNU_SOURCE 1
#include <pthread.h>

#include "contrib/layers/caf/caf.h"

static pthread_mutex_t serial = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

bool hyd_caf_lock_serial(void) {
  if (!omp_in_parallel()) return false;
  pthread_mutex_lock(&serial);
  return true;
}

void hyd_caf_unlock_serial(void) { pthread_mutex_unlock(&serial); }

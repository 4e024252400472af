/* SPDX-License-Identifier: BSD-3-Clause
 *
 * threads.c: threads of OpenMP that execute coarray statements at once: all but accesses of one
 * element in mapped memory, which need nothing, take turns. Entry points call each other.
 */
#define _GNU_SOURCE 1
#include <pthread.h>

#include "contrib/layers/caf/caf.h"

static pthread_mutex_t alone = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

bool hyd_caf_lock_alone(void) {
  if (!omp_in_parallel()) return false;
  pthread_mutex_lock(&alone);
  return true;
}

void hyd_caf_unlock_alone(void) { pthread_mutex_unlock(&alone); }

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * meet.c: each rank counts its meetings in its own line and reads the others'. M1 (release) pairs
 * with M2 (acquire): what a rank wrote before it came is visible after.
 */
#include "core/meet.h"

#include "core/wait.h"

static int all_here(const struct hyd_job *job, uint64_t count, gex_Rank_t *seen) {
  while (*seen < job->size && atomic_load_explicit(&job->shared->rank[*seen].meetings,
                                                   memory_order_acquire) >= count) /* M2 */
    ++*seen;
  return *seen == job->size;
}

void hyd_meet(struct hyd_job *job) {
  uint64_t count = atomic_load_explicit(&job->me->meetings, memory_order_relaxed) + 1;
  gex_Rank_t seen = 0;
  struct hyd_wait w;
  atomic_store_explicit(&job->me->meetings, count, memory_order_release); /* M1 */
  if (hyd_someone_sleeps(job) && all_here(job, count, &seen)) hyd_wake_everybody(job);
  hyd_wait_begin(&w, job, HYD_WAIT_MEET, HYD_NO_PEER, count);
  while (!all_here(job, count, &seen)) hyd_wait_pause(&w);
  hyd_wait_end(&w);
}

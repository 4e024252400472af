/* SPDX-License-Identifier: BSD-3-Clause
 *
 * oob.c: in shared memory each rank counts the barriers that it has entered, and reads the counts
 * of the other ranks. M1 (release) pairs with M2 (acquire): what a rank wrote before the barrier is
 * visible to the others after it.
 */
#include "core/oob/oob.h"

#include "core/boot/boot.h"
#include "core/oob/host_leaders.h"
#include "core/am/wait.h"

static int all_here(const struct hyd_job *job, uint64_t count, gex_Rank_t *seen) {
  while (*seen < job->place.host_count &&
         atomic_load_explicit(&job->shared->rank[*seen].meetings, memory_order_acquire) >=
             count) /* M2 */
    ++*seen;
  return *seen == job->place.host_count;
}

void hyd_oob_barrier_host(struct hyd_job *job) {
  uint64_t count = atomic_load_explicit(&job->me->meetings, memory_order_relaxed) + 1;
  gex_Rank_t seen = 0;
  struct hyd_wait w;
  atomic_store_explicit(&job->me->meetings, count, memory_order_release); /* M1 */
  if (hyd_has_sleepers(job) && all_here(job, count, &seen)) hyd_wake_all_ranks(job);
  hyd_wait_begin(&w, job, HYD_WAIT_SETUP, HYD_NO_PEER, count);
  while (!all_here(job, count, &seen)) hyd_wait_pause(&w);
  hyd_wait_end(&w);
}

void hyd_oob_barrier(struct hyd_job *job) {
  hyd_oob_barrier_host(job);
  if (job->shared->nhosts == 1) return;
  if (job->net.state == NULL) {
    hyd_boot_fence(job->boot);
    return;
  }
  if (hyd_is_leader(job)) hyd_leaders_barrier(job);
  hyd_oob_barrier_host(job);
}

const unsigned char *hyd_oob_exchange(struct hyd_job *job, const void *mine, size_t size) {
  unsigned char *table = hyd_records(job->shared);
  memcpy(table + (size_t)job->rank * HYD_RECORD_SIZE, mine, size);
  hyd_oob_barrier_host(job);
  if (job->shared->nhosts == 1) return table;
  if (job->net.state == NULL)
    hyd_boot_gather(job->boot);
  else if (hyd_is_leader(job))
    hyd_leaders_gather(job);
  hyd_oob_barrier_host(job);
  return table;
}

const void *hyd_oob_addresses(struct hyd_job *job, const void *mine, size_t size) {
  const unsigned char *table = hyd_oob_exchange(job, mine, size);
  unsigned char *to = hyd_addresses(job->shared);
  for (gex_Rank_t i = 0; hyd_is_leader(job) && i < job->size; i++)
    memcpy(to + i * size, table + (size_t)i * HYD_RECORD_SIZE, size);
  hyd_oob_exchange_end(job);
  return to;
}

void hyd_oob_exchange_end(struct hyd_job *job) {
  if (hyd_leaders_of(job) && hyd_is_leader(job)) hyd_leaders_gather_end(job);
  hyd_oob_barrier(job);
}

uint32_t hyd_oob_turn(struct hyd_job *job, uint64_t kind) {
  unsigned char *table = hyd_records(job->shared);
  uint32_t before = job->shared->kernel_before;
  memcpy(table + (size_t)job->rank * HYD_RECORD_SIZE, &kind, sizeof kind);
  hyd_oob_barrier_host(job);
  for (gex_Rank_t i = job->place.host_first; i < job->rank; i++)
    before += memcmp(table + (size_t)i * HYD_RECORD_SIZE, &kind, sizeof kind) == 0;
  hyd_oob_barrier_host(job);
  return before;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bell.h: waking ranks that sleep. How no wake-up is lost is told in wait_sleep.c.
 */
#ifndef HYD_SHM_BELL_H
#define HYD_SHM_BELL_H

#include "core/base/job.h"

/* Rings the rank's bell if it is armed. After something was published for the rank. */
void hyd_ring_bell(struct hyd_rank_shared *r);
/* Rings the bell, armed or not. Async-signal-safe. */
void hyd_rouse(struct hyd_rank_shared *r);
/* W2 (wait_sleep.c), between a store and the look for sleepers. Where a rank that goes to sleep
 * makes the fence for all, by membarrier, only the compiler must keep the order here. */
HYD_HOT_INLINE void hyd_wake_fence(const struct hyd_job *job) {
  if (hyd_unlikely(job->wait.fence_mode))
    atomic_thread_fence(memory_order_seq_cst);
  else
    atomic_signal_fence(memory_order_seq_cst);
}
/* Rings the rank's bell if it is armed, after a store. */
HYD_HOT_INLINE void hyd_wake(struct hyd_job *job, struct hyd_rank_shared *r) {
  hyd_wake_fence(job);
  if (hyd_unlikely(atomic_load_explicit(&r->armed, memory_order_relaxed))) hyd_ring_bell(r);
}
/* Rings every sleeping rank of the host. */
void hyd_wake_all_ranks(struct hyd_job *job);
/* Returns, after a store for which others may wait, whether a thread of any rank sleeps or is about
 * to. If two ranks store and then ask, at least one of those that get a yes sees both stores: a
 * fence lies between (W2 covers the sleepers). */
static inline int hyd_has_sleepers(struct hyd_job *job) {
  hyd_wake_fence(job);
  if (hyd_likely(!atomic_load_explicit(&job->shared->sleepers, memory_order_relaxed))) return 0;
  atomic_thread_fence(memory_order_seq_cst);
  return 1;
}
/* Wakes other threads of this process, after handlers ran. */
void hyd_wake_own_threads(struct hyd_job *job);

#endif

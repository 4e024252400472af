/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bell.c: see bell.h.
 */
#include "core/shm/bell.h"

#include "core/sys/futex.h"

void hyd_ring_bell(struct hyd_rank_shared *r) {
  /* The thread that clears `armed` rings; the others need not. */
  if (atomic_exchange_explicit(&r->armed, 0, memory_order_acq_rel) == 0) return;
  hyd_rouse(r);
}

void hyd_rouse(struct hyd_rank_shared *r) {
  atomic_fetch_add_explicit(&r->bell, 1, memory_order_release);
  hyd_futex_wake_all(&r->bell);
}

void hyd_wake_all_ranks(struct hyd_job *job) {
  for (uint32_t i = 0; i < job->shared->nranks; i++)
    if (&job->shared->rank[i] != job->me) hyd_wake(job, &job->shared->rank[i]);
}

void hyd_wake_own_threads(struct hyd_job *job) {
  if (atomic_load_explicit(&job->wait.threads, memory_order_relaxed)) hyd_wake(job, job->me);
}

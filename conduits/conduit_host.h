/* SPDX-License-Identifier: BSD-3-Clause
 *
 * conduit_host.h: what a conduit sees of its job. A conduit looks into struct hyd_job here only
 * (tests/unit/layers_test.py); the calls of the core that it may make are listed in calls.def, and
 * those by which it delivers messages are in core/am/am.h and core/op/op.h.
 *
 * Everything is constant from open on, unless said otherwise.
 */
#ifndef HYD_CONDUITS_CONDUIT_HOST_H
#define HYD_CONDUITS_CONDUIT_HOST_H

#include "conduits/conduit.h"
#include "core/base/job.h"
#include "core/boot/boot.h"
#include "core/env/env.h"
#include "core/mem/landings.h"
#include "core/am/deferred.h"
#include "core/mem/guard.h"
#include "core/shm/layout.h"
#include "core/watch/watch.h"

/* --- ranks and settings --------------------------------------------------- */

static inline uint32_t hyd_job_rank(const struct hyd_job *job) { return job->rank; }
static inline uint32_t hyd_job_size(const struct hyd_job *job) { return job->size; }
static inline uint32_t hyd_job_ranks_of_host(const struct hyd_job *job) {
  return job->place.host_count;
}
static inline int hyd_job_has_one_host(const struct hyd_job *job) {
  return job->shared->nhosts == 1;
}
/* Hosts of the job, each with the ranks from its head on, up to the next host's. */
static inline uint32_t hyd_job_hosts(const struct hyd_job *job) { return job->shared->nhosts; }
static inline uint32_t hyd_job_head_of(const struct hyd_job *job, uint32_t host) {
  return hyd_leader_of(job->shared, host);
}
static inline uint32_t hyd_job_host_of(const struct hyd_job *job, uint32_t rank) {
  return hyd_host_of(job->shared, rank);
}
static inline int hyd_job_is_head(const struct hyd_job *job) {
  return job->rank == job->place.host_first;
}
static inline struct hyd_env *hyd_job_env(const struct hyd_job *job) { return job->env; }
/* The value of an environment variable that is a number. */
static inline uint32_t hyd_job_number(const struct hyd_job *job, enum hyd_env_id id, int64_t least,
                                      int64_t most) {
  return (uint32_t)hyd_env_int(job->env, id, least, most);
}
/* HYD_JOB_KEY bytes that only the ranks of this job know. */
static inline const unsigned char *hyd_job_key(const struct hyd_job *job) { return job->boot->key; }
/* What ranks have found each other by; the conduit's own, if it has one. */
static inline struct hyd_pm *hyd_job_manager(const struct hyd_job *job) { return job->boot->pm; }
/* This rank leaves: what its threads send now may be late by no fault of their own. */
static inline int hyd_job_is_leaving(const struct hyd_job *job) {
  return atomic_load_explicit(&job->end.closing, memory_order_relaxed);
}
/* An alarm of the library's ends this process soon; another is the client's. */
static inline int hyd_job_is_limited(const struct hyd_job *job) {
  return atomic_load_explicit(&job->end.limited, memory_order_relaxed);
}
/* What the conduit's open has returned as its state. */
static inline void *hyd_job_conduit_state(const struct hyd_job *job) { return job->net.state; }

/* What the conduit has done, for statistics and traces; costs nothing in a job that is not watched.
 */
static inline void hyd_job_tell(struct hyd_job *job, enum hyd_count what, enum hyd_event_kind kind,
                                uint32_t peer, uint64_t bytes) {
  hyd_count(job, what, bytes);
  hyd_watch_mark(job, kind, peer, bytes);
  if (kind == HYD_EV_FIREHOSE_HIT)
    hyd_probe_firehose_hit(peer, bytes);
  else if (kind == HYD_EV_FIREHOSE_MISS)
    hyd_probe_firehose_miss(peer, bytes);
  else
    hyd_probe_resent(peer, bytes);
}

/* How many checks, `period_ns` apart, a peer may stay silent (GASNET_REQUESTTIMEOUT_MAX). */
static inline uint32_t hyd_job_silence_most(const struct hyd_job *job, uint64_t period_ns) {
  int64_t us = hyd_env_int(job->env, HYD_ENV_REQUESTTIMEOUT_MAX, 0, INT64_MAX / 1000);
  return us == 0 ? UINT32_MAX : (uint32_t)((uint64_t)us / (period_ns / 1000)) + 2;
}

/* --- threads, and how they wait ------------------------------------------- */

/* More than one thread of the client may call. */
static inline int hyd_job_has_threads(const struct hyd_job *job) { return job->threads.many; }
/* Waits are to sleep at once (GASNET_WAITMODE=BLOCK). */
static inline int hyd_job_blocks(const struct hyd_job *job) {
  return job->wait.mode == GASNET_WAIT_BLOCK;
}
/* More ranks than cores. Changes when other jobs come and go. */
static inline int hyd_job_is_oversubscribed(const struct hyd_job *job) {
  return job->wait.oversubscribed;
}
/* sched_yield gives the core to other ranks. */
static inline int hyd_job_yields_help(const struct hyd_job *job) { return job->wait.yields_help; }

/* --- messages and memory -------------------------------------------------- */

/* Whether a request from this poll has parked its reply: take no more requests. */
static inline int hyd_am_parked(const struct hyd_job *job) {
  return atomic_load_explicit(&job->rx.closed, memory_order_relaxed) != 0;
}
/* The segment of this rank's primordial endpoint; NULL before attach, if there is none, or if it is
 * guarded: nothing pins that. */
static inline const struct hyd_segment *hyd_job_segment(const struct hyd_job *job) {
  return job->ep.segment && job->ep.segment->guarded ? NULL : job->ep.segment;
}

/* Whether a long of n bytes may be put at addr, outside of segments (lands_anywhere). Any thread.
 */
static inline int hyd_job_may_land(const struct hyd_job *job, const void *addr, size_t n) {
  return hyd_landing_has(job, addr, n);
}

/* Whether [addr, addr+n) has guarded memory of this process: its program's loads and stores are
 * served there, but system calls may fail. */
static inline int hyd_job_is_guarded(struct hyd_job *job, const void *addr, size_t n) {
  return hyd_guarded_own(job, addr, n) != NULL;
}
/* The same of an address of another rank: its kernel, which may not be able to load a page, writes
 * what the network brings for there. */
static inline int hyd_job_peer_is_guarded(const struct hyd_job *job, uint32_t peer,
                                          const void *addr) {
  const struct hyd_guarded *p = hyd_guarded_peer(job, peer);
  return p != NULL && (uintptr_t)addr - p->base < p->size;
}

/* Copies bytes that came for memory of this process; waits for the guard of that, if need be. */
static inline void hyd_job_copy_in(struct hyd_job *job, void *to, const void *from, size_t n) {
  hyd_guarded_copy_in(job, to, from, n);
}

/* `carry_on` is called after polls while there is something to do (HYD_TODO_NOW), and may wait; in
 * open or attach. Returns HYD_PROGRESS_MORE, HYD_PROGRESS_DONE or 0. */
static inline void hyd_job_set_progress(struct hyd_job *job, int (*carry_on)(struct hyd_job *job)) {
  job->rx.progress[HYD_PROGRESS_CONDUIT] = carry_on;
}
/* Adds parts to `op`: a transfer that the conduit has begun, and cannot do, goes by active
 * messages. May wait. `remote` is the peer's. */
static inline void hyd_job_by_messages(struct hyd_job *job, gex_Rank_t peer, int is_put,
                                       void *remote, void *local, size_t n, struct hyd_op *op) {
  job->net.by_messages(job, peer, is_put, remote, local, n, op);
}

#endif

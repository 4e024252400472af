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
/* The number of hosts of the job. A host has the ranks from its head up to the next host's head. */
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
/* The process manager; the conduit's own, if it has one. NULL: the ranks were forked. */
static inline struct hyd_pm *hyd_job_manager(const struct hyd_job *job) { return job->boot->pm; }
/* Whether this rank is leaving: messages that its other threads send may then be too late. */
static inline int hyd_job_is_leaving(const struct hyd_job *job) {
  return atomic_load_explicit(&job->end.closing, memory_order_relaxed);
}
/* Whether an alarm of the library will end this process; any other alarm is the client's. */
static inline int hyd_job_is_limited(const struct hyd_job *job) {
  return atomic_load_explicit(&job->end.limited, memory_order_relaxed);
}
/* The state that hyd_conduit.open has returned. */
static inline void *hyd_job_conduit_state(const struct hyd_job *job) { return job->net.state; }

/* Counts and traces an event of the conduit. Costs nothing in a job that is not watched. */
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

/* Whether several threads of the client may call. */
static inline int hyd_job_has_threads(const struct hyd_job *job) { return job->threads.many; }
/* Whether waits sleep at once (GASNET_WAITMODE=BLOCK). */
static inline int hyd_job_blocks(const struct hyd_job *job) {
  return job->wait.mode == GASNET_WAIT_BLOCK;
}
/* Whether ranks outnumber cores. Changes when other jobs start and end. */
static inline int hyd_job_is_oversubscribed(const struct hyd_job *job) {
  return job->wait.oversubscribed;
}
/* Whether sched_yield gives the core to other ranks. */
static inline int hyd_job_yields_help(const struct hyd_job *job) { return job->wait.yields_help; }

/* --- messages and memory -------------------------------------------------- */

/* Whether a request of this poll has parked its reply: then no further request may be delivered. */
static inline int hyd_am_parked(const struct hyd_job *job) {
  return atomic_load_explicit(&job->rx.closed, memory_order_relaxed) != 0;
}
/* The segment of this rank's primordial endpoint. NULL: it has none, or none yet, or a guarded one,
 * which cannot be pinned. */
static inline const struct hyd_segment *hyd_job_segment(const struct hyd_job *job) {
  return job->ep.segment && job->ep.segment->guarded ? NULL : job->ep.segment;
}

/* Whether this rank expects a long of n bytes at addr, outside of its segments (lands_anywhere).
 * Any thread. */
static inline int hyd_job_may_land(const struct hyd_job *job, const void *addr, size_t n) {
  return hyd_landing_has(job, addr, n);
}

/* Whether some of [addr, addr+n) is guarded memory of this process: loads and stores of its program
 * are served there, but system calls may fail. */
static inline int hyd_job_is_guarded(struct hyd_job *job, const void *addr, size_t n) {
  return hyd_guarded_own(job, addr, n) != NULL;
}
/* Whether addr is guarded memory of the peer. The peer's kernel, which writes data from the network
 * there, may not be able to load a page. */
static inline int hyd_job_peer_is_guarded(const struct hyd_job *job, uint32_t peer,
                                          const void *addr) {
  const struct hyd_guarded *p = hyd_guarded_peer(job, peer);
  return p != NULL && (uintptr_t)addr - p->base < p->size;
}

/* Copies received bytes to memory of this process. If it is guarded this waits for its guard. */
static inline void hyd_job_copy_in(struct hyd_job *job, void *to, const void *from, size_t n) {
  hyd_guarded_copy_in(job, to, from, n);
}

/* Has `carry_on` called after polls while there is something to do (HYD_TODO_NOW). It may wait, and
 * returns HYD_PROGRESS_MORE, HYD_PROGRESS_DONE or 0. To be called in open or attach. */
static inline void hyd_job_set_progress(struct hyd_job *job, int (*carry_on)(struct hyd_job *job)) {
  job->rx.progress[HYD_PROGRESS_CONDUIT] = carry_on;
}
/* Carries out a transfer by active messages that the conduit has begun and cannot do. Adds its
 * parts to `op`. May wait. */
static inline void hyd_job_by_messages(struct hyd_job *job, gex_Rank_t peer, int is_put,
                                       void *remote, void *local, size_t n, struct hyd_op *op) {
  job->net.by_messages(job, peer, is_put, remote, local, n, op);
}

#endif

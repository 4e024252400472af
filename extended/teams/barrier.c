/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barrier.c: the named split-phase barrier and the unnamed one, over shared memory.
 *
 * Every rank publishes its arrival in a place of its own, and reads the places of all other ranks.
 * The places are packed: those of two ranks share one line, which then moves once for each barrier,
 * the least that can be. No rank has to be scheduled twice, which matters where ranks outnumber
 * cores. A rank that completes a phase while others sleep wakes them.
 *
 * Several unnamed barriers can be in flight, so each rank counts those that it has entered.
 *
 * Order of memory. B1, an arrival (release), pairs with B2 (acquire); N1, a count of unnamed
 * barriers, pairs with N2 likewise.
 */
#include "extended/teams/barrier.h"

#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/am/wait.h"
#include "core/op/op.h"
#include "core/team/team.h"
#include "core/watch/watch.h"
#include "extended/coll/coll.h"

#define SPINS 40 /* looks before the wait proper, where every rank has a core */

/* Adds the arrivals that have come; returns 1 if all have. */
HYD_HOT_INLINE int gather_arrivals(struct hyd_job *job) {
  uint32_t phase = job->bar.phase;
  const struct hyd_arrival *a = hyd_arrivals(job->shared, phase & 1);
  for (; job->bar.gathered < job->size; job->bar.gathered++) {
    gex_Rank_t i = job->bar.gathered;
    if (atomic_load_explicit(&a[i].phase, memory_order_acquire) != phase) return 0; /* B2 */
    hyd_consensus_add(&job->bar.consensus, a[i].id, a[i].flags);
  }
  return 1;
}

static int all_arrived(const struct hyd_job *job, uint32_t phase) {
  const struct hyd_arrival *a = hyd_arrivals(job->shared, phase & 1);
  for (gex_Rank_t i = 0; i < job->size; i++)
    if (atomic_load_explicit(&a[i].phase, memory_order_acquire) != phase) return 0; /* B2 */
  return 1;
}

static void publish_arrival(struct hyd_job *job, uint32_t phase, int id, int flags) {
  struct hyd_arrival *mine =
      hyd_arrivals(job->shared, phase & 1) + (job->rank - job->shared->first);
  mine->id = id;
  mine->flags = flags;
  atomic_store_explicit(&mine->phase, phase, memory_order_release); /* B1 */
  if (hyd_unlikely(job->bar.am != NULL))
    hyd_barrier_am_arrive(job, phase);
  else if (hyd_unlikely(hyd_has_sleepers(job)) && all_arrived(job, phase))
    hyd_wake_all_ranks(job);
}

/* --- the named barrier ---------------------------------------------------- */

void gasnet_barrier_notify(int id, int flags) {
  struct hyd_job *job = hyd_the_job;
  uint32_t phase;
  hyd_check_ready("gasnet_barrier_notify");
  if (HYD_DEBUG) {
    hyd_check_call("gasnet_barrier_notify");
    if (flags & ~(GASNET_BARRIERFLAG_UNNAMED | GASNET_BARRIERFLAG_MISMATCH))
      hyd_fatal("gasnet_barrier_notify", "flags 0x%x; expected 0, ANONYMOUS, MISMATCH or UNNAMED",
                flags);
  }
  if (job->bar.notified)
    hyd_fatal("gasnet_barrier_notify",
              "second notify; expected gasnet_barrier_wait or a successful "
              "try first");
  job->bar.notified = 1;
  phase = ++job->bar.phase;
  job->bar.gathered = 0;
  job->bar.consensus = (struct hyd_consensus){0, 0, 0};
  hyd_count(job, HYD_COUNT_BARRIERS, 1);
  hyd_watch_mark(job, HYD_EV_BARRIER, HYD_NO_PEER, 0);
  hyd_probe_barrier(phase);
  publish_arrival(job, phase, id, flags);
}

static int try_phase(struct hyd_job *job) {
  if (job->bar.am) return hyd_barrier_am_done(job, job->bar.phase, &job->bar.consensus);
  return gather_arrivals(job);
}

/* Ends the phase; returns this rank's result. */
static int finish_phase(struct hyd_job *job, int id, int flags) {
  job->bar.notified = 0;
  job->bar.done_once = 1;
  job->bar.result = job->bar.consensus;
  return hyd_consensus_outcome(&job->bar.result, id, flags);
}

static void check_notified(const struct hyd_job *job, const char *call) {
  if (!job->bar.notified) hyd_fatal(call, "no phase is open; expected gasnet_barrier_notify first");
}

int gasnet_barrier_wait(int id, int flags) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_wait w;
  hyd_check_ready("gasnet_barrier_wait");
  if (HYD_DEBUG) hyd_check_call("gasnet_barrier_wait");
  check_notified(job, "gasnet_barrier_wait");
  hyd_poll(job);
  for (int i = job->wait.oversubscribed ? SPINS : 0; i < SPINS && !try_phase(job); i++)
    hyd_cpu_relax();
  if (!try_phase(job)) {
    hyd_wait_begin(&w, job, HYD_WAIT_BARRIER, HYD_NO_PEER, job->bar.phase);
    do {
      hyd_wait_pause(&w);
    } while (!try_phase(job));
    hyd_wait_end(&w);
  }
  return finish_phase(job, id, flags);
}

int gasnet_barrier_try(int id, int flags) {
  struct hyd_job *job = hyd_the_job;
  hyd_check_entry("gasnet_barrier_try");
  check_notified(job, "gasnet_barrier_try");
  hyd_poll_politely(job);
  return try_phase(job) ? finish_phase(job, id, flags) : GASNET_ERR_NOT_READY;
}

int gasnet_barrier(int id, int flags) {
  gasnet_barrier_notify(id, flags);
  return gasnet_barrier_wait(id, flags);
}

int gasnet_barrier_result(int *id) {
  struct hyd_job *job = hyd_the_job;
  hyd_check_ready("gasnet_barrier_result");
  if (HYD_DEBUG && (job->bar.notified || !job->bar.done_once))
    hyd_fatal("gasnet_barrier_result", "%s",
              job->bar.notified ? "called inside a phase" : "no barrier has completed");
  if (!job->bar.result.named) return 1;
  if (id) *id = job->bar.result.id;
  return 0;
}

/* --- the unnamed barrier, of any team ------------------------------------- */

/* Counts in *scanned the members that have entered `count` barriers; returns whether all n have. */
static int scan_counts(const _Atomic uint64_t *counts, gex_Rank_t n, uint64_t count,
                       uint32_t *scanned) {
  while (*scanned < n &&
         atomic_load_explicit(&counts[*scanned], memory_order_acquire) >= count) /* N2 */
    ++*scanned;
  return *scanned == n;
}

static int test_counts(struct hyd_job *job, struct hyd_op *op) {
  (void)job;
  return scan_counts(op->counts, op->members, op->value, &op->scanned);
}

static int test_messages(struct hyd_job *job, struct hyd_op *op) {
  return hyd_barrier_am_nb_reached(job, op->value);
}

/* Enters the unnamed barrier of a team. The op outlives the team, so it keeps what it needs. */
static void enter_unnamed(struct hyd_team *t, struct hyd_op *op) {
  uint32_t scanned = 0;
  op->counts = t->counts;
  op->members = t->pub.size;
  op->test = t->counts ? test_counts : test_messages;
  op->value = ++t->nb_entered;
  if (t->counts == NULL) {
    atomic_store_explicit(&hyd_nb_counts(t->job->shared)[t->job->rank - t->job->shared->first],
                          op->value, memory_order_release); /* N1 */
    hyd_barrier_am_nb_enter(t->job, op->value);
    return;
  }
  atomic_store_explicit(&t->counts[t->pub.rank], op->value, memory_order_release); /* N1 */
  if (hyd_unlikely(hyd_has_sleepers(t->job)) &&
      scan_counts(op->counts, op->members, op->value, &scanned))
    hyd_wake_team(t);
}

gex_Event_t hyd_barrier_nb(struct hyd_team *team) {
  struct hyd_job *job = team->job;
  struct hyd_thread *t = hyd_self(job);
  struct hyd_op *op;
  if (team->counts == NULL && team != &job->team) return hyd_coll_barrier_nb(team);
  op = hyd_op_new(t, HYD_OP_BARRIER, HYD_NO_PEER);
  enter_unnamed(team, op);
  hyd_poll(job); /* PRG-3 */
  if (!hyd_op_test(job, op)) return (gex_Event_t)op;
  hyd_op_free(t, op);
  return GEX_EVENT_INVALID;
}

gex_Event_t gex_Coll_BarrierNB(gex_TM_t tm, gex_Flags_t flags) {
  struct hyd_job *job = hyd_the_job;
  hyd_check_entry("gex_Coll_BarrierNB");
  if (HYD_DEBUG && flags) hyd_fatal("gex_Coll_BarrierNB", "flags 0x%x; expected 0", flags);
  if (tm == GEX_TM_INVALID || hyd_tm_is_pair(job, tm))
    hyd_fatal("gex_Coll_BarrierNB", "tm is %s; expected a team", hyd_no_team(job, tm));
  hyd_count(job, HYD_COUNT_BARRIERS, 1);
  return hyd_barrier_nb((struct hyd_team *)tm);
}

void gex_Coll_BarrierBlocking(gex_TM_t tm, gex_Flags_t flags) {
  gex_Event_Wait(gex_Coll_BarrierNB(tm, flags));
}

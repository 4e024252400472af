/* SPDX-License-Identifier: BSD-3-Clause
 *
 * give_way.c: calls that poll in a loop of the client's.
 *
 * Such a call does not wait, so it cannot sleep for as long as no bell rings: what the client looks
 * for may change without one. After some polls in a row that found nothing (vain.c) the thread
 * gives way: not at all, if there is a core for every thread; by a yield, if there is not; by a nap
 * of 50 to 200 microseconds, if the core is crowded or yields give nothing to other ranks.
 *
 * The bell is armed during a nap. A rank that sends a message then wakes the thread, and the kernel
 * runs a thread that is woken so where the sender goes to sleep; one whose clock has run out waits
 * for a turn of the program that computes there.
 */
#include "core/am/wait_int.h"
#include "core/sys/clock.h"

#define POLL_NAPS 2u /* doublings of NAP_MIN_NS at most, for a client that polls in a loop */

void hyd_give_way(struct hyd_job *job) {
  uint64_t now = hyd_tick_ns();
  if (job->wait.yields_help && !hyd_has_foreign_load(job, now) && !hyd_is_crowded(job, now))
    hyd_timed_yield(job);
}

static int may_yield_in_polls(const struct hyd_job *job) {
  return atomic_load_explicit(&job->wait.polls_yield, memory_order_relaxed);
}

int hyd_shares_core(const struct hyd_job *job) {
  return may_yield_in_polls(job) || hyd_is_crowded(job, hyd_tick_ns());
}

/* A nap, which ends when the bell rings or the network brings something. The next one is twice as
 * long if nothing has ended this one. Within a handler the thread may hold the conduit's lock. */
static void nap_or_be_woken(struct hyd_job *job) {
  struct hyd_thread *t = hyd_self(job);
  struct hyd_wait w = {.job = job, .timed = 1, .naps = t->vain.naps};
  if (t->in_request || t->in_reply) {
    nanosleep(&(struct timespec){0, NAP_MIN_NS}, NULL);
    return;
  }
  hyd_bell_arm(&w);
  if (!hyd_is_quiet(job)) {
    hyd_bell_disarm(&w);
    return;
  }
  hyd_wait_sleep(&w);
  if (w.led) hyd_wait_hand_over(job);
  if (1000 * (uint64_t)w.slept_us < (uint64_t)NAP_MIN_NS << t->vain.naps)
    t->vain.naps = 0;
  else if (t->vain.naps < POLL_NAPS)
    t->vain.naps++;
}

void hyd_give_way_or_nap(struct hyd_job *job) {
  uint64_t now = hyd_tick_ns();
  hyd_look_at_clock(job, now);
  if (!hyd_is_crowded(job, now) && !may_yield_in_polls(job)) return;
  if (!hyd_is_crowded(job, now) && job->wait.yields_help) {
    (void)hyd_yield_core(job);
    return;
  }
  nap_or_be_woken(job);
  hyd_begin_look(job, 0);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait_int.h: what the files of waits share: wait.c decides, wait_sleep.c sleeps, yield.c yields
 * and judges the load of the core, give_way.c serves calls that poll.
 */
#ifndef HYD_AM_WAIT_INT_H
#define HYD_AM_WAIT_INT_H

#include "core/am/wait.h"

#define NAP_MIN_NS 50000u /* the first sleep of a wait that may end without a ring */
#define YIELD_SOON_NS 50u /* of spinning before a yield, where the awaited rank shares the core */

/* wait_sleep.c */
void hyd_bell_arm(struct hyd_wait *w);
void hyd_bell_disarm(struct hyd_wait *w);
/* Sleeps, if the bell is armed and the caller has looked again in vain, and disarms it. */
void hyd_wait_sleep(struct hyd_wait *w);
/* Ends a wait that slept in the conduit: if no thread does now, wakes one of those that sleep. */
void hyd_wait_hand_over(struct hyd_job *job);

/* yield.c: beliefs about the core, and the yields that they come from. */
static inline int hyd_has_foreign_load(const struct hyd_job *job, uint64_t now) {
  return now < atomic_load_explicit(&job->wait.foreign_until_ns, memory_order_relaxed);
}

static inline int hyd_is_crowded(const struct hyd_job *job, uint64_t now) {
  return now < atomic_load_explicit(&job->wait.crowded_until_ns, memory_order_relaxed);
}

/* Notes that this thread means to run from `now` until its next look at the clock; 0: that it does
 * not. */
void hyd_begin_look(struct hyd_job *job, uint64_t now);
/* Looks whether the thread has lost its core since the last look. */
void hyd_look_at_clock(struct hyd_job *job, uint64_t now);
/* Yields; returns whether that lasted beyond a tick. */
int hyd_yield_core(struct hyd_job *job);
/* Yields, and learns whether there is a foreign load. */
void hyd_timed_yield(struct hyd_job *job);
/* How long a thread spins before it yields. */
uint32_t hyd_yield_after_ns(const struct hyd_job *job);
void hyd_yield_while_spinning(struct hyd_wait *w, uint64_t now);
void hyd_learn_who_shares(struct hyd_wait *w);
int hyd_wants_place(struct hyd_job *job);

#endif

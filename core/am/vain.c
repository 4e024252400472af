/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vain.c: calls that clients loop around, and that have found nothing many times.
 *
 * The thread of such a call must not keep a core from the thread or rank that it waits for (the
 * head of give_way.c).
 *
 * A test of events never polls, because the client may hold a lock of its own that its handlers
 * take. But a client that tests in a loop and does nothing else waits for what only polls bring. So
 * a test that fails after many others, without a poll since, makes all progress that runs no
 * handler of the client. Messages for those handlers are put off until the next poll (later.h), as
 * long as they are few.
 *
 * An atomic may poll, but on mapped memory it is one instruction. A client that loops around one,
 * until another rank changes the word, waits for that rank, which may wait for an answer of this
 * rank. So one of many atomics that changed nothing polls.
 */
#include "core/am/wait.h"
#include "core/base/call_context.h"
#include "core/mem/guard.h"

#define SHARED_POLLS 32u  /* before a thread gives way that shares its core */
#define ALONE_POLLS 4096u /* before a thread that had its core alone looks whether it still has */
#define ATOMICS 1000u     /* atomics that changed nothing before one polls */
#define PUT_OFF_MOST (1u << 20) /* bytes of put-off messages, beyond which none are taken */

static HYD_COLD void act_on_vain_looks(struct hyd_job *job, struct hyd_thread *t) {
  uint32_t enough = hyd_shares_core(job) ? SHARED_POLLS : ALONE_POLLS;
  t->vain.polls += t->vain.most;
  if (hyd_guard_needs_core(job)) hyd_give_way(job);
  if (t->vain.polls >= enough) {
    t->vain.polls = 0;
    if (job->wait.mode != GASNET_WAIT_SPIN) hyd_give_way_or_nap(job);
  }
  t->vain.most = hyd_has_guarded(job) ? 1 : enough;
  t->vain.left = (int32_t)t->vain.most;
}

void hyd_looked_in_vain(struct hyd_job *job) {
  struct hyd_thread *t = hyd_self(job);
  if (hyd_unlikely(--t->vain.left <= 0)) act_on_vain_looks(job, t);
}

HYD_HOT_INLINE void poll_politely(struct hyd_job *job) {
  int n = hyd_poll(job);
  struct hyd_thread *t = hyd_self(job);
  if (n)
    t->vain.left = (int32_t)t->vain.most;
  else if (hyd_unlikely(--t->vain.left <= 0))
    act_on_vain_looks(job, t);
}

void hyd_poll_politely(struct hyd_job *job) { poll_politely(job); }

int gasnet_AMPoll(void) {
  struct hyd_job *job = hyd_the_job;
  hyd_check_ready("gasnet_AMPoll");
  if (HYD_DEBUG) hyd_check_call("gasnet_AMPoll");
  poll_politely(job);
  hyd_leave_if_ending(job);
  return GASNET_OK;
}

/* --- calls that do not poll ------------------------------------------------- */

static int is_restricted(const struct hyd_thread *t) {
  return t->in_request || t->in_reply || t->prepared || t->puts_off;
}

static void progress_without_handlers(struct hyd_job *job, struct hyd_thread *t) {
  if (atomic_load_explicit(&job->rx.put_off, memory_order_relaxed) > PUT_OFF_MOST) return;
  t->puts_off = 1;
  (void)hyd_poll(job);
  t->puts_off = 0;
}

HYD_COLD void hyd_tested_enough(struct hyd_job *job, struct hyd_thread *t) {
  t->vain.tests = 0;
  if (is_restricted(t)) return;
  if (t->vain.left == t->vain.left_then) {
    progress_without_handlers(job, t);
    hyd_leave_if_ending(job);
    hyd_looked_in_vain(job);
  }
  t->vain.left_then = t->vain.left;
}

void hyd_changed_nothing(struct hyd_job *job) {
  struct hyd_thread *t = hyd_self(job);
  if (hyd_likely(++t->vain.atomics < ATOMICS) || is_restricted(t)) return;
  t->vain.atomics = 0;
  hyd_poll_politely(job);
  hyd_leave_if_ending(job);
}

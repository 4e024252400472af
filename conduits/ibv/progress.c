/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.c: what a poll does, a sleep, and a wait within a call.
 */
#include <time.h>

#include "conduits/ibv/credits.h"
#include "conduits/ibv/messages.h"
#include "conduits/ibv/progress.h"
#include "conduits/ibv/transfers.h"

#define ROUNDS 4                /* of completions in one poll */
#define OPENING_NAP_NS 5000000u /* while hellos may have to be said again */

void vb_progress(struct vb_state *s) {
  for (int i = 0; i < ROUNDS && vb_fetch(s); i++) {
    vb_take_all(s);
    if (s->in.nwc < VB_BATCH) break; /* that was all */
  }
  if (s->memory.asked) fh_poll(s->memory.fh);
  if (atomic_load_explicit(&s->box.n, memory_order_relaxed)) vb_mail_collect(s);
  if (s->transfers.listed || s->memory.asked) vb_xfers_go(s);
  if (s->credits.owing) vb_flow_pay(s, s->progress.events == 0);
  if (vb_look_is_due(s)) vb_conn_tick(s);
}

int vb_poll(struct hyd_job *job, void *state, int take_requests) {
  struct vb_state *s = state;
  int events;
  (void)job;
  vb_lock(s);
  s->progress.events = 0;
  s->in.take_requests = take_requests;
  vb_count_poll(s);
  s->progress.events += (int)hyd_op_list_done(&s->progress.finished, s->job);
  if (vb_has_stash(s)) vb_take_stash(s);
  vb_progress(s);
  events = s->progress.events;
  vb_unlock(s);
  return events;
}

void vb_progress_nested(struct vb_state *s) {
  vb_lock(s);
  s->progress.nested = 1;
  s->progress.events = 0;
  vb_progress(s);
  s->progress.nested = 0;
  vb_unlock(s);
}

/* Whether completions are there already; if not, the channel will tell of the next. */
static int arm(struct vb_state *s, uint64_t *timeout_ns) {
  int some;
  vb_lock(s);
  if (s->peers.opening && *timeout_ns > OPENING_NAP_NS) *timeout_ns = OPENING_NAP_NS;
  atomic_fetch_add_explicit(&s->progress.asleep, 1, memory_order_relaxed);
  some = s->progress.finished.n || s->in.replies.n ||
         (s->in.requests.n && !hyd_am_parked(s->job)) || vb_wake_arm(s) ||
         atomic_load_explicit(&s->box.n, memory_order_relaxed);
  vb_unlock(s);
  return some;
}

void vb_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns) {
  struct vb_state *s = state;
  struct pollfd f[VB_WAKE_FDS];
  uint32_t n = vb_wake_fds(s, f);
  struct timespec t;
  int some = arm(s, &timeout_ns);
  (void)job;
  t = (struct timespec){(time_t)(timeout_ns / 1000000000u), (long)(timeout_ns % 1000000000u)};
  some = !some && ppoll(f, n, &t, NULL) > 0;
  vb_lock(s);
  if (some) vb_wake_take(s, f, n, 1);
  atomic_fetch_sub_explicit(&s->progress.asleep, 1, memory_order_relaxed);
  vb_unlock(s);
}

void vb_wait_nested(struct vb_state *s) {
  vb_progress_nested(s);
  vb_sleep(s->job, s, 1000000);
}

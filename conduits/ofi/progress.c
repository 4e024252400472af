/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.c: poll and sleep. No provider goes on by itself, so that both queues are read at each
 * poll, also where only one is waited for.
 */
#include "conduits/ofi/progress.h"

#include "conduits/ofi/pins.h"

#include <time.h>

#include "core/sys/clock.h"

#define ROUNDS 4            /* of completions in one poll */
#define LOST_NS 2000000000u /* for the reason of a loss to show itself */
#define LOOK_EVERY 256u     /* polls, between looks at the clock */
#define NAP_NS 50000u       /* where there is no descriptor to wait for */

/* --- polls ---------------------------------------------------------------- */

static void give_up_if_lost(const struct hyd_ofi *s) {
  if (s->lost_ns && !s->closing && hyd_now_ns() - s->lost_ns > LOST_NS)
    hyd_fatal(HYD_OFI_WHERE, "%s", s->lost);
}

void hyd_ofi_progress(struct hyd_ofi *s) {
  for (int i = 0; i < ROUNDS; i++) {
    int n = hyd_ofi_ends(s);
    n = hyd_ofi_receive(s) >= HYD_OFI_BATCH / 2 || n >= HYD_OFI_BATCH / 2;
    if (!n) break; /* there are no more */
  }
  if (s->held) hyd_ofi_send_held(s);
  if (hyd_ofi_pins_busy(s)) hyd_ofi_pins_send(s);
  if (s->waiting || s->pins.asked) hyd_ofi_xfers_go(s);
  if (s->owing) hyd_ofi_credits_pay(s);
}

void hyd_ofi_progress_nested(void *state) {
  struct hyd_ofi *s = state;
  int was, events;
  hyd_ofi_lock(s);
  was = s->attend.attending;
  events = s->events; /* of a poll that is in a handler */
  s->attend.attending = 1;
  hyd_ofi_progress(s);
  s->attend.attending = was;
  s->events = events;
  hyd_ofi_unlock(s);
}

/* Now and then. */
static void look_around(struct hyd_ofi *s) {
  if (++s->looks % LOOK_EVERY) return;
  give_up_if_lost(s);
  hyd_ofi_look_after_peers(s);
}

static int poll_now(struct hyd_ofi *s, int take_requests) {
  s->events = 0;
  s->in.take_requests = take_requests;
  hyd_attend_polled(&s->attend);
  s->events += (int)hyd_op_list_done(&s->attend.done, s->job);
  if (s->in.replies.first || s->in.requests.first) hyd_ofi_receive_parked(s);
  hyd_ofi_progress(s);
  look_around(s);
  return s->events;
}

int hyd_ofi_poll(struct hyd_job *job, void *state, int take_requests) {
  struct hyd_ofi *s = state;
  int events;
  (void)job;
  hyd_ofi_lock(s);
  events = s->closing ? 0 : poll_now(s, take_requests);
  hyd_ofi_unlock(s);
  return events;
}

/* --- sleeping ------------------------------------------------------------- */

int hyd_ofi_arm(struct hyd_ofi *s) {
  struct fid *queues[2] = {&s->net.tx->fid, &s->net.rx->fid};
  if (s->in.at < s->in.n || s->held || s->waiting || s->in.ready ||
      atomic_load_explicit(&s->pins.n, memory_order_relaxed))
    return 1;
  return s->net.fd[0] >= 0 && fi_trywait(s->net.fabric, queues, 2) != 0;
}

void hyd_ofi_wait(const struct hyd_ofi *s, uint64_t ns) {
  struct pollfd f[2] = {{s->net.fd[0], POLLIN, 0}, {s->net.fd[1], POLLIN, 0}};
  struct timespec t;
  if (s->net.fd[0] < 0 && ns > NAP_NS) ns = NAP_NS;
  t = (struct timespec){(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
  ppoll(f, 2, &t, NULL);
}

/* Nothing that was put aside may be left, unless it may not be taken now. */
static int has_work(struct hyd_ofi *s) {
  return s->attend.done.n || s->in.replies.first ||
         (s->in.requests.first && !hyd_am_parked(s->job)) || hyd_ofi_arm(s);
}

void hyd_ofi_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns) {
  struct hyd_ofi *s = state;
  int some;
  (void)job;
  hyd_ofi_lock(s);
  hyd_attend_sleeps(&s->attend, 1);
  some = s->closing || has_work(s);
  hyd_ofi_unlock(s);
  if (!some) hyd_ofi_wait(s, timeout_ns);
  hyd_attend_sleeps(&s->attend, 0);
}

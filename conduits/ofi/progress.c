/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.c: poll and sleep. No provider makes progress by itself, so each poll reads both queues,
 * also if the caller waits for one of them.
 */
#include "conduits/ofi/progress.h"

#include "conduits/ofi/transfers.h"

#include <time.h>

#include "core/sys/clock.h"

#define ROUNDS 4            /* most batches of completions in one poll */
#define LOST_NS 2000000000u /* from a failed operation to the end of the job */
#define LOOK_EVERY 256u     /* one of so many polls reads the clock */
#define NAP_NS 50000u       /* longest sleep without a descriptor to wait for */
/* One of so many polls reads the queue of operations when none is under way, and the queue of
 * messages when some are. */
#define ENDS_EVERY 2u
#define RECEIVES_EVERY 2u
/* Peers' traffic is looked for after so many idle polls, then in one of so many. */
#define IDLE_FEW 48u
#define IDLE_EVERY 8u
/* This many polls after traffic was seen count as events, so that the rank stays awake. */
#define EAGER_POLLS 64u

/* --- the descriptors ------------------------------------------------------ */

int hyd_ofi_arm(struct hyd_ofi *s) {
  struct fid *queues[2] = {&s->net.tx->fid, &s->net.rx->fid};
  if (s->in.at < s->in.n || s->held || s->waiting || s->unflushed || s->in.ready ||
      hyd_pin_has_left(&s->pins.client))
    return 1;
  return s->net.fd[0] >= 0 && fi_trywait(s->net.fabric, queues, 2) != 0;
}

/* --- polls ---------------------------------------------------------------- */

static void give_up_if_lost(const struct hyd_ofi *s) {
  if (s->lost_ns && !s->closing && hyd_now_ns() - s->lost_ns > LOST_NS)
    hyd_fatal(HYD_OFI_WHERE, "%s", s->lost);
}

/* Reads the queues. Each read makes the provider's progress as a whole, and costs system calls, so
 * the queue that this rank waits for is read more often. Both are read, as some providers send
 * injected messages only when the queue of operations is read. 1: there may be more. */
static int take_some(struct hyd_ofi *s) {
  int waits = s->nidle != s->nwork, n = 0, received = 0;
  s->reads++;
  if (waits || s->reads % ENDS_EVERY == 0) n = hyd_ofi_ends(s);
  if (!waits || s->reads % (n ? ENDS_EVERY : RECEIVES_EVERY) == 0) received = hyd_ofi_receive(s);
  return received >= HYD_OFI_BATCH / 2 || n >= HYD_OFI_BATCH / 2;
}

void hyd_ofi_progress(struct hyd_ofi *s) {
  for (int i = 0; i < ROUNDS && take_some(s); i++) {
  }
  if (s->held) hyd_ofi_send_held(s);
  if (hyd_ofi_pins_busy(s)) hyd_ofi_pins_send(s);
  if (s->waiting || s->pins.asked) hyd_ofi_xfers_go(s);
  if (s->unflushed) hyd_ofi_flush(s);
  if (s->owing) hyd_ofi_credits_pay(s);
}

void hyd_ofi_progress_nested(void *state) {
  struct hyd_ofi *s = state;
  int was, events;
  hyd_ofi_lock(s);
  was = s->attend.attending;
  events = s->events; /* belongs to a poll whose handler is running */
  s->attend.attending = 1;
  hyd_ofi_progress(s);
  s->attend.attending = was;
  s->events = events;
  hyd_ofi_unlock(s);
}

/* In one of LOOK_EVERY polls: lost operations, and pings. */
static void look_around(struct hyd_ofi *s) {
  if (++s->looks % LOOK_EVERY) return;
  give_up_if_lost(s);
  hyd_ofi_look_after_peers(s);
}

static int descriptor_tells(const struct hyd_ofi *s) {
  struct pollfd f = {s->net.fd[1], POLLIN, 0};
  if (f.fd >= 0) return poll(&f, 1, 0) > 0;
  return !hyd_job_is_oversubscribed(s->job) && hyd_now_ns() < s->traffic_until_ns;
}

/* 1: peers' puts and gets may be going on. They need this rank's polls and show only in the
 * descriptor; a waiting rank must not fall asleep between two of them. */
static int look_for_traffic(struct hyd_ofi *s) {
  uint32_t n = ++s->idle_polls;
  if (hyd_unlikely(atomic_load_explicit(&s->woken, memory_order_relaxed))) {
    atomic_store_explicit(&s->woken, 0, memory_order_relaxed);
    s->eager_polls = EAGER_POLLS;
  } else if (s->eager_polls) {
    s->eager_polls--;
  } else if (n >= IDLE_FEW && n % IDLE_EVERY == 0 && s->nidle == s->nwork && descriptor_tells(s)) {
    s->eager_polls = EAGER_POLLS;
  }
  return s->eager_polls != 0;
}

/* Counts the poll's events for look_for_traffic. The descriptor may still report messages that were
 * taken before; re-arming it prevents a second report. */
static void count_traffic(struct hyd_ofi *s, int seen) {
  if (s->events) {
    s->idle_polls = s->eager_polls = 0;
    if (s->net.fd[1] < 0) s->traffic_until_ns = hyd_now_ns() + HYD_OFI_TRAFFIC_NS;
  } else if (seen) {
    s->events = 1;
    if (s->eager_polls == EAGER_POLLS) (void)hyd_ofi_arm(s);
  }
}

static int poll_now(struct hyd_ofi *s, int take_requests) {
  int traffic = look_for_traffic(s);
  s->events = 0;
  s->in.take_requests = take_requests;
  hyd_attend_polled(&s->attend);
  s->events += (int)hyd_op_list_done(&s->attend.done, s->job);
  if (s->in.replies.first || s->in.requests.first) hyd_ofi_receive_parked(s);
  hyd_ofi_progress(s);
  count_traffic(s, traffic);
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

int hyd_ofi_wait(const int fd[2], uint64_t ns) {
  struct pollfd f[2] = {{fd[0], POLLIN, 0}, {fd[1], POLLIN, 0}};
  struct timespec t;
  if (fd[0] < 0 && ns > NAP_NS) ns = NAP_NS;
  t = (struct timespec){(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
  return ppoll(f, 2, &t, NULL) > 0;
}

/* Whether something can be done now; parked requests count only if they may be taken. */
static int has_work(struct hyd_ofi *s) {
  return s->attend.done.n || s->in.replies.first ||
         (s->in.requests.first && !hyd_am_parked(s->job)) || hyd_ofi_arm(s);
}

void hyd_ofi_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns) {
  struct hyd_ofi *s = state;
  int some, fd[2];
  (void)job;
  hyd_ofi_lock(s);
  hyd_attend_sleeps(&s->attend, 1);
  some = s->closing || has_work(s);
  memcpy(fd, s->net.fd, sizeof fd);
  hyd_ofi_unlock(s);
  if (!some && hyd_ofi_wait(fd, timeout_ns))
    atomic_store_explicit(&s->woken, 1, memory_order_relaxed);
  hyd_attend_sleeps(&s->attend, 0);
}

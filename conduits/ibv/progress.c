/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.c: poll, sleep, and waits within a call; and the descriptors that end a sleep of the
 * rank or its attending thread: of completions, of devices' events, and of the method to connect.
 */
#include <time.h>

#include "conduits/ibv/credits.h"
#include "conduits/ibv/messages.h"
#include "conduits/ibv/progress.h"
#include "conduits/ibv/transfers.h"

#define ROUNDS 4                /* most batches of completions in one poll */
#define OPENING_NAP_NS 5000000u /* longest sleep while hellos may have to be repeated */

/* --- descriptors ---------------------------------------------------------- */

enum { WAY, COMPLETIONS, EVENTS, DEVICE = 2 }; /* a pair of descriptors for each device */

int hyd_ibv_wait_fds_arm(struct hyd_ibv *s) {
  int failed = 0;
  for (uint32_t i = 0; i < s->rail_ports.ndevices; i++)
    failed |= ibv_req_notify_cq(s->rail_ports.device[i]->cq, 0) != 0;
  return failed || hyd_ibv_fetch(s);
}

uint32_t hyd_ibv_wait_fds(const struct hyd_ibv *s, struct pollfd *f) {
  uint32_t n = WAY;
  f[n++] = (struct pollfd){s->peers.way_fd, POLLIN, 0};
  for (uint32_t i = 0; i < s->rail_ports.ndevices; i++) {
    f[n++] = (struct pollfd){s->rail_ports.device[i]->channel->fd, POLLIN, 0};
    f[n++] = (struct pollfd){s->rail_ports.device[i]->ctx->async_fd, POLLIN, 0};
  }
  return n;
}

static int any(const struct pollfd *f, uint32_t from, uint32_t n) {
  for (uint32_t i = from; i < n; i += DEVICE)
    if (f[i].revents) return 1;
  return 0;
}

static void drain_completions(const struct hyd_ibv_device *d) {
  struct ibv_cq *cq;
  void *context;
  while (ibv_get_cq_event(d->channel, &cq, &context) == 0) ibv_ack_cq_events(cq, 1);
}

static void drain_all(struct hyd_ibv *s) {
  for (uint32_t i = 0; i < s->rail_ports.ndevices; i++) drain_completions(s->rail_ports.device[i]);
}

/* Has the next poll look for events of the method to connect. */
static void look_now(struct hyd_ibv *s) {
  s->peers.look_ns = 0;
  s->peers.looks = HYD_IBV_LOOK_EVERY - 1;
}

void hyd_ibv_wait_fds_take(struct hyd_ibv *s, const struct pollfd *f, uint32_t n, int all) {
  if (all && any(f, COMPLETIONS, n)) drain_all(s);
  if (any(f, EVENTS, n)) hyd_ibv_events_take(s);
  if (f[WAY].revents) look_now(s);
}

/* --- polls ---------------------------------------------------------------- */

static int connections_are_due(const struct hyd_ibv *s) {
  return s->peers.opening != NULL ||
         (s->peers.way_fd >= 0 && s->peers.looks % HYD_IBV_LOOK_EVERY == 0);
}

void hyd_ibv_progress(struct hyd_ibv *s) {
  for (int i = 0; i < ROUNDS && hyd_ibv_fetch(s); i++) {
    hyd_ibv_receive_all(s);
    if (s->in.nwc < HYD_IBV_BATCH) break; /* there are no more */
  }
  if (s->memory.asked) fh_poll(s->memory.client.fh);
  if (hyd_pin_has_left(&s->memory.client)) hyd_ibv_queue_collect(s);
  if (s->transfers.listed || s->memory.asked) hyd_ibv_xfers_go(s);
  if (s->credits.owing) hyd_ibv_credits_pay(s, s->progress.events == 0);
  s->peers.looks++;
  if (connections_are_due(s)) hyd_ibv_conn_tick(s);
}

int hyd_ibv_poll(struct hyd_job *job, void *state, int take_requests) {
  struct hyd_ibv *s = state;
  int events;
  (void)job;
  hyd_ibv_lock(s);
  s->progress.events = 0;
  s->in.take_requests = take_requests;
  hyd_attend_polled(&s->progress.attend);
  s->progress.events += (int)hyd_op_list_done(&s->progress.attend.done, s->job);
  if (hyd_ibv_has_stash(s)) hyd_ibv_receive_stash(s);
  hyd_ibv_progress(s);
  events = s->progress.events;
  hyd_ibv_unlock(s);
  return events;
}

void hyd_ibv_progress_nested(struct hyd_ibv *s) {
  hyd_ibv_lock(s);
  s->progress.nested = 1;
  s->progress.events = 0;
  hyd_ibv_progress(s);
  s->progress.nested = 0;
  hyd_ibv_unlock(s);
}

/* 1: there is work already. 0: the next completion makes a descriptor readable. */
static int arm(struct hyd_ibv *s, uint64_t *timeout_ns) {
  int some;
  hyd_ibv_lock(s);
  if (s->peers.opening && *timeout_ns > OPENING_NAP_NS) *timeout_ns = OPENING_NAP_NS;
  hyd_attend_sleeps(&s->progress.attend, 1);
  some = s->progress.attend.done.n || s->in.replies.n ||
         (s->in.requests.n && !hyd_am_parked(s->job)) || hyd_ibv_wait_fds_arm(s) ||
         hyd_pin_has_left(&s->memory.client);
  hyd_ibv_unlock(s);
  return some;
}

void hyd_ibv_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns) {
  struct hyd_ibv *s = state;
  struct pollfd f[HYD_IBV_WAIT_FDS];
  uint32_t n = hyd_ibv_wait_fds(s, f);
  struct timespec t;
  int some = arm(s, &timeout_ns);
  (void)job;
  t = (struct timespec){(time_t)(timeout_ns / 1000000000u), (long)(timeout_ns % 1000000000u)};
  some = !some && ppoll(f, n, &t, NULL) > 0;
  hyd_ibv_lock(s);
  if (some) hyd_ibv_wait_fds_take(s, f, n, 1);
  hyd_attend_sleeps(&s->progress.attend, 0);
  hyd_ibv_unlock(s);
}

void hyd_ibv_wait_nested(struct hyd_ibv *s) {
  hyd_ibv_progress_nested(s);
  hyd_ibv_sleep(s->job, s, 1000000);
}

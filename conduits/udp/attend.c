/* SPDX-License-Identifier: BSD-3-Clause
 *
 * attend.c: waits at the socket, and what the attending thread (core/am/attend.h) does there while
 * the client is away: as polls do, but messages for handlers are kept for the client. Peers then do
 * not take this rank for dead, and puts and gets go on, however long it computes. The thread is
 * never inside the engine while a handler runs in the midst of a delivery.
 */
#include <poll.h>
#include <time.h>

#include "conduits/udp/udp_int.h"
#include "core/sys/clock.h"

#define ASLEEP_NS 5000u /* a wait at the socket took longer: nothing had been there */
#define BUSY_NS 50000u  /* until the thread looks again whether the lock is free */
#define AWAY_NS 300000u /* until it looks again whether a handler has ended */

static void wait_at_socket(struct udp_state *s, uint64_t ns) {
  struct pollfd f = {hyd_udp_socket_fd(s->socket), POLLIN, 0};
  struct timespec t = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
  uint64_t from = hyd_now_ns(), to;
  if (ppoll(&f, 1, &t, NULL) < 0) return;
  to = hyd_now_ns();
  if (to - from > ASLEEP_NS) atomic_store_explicit(&s->empty_ns, to, memory_order_relaxed);
}

/* How long, until the engine's timer. */
static uint64_t until(uint64_t timer, uint64_t longest) {
  uint64_t now = hyd_now_ns();
  return timer <= now ? 0 : timer - now < longest ? timer - now : longest;
}

void hyd_udp_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns) {
  struct udp_state *s = state;
  uint64_t timer;
  (void)job;
  udp_lock(s);
  timer = hyd_udp_proto_timer(s->proto);
  udp_unlock(s);
  if ((timeout_ns = until(timer, timeout_ns)) == 0) return;
  hyd_attend_sleeps(&s->attend, 1);
  wait_at_socket(s, timeout_ns);
  hyd_attend_sleeps(&s->attend, 0);
}

static void serve_socket(void *state) {
  struct udp_state *s = state;
  uint64_t timer;
  int in_handler;
  if (hyd_attend_try(&s->attend)) {
    hyd_attend_nap(BUSY_NS);
    return;
  }
  in_handler = s->in_handler;
  if (!in_handler && !s->closing && !hyd_attend_has_ended(&s->attend)) {
    s->attend.attending = s->take_requests = 1;
    s->now = hyd_now_ns();
    hyd_udp_progress(s);
    s->attend.attending = 0;
  }
  timer = hyd_udp_proto_timer(s->proto);
  hyd_attend_give_back(&s->attend);
  if (in_handler)
    hyd_attend_nap(AWAY_NS);
  else
    wait_at_socket(s, until(timer, HYD_ATTEND_LOOK_NS));
}

const struct hyd_attend_hooks hyd_udp_attend_hooks = {.serve = serve_socket};

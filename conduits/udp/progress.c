/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.c: datagrams of the engine to the socket and from it, by clients' calls and by the
 * thread that attends (attend.c). The lock is held in all of this but hyd_udp_submit, which takes
 * it.
 */
#include <errno.h>
#include <string.h>

#include "conduits/udp/udp_int.h"
#include "core/base/err.h"
#include "core/sys/clock.h"

/* Bytes that go at once: first fewer, so that the receiver has work while the next are made. */
#define FIRST_BYTES 40000u
#define TRAIN_BYTES 65000u
#define BATCHES 8     /* of received datagrams in one poll */
#define JUST_NS 2000u /* since something was found: a round trip takes longer */

/* --- out ------------------------------------------------------------------ */

static void send_run(void *arg, const struct udp_datagram *d, int n) {
  struct udp_state *s = arg;
  if (hyd_udp_socket_send(s->socket, d, n))
    hyd_fatal("udp conduit",
              "cannot send to rank %u: sendmmsg: %s; expected a route there, and no firewall that "
              "refuses",
              d->peer, strerror(errno));
}

/* Makes datagrams, until another one might make more than `most` bytes of them. They lie one behind
 * the other if the engine puts them together. */
static int make_train(struct udp_state *s, size_t most) {
  size_t bytes = 0;
  int n = 0;
  for (; n < UDP_TRAIN && (n == 0 || bytes + s->train[n - 1].size <= most); n++) {
    if (!hyd_udp_proto_output(s->proto, s->now, &s->train[n], s->room + bytes)) break;
    if (hyd_unlikely(s->train[n].again))
      hyd_job_tell(s->job, HYD_COUNT_RESENT, HYD_EV_RESENT, s->train[n].peer, s->train[n].size);
    bytes += (s->train[n].size + 7) / 8 * 8;
  }
  return n;
}

/* A client that sends or takes much at a time is not away. */
static void show_life(struct udp_state *s) {
  if (!s->attend.attending) hyd_attend_polled(&s->attend);
}

void hyd_udp_flush(struct udp_state *s) {
  size_t most = FIRST_BYTES;
  int n;
  for (; (n = make_train(s, most)); most = TRAIN_BYTES) {
    show_life(s);
    if (s->faults)
      hyd_udp_faults_pass(s->faults, s->train, n, send_run, s);
    else
      send_run(s, s->train, n);
    if (n > 1) s->now = hyd_now_ns(); /* stamps are to say when datagrams went */
  }
}

/* While bulk moves, or messages are held, the thread looks often: the client may go away. */
static void watch_bulk(struct udp_state *s, int holds) {
  if (hyd_udp_proto_reset_bulk_moves(s->proto) || holds) hyd_attend_soon(&s->attend);
}

int hyd_udp_submit(struct udp_state *s, uint32_t peer, const struct udp_msg *m, unsigned how,
                   void *cookie) {
  int full;
  udp_lock(s);
  s->now = hyd_now_ns();
  full = hyd_udp_proto_send(s->proto, s->now, peer, m, how, cookie);
  hyd_udp_flush(s);
  if (!full) atomic_store_explicit(&s->sent, 1, memory_order_relaxed);
  watch_bulk(s, hyd_udp_proto_holds(s->proto, peer));
  udp_unlock(s);
  return full;
}

/* --- in ------------------------------------------------------------------- */

static int take_datagram(void *arg, const struct udp_came *c) {
  struct udp_state *s = arg;
  show_life(s);
  return hyd_udp_proto_input_split(s->proto, s->now, c,
                                   s->attend.attending ||
                                       (s->take_requests && !hyd_am_parked(s->job)));
}

/* Looks at the socket; returns how many datagrams were there. */
static int read_socket(struct udp_state *s) {
  uint64_t at = s->now = hyd_now_ns();
  struct udp_expected x;
  int n, known = hyd_udp_proto_expected(s->proto, &x);
  if (at - atomic_load_explicit(&s->looked_ns, memory_order_relaxed) > UDP_GAP_NS)
    hyd_udp_socket_expect_many(s->socket);
  atomic_store_explicit(&s->looked_ns, at, memory_order_relaxed);
  hyd_udp_proto_look(s->proto, atomic_load_explicit(&s->empty_ns, memory_order_relaxed));
  n = hyd_udp_socket_receive(s->socket, known ? &x : NULL, take_datagram, s);
  if (n < 0)
    hyd_fatal("udp conduit",
              "cannot receive: recvmmsg: %s; expected a socket that works until the end",
              strerror(errno));
  if (hyd_udp_socket_is_empty(s->socket))
    atomic_store_explicit(&s->empty_ns, at, memory_order_relaxed);
  return n;
}

static void receive_all(struct udp_state *s) {
  int n = UDP_TRAIN;
  for (int i = 0; i < BATCHES && n > 0; i++) {
    n = read_socket(s);
    s->events += n;
    if (n == 0) break;
    s->found_ns = s->now = hyd_now_ns();
    hyd_udp_flush(s);
  }
  watch_bulk(s, 0);
}

/* The poll that comes with a request, right after what made the client send it, is one look too
 * many. */
static int has_just_found(const struct udp_state *s) { return s->now - s->found_ns < JUST_NS; }

/* The client is away: gets that had no room for their data may have now, and nothing that it says
 * will take acknowledgements along. */
static void go_on_alone(struct udp_state *s) {
  if (hyd_udp_proto_blocked(s->proto)) hyd_udp_proto_resume(s->proto, s->now, 1);
  hyd_udp_proto_acknowledge(s->proto, 0);
}

void hyd_udp_progress(struct udp_state *s) {
  if (!atomic_load_explicit(&s->sent, memory_order_relaxed)) hyd_udp_proto_release(s->proto);
  hyd_udp_proto_acknowledge(s->proto, 0);
  if (!has_just_found(s)) receive_all(s);
  if (s->now >= hyd_udp_proto_timer(s->proto)) hyd_udp_proto_tick(s->proto, s->now);
  if (s->attend.attending) go_on_alone(s);
  hyd_udp_flush(s);
}

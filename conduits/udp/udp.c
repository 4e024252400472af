/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp.c: the conduit: active messages, put and get of the core become messages of the protocol
 * engine (proto.h), and its datagrams go through a socket.
 *
 * A put is acknowledged by the engine itself, when its bytes are in place; a get is answered with
 * data that goes straight to its destination. Neither needs a handler at the other side.
 *
 * One lock for the engine, for several threads of the client and for the one that attends while
 * they compute (attend.c); it is not held while a handler runs.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "conduits/conduit.h"
#include "conduits/conduit_host.h"
#include "conduits/udp/udp_int.h"
#include "core/am/packet.h"
#include "core/env/env.h"
#include "core/base/err.h"
#include "core/oob/host_leaders.h"
#include "core/oob/oob.h"
#include "core/sys/clock.h"
#include "core/team/team.h"

#define MAX_MEDIUM 65536u
#define MAX_LONG (256u << 10)
#define KEEPS_LONGS 16384u /* bytes that are rather waited for than copied */
#define TRAIN_BYTES 65000u /* that go at once: the receiver has work while the next are made */
#define BATCHES 8          /* of received datagrams in one poll */
/* while messages are being sent, so many polls may pass without a system call */
#define QUIET_POLLS 16
#define JUST_NS 2000u /* since something was found: a round trip takes longer */
#define GAP_NS 50000u /* since the socket was looked at: much may have come */
#define LINGER_NS 1000000000u

/* --- what arrives --------------------------------------------------------- */

_Static_assert((int)UDP_SHORT == HYD_AM_SHORT && (int)UDP_MEDIUM == HYD_AM_MEDIUM &&
                   (int)UDP_LONG == HYD_AM_LONG && UDP_MAX_ARGS == HYD_AM_WIRE_ARGS,
               "a message's kind is its category");

/* Sends what may be sent now. Lock held. */
static void flush(struct udp_state *s);

static int on_aside(void *arg, const void *to, size_t n) {
  struct udp_state *s = arg;
  return hyd_job_is_guarded(s->job, to, n);
}

static struct udp_msg message_of(const struct hyd_am *m) {
  return (struct udp_msg){.kind = m->category,
                          .class = m->is_request ? UDP_REQUESTS : UDP_REPLIES,
                          .handler = m->handler,
                          .nargs = m->nargs,
                          .nbytes = (uint32_t)m->nbytes,
                          .args = m->args,
                          .payload = m->payload,
                          .fill = m->fill,
                          .fill_arg = m->fill_arg,
                          .addr = {(uint64_t)(uintptr_t)m->dest}};
}

static void send_answer(void *state, gex_Rank_t peer, const struct hyd_am *m) {
  struct udp_state *s = state;
  struct udp_msg u = message_of(m);
  (void)hyd_udp_proto_send(s->proto, s->now, peer, &u, 0, NULL);
  flush(s);
}

/* The attending thread runs no handlers of the client, but those that leaders of hosts have for
 * each other, such as the end of the job. */
static enum udp_taken put_off(struct udp_state *s, uint32_t src, const struct udp_msg *m) {
  if (m->kind != UDP_SHORT) return UDP_NOT_TAKEN;
  return hyd_leaders_receive(s->job, src, m->handler, m->args, m->nargs, send_answer, s)
             ? UDP_TAKEN
             : UDP_NOT_TAKEN;
}

static enum udp_taken run_handler(struct udp_state *s, uint32_t src, const struct udp_msg *m) {
  struct hyd_am am = {.category = m->kind,
                      .is_request = m->class == UDP_REQUESTS,
                      .handler = m->handler,
                      .nargs = m->nargs,
                      .args = m->args,
                      .payload = (void *)(uintptr_t)m->payload,
                      .nbytes = m->nbytes,
                      .dest = (void *)(uintptr_t)m->addr[0]};
  if (s->attend.attending) return put_off(s, src, m);
  if (am.category == HYD_AM_LONG && !(am.nbytes && on_aside(s, am.dest, am.nbytes)))
    am.payload = am.dest;
  else if (am.category == HYD_AM_LONG && !am.is_request && hyd_deferred_is_crowded(s->job))
    return UDP_NOT_TAKEN;
  s->in_handler = 1;
  udp_unlock(s);
  hyd_am_take(s->job, hyd_self(s->job), src, &am);
  udp_lock(s);
  s->in_handler = 0;
  return hyd_am_parked(s->job) ? UDP_TAKEN_STOP : UDP_TAKEN;
}

/* How a payload that is stable is kept: the kernel is given no guarded memory. */
static unsigned how_to_keep(struct hyd_job *job, const void *payload, size_t n) {
  return hyd_job_is_guarded(job, payload, n) ? 0 : UDP_BY_REFERENCE;
}

static enum udp_taken answer_get(struct udp_state *s, uint32_t src, const struct udp_msg *m) {
  const void *from = (const void *)(uintptr_t)m->addr[0];
  struct udp_msg data = {.kind = UDP_DATA,
                         .class = UDP_ANSWERS,
                         .nbytes = m->nbytes,
                         .payload = from,
                         .addr = {m->addr[1], m->addr[2]}};
  unsigned how;
  if (!hyd_everything(s->job) && hyd_local(s->job, hyd_job_rank(s->job), from, m->nbytes) == NULL)
    hyd_fatal("udp conduit", "rank %u wants %u bytes at %p, which are outside of the segment", src,
              m->nbytes, from);
  how = how_to_keep(s->job, from, m->nbytes);
  return hyd_udp_proto_send(s->proto, s->now, src, &data, how, NULL) ? UDP_NOT_TAKEN : UDP_TAKEN;
}

static void on_done(void *arg, void *op) {
  struct udp_state *s = arg;
  s->events++;
  hyd_attend_op_done(&s->attend, s->job, op);
}

/* What a get has asked for: in place, unless that is guarded. */
static enum udp_taken take_data(struct udp_state *s, uint32_t src, const struct udp_msg *m) {
  struct hyd_op *op = (struct hyd_op *)(uintptr_t)m->addr[1];
  void *to = (void *)(uintptr_t)m->addr[0];
  int guarded = on_aside(s, to, m->nbytes);
  if (guarded && (s->attend.attending || hyd_deferred_is_crowded(s->job))) return UDP_NOT_TAKEN;
  hyd_op_written(op);
  if (!guarded || hyd_land_for(s->job, to, m->payload, m->nbytes, src, op)) on_done(s, op);
  return UDP_TAKEN;
}

static enum udp_taken on_message(void *arg, uint32_t src, const struct udp_msg *m) {
  struct udp_state *s = arg;
  if (s->closing) return UDP_TAKEN;
  s->events++;
  switch (m->kind) {
  case UDP_GET: return answer_get(s, src, m);
  case UDP_DATA: return take_data(s, src, m);
  case UDP_PUT:
    if (m->nbytes && on_aside(s, (void *)(uintptr_t)m->addr[0], m->nbytes))
      hyd_fatal("udp conduit", "rank %u puts past the guard of a segment", src);
    hyd_put_done();
    return UDP_TAKEN;
  default: return run_handler(s, src, m);
  }
}

static void *on_place(void *arg, uint32_t src, const struct udp_msg *m) {
  struct udp_state *s = arg;
  if (m->kind == UDP_DATA) return (void *)(uintptr_t)m->addr[0];
  return hyd_packet_place(s->job, "udp conduit", src, m->addr[0], m->nbytes);
}

/* What the user may do about it. */
static const char *advice(const struct udp_state *s, uint32_t peer, char *text, size_t size) {
  int err = hyd_udp_socket_error(s->socket, peer);
  char here[400];
  text[0] = '\0';
  if (err)
    snprintf(text, size,
             "; this host could not send to it: %s (see `ip route get', the firewall, and the MTU)",
             strerror(err));
  else if (hyd_udp_proto_heard(s->proto, peer) == 0) {
    hyd_ip_list(&s->here, here, sizeof here);
    snprintf(text, size,
             "; nothing has ever come from it: does a firewall drop UDP, or does GASNET_WORKERIP "
             "name another network than there? This host has %s",
             here);
  }
  return text;
}

static void on_dead(void *arg, uint32_t peer, uint64_t ns, uint32_t size) {
  struct udp_state *s = arg;
  char line[800], at[80], more[600];
  if (s->closing) return;
  hyd_udp_proto_describe(s->proto, peer, s->now, line, sizeof line);
  hyd_ip_text(&s->table[peer], at, sizeof at);
  if (size)
    hyd_fatal("udp conduit",
              "rank %u at %s answers, but a datagram of %u bytes has not reached it in %.1f s "
              "(GASNET_REQUESTTIMEOUT_MAX): something on the way drops datagrams of this size; "
              "expected a path "
              "that takes them, or GASNET_UDP_MTU set to fewer bytes, %u at least%s; %s",
              peer, at, size, (double)ns / 1e9, UDP_LEAST_DATAGRAM,
              advice(s, peer, more, sizeof more), line);
  hyd_fatal("udp conduit",
            "no answer from rank %u at %s for %.1f s (GASNET_REQUESTTIMEOUT_MAX): it is stopped "
            "(SIGSTOP, a debugger), or cannot be reached%s; %s",
            peer, at, (double)ns / 1e9, advice(s, peer, more, sizeof more), line);
}

static uint32_t on_path(void *arg, uint32_t peer) {
  struct udp_state *s = arg;
  return hyd_udp_socket_path(s->socket, peer);
}

static void on_too_large(void *arg, uint32_t peer, size_t size) {
  struct udp_state *s = arg;
  hyd_udp_proto_too_large(s->proto, s->now, peer, size);
}

/* --- life ----------------------------------------------------------------- */

static enum udp_security wanted_security(const struct hyd_job *job) {
  const char *text = hyd_env_str(hyd_job_env(job), HYD_ENV_UDP_SECURITY);
  if (strcasecmp(text, "mac") == 0) return UDP_MAC;
  if (strcasecmp(text, "aead") == 0) return UDP_AEAD;
  if (strcasecmp(text, "none") != 0)
    hyd_refuse("udp conduit", "GASNET_UDP_SECURITY=%.40s; expected mac, aead or none", text);
  hyd_warn(job, "GASNET_UDP_SECURITY=none: packets are not authenticated; any sender that "
                "reaches these hosts can forge them");
  return UDP_NONE;
}

/* Bytes of a datagram at most. */
static uint32_t wanted_mtu(struct hyd_env *env) {
  uint32_t mtu = (uint32_t)hyd_env_int(env, HYD_ENV_UDP_MTU, 0, UDP_MAX_DATAGRAM);
  if (mtu && mtu < UDP_LEAST_DATAGRAM)
    hyd_refuse("udp conduit", "GASNET_UDP_MTU=%u; expected %u to %u, or 0: what the paths take",
               mtu, UDP_LEAST_DATAGRAM, UDP_MAX_DATAGRAM);
  return mtu ? mtu : UDP_MAX_DATAGRAM;
}

static int make_engine(struct udp_state *s) {
  static const struct udp_events events = {on_message, on_place, on_done,
                                           on_dead,    on_path,  on_aside};
  struct udp_config c = hyd_udp_config_default;
  struct hyd_env *env = hyd_job_env(s->job);
  c.rank = hyd_job_rank(s->job);
  c.size = hyd_job_size(s->job);
  c.mtu = s->mtu = wanted_mtu(env);
  c.room = hyd_udp_socket_room(s->socket);
  c.dead_ns = s->dead_ns;
  s->watches = s->dead_ns &&
               hyd_env_bool(env, HYD_ENV_CATCH_EXIT); /* else a rank may leave alone, in peace */
  c.hold_ns =
      s->attend.wanted ? UDP_HOLD_NS : 0; /* a client that sends and then computes must be helped */
  c.security = s->security;
  memcpy(c.key, hyd_job_key(s->job), sizeof c.key);
  memcpy(&c.job, hyd_job_key(s->job) + sizeof c.key, sizeof c.job);
  if (c.security == UDP_AEAD && (s->cipher = malloc((size_t)UDP_TRAIN * c.mtu)) == NULL) return -1;
  return (s->proto = hyd_udp_proto_new(&c, &events, s)) ? 0 : -1;
}

/* Makes the socket and learns where all the others are. */
static void open_socket(struct udp_state *s) {
  struct udp_ports ports;
  int fd = hyd_udp_find_peers(s, &ports);
  s->socket = hyd_udp_socket_open(fd, s->table, &ports, on_too_large, s);
}

static int udp_open(struct hyd_job *job, void *shared_state, void **state) {
  struct udp_state *s = calloc(1, sizeof *s);
  int bad = 0, err;
  (void)shared_state;
  if (s == NULL) return -1;
  s->job = job;
  s->faults = hyd_udp_faults_new(hyd_env_str(hyd_job_env(job), HYD_ENV_UDP_FAULTS),
                                 hyd_job_rank(job), &bad);
  if (bad)
    hyd_refuse("udp conduit",
               "GASNET_UDP_FAULTS=%.80s; expected drop=P,double=P,reorder=P,seed=N, in percent",
               hyd_env_str(hyd_job_env(job), HYD_ENV_UDP_FAULTS));
  s->security = wanted_security(job);
  s->dead_ns =
      (uint64_t)hyd_env_int(hyd_job_env(job), HYD_ENV_REQUESTTIMEOUT_MAX, 0, INT64_MAX / 1000) *
      1000;
  hyd_attend_init(&s->attend, job, hyd_env_bool(hyd_job_env(job), HYD_ENV_UDP_THREAD));
  open_socket(s);
  if (s->socket == NULL || make_engine(s)) {
    fprintf(stderr, "udp conduit: rank %u: out of memory, or OpenSSL refuses AES-GCM\n",
            hyd_job_rank(job));
    return -1;
  }
  if ((err = hyd_attend_start(&s->attend, &hyd_udp_attend_hooks, s)) != 0) {
    fprintf(stderr,
            "udp conduit: rank %u: cannot start a thread: %s; expected room for one (ulimit -u), "
            "or GASNET_UDP_THREAD=0\n",
            hyd_job_rank(job), strerror(err));
    return -1;
  }
  *state = s;
  return 0;
}

/* --- out ------------------------------------------------------------------ */

static void send_run(void *arg, const struct udp_datagram *d, int n) {
  struct udp_state *s = arg;
  if (hyd_udp_socket_send(s->socket, d, n))
    hyd_fatal("udp conduit", "cannot send to rank %u: %s", d->peer, strerror(errno));
}

static int make_train(struct udp_state *s) {
  size_t bytes = 0;
  int n = 0;
  for (; n < UDP_TRAIN && bytes < TRAIN_BYTES; bytes += s->train[n++].size) {
    if (!hyd_udp_proto_output(s->proto, s->now, &s->train[n],
                              s->cipher ? s->cipher + (size_t)n * s->mtu : NULL))
      break;
    if (hyd_unlikely(s->train[n].again))
      hyd_job_tell(s->job, HYD_COUNT_RESENT, HYD_EV_RESENT, s->train[n].peer, s->train[n].size);
  }
  return n;
}

/* A client that sends or takes much at a time is not away. Lock held. */
static void show_life(struct udp_state *s) {
  if (!s->attend.attending) hyd_attend_polled(&s->attend);
}

static void flush(struct udp_state *s) {
  int n;
  while ((n = make_train(s))) {
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

static int submit(struct udp_state *s, uint32_t peer, const struct udp_msg *m, unsigned how,
                  void *cookie) {
  int full;
  udp_lock(s);
  s->now = hyd_now_ns();
  full = hyd_udp_proto_send(s->proto, s->now, peer, m, how, cookie);
  flush(s);
  if (!full) atomic_store_explicit(&s->sent, 1, memory_order_relaxed);
  watch_bulk(s, hyd_udp_proto_holds(s->proto, peer));
  udp_unlock(s);
  return full;
}

static int udp_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m) {
  struct udp_msg u = message_of(m);
  return submit(state, peer, &u, m->local ? how_to_keep(job, m->payload, m->nbytes) : 0, m->local);
}

static int udp_put(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                   size_t n, struct hyd_op *op, int stable) {
  struct udp_msg u = {.kind = UDP_PUT,
                      .class = UDP_TRANSFERS,
                      .nbytes = (uint32_t)n,
                      .payload = src,
                      .addr = {(uint64_t)(uintptr_t)dest}};
  return submit(state, peer, &u, stable ? how_to_keep(job, src, n) : 0, op);
}

static int udp_get(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                   size_t n, struct hyd_op *op) {
  struct udp_msg u = {.kind = UDP_GET,
                      .class = UDP_TRANSFERS,
                      .nbytes = (uint32_t)n,
                      .addr = {(uint64_t)(uintptr_t)src, (uint64_t)(uintptr_t)dest,
                               (uint64_t)(uintptr_t)op}};
  (void)job;
  return submit(state, peer, &u, 0, NULL);
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
  if (at - atomic_load_explicit(&s->looked_ns, memory_order_relaxed) > GAP_NS)
    hyd_udp_socket_expect_many(s->socket);
  atomic_store_explicit(&s->looked_ns, at, memory_order_relaxed);
  hyd_udp_proto_look(s->proto, atomic_load_explicit(&s->empty_ns, memory_order_relaxed));
  n = hyd_udp_socket_receive(s->socket, known ? &x : NULL, take_datagram, s);
  if (n < 0) hyd_fatal("udp conduit", "cannot receive: %s", strerror(errno));
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
    flush(s);
  }
  watch_bulk(s, 0);
}

/* Whether this poll does without a system call, and is counted for that. A client that sends
 * message after message polls before each: not every poll is worth a call. */
static int skip_poll(struct udp_state *s) {
  if (s->quiet >= QUIET_POLLS || !atomic_load_explicit(&s->sent, memory_order_relaxed) ||
      hyd_now_ns() - atomic_load_explicit(&s->looked_ns, memory_order_relaxed) > GAP_NS / 2) {
    s->quiet = 0;
    return 0;
  }
  atomic_store_explicit(&s->sent, 0, memory_order_relaxed);
  s->quiet++;
  return 1;
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
  hyd_udp_proto_acknowledge(s->proto, 0);
  if (!has_just_found(s)) receive_all(s);
  if (s->now >= hyd_udp_proto_timer(s->proto)) hyd_udp_proto_tick(s->proto, s->now);
  if (s->attend.attending) go_on_alone(s);
  flush(s);
}

/* A client that polls may wait for a rank that is no more, whatever others send meanwhile. If
 * nothing was heard of the next rank for long, it is asked for a sign of life, by a put of no
 * bytes; if none comes, it is dead, and the job ends. So every rank is watched. */
static void watch_next(struct udp_state *s) {
  struct udp_msg m = {.kind = UDP_PUT, .class = UDP_TRANSFERS};
  uint32_t next = (hyd_job_rank(s->job) + 1) % hyd_job_size(s->job);
  if (s->watched_ns == 0) s->watched_ns = s->now;
  if (!s->watches || s->now - s->watched_ns < s->dead_ns / 4) return;
  s->watched_ns = s->now;
  if (s->now - hyd_udp_proto_heard(s->proto, next) < s->dead_ns / 4) return;
  (void)hyd_udp_proto_send(s->proto, s->now, next, &m, 0, NULL);
  flush(s);
}

static int udp_poll(struct hyd_job *job, void *state, int take_requests) {
  struct udp_state *s = state;
  int events;
  hyd_attend_polled(&s->attend);
  if (skip_poll(s)) return 0;
  udp_lock(s);
  s->events = 0;
  s->take_requests = take_requests;
  s->now = hyd_now_ns();
  s->events += (int)hyd_op_list_done(&s->attend.done, s->job);
  if (hyd_udp_proto_blocked(s->proto))
    hyd_udp_proto_resume(s->proto, s->now, take_requests && !hyd_am_parked(job));
  hyd_udp_progress(s);
  watch_next(s);
  events = s->events;
  udp_unlock(s);
  return events;
}

static void acknowledge_all(struct udp_state *s) {
  udp_lock(s);
  hyd_udp_proto_acknowledge(s->proto, 1);
  flush(s);
  udp_unlock(s);
}

/* The last messages of this rank may be what a peer waits for: they are seen through, for a
 * while. */
static void udp_close(struct hyd_job *job, void *state) {
  struct udp_state *s = state;
  uint64_t end = hyd_now_ns() + LINGER_NS;
  hyd_attend_end(&s->attend);
  udp_lock(s);
  s->closing = 1;
  udp_unlock(s);
  acknowledge_all(s);
  while (!hyd_udp_proto_idle(s->proto) && hyd_now_ns() < end) {
    s->quiet = QUIET_POLLS;
    udp_poll(job, state, 1);
    acknowledge_all(s);
    hyd_udp_sleep(job, state, 1000000);
  }
}

/* May be called in a signal handler that has interrupted this rank anywhere. */
static int udp_describe(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size) {
  struct udp_state *s = state;
  (void)job;
  if (hyd_client_lock_peek(&s->attend.lock)) return -1;
  hyd_udp_proto_describe(s->proto, peer, hyd_now_ns(), line, size);
  hyd_client_lock_peeked(&s->attend.lock);
  return 0;
}

const struct hyd_conduit hyd_conduit_udp = {
    .name = "udp",
    .summary = "processes of any hosts, by datagrams over Ethernet",
    .max_medium = MAX_MEDIUM,
    .max_long = MAX_LONG,
    .keeps_longs = KEEPS_LONGS,
    .lands_anywhere = 1,
    .guarded = HYD_GUARDED_ALL,
    .open = udp_open,
    .close = udp_close,
    .describe = udp_describe,
    .ops = {.am_send = udp_am_send,
            .poll = udp_poll,
            .sleep = hyd_udp_sleep,
            .put = udp_put,
            .get = udp_get},
};

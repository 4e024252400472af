/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp.c: the conduit: its life, what the core calls of it, and when it looks at its socket. Active
 * messages, put and get become messages of the protocol engine (proto.h).
 *
 * One lock for the engine, for several threads of the client and for the one that attends while
 * they compute (attend.c); it is not held while a handler runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conduits/udp/security.h"
#include "conduits/udp/udp_int.h"
#include "core/base/err.h"
#include "core/env/env.h"
#include "core/sys/clock.h"

#define MAX_MEDIUM 65536u
#define MAX_LONG (256u << 10)
#define KEEPS_LONGS 16384u /* bytes that are rather waited for than copied */
/* while messages are being sent, so many polls may pass without a system call */
#define QUIET_POLLS 16
#define LINGER_NS 1000000000u

/* --- life ----------------------------------------------------------------- */

static void choose_security(struct udp_state *s) {
  s->security = hyd_udp_wanted_security(hyd_job_env(s->job), &s->open_tags);
  if (s->security == UDP_NONE)
    hyd_warn(s->job, "GASNET_UDP_SECURITY=none: packets are not authenticated; any sender that "
                     "reaches these hosts can forge them");
  if (!s->open_tags) s->security = hyd_udp_security_here(hyd_job_env(s->job), s->security);
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
  struct udp_config c = hyd_udp_config_default;
  struct hyd_env *env = hyd_job_env(s->job);
  c.rank = hyd_job_rank(s->job);
  c.size = hyd_job_size(s->job);
  c.mtu = wanted_mtu(env);
  c.room = hyd_udp_socket_room(s->socket);
  c.dead_ns = s->dead_ns;
  s->watches = s->dead_ns &&
               hyd_env_bool(env, HYD_ENV_CATCH_EXIT); /* else a rank may leave alone, in peace */
  c.hold_ns =
      s->attend.wanted ? UDP_HOLD_NS : 0; /* a client that sends and then computes must be helped */
  c.security = s->security;
  memcpy(c.key, hyd_job_key(s->job), sizeof c.key);
  memcpy(&c.job, hyd_job_key(s->job) + sizeof c.key, sizeof c.job);
  if ((s->room = aligned_alloc(64, UDP_TRAIN_ROOM)) == NULL) return -1;
  return (s->proto = hyd_udp_proto_new(&c, &hyd_udp_events, s)) ? 0 : -1;
}

static void on_too_large(void *arg, uint32_t peer, size_t size) {
  struct udp_state *s = arg;
  hyd_udp_proto_too_large(s->proto, s->now, peer, size);
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
  choose_security(s);
  s->dead_ns =
      (uint64_t)hyd_env_int(hyd_job_env(job), HYD_ENV_REQUESTTIMEOUT_MAX, 0, INT64_MAX / 1000) *
      1000;
  hyd_attend_init(&s->attend, job, hyd_env_bool(hyd_job_env(job), HYD_ENV_UDP_THREAD));
  open_socket(s);
  if (s->socket == NULL || make_engine(s))
    hyd_refuse("udp conduit", "rank %u: out of memory, or OpenSSL refuses AES-128-GCM",
               hyd_job_rank(job));
  if ((err = hyd_attend_start(&s->attend, &hyd_udp_attend_hooks, s)) != 0)
    hyd_refuse("udp conduit",
               "rank %u: cannot start a thread: %s; expected room for one (ulimit -u, -v), or "
               "GASNET_UDP_THREAD=0",
               hyd_job_rank(job), strerror(err));
  *state = s;
  return 0;
}

/* --- messages and transfers ----------------------------------------------- */

static int udp_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m) {
  struct udp_msg u = udp_message_of(m);
  return hyd_udp_submit(state, peer, &u, m->local ? udp_how_to_keep(job, m->payload, m->nbytes) : 0,
                        m->local);
}

static int udp_put(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                   size_t n, struct hyd_op *op, int stable) {
  struct udp_msg u = {.kind = UDP_PUT,
                      .class = UDP_TRANSFERS,
                      .nbytes = (uint32_t)n,
                      .payload = src,
                      .addr = {(uint64_t)(uintptr_t)dest}};
  unsigned until = stable == HYD_STABLE_UNTIL_KEPT ? UDP_UNTIL_KEPT : 0;
  return hyd_udp_submit(state, peer, &u, stable ? udp_how_to_keep(job, src, n) | until : 0, op);
}

static int udp_keep(struct hyd_job *job, void *state, uint32_t peer, struct hyd_op *op) {
  struct udp_state *s = state;
  int full;
  (void)job;
  udp_lock(s);
  full = hyd_udp_proto_keep(s->proto, peer, op);
  udp_unlock(s);
  return full;
}

static int udp_get(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                   size_t n, struct hyd_op *op) {
  struct udp_msg u = {.kind = UDP_GET,
                      .class = UDP_TRANSFERS,
                      .nbytes = (uint32_t)n,
                      .addr = {(uint64_t)(uintptr_t)src, (uint64_t)(uintptr_t)dest,
                               (uint64_t)(uintptr_t)op}};
  (void)job;
  return hyd_udp_submit(state, peer, &u, 0, NULL);
}

/* --- polls and the end ----------------------------------------------------- */

/* Whether this poll does without a system call, and is counted for that. A client that sends
 * message after message polls before each: not every poll is worth a call. */
static int skip_poll(struct udp_state *s) {
  unsigned quiet = atomic_load_explicit(&s->quiet, memory_order_relaxed);
  if (quiet >= QUIET_POLLS || !atomic_load_explicit(&s->sent, memory_order_relaxed) ||
      hyd_now_ns() - atomic_load_explicit(&s->looked_ns, memory_order_relaxed) > UDP_GAP_NS / 2) {
    atomic_store_explicit(&s->quiet, 0, memory_order_relaxed);
    return 0;
  }
  atomic_store_explicit(&s->sent, 0, memory_order_relaxed);
  atomic_store_explicit(&s->quiet, quiet + 1, memory_order_relaxed);
  return 1;
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
  hyd_udp_flush(s);
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
  hyd_udp_flush(s);
  udp_unlock(s);
}

static int is_idle(struct udp_state *s) {
  int idle;
  udp_lock(s);
  idle = hyd_udp_proto_idle(s->proto);
  udp_unlock(s);
  return idle;
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
  while (!is_idle(s) && hyd_now_ns() < end) {
    atomic_store_explicit(&s->quiet, QUIET_POLLS, memory_order_relaxed);
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
    .copied_put = UDP_COPIED_PUT,
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
            .get = udp_get,
            .keep = udp_keep},
};

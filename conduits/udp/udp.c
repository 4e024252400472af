/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp.c: the conduit: active messages, put and get of the core become messages of the protocol engine
 * (proto.h), and its datagrams go through a socket.
 *
 * A put is acknowledged by the engine itself, when its bytes are in place; a get is answered with data
 * that goes straight to its destination. Neither needs a handler at the other side.
 *
 * One lock for the engine, which PAR clients need; it is not held while a handler runs.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <unistd.h>

#include "conduits/conduit.h"
#include "conduits/dispatch.h"
#include "conduits/udp/faults.h"
#include "conduits/udp/proto.h"
#include "conduits/udp/socket.h"
#include "core/am.h"
#include "core/env.h"
#include "core/err.h"
#include "core/op.h"
#include "core/sys/clock.h"
#include "core/team.h"

#define MAX_MEDIUM 65536u
#define MAX_LONG (256u << 10)
#define MAX_MTU 8952u      /* bytes of a datagram by itself: what fits into a jumbo frame */
#define MIN_MTU 1232u      /* IPv6 promises 1280 with its headers */
#define BATCHES 8          /* of received datagrams in one poll */
#define QUIET_POLLS 16     /* while messages are being sent, so many polls may pass without a system call */
#define LINGER_NS 1000000000u

struct prepared { /* by prelaunch; inherited by every rank */
  uint32_t nranks, job;
  unsigned char key[UDP_KEY];
  struct udp_address *table; /* [nranks] */
  int *fd;                   /* [nranks] */
};

struct state {
  struct hyd_job *job;
  struct prepared *common;
  struct udp_proto *proto;
  struct udp_socket *socket;
  struct udp_faults *faults;
  pthread_mutex_t lock;
  int threaded, take_requests, closing;
  int events;        /* that this poll brought: messages, completions */
  uint64_t now;      /* of this poll */
  unsigned quiet;    /* polls without a system call, in a row */
  _Atomic int sent;  /* something was, since the last poll; relaxed: a hint */
  unsigned char *cipher; /* [UDP_TRAIN][mtu], in `aead` */
  uint32_t mtu;
  struct udp_datagram train[UDP_TRAIN];
};

static void lock(struct state *s) {
  if (s->threaded) pthread_mutex_lock(&s->lock);
}
static void unlock(struct state *s) {
  if (s->threaded) pthread_mutex_unlock(&s->lock);
}

/* --- before the ranks ---------------------------------------------------------------------------------- */

static int make_socket(struct prepared *p, uint32_t rank, const struct udp_address *at) {
  p->fd[rank] = udp_socket_bind(at, &p->table[rank]);
  if (p->fd[rank] >= 0) return 0;
  fprintf(stderr, "udp conduit: cannot make a socket for rank %u: %s (ulimit -n, GASNET_WORKERIP)\n", rank,
          strerror(errno));
  return -1;
}

static int udp_prelaunch(struct hyd_env *env, uint32_t nranks, void **shared_state) {
  struct prepared *p = calloc(1, sizeof *p);
  const char *where = hyd_env_str(env, HYD_ENV_WORKERIP);
  struct udp_address at;
  if (p == NULL) return -1;
  p->nranks = nranks;
  p->table = calloc(nranks, sizeof *p->table);
  p->fd = calloc(nranks, sizeof *p->fd);
  if (p->table == NULL || p->fd == NULL) return -1;
  if (udp_address_parse(where[0] ? where : "127.0.0.1", &at)) {
    fprintf(stderr, "udp conduit: GASNET_WORKERIP=%.60s: expected an IPv4 or IPv6 address\n", where);
    return -1;
  }
  if (getrandom(p->key, sizeof p->key, 0) != sizeof p->key || getrandom(&p->job, 4, 0) != 4) return -1;
  for (uint32_t i = 0; i < nranks; i++)
    if (make_socket(p, i, &at)) return -1;
  *shared_state = p;
  return 0;
}

/* --- what arrives ---------------------------------------------------------------------------------------- */

static const uint8_t category_of[UDP_KINDS] = {
    [UDP_SHORT] = HYD_AM_SHORT, [UDP_MEDIUM] = HYD_AM_MEDIUM, [UDP_LONG] = HYD_AM_LONG};

static enum udp_taken run_handler(struct state *s, uint32_t src, const struct udp_msg *m) {
  struct hyd_am am = {.category = category_of[m->kind], .is_request = m->channel == UDP_REQUESTS,
                      .handler = m->handler, .nargs = m->nargs, .args = m->args,
                      .payload = (void *)(uintptr_t)m->payload, .nbytes = m->nbytes,
                      .dest = (void *)(uintptr_t)m->addr[0]};
  if (am.category == HYD_AM_LONG) am.payload = am.dest;
  unlock(s);
  hyd_am_deliver(s->job, hyd_self(s->job), src, &am, 0);
  lock(s);
  return hyd_am_parked(s->job) ? UDP_TAKEN_STOP : UDP_TAKEN;
}

static enum udp_taken answer_get(struct state *s, uint32_t src, const struct udp_msg *m) {
  const void *from = (const void *)(uintptr_t)m->addr[0];
  struct udp_msg data = {.kind = UDP_DATA, .channel = UDP_REPLIES, .nbytes = m->nbytes, .payload = from,
                         .addr = {m->addr[1], m->addr[2]}};
  if (!hyd_everything(s->job) && hyd_local(s->job, s->job->rank, from, m->nbytes) == NULL)
    hyd_fatal("udp conduit", "rank %u wants %u bytes at %p, which are outside of the segment", src,
              m->nbytes, from);
  return udp_proto_send(s->proto, s->now, src, &data, UDP_BY_REFERENCE, NULL) ? UDP_NOT_TAKEN : UDP_TAKEN;
}

static void finish(struct state *s, void *op) {
  s->events++;
  hyd_op_done(s->job, op);
}

static enum udp_taken on_message(void *arg, uint32_t src, const struct udp_msg *m) {
  struct state *s = arg;
  if (s->closing) return UDP_TAKEN;
  s->events++;
  switch (m->kind) {
  case UDP_GET:
    return answer_get(s, src, m);
  case UDP_DATA:
    hyd_op_written((struct hyd_op *)(uintptr_t)m->addr[1]);
    finish(s, (void *)(uintptr_t)m->addr[1]);
    return UDP_TAKEN;
  case UDP_PUT:
    hyd_put_done();
    return UDP_TAKEN;
  default:
    return run_handler(s, src, m);
  }
}

static void *on_place(void *arg, uint32_t src, const struct udp_msg *m) {
  struct state *s = arg;
  void *to = (void *)(uintptr_t)m->addr[0], *here;
  if (m->kind == UDP_DATA || hyd_everything(s->job)) return to;
  here = hyd_local(s->job, s->job->rank, to, m->nbytes);
  if (here == NULL && m->nbytes)
    hyd_fatal("udp conduit", "rank %u sends %u bytes to %p, which is outside of the segment", src, m->nbytes,
              to);
  return here ? here : to;
}

static void on_done(void *arg, void *cookie) { finish(arg, cookie); }

static void on_dead(void *arg, uint32_t peer, uint64_t silent_ns) {
  struct state *s = arg;
  char line[400], at[80];
  if (s->closing) return;
  udp_proto_describe(s->proto, peer, s->now, line, sizeof line);
  udp_address_text(&s->common->table[peer], at, sizeof at);
  hyd_fatal("udp conduit", "no answer from rank %u at %s for %.1f s (GASNET_REQUESTTIMEOUT_MAX); %s", peer,
            at, (double)silent_ns / 1e9, line);
}

/* --- life -------------------------------------------------------------------------------------------------- */

static enum udp_security wanted_security(struct hyd_env *env) {
  const char *text = hyd_env_str(env, HYD_ENV_UDP_SECURITY);
  if (strcasecmp(text, "mac") == 0) return UDP_MAC;
  if (strcasecmp(text, "aead") == 0) return UDP_AEAD;
  if (strcasecmp(text, "none") != 0)
    hyd_fatal("udp conduit", "GASNET_UDP_SECURITY=%.40s; expected mac, aead or none", text);
  return UDP_NONE;
}

/* All ranks must find the same: a packet that one can send the others must have buffers for. */
static uint32_t find_mtu(struct hyd_env *env, const struct prepared *p) {
  uint32_t mtu = (uint32_t)hyd_env_int(env, HYD_ENV_UDP_MTU, 0, 65507), way;
  if (mtu) return mtu < MIN_MTU ? MIN_MTU : mtu;
  way = udp_socket_mtu(&p->table[0]);
  return way == 0 || way < MIN_MTU ? MIN_MTU : way > MAX_MTU ? MAX_MTU : way;
}

static int make_engine(struct state *s, struct hyd_env *env) {
  static const struct udp_events events = {on_message, on_place, on_done, on_dead};
  struct udp_config c = udp_config_default;
  c.rank = s->job->rank;
  c.size = s->common->nranks;
  c.job = s->common->job;
  c.mtu = s->mtu = find_mtu(env, s->common);
  c.room = udp_socket_room(s->socket);
  c.dead_ns = (uint64_t)hyd_env_int(env, HYD_ENV_REQUESTTIMEOUT_MAX, 0, INT64_MAX / 1000) * 1000;
  c.hold_ns = 0; /* a rank that sends and then computes would hold its message back until it polls */
  c.security = wanted_security(env);
  memcpy(c.key, s->common->key, sizeof c.key);
  if (c.security == UDP_AEAD && (s->cipher = malloc((size_t)UDP_TRAIN * c.mtu)) == NULL) return -1;
  return (s->proto = udp_proto_new(&c, &events, s)) ? 0 : -1;
}

static int udp_open(struct hyd_job *job, void *shared_state, void **state) {
  struct state *s = calloc(1, sizeof *s);
  int bad = 0;
  if (s == NULL) return -1;
  s->job = job;
  s->common = shared_state;
  s->threaded = job->threaded;
  pthread_mutex_init(&s->lock, NULL);
  for (uint32_t i = 0; i < s->common->nranks; i++)
    if (i != job->rank) close(s->common->fd[i]);
  s->socket = udp_socket_open(s->common->fd[job->rank], s->common->table);
  s->faults = udp_faults_new(hyd_env_str(job->env, HYD_ENV_UDP_FAULTS), job->rank, &bad);
  if (bad)
    hyd_fatal("udp conduit", "GASNET_UDP_FAULTS=%.80s; expected drop=P,double=P,reorder=P,seed=N, in percent",
              hyd_env_str(job->env, HYD_ENV_UDP_FAULTS));
  if (s->socket == NULL || make_engine(s, job->env)) {
    fprintf(stderr, "udp conduit: rank %u: out of memory, or OpenSSL refuses AES-GCM\n", job->rank);
    return -1;
  }
  *state = s;
  return 0;
}

/* --- out ----------------------------------------------------------------------------------------------------- */

static void send_train(struct state *s, const struct udp_datagram *d, int n) {
  if (n && udp_socket_send(s->socket, d, n))
    hyd_fatal("udp conduit", "cannot send to rank %u: %s", d->peer, strerror(errno));
}

static void send_one(void *arg, const struct udp_datagram *d) { send_train(arg, d, 1); }

static void send_badly(struct state *s, int n) {
  for (int i = 0; i < n; i++) udp_faults_pass(s->faults, &s->train[i], send_one, s);
}

/* Sends what may be sent now. Lock held. */
static void flush(struct state *s) {
  int n;
  do {
    for (n = 0; n < UDP_TRAIN; n++)
      if (!udp_proto_output(s->proto, s->now, &s->train[n], s->cipher ? s->cipher + (size_t)n * s->mtu : NULL))
        break;
    if (s->faults) send_badly(s, n);
    else send_train(s, s->train, n);
  } while (n == UDP_TRAIN);
}

static int submit(struct state *s, uint32_t peer, const struct udp_msg *m, unsigned how, void *cookie) {
  int full;
  lock(s);
  s->now = hyd_now_ns();
  full = udp_proto_send(s->proto, s->now, peer, m, how, cookie);
  flush(s);
  if (!full) atomic_store_explicit(&s->sent, 1, memory_order_relaxed);
  unlock(s);
  return full;
}

static int udp_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m) {
  static const uint8_t kind[] = {[HYD_AM_SHORT] = UDP_SHORT, [HYD_AM_MEDIUM] = UDP_MEDIUM,
                                 [HYD_AM_LONG] = UDP_LONG};
  struct udp_msg u = {.kind = kind[m->category], .channel = m->is_request ? UDP_REQUESTS : UDP_REPLIES,
                      .handler = m->handler, .nargs = m->nargs, .nbytes = (uint32_t)m->nbytes,
                      .args = m->args, .payload = m->payload, .addr = {(uint64_t)(uintptr_t)m->dest}};
  (void)job;
  return submit(state, peer, &u, 0, NULL);
}

static int udp_put(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src, size_t n,
                   struct hyd_op *op, int stable) {
  struct udp_msg u = {.kind = UDP_PUT, .nbytes = (uint32_t)n, .payload = src,
                      .addr = {(uint64_t)(uintptr_t)dest}};
  (void)job;
  return submit(state, peer, &u, stable ? UDP_BY_REFERENCE : 0, op);
}

static int udp_get(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src, size_t n,
                   struct hyd_op *op) {
  struct udp_msg u = {.kind = UDP_GET, .nbytes = (uint32_t)n,
                      .addr = {(uint64_t)(uintptr_t)src, (uint64_t)(uintptr_t)dest, (uint64_t)(uintptr_t)op}};
  (void)job;
  return submit(state, peer, &u, 0, NULL);
}

/* --- in ------------------------------------------------------------------------------------------------------- */

static void take_datagram(void *arg, void *datagram, size_t n) {
  struct state *s = arg;
  udp_proto_input(s->proto, s->now, datagram, n, s->take_requests && !hyd_am_parked(s->job));
}

static void receive(struct state *s) {
  int n = UDP_TRAIN;
  for (int i = 0; i < BATCHES && n > 0; i++) {
    s->now = hyd_now_ns();
    n = udp_socket_receive(s->socket, take_datagram, s);
    if (n < 0) hyd_fatal("udp conduit", "cannot receive: %s", strerror(errno));
    if (n) flush(s);
  }
}

/* A client that sends message after message polls before each: not every time is worth a system call. */
static int is_quiet(struct state *s) {
  if (s->quiet >= QUIET_POLLS || !atomic_load_explicit(&s->sent, memory_order_relaxed)) {
    s->quiet = 0;
    return 0;
  }
  atomic_store_explicit(&s->sent, 0, memory_order_relaxed);
  s->quiet++;
  return 1;
}

static int udp_poll(struct hyd_job *job, void *state, int take_requests) {
  struct state *s = state;
  int events;
  if (is_quiet(s)) return 0;
  lock(s);
  s->events = 0;
  s->take_requests = take_requests;
  s->now = hyd_now_ns();
  if (take_requests && !hyd_am_parked(job) && udp_proto_blocked(s->proto)) udp_proto_resume(s->proto, s->now);
  receive(s);
  if (s->now >= udp_proto_timer(s->proto)) udp_proto_tick(s->proto, s->now);
  flush(s);
  events = s->events;
  unlock(s);
  return events;
}

static void udp_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns) {
  struct state *s = state;
  struct pollfd f = {udp_socket_fd(s->socket), POLLIN, 0};
  struct timespec t;
  uint64_t now = hyd_now_ns(), timer;
  (void)job;
  lock(s);
  timer = udp_proto_timer(s->proto);
  unlock(s);
  if (timer <= now) return;
  if (timer - now < timeout_ns) timeout_ns = timer - now;
  t = (struct timespec){(time_t)(timeout_ns / 1000000000u), (long)(timeout_ns % 1000000000u)};
  ppoll(&f, 1, &t, NULL);
}

/* The last messages of this rank may be what a peer waits for: they are seen through, for a while. */
static void udp_close(struct hyd_job *job, void *state) {
  struct state *s = state;
  uint64_t end = hyd_now_ns() + LINGER_NS;
  s->closing = 1;
  while (!udp_proto_idle(s->proto) && hyd_now_ns() < end) {
    s->quiet = QUIET_POLLS;
    udp_poll(job, state, 1);
    udp_sleep(job, state, 1000000);
  }
}

const struct hyd_conduit hyd_conduit_udp = {
    .name = "udp",
    .summary = "processes of any hosts, by datagrams over Ethernet",
    .max_medium = MAX_MEDIUM,
    .max_long = MAX_LONG,
    .prelaunch = udp_prelaunch,
    .open = udp_open,
    .close = udp_close,
    .ops = {.am_send = udp_am_send, .poll = udp_poll, .sleep = udp_sleep, .put = udp_put, .get = udp_get},
};

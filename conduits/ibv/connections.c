/* SPDX-License-Identifier: BSD-3-Clause
 *
 * connections.c: reliable connections, made when the first message is to be sent. Each of two ranks
 * has one end, a queue pair, for the other; if both begin at the same time it is one connection.
 * This file has what both methods to connect need: the list of connections that are being made,
 * when to repeat an attempt, and when to give up; and the report of a connection's state.
 */
#include <stdlib.h>

#include "conduits/ibv/connections.h"
#include "conduits/ibv/credits.h"
#include "core/sys/clock.h"

/* Between looks for events of the method to connect, while connections are being made; and while
 * none is being made. */
#define LOOK_BUSY_NS 20000u
#define LOOK_IDLE_NS 1000000u

/* --- hellos --------------------------------------------------------------- */

struct hyd_ibv_hello hyd_ibv_hello_to(const struct hyd_ibv *s, uint32_t peer) {
  struct hyd_ibv_hello h = {.magic = HYD_IBV_HELLO_MAGIC,
                            .src = hyd_job_rank(s->job),
                            .dst = peer,
                            .reads = s->set.reads,
                            .mtu = s->dev.port_attr.active_mtu,
                            .cells = (uintptr_t)s->bufs.cells.base,
                            .cells_key = s->bufs.cells.mr[0]->rkey};
  memcpy(h.token, hyd_job_key(s->job), HYD_IBV_TOKEN);
  return h;
}

int hyd_ibv_hello_is_ours(const struct hyd_ibv *s, const struct hyd_ibv_hello *h) {
  return hyd_ibv_hello_is_plausible(h, hyd_job_rank(s->job), hyd_job_size(s->job),
                                    hyd_job_key(s->job));
}

/* Limits reads on soft-RoCE to one packet of answer: see hyd_ibv_rail_for_reads. */
static void limit_reads(struct hyd_ibv_device *d, enum ibv_mtu peers) {
  enum ibv_mtu mtu = peers < d->port_attr.active_mtu ? peers : d->port_attr.active_mtu;
  if (d->is_rxe && d->read_max > (size_t)128 << mtu) d->read_max = (size_t)128 << mtu;
}

void hyd_ibv_conn_learn(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_hello *h) {
  c->there.cell = h->cells + (uint64_t)hyd_job_rank(s->job) * sizeof(struct hyd_ibv_cell);
  c->there.life = h->cells + (uint64_t)hyd_job_size(s->job) * sizeof(struct hyd_ibv_cell);
  c->there.key = h->cells_key;
  limit_reads(&s->dev, h->mtu);
}

/* --- connections ---------------------------------------------------------- */

static void open_list(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  c->attempt.began_ns = hyd_now_ns();
  c->attempt.wait_ns = s->set.wait_min_ns;
  c->attempt.next_ns = c->attempt.began_ns + c->attempt.wait_ns;
  if (c->attempt.listed) return;
  c->attempt.listed = 1;
  c->attempt.next = s->peers.opening;
  s->peers.opening = c;
}

struct hyd_ibv_conn *hyd_ibv_conn_new(struct hyd_ibv *s, uint32_t peer) {
  struct hyd_ibv_conn *c = calloc(1, sizeof *c + s->set.slots * sizeof c->slot[0]);
  if (c == NULL) hyd_fatal("ibv conduit", "out of memory for a connection to rank %u", peer);
  c->peer = peer;
  c->dev = &s->dev;
  for (int i = 0; i < HYD_IBV_QUEUES; i++) c->queue[i].last = &c->queue[i].first;
  c->waiting.last = &c->waiting.first;
  hyd_ibv_credits_init(s, c);
  s->peers.conn[peer] = c;
  open_list(s, c);
  return c;
}

struct hyd_ibv_conn *hyd_ibv_conn_to(struct hyd_ibv *s, uint32_t peer) {
  if (s->peers.conn[peer] == NULL && s->peers.only_static)
    hyd_refuse(
        "ibv conduit",
        "rank %u is not connected to rank %u, and GASNET_CONNECT_DYNAMIC=0; expected a connection "
        "from the start: GASNET_CONNECT_STATIC=1, or that pair in GASNET_CONNECTFILE_IN",
        hyd_job_rank(s->job), peer);
  return hyd_ibv_conn_asked(s, peer);
}

struct hyd_ibv_conn *hyd_ibv_conn_asked(struct hyd_ibv *s, uint32_t peer) {
  struct hyd_ibv_conn *c = s->peers.conn[peer];
  if (c) return c;
  c = hyd_ibv_conn_new(s, peer);
  s->dev.way->begin(s, c);
  return c;
}

void hyd_ibv_conn_lost(struct hyd_ibv *s, struct hyd_ibv_conn *c, const char *trouble) {
  if (s->closing || c->state == HYD_IBV_LOST) return;
  c->state = HYD_IBV_LOST;
  c->wanted = 0;
  c->attempt.trouble = trouble;
  open_list(s, c);
}

/* --- patience ------------------------------------------------------------- */

static HYD_COLD void give_up(const struct hyd_ibv *s, const struct hyd_ibv_conn *c) {
  double seconds = (double)(s->peers.now - c->attempt.began_ns) / 1e9;
  const char *trouble = c->attempt.trouble ? c->attempt.trouble : "",
             *colon = c->attempt.trouble ? ": " : "";
  char at[64];
  s->dev.way->address(s, c->peer, at, sizeof at);
  if (c->state == HYD_IBV_LOST)
    hyd_fatal("ibv conduit",
              "the connection to rank %u (%s) has been gone for %.1f s: %s; expected the rank, its "
              "host and the network to live (GASNET_REQUESTTIMEOUT_MAX)",
              c->peer, at, seconds, trouble);
  hyd_fatal("ibv conduit",
            "no answer from rank %u (%s) for %.1f s, while connecting by %s%s%s; expected it to "
            "poll, and the network to carry RDMA between the hosts (GASNET_REQUESTTIMEOUT_MAX)",
            c->peer, at, seconds, s->dev.name, colon, trouble);
}

/* Whether the peer may have exited alone (GASNET_CATCH_EXIT=0): no operation needs it. */
static int may_be_gone(const struct hyd_ibv *s, const struct hyd_ibv_conn *c) {
  return c->state == HYD_IBV_LOST && !c->wanted && c->posted == c->done &&
         !hyd_env_bool(hyd_job_env(s->job), HYD_ENV_CATCH_EXIT);
}

static void retry_connection(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  uint64_t limit =
      (uint64_t)hyd_env_int(hyd_job_env(s->job), HYD_ENV_REQUESTTIMEOUT_MAX, 0, INT64_MAX / 1000) *
      1000;
  if (limit && s->peers.now - c->attempt.began_ns > limit && !may_be_gone(s, c)) give_up(s, c);
  if (c->attempt.wait_ns < s->set.wait_max_ns) c->attempt.wait_ns *= 2;
  c->attempt.next_ns = s->peers.now + c->attempt.wait_ns;
  if (c->state == HYD_IBV_HALF) s->dev.way->again(s, c);
}

void hyd_ibv_conn_tick(struct hyd_ibv *s) {
  struct hyd_ibv_conn **at = &s->peers.opening, *c;
  s->peers.now = hyd_now_ns();
  if (s->peers.now >= s->peers.look_ns) {
    if (s->dev.way->look) s->dev.way->look(s);
    s->peers.look_ns = s->peers.now + (s->peers.opening ? LOOK_BUSY_NS : LOOK_IDLE_NS);
  }
  while ((c = *at) != NULL) {
    if (c->state == HYD_IBV_HALF && s->dev.way->is_ready && s->dev.way->is_ready(s, c))
      c->state = HYD_IBV_READY;
    if (c->state == HYD_IBV_READY) {
      c->attempt.listed = 0;
      *at = c->attempt.next;
      continue;
    }
    at = &c->attempt.next;
    if (s->peers.now >= c->attempt.next_ns) retry_connection(s, c);
  }
}

/* --- reports -------------------------------------------------------------- */

static const char *state_name(const struct hyd_ibv_conn *c) {
  if (c->state == HYD_IBV_LOST) return "lost";
  return c->state == HYD_IBV_READY ? "ready" : c->answers ? "half open" : "being opened";
}

static int describe_peer(const struct hyd_ibv *s, uint32_t peer, char *line, size_t size) {
  const struct hyd_ibv_conn *c = s->peers.conn[peer];
  const struct hyd_ibv_flow *requests, *controls;
  if (c == NULL) return snprintf(line, size, "no connection has been wanted");
  requests = &c->flow[HYD_IBV_REQUESTS];
  controls = &c->flow[HYD_IBV_CONTROLS];
  return snprintf(line, size,
                  "%s at %s port %u; %u of %u work requests under way, %u transfers wait; requests "
                  "%llu sent, %llu dealt with, %llu allowed; controls %llu, %llu, %llu%s%s",
                  state_name(c), c->dev->name, c->dev->port, c->posted - c->done, s->set.depth,
                  c->waiting.n, (unsigned long long)requests->sent,
                  (unsigned long long)requests->returned, (unsigned long long)requests->limit,
                  (unsigned long long)controls->sent, (unsigned long long)controls->returned,
                  (unsigned long long)controls->limit, c->attempt.trouble ? "; last trouble: " : "",
                  c->attempt.trouble ? c->attempt.trouble : "");
}

/* May run in a signal handler that has interrupted this rank anywhere. */
int hyd_ibv_describe(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size) {
  struct hyd_ibv *s = state;
  (void)job;
  if (hyd_client_lock_peek(&s->progress.attend.lock)) return -1;
  describe_peer(s, peer, line, size);
  hyd_client_lock_peeked(&s->progress.attend.lock);
  return 0;
}

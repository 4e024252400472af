/* SPDX-License-Identifier: BSD-3-Clause
 *
 * connect_cm.c: connects two ranks by librdmacm, which iWARP needs and all devices support. Each
 * rank listens at an IP address of its device's network interface; all ranks learn the addresses at
 * the start. A connection request and its acceptance carry a hello (wire.h).
 *
 *   active rank    resolves address and route, then connects. The connection is ready when the peer
 *                  has accepted; the rank writes its credits there
 *   passive rank   accepts. The connection is ready when those credits, or a message, arrive
 *
 * The passive rank sends nothing before, because iWARP requires the active end to send first, and
 * because the active rank may have given up meanwhile.
 *
 * If two ranks request a connection at the same time, the request of the lower rank counts: the
 * lower rank rejects the other request, and the higher rank abandons its own when the lower rank's
 * arrives. connections.c repeats failed attempts. An identifier that the kernel is still connecting
 * cannot be destroyed without waiting: it is abandoned, and destroyed at its next event.
 *
 * A rank that connects to itself, for atomics, has a second end, on which nothing is sent.
 *
 * Events arrive at a descriptor of their own, and looking there is a system call: it is made every
 * 20 us at most while connections are being made, every millisecond while the rank polls, and when
 * the descriptor ends a sleep.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <rdma/rdma_cma.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "conduits/ibv/connections.h"
#include "conduits/ibv/credits.h"

#define RESOLVE_MS 2000 /* time for resolving an address, and for a route */
#define BACKLOG_MAX 1024
#define AT_A_LOOK 32
/* least bytes of private data in a request: on InfiniBand and RoCE */
#define FOR_CLIENTS 56

_Static_assert(sizeof(struct hyd_ibv_hello) <= FOR_CLIENTS, "a hello fits");

struct hyd_ibv_cm {
  struct rdma_event_channel *channel;
  struct rdma_cm_id *listener;
  struct rdma_cm_id *self; /* the second end of this rank's connection to itself */
};

/* A copy of an event, which is acknowledged before its identifier is destroyed. */
struct event {
  enum rdma_cm_event_type type;
  struct rdma_cm_id *id;
  int status;
  uint8_t answers, asks;      /* most RDMA reads at a time that the peer answers; that it asks */
  struct hyd_ibv_hello hello; /* zeros: the event has none */
};

/* --- addresses ------------------------------------------------------------ */

/* Writes the address to a rank's record, an IPv4 address as a mapped IPv6 address. */
static void note_address(const struct sockaddr *a, uint16_t port, struct hyd_ibv_address *w) {
  static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
  w->qpn = port;
  if (a->sa_family == AF_INET6) {
    memcpy(w->gid, &((const struct sockaddr_in6 *)(const void *)a)->sin6_addr, 16);
    return;
  }
  memcpy(w->gid, mapped, sizeof mapped);
  memcpy(w->gid + sizeof mapped, &((const struct sockaddr_in *)(const void *)a)->sin_addr, 4);
}

union address {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
};

static union address address_of(const struct hyd_ibv_address *w, uint16_t port) {
  union address a = {.v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)}};
  memcpy(&a.v6.sin6_addr, w->gid, 16);
  if (!IN6_IS_ADDR_V4MAPPED(&a.v6.sin6_addr)) return a;
  a = (union address){.v4 = {.sin_family = AF_INET, .sin_port = htons(port)}};
  memcpy(&a.v4.sin_addr, w->gid + 12, 4);
  return a;
}

static void address_text(const struct hyd_ibv *s, uint32_t peer, char *text, size_t size) {
  union address a = address_of(&s->peers.table[peer], 0);
  char ip[INET6_ADDRSTRLEN] = "";
  int v4 = a.any.sa_family == AF_INET;
  snprintf(text, size, "%s port %u",
           inet_ntop(a.any.sa_family, v4 ? (void *)&a.v4.sin_addr : (void *)&a.v6.sin6_addr, ip,
                     sizeof ip),
           s->peers.table[peer].qpn);
}

/* --- the device, and where it listens ------------------------------------- */

static int take_device(struct hyd_ibv_device *d, char *why, size_t size) {
  int n = 0, found = 0;
  struct ibv_context **all = rdma_get_devices(&n);
  for (int i = 0; all && i < n && !found; i++) {
    if (strcmp(ibv_get_device_name(all[i]->device), d->name)) continue;
    ibv_close_device(d->ctx);
    d->ctx = all[i];
    found = 1;
  }
  if (all) rdma_free_devices(all);
  if (found) return 0;
  snprintf(why, size,
           "librdmacm does not know %s: %s; expected the kernel's module rdma_ucm, and access to "
           "/dev/infiniband/rdma_cm",
           d->name, n ? "it has others" : strerror(errno));
  return -1;
}

/* Listens at the address if librdmacm maps it to this rank's port. 1: listening. */
static int listen_at(struct hyd_ibv *s, const struct sockaddr *at) {
  struct rdma_cm_id *id = NULL;
  int backlog = hyd_job_size(s->job) < BACKLOG_MAX ? (int)hyd_job_size(s->job) : BACKLOG_MAX;
  note_address(at, 0, &s->peers.address);
  union address a = address_of(&s->peers.address, 0);
  if (rdma_create_id(s->cm->channel, &id, NULL, RDMA_PS_TCP)) return 0;
  if (rdma_bind_addr(id, &a.any) == 0 && id->verbs == s->dev.ctx && id->port_num == s->dev.port &&
      rdma_listen(id, backlog) == 0) {
    s->cm->listener = id;
    s->peers.address.qpn = ntohs(rdma_get_src_port(id));
    return 1;
  }
  rdma_destroy_id(id);
  return 0;
}

/* Whether other hosts can use the interface's address: no loopback address, no link-local IPv6
 * address. */
static int may_be_ours(const struct ifaddrs *i, int family) {
  const struct sockaddr *a = i->ifa_addr;
  if (a == NULL || a->sa_family != family || !(i->ifa_flags & IFF_UP) ||
      i->ifa_flags & IFF_LOOPBACK)
    return 0;
  return family == AF_INET ||
         !IN6_IS_ADDR_LINKLOCAL(&((const struct sockaddr_in6 *)(const void *)a)->sin6_addr);
}

static int find_address(struct hyd_ibv *s) {
  static const int families[] = {AF_INET, AF_INET6};
  struct ifaddrs *all = NULL;
  if (getifaddrs(&all)) return -1;
  for (int f = 0; f < 2; f++)
    for (const struct ifaddrs *i = all; i && !s->cm->listener; i = i->ifa_next)
      if (may_be_ours(i, families[f]) && listen_at(s, i->ifa_addr)) break;
  freeifaddrs(all);
  return s->cm->listener ? 0 : -1;
}

static int open_cm(struct hyd_ibv *s, char *why, size_t size) {
  s->cm = calloc(1, sizeof *s->cm);
  if (s->cm == NULL) return -1;
  s->cm->channel = rdma_create_event_channel();
  if (s->cm->channel == NULL) {
    snprintf(why, size,
             "librdmacm has no events: %s (the kernel's module rdma_ucm, /dev/infiniband/rdma_cm)",
             strerror(errno));
    return -1;
  }
  s->peers.way_fd = s->cm->channel->fd;
  (void)fcntl(s->peers.way_fd, F_SETFL, O_NONBLOCK);
  if (find_address(s) == 0) return 0;
  snprintf(why, size,
           "port %d of %s has no IP address; expected its network interface to be up, with one (ip "
           "addr, rdma link; GASNET_CONNECT=cm)",
           s->dev.port, s->dev.name);
  return -1;
}

/* --- identifiers ---------------------------------------------------------- */

static void destroy(struct rdma_cm_id *id) {
  if (id->qp) rdma_destroy_qp(id);
  rdma_destroy_id(id);
}

/* Abandons the identifier: its next event destroys it. */
static void abandon_id(struct hyd_ibv_conn *c) {
  if (c->id) c->id->context = NULL;
  c->id = NULL;
  c->qp = NULL;
  c->answers = 0;
}

/* Destroys the identifier, for which no event is outstanding. */
static void give_back(struct hyd_ibv_conn *c, const char *trouble) {
  destroy(c->id);
  c->id = NULL;
  c->qp = NULL;
  c->answers = 0;
  c->attempt.trouble = trouble;
}

/* Makes the queue pair of an identifier; librdmacm changes its states. Some devices do not let the
 * acknowledgement timeout be set. */
static int equip(struct hyd_ibv *s, struct rdma_cm_id *id) {
  struct ibv_qp_init_attr a = hyd_ibv_qp_attr(s, &s->dev);
  uint8_t timeout = s->set.timeout;
  if (id->verbs != s->dev.ctx || rdma_create_qp(id, s->dev.pd, &a)) return -1;
  (void)rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &timeout, sizeof timeout);
  return 0;
}

static uint8_t smaller_of(uint8_t a, uint8_t b) { return a < b ? a : b; }

static struct rdma_conn_param terms(const struct hyd_ibv *s, const struct hyd_ibv_hello *h,
                                    uint8_t answers, uint8_t asks) {
  uint8_t mine = s->set.reads;
  return (struct rdma_conn_param){.private_data = h,
                                  .private_data_len = sizeof *h,
                                  .responder_resources = smaller_of(mine, answers),
                                  .initiator_depth = smaller_of(mine, asks),
                                  .rnr_retry_count = 7,
                                  .retry_count = s->set.retries};
}

/* --- the active rank ------------------------------------------------------ */

static void ask_peer(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  union address from = address_of(&s->peers.address, 0),
                to = address_of(&s->peers.table[c->peer], (uint16_t)s->peers.table[c->peer].qpn);
  if (c->id) return;
  if (rdma_create_id(s->cm->channel, &c->id, c, RDMA_PS_TCP))
    hyd_fatal("ibv conduit", "librdmacm refuses to connect to rank %u: %s" HYD_IBV_WORKING, c->peer,
              strerror(errno));
  if (rdma_resolve_addr(c->id, &from.any, &to.any, RESOLVE_MS))
    give_back(c, "its address cannot be resolved");
}

static void find_route(struct hyd_ibv_conn *c) {
  if (rdma_resolve_route(c->id, RESOLVE_MS)) give_back(c, "there is no route to it");
}

static void connect_to(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  struct hyd_ibv_hello h = hyd_ibv_hello_to(s, c->peer);
  struct rdma_conn_param p = terms(s, &h, UINT8_MAX, UINT8_MAX);
  if (equip(s, c->id))
    hyd_fatal("ibv conduit", "%s refuses to make a queue pair for rank %u: %s (ulimit -l)",
              s->dev.name, c->peer, strerror(errno));
  c->qp = c->id->qp;
  if (rdma_connect(c->id, &p)) give_back(c, "the device refuses to connect to it");
}

static void take_acceptance(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct event *e) {
  if (c->answers) return; /* this rank is the passive one: see is_ready() */
  if (!hyd_ibv_hello_is_ours(s, &e->hello) || e->hello.src != c->peer) {
    give_back(c, "what answers there is not of this job");
    return;
  }
  hyd_ibv_conn_learn(s, c, &e->hello);
  c->state = HYD_IBV_READY;
  hyd_ibv_credits_write(s, c);
}

/* --- the passive rank ----------------------------------------------------- */

static int accept_by(struct hyd_ibv *s, struct rdma_cm_id *id, const struct event *e) {
  struct hyd_ibv_hello h = hyd_ibv_hello_to(s, e->hello.src);
  struct rdma_conn_param p = terms(s, &h, e->answers, e->asks);
  if (equip(s, id) == 0 && rdma_accept(id, &p) == 0) return 0;
  destroy(id);
  return -1;
}

static void refuse_id(struct rdma_cm_id *id) {
  (void)rdma_reject(id, NULL, 0);
  destroy(id);
}

static void take_own_request(struct hyd_ibv *s, const struct event *e) {
  if (s->cm->self) {
    refuse_id(e->id);
  } else if (accept_by(s, e->id, e) == 0) {
    s->cm->self = e->id;
    e->id->context = s->cm;
  }
}

/* Whether this rank's connection or request counts, rather than the peer's request. */
static int mine_counts(const struct hyd_ibv *s, const struct hyd_ibv_conn *c) {
  return c->state != HYD_IBV_HALF || (c->id && !c->answers && hyd_job_rank(s->job) < c->peer);
}

static void take_request(struct hyd_ibv *s, const struct event *e) {
  struct hyd_ibv_conn *c;
  if (s->closing || !hyd_ibv_hello_is_ours(s, &e->hello)) {
    refuse_id(e->id);
    return;
  }
  if (e->hello.src == hyd_job_rank(s->job)) {
    take_own_request(s, e);
    return;
  }
  c = s->peers.conn[e->hello.src] ? s->peers.conn[e->hello.src] : hyd_ibv_conn_new(s, e->hello.src);
  if (mine_counts(s, c)) {
    refuse_id(e->id);
    return;
  }
  abandon_id(c);
  hyd_ibv_conn_learn(s, c, &e->hello);
  if (accept_by(s, e->id, e)) return;
  e->id->context = c;
  c->id = e->id;
  c->qp = e->id->qp;
  c->answers = 1;
}

/* --- events --------------------------------------------------------------- */

static const char *trouble_of(const struct event *e) {
  switch (e->type) {
  case RDMA_CM_EVENT_ADDR_ERROR: return "its address cannot be resolved";
  case RDMA_CM_EVENT_ROUTE_ERROR: return "there is no route to it";
  case RDMA_CM_EVENT_REJECTED: return "it refuses to connect, or nothing listens there";
  case RDMA_CM_EVENT_DISCONNECTED: return "it has disconnected";
  default: return "it does not answer";
  }
}

static void take_end(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct event *e) {
  if (c->state == HYD_IBV_HALF)
    give_back(c, trouble_of(e));
  else
    hyd_ibv_conn_lost(s, c, trouble_of(e));
}

/* Handles an event of a connection that is not abandoned. */
static void go_on_connecting(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct event *e) {
  switch (e->type) {
  case RDMA_CM_EVENT_ADDR_RESOLVED: find_route(c); break;
  case RDMA_CM_EVENT_ROUTE_RESOLVED: connect_to(s, c); break;
  case RDMA_CM_EVENT_ESTABLISHED: take_acceptance(s, c, e); break;
  case RDMA_CM_EVENT_TIMEWAIT_EXIT:
  case RDMA_CM_EVENT_ADDR_CHANGE: break;
  default: take_end(s, c, e);
  }
}

static void take_event(struct hyd_ibv *s, const struct event *e) {
  if (e->type == RDMA_CM_EVENT_DEVICE_REMOVAL && !s->closing)
    hyd_fatal("ibv conduit",
              "the device %s has been removed from this host (rdma link); expected it to stay",
              s->dev.name);
  if (e->type == RDMA_CM_EVENT_CONNECT_REQUEST)
    take_request(s, e);
  else if (e->id->context == s->cm || e->id == s->cm->listener)
    return;
  else if (e->id->context == NULL)
    destroy(e->id);
  else
    go_on_connecting(s, e->id->context, e);
}

static struct event copy_event(const struct rdma_cm_event *from) {
  struct event e = {.type = from->event, .id = from->id, .status = from->status};
  size_t n = from->param.conn.private_data_len;
  e.answers = from->param.conn.responder_resources;
  e.asks = from->param.conn.initiator_depth;
  if (n > sizeof e.hello) n = sizeof e.hello;
  if (from->param.conn.private_data) memcpy(&e.hello, from->param.conn.private_data, n);
  return e;
}

static void take_events(struct hyd_ibv *s) {
  struct rdma_cm_event *from;
  for (int i = 0; i < AT_A_LOOK && rdma_get_cm_event(s->cm->channel, &from) == 0; i++) {
    struct event e = copy_event(from);
    rdma_ack_cm_event(from);
    take_event(s, &e);
  }
}

/* Whether the active end has written its credits. A message makes the connection ready, too
 * (receive.c). */
static int is_ready(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  return c->answers && hyd_ibv_credits_is_written(s, c);
}

static int take_failure(struct hyd_ibv *s, struct hyd_ibv_conn *c, enum ibv_wc_status status) {
  if (status != IBV_WC_WR_FLUSH_ERR && status != IBV_WC_GENERAL_ERR) return 0;
  hyd_ibv_conn_lost(s, c, ibv_wc_status_str(status));
  return 1;
}

const struct hyd_ibv_way hyd_ibv_way_cm = {.name = "cm",
                                           .number = 1,
                                           .device = take_device,
                                           .open = open_cm,
                                           .begin = ask_peer,
                                           .again = ask_peer,
                                           .is_ready = is_ready,
                                           .look = take_events,
                                           .take_failure = take_failure,
                                           .address = address_text};

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * net.h: nodes on virtual time, each with an instance of the firehose library, an interface that
 * must pin memory (contrib/tools/sim/firehose/nic.h) and a processor; and the puts that their
 * programs do, by any strategy. What the library does (its messages, pins and unpins) is what it
 * does anywhere; only the time that they take is computed (cost.h).
 *
 * A node's processor does one thing after another: `host` is when it is free. Its link sends one
 * transfer after another; control messages wait for one packet at most. Messages to a busy
 * processor wait; RDMA needs none there.
 */
#ifndef HYD_PAPERS_NET_H
#define HYD_PAPERS_NET_H

#include "firehose/firehose.h"
#include "contrib/tools/sim/firehose/nic.h"
#include "contrib/tools/bench/papers/cost.h"
#include "contrib/tools/sim/events.h"
#include "contrib/tools/sim/rng.h"

#define NET_BASE (UINT64_C(1) << 32) /* where each node's memory begins, as the library sees it */

struct net_config {
  const struct cost *cost;
  enum fh_strategy strategy;
  uint32_t nodes;
  size_t bucket, ahead;          /* ahead: the papers' algorithm has no such thing */
  uint64_t m, maxvictim, memory; /* bytes of each node */
  int data;                      /* memory has contents */
};

struct net_node {
  struct net *net;
  uint32_t id;
  struct fh *fh; /* NULL: the strategy does not ask it */
  struct nic nic;
  unsigned char *memory;             /* NULL: no contents */
  uint64_t host, sending, receiving; /* when they are free */
};

struct net {
  struct net_config c;
  struct sim_events events;
  uint64_t now, messages, in_flight;
  struct net_node *node;
  int status;        /* an errno value: a put failed, and nothing new is begun */
  const char *wrong; /* a limit was exceeded, or requests are stuck */
};

/* 0; ENOMEM: the strategy cannot have that much memory; else net->wrong says what is. */
int net_open(struct net *net, const struct net_config *c);
/* Checks that the library and the interfaces agree: 0, or net->wrong says how they do not. */
int net_close(struct net *net);
/* Until nothing is under way. net->status. */
int net_run(struct net *net);
/* All processors wait for the last. */
void net_barrier(struct net *net);
/* The processor does something, not before now. */
static inline void net_work(struct net_node *n, uint64_t ns) {
  if (n->host < n->net->now) n->host = n->net->now;
  n->host += ns;
}

struct put {
  struct net_node *from;
  uint32_t to;
  uint64_t source, target; /* offsets in the nodes' memory */
  size_t len;
  int asks_local; /* the source must be pinned, too; otherwise it is, always */
  void (*done)(struct put *p);
  void *arg;
  /* Private, and what happened. */
  int status, missed;
  uint64_t started, ended;
  struct fh_request remote, local;
  size_t left; /* bytes that bounce */
};

/* Whether the strategy asks the library (put.c). */
int net_asks(const struct net *net);
/* put.c. A failure sets p->from->net->status; `done` is not called. */
void net_put(struct put *p);
void net_put_ended(struct put *p);                      /* SIM_SWITCH */
void net_put_chunk(struct net_node *at, struct put *p); /* SIM_WAKE */

/* A program's thread: puts, `window` of them at once, until `next` returns 0. Zeroed but for the
 * first group. */
struct flow {
  struct net_node *node;
  uint32_t window;
  int (*next)(struct flow *f, struct put *p); /* sets to, source, target, len, asks_local */
  void *arg;
  struct flow_sums {
    uint64_t puts, bytes, misses;
    double hit_ns, miss_ns; /* sums of latencies */
  } sums;
  struct put *put;
};

void flow_start(struct flow *f);
void flow_end(struct flow *f);

#endif

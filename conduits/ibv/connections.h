/* SPDX-License-Identifier: BSD-3-Clause
 *
 * connections.h: reliable connections to peers (connections.c) and their queue pairs
 * (queue_pair.c). Callers hold the lock.
 */
#ifndef HYD_IBV_CONNECTIONS_H
#define HYD_IBV_CONNECTIONS_H

#include "conduits/ibv/state.h"

/* Credits of one class of messages, in both directions: counts over the life of the connection. */
struct hyd_ibv_flow {
  uint64_t sent, limit, returned; /* to the peer: messages sent, allowed, and handled by the peer */
  uint64_t taken, window;         /* from the peer: messages handled; it may send taken + window */
  uint64_t told_limit, told_taken; /* what the peer was told last */
};

/* One work request of a send queue. */
struct hyd_ibv_slot {
  void *what;              /* by `after` */
  uint32_t buffer;         /* by `after` */
  uint8_t after, signaled; /* after: enum hyd_ibv_after */
  uint8_t is_read, ended;  /* on iWARP (send_queue.c) */
};

/* Messages that wait for credits, room or a buffer (control_queue.c). There are two queues, because
 * a long reply may be what a message of firehose waits for. */
enum hyd_ibv_queues { HYD_IBV_QUEUE_FIREHOSE, HYD_IBV_QUEUE_LONGS, HYD_IBV_QUEUES };
struct hyd_ibv_queue {
  struct hyd_ibv_queued *first, **last;
};

/* HALF: the peer's end may not be able to receive yet. LOST: the connection was ready and broke:
 * senders wait, and connections.c ends the job after a while. */
enum hyd_ibv_conn_state { HYD_IBV_HALF, HYD_IBV_READY, HYD_IBV_LOST };

/* The attempts to make a connection. */
struct hyd_ibv_attempt {
  uint64_t began_ns, next_ns, wait_ns;
  const char *trouble;       /* why the last attempt failed, or NULL */
  struct hyd_ibv_conn *next; /* in hyd_ibv_peers.opening */
  uint8_t listed;            /* it is in that list */
};

/* What is known of the peer's life word (attend.c). */
struct hyd_ibv_life {
  uint64_t word;        /* its value when it was last read */
  uint32_t silent;      /* checks since it changed */
  uint32_t done_before; /* hyd_ibv_conn.done at the last check */
  uint8_t asked;        /* a read of the word is under way */
};

/* Memory of the peer that this rank may write and read. */
struct hyd_ibv_remote {
  uint64_t cell, life; /* addresses of this rank's cell there, and of the peer's life word */
  uint32_t key;
};

/* Transfers that wait for room. */
struct hyd_ibv_waiting {
  struct hyd_ibv_xfer *first, **last;
  uint32_t n;
};

struct hyd_ibv_conn {
  uint32_t peer;
  const struct hyd_ibv_device *dev; /* the local port */
  uint8_t rail,
      nrails; /* rail: 0 in the connection itself, which has `rails`; else the rail's number */
  uint8_t state, answers; /* state: enum hyd_ibv_conn_state; answers: this end can receive */
  uint8_t barred;         /* a rail whose local or remote port cannot be used */
  uint8_t wanted;         /* a sender waits for the connection */
  uint8_t listed;         /* it is in hyd_ibv_transfers.listed */
  struct ibv_qp *qp;      /* NULL: not made yet */
  struct ibv_ah *ah;      /* for hellos by datagram */
  struct rdma_cm_id *id;  /* librdmacm's identifier */
  uint32_t psn;           /* first packet number of this end */
  uint32_t segment_key;   /* a rail's key of the peer's segment; 0: the connection's key */
  struct hyd_ibv_remote there;
  struct hyd_ibv_attempt attempt;
  struct hyd_ibv_life life;
  uint32_t posted, done; /* work requests that were posted; that have ended */
  uint32_t signaled;     /* `posted` at the last work request whose completion is reported */
  struct hyd_ibv_flow flow[HYD_IBV_CLASSES];
  struct hyd_ibv_queue queue[HYD_IBV_QUEUES];
  struct hyd_ibv_waiting waiting;
  struct hyd_owed owed; /* the peer is to be told of credits */
  struct hyd_ibv_conn *next_listed;
  struct hyd_ibv_conn *rails[HYD_IBV_RAILS_MAX];
  struct hyd_ibv_slot slot[]; /* hyd_ibv_settings.slots */
};

/* --- connections.c -------------------------------------------------------- */

/* The connection to a rank, begun if there is none; never NULL. */
struct hyd_ibv_conn *hyd_ibv_conn_to(struct hyd_ibv *s, uint32_t peer);
/* The same at the request of the peer: also if this rank may not begin connections any more
 * (GASNET_CONNECT_DYNAMIC). */
struct hyd_ibv_conn *hyd_ibv_conn_asked(struct hyd_ibv *s, uint32_t peer);
/* Makes the object of a connection that the peer has begun. */
struct hyd_ibv_conn *hyd_ibv_conn_new(struct hyd_ibv *s, uint32_t peer);
/* Takes the credits' address and the limits from the peer's hello. */
void hyd_ibv_conn_learn(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_hello *h);
/* The network reports that the connection is closed. */
void hyd_ibv_conn_lost(struct hyd_ibv *s, struct hyd_ibv_conn *c, const char *trouble);
/* Continues connections that are being made. */
void hyd_ibv_conn_tick(struct hyd_ibv *s);
/* A hello to the peer, without the members that only datagrams need. */
struct hyd_ibv_hello hyd_ibv_hello_to(const struct hyd_ibv *s, uint32_t peer);
/* Whether a hello is from this job and for this rank. */
int hyd_ibv_hello_is_ours(const struct hyd_ibv *s, const struct hyd_ibv_hello *h);
/* hyd_conduit.describe: the state of a connection in one line. */
int hyd_ibv_describe(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size);

/* One of so many polls reads the clock, to see whether it is time to look for connections that
 * peers begin: that look costs a system call. */
#define HYD_IBV_LOOK_EVERY 16u

/* The connection to a rank if it is ready; NULL: it is being made. */
static inline struct hyd_ibv_conn *hyd_ibv_conn_ready(struct hyd_ibv *s, uint32_t peer) {
  struct hyd_ibv_conn *c = s->peers.conn[peer];
  if (hyd_unlikely(c == NULL)) c = hyd_ibv_conn_to(s, peer);
  if (hyd_likely(c->state == HYD_IBV_READY)) return c;
  c->wanted = 1;
  return NULL;
}

static inline int hyd_ibv_conn_take_failure(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                                            enum ibv_wc_status status) {
  return s->dev.way->take_failure && s->dev.way->take_failure(s, c, status);
}

/* Lists the connection among those with something that waits for room. */
static inline void hyd_ibv_list(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  if (c->listed) return;
  c->listed = 1;
  c->next_listed = s->transfers.listed;
  s->transfers.listed = c;
}

/* --- queue_pair.c --------------------------------------------------------- */

/* The attributes with which queue pairs are made. */
struct ibv_qp_init_attr hyd_ibv_qp_attr(const struct hyd_ibv *s, const struct hyd_ibv_device *d);
/* Makes the queue pair, without librdmacm. */
void hyd_ibv_qp_make(struct hyd_ibv *s, struct hyd_ibv_conn *c);
/* Connects the queue pair with the peer's, which the hello describes, at the address `there`. */
void hyd_ibv_qp_connect(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_hello *h,
                        const struct hyd_ibv_address *there);

#endif

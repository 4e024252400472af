/* SPDX-License-Identifier: BSD-3-Clause
 *
 * connections.h: reliable connections to peers (connections.c) and their queue pairs
 * (queue_pair.c). Lock held, in all that follows.
 */
#ifndef HYD_IBV_CONNECTIONS_H
#define HYD_IBV_CONNECTIONS_H

#include "conduits/ibv/state.h"

/* One class's credits: the messages that this rank may send, and that it lets the peer send. All
 * are counts over the life of the connection. */
struct hyd_ibv_flow {
  uint64_t sent, limit, returned; /* returned: messages that the peer has dealt with */
  uint64_t taken, window;         /* the peer's limit is taken + window */
  uint64_t told_limit, told_taken;
};

/* One work request of a send queue. */
struct hyd_ibv_slot {
  void *what;
  uint32_t buffer;
  uint8_t after, signaled; /* after: enum hyd_ibv_after */
  uint8_t is_read, ended;  /* iWARP (send_queue.c) */
};

/* Messages that wait for credits, room or a buffer (control_queue.c). Two queues, because a reply,
 * which is a long, may wait for a message of firehose's. */
enum hyd_ibv_queues { HYD_IBV_QUEUE_FIREHOSE, HYD_IBV_QUEUE_LONGS, HYD_IBV_QUEUES };
struct hyd_ibv_queue {
  struct hyd_ibv_queued *first, **last;
};

/* HALF: it is not known that the peer's end can receive. LOST: the connection was ready; nothing is
 * sent any more, senders wait, and connections.c ends the job after a while. */
enum hyd_ibv_conn_state { HYD_IBV_HALF, HYD_IBV_READY, HYD_IBV_LOST };

/* Attempts to connect. */
struct hyd_ibv_attempt {
  uint64_t began_ns, next_ns, wait_ns;
  const char *trouble; /* why the last one failed, or NULL */
  struct hyd_ibv_conn *next;
  uint8_t listed; /* in hyd_ibv_peers.opening */
};

/* Signs of life of the peer (attend.c). */
struct hyd_ibv_life {
  uint64_t word;        /* the peer's word when it was last read */
  uint32_t silent;      /* looks since the word changed */
  uint32_t done_before; /* hyd_ibv_conn.done at the last of them */
  uint8_t asked;        /* a read of the word is under way */
};

/* What the peer lets this rank write and read there. */
struct hyd_ibv_remote {
  uint64_t cell, life; /* addresses of this rank's credits, and of the peer's word of life */
  uint32_t key;
};

/* Transfers that wait for room. */
struct hyd_ibv_waiting {
  struct hyd_ibv_xfer *first, **last;
  uint32_t n;
};

struct hyd_ibv_conn {
  uint32_t peer;
  const struct hyd_ibv_device *dev; /* the port here */
  uint8_t rail, nrails;   /* rail: 0, the connection itself, which has `rails`; or one of those */
  uint8_t state, answers; /* answers: this end can receive */
  uint8_t barred;         /* of a rail: its port cannot be used, here or there */
  uint8_t wanted;         /* a sender waits for the connection */
  uint8_t listed;         /* in hyd_ibv_transfers.listed */
  struct ibv_qp *qp;      /* NULL: not yet */
  struct ibv_ah *ah;
  struct rdma_cm_id *id; /* of librdmacm */
  uint32_t psn;
  uint32_t segment_key; /* of a rail: the key of the peer's segment at the rail's port there; 0: the
                           connection's */
  struct hyd_ibv_remote there;
  struct hyd_ibv_attempt attempt;
  struct hyd_ibv_life life;
  uint32_t posted, done, signaled; /* work requests; signaled: `posted` at the last reported one */
  struct hyd_ibv_flow flow[HYD_IBV_CLASSES];
  struct hyd_ibv_queue queue[HYD_IBV_QUEUES];
  struct hyd_ibv_waiting waiting;
  struct hyd_owed owed; /* credits */
  struct hyd_ibv_conn *next_listed;
  struct hyd_ibv_conn *rails[HYD_IBV_RAILS_MAX];
  struct hyd_ibv_slot slot[]; /* hyd_ibv_settings.slots */
};

/* --- connections.c -------------------------------------------------------- */

/* The connection to a rank, which is begun if there is none; never NULL. The second form is for a
 * rank that is asked: it also connects where it may not begin (GASNET_CONNECT_DYNAMIC). */
struct hyd_ibv_conn *hyd_ibv_conn_to(struct hyd_ibv *s, uint32_t peer);
struct hyd_ibv_conn *hyd_ibv_conn_asked(struct hyd_ibv *s, uint32_t peer);
/* A connection that the peer has begun. */
struct hyd_ibv_conn *hyd_ibv_conn_new(struct hyd_ibv *s, uint32_t peer);
/* What the peer's hello says, beside its end. */
void hyd_ibv_conn_learn(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_hello *h);
/* The network reports that the connection is closed. */
void hyd_ibv_conn_lost(struct hyd_ibv *s, struct hyd_ibv_conn *c, const char *trouble);
/* Goes on with connections that are being made. */
void hyd_ibv_conn_tick(struct hyd_ibv *s);
/* A hello, but for what only datagrams need; whether one that has arrived is of this job and for
 * this rank. */
struct hyd_ibv_hello hyd_ibv_hello_to(const struct hyd_ibv *s, uint32_t peer);
int hyd_ibv_hello_is_ours(const struct hyd_ibv *s, const struct hyd_ibv_hello *h);
/* The state of a connection in one line (hyd_conduit.describe). */
int hyd_ibv_describe(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size);

/* Polls between looks at the clock, which says whether to look for connections that peers begin:
 * that costs a system call. */
#define HYD_IBV_LOOK_EVERY 16u

/* Begins to connect if need be; NULL: not connected yet. */
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

/* The connection has something that waits for room. */
static inline void hyd_ibv_list(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  if (c->listed) return;
  c->listed = 1;
  c->next_listed = s->transfers.listed;
  s->transfers.listed = c;
}

/* --- queue_pair.c --------------------------------------------------------- */

/* What a queue pair is made with. */
struct ibv_qp_init_attr hyd_ibv_qp_attr(const struct hyd_ibv *s, const struct hyd_ibv_device *d);
/* Makes a queue pair without librdmacm; connects it with that of the peer, which is `there`. */
void hyd_ibv_qp_make(struct hyd_ibv *s, struct hyd_ibv_conn *c);
void hyd_ibv_qp_connect(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_hello *h,
                        const struct hyd_ibv_address *there);

#endif

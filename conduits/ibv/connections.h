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
struct vb_flow {
  uint64_t sent, limit, returned; /* returned: messages that the peer has dealt with */
  uint64_t taken, window;         /* the peer's limit is taken + window */
  uint64_t told_limit, told_taken;
};

/* One work request of a send queue. */
struct vb_slot {
  void *what;
  uint32_t buffer;
  uint8_t after, signaled; /* after: enum vb_after */
  uint8_t is_read, ended;  /* iWARP (send_queue.c) */
};

/* Messages that wait for credits, room or a buffer (control_queue.c). Two queues, because a reply,
 * which is a long, may wait for a message of firehose's. */
enum vb_mails { VB_MAIL_FIREHOSE, VB_MAIL_LONGS, VB_MAILS };
struct vb_mail {
  struct vb_letter *first, **last;
};

/* HALF: it is not known that the peer's end can receive. LOST: the connection was ready; nothing is
 * sent any more, senders wait, and connections.c ends the job after a while. */
enum vb_conn_state { VB_HALF, VB_READY, VB_LOST };

/* Attempts to connect. */
struct vb_attempt {
  uint64_t began_ns, next_ns, wait_ns;
  const char *trouble; /* why the last one failed, or NULL */
  struct vb_conn *next;
  uint8_t listed; /* in vb_peers.opening */
};

/* Signs of life of the peer (progress_thread.c). */
struct vb_life {
  uint64_t word;        /* the peer's word when it was last read */
  uint32_t silent;      /* looks since the word changed */
  uint32_t done_before; /* vb_conn.done at the last of them */
  uint8_t asked;        /* a read of the word is under way */
};

struct vb_conn {
  uint32_t peer;
  const struct vb_dev *dev; /* the port here */
  uint8_t rail, nrails;     /* rail: 0, the connection itself, which has `rails`; or one of those */
  uint8_t state, answers;   /* answers: this end can receive */
  uint8_t barred;           /* of a rail: its port cannot be used, here or there */
  uint8_t wanted;           /* a sender waits for the connection */
  uint8_t owes, listed;     /* in vb_grants.owing; in vb_transfers.listed */
  struct ibv_qp *qp;        /* NULL: not yet */
  struct ibv_ah *ah;
  struct rdma_cm_id *id; /* of librdmacm */
  uint32_t psn;
  uint32_t segment_key; /* of a rail: the key of the peer's segment at the rail's port there; 0: the
                           connection's */
  struct {
    uint64_t cell, life; /* addresses of this rank's credits, and of the word of life */
    uint32_t key;
  } there;
  struct vb_attempt attempt;
  struct vb_life life;
  uint32_t posted, done, signaled; /* work requests; signaled: `posted` at the last reported one */
  struct vb_flow flow[VB_CLASSES];
  struct vb_mail mail[VB_MAILS];
  struct {
    struct vb_xfer *first, **last;
    uint32_t n;
  } waiting; /* transfers that wait for room */
  struct vb_conn *next_owing, *next_listed;
  struct vb_conn *rails[VB_RAILS_MAX];
  struct vb_slot slot[]; /* vb_settings.slots */
};

/* --- connections.c -------------------------------------------------------- */

/* The connection to a rank, which is begun if there is none; never NULL. The second form is for a
 * rank that is asked: it also connects where it may not begin (GASNET_CONNECT_DYNAMIC). */
struct vb_conn *vb_conn_to(struct vb_state *s, uint32_t peer);
struct vb_conn *vb_conn_asked(struct vb_state *s, uint32_t peer);
/* A connection that the peer has begun. */
struct vb_conn *vb_conn_new(struct vb_state *s, uint32_t peer);
/* What the peer's hello says, beside its end. */
void vb_conn_learn(struct vb_state *s, struct vb_conn *c, const struct vb_hello *h);
/* The network reports that the connection is gone. */
void vb_conn_lost(struct vb_state *s, struct vb_conn *c, const char *trouble);
/* Goes on with connections that are being made. */
void vb_conn_tick(struct vb_state *s);
/* A hello, but for what only datagrams need; whether one that has arrived is of this job and for
 * this rank. */
struct vb_hello vb_hello_to(const struct vb_state *s, uint32_t peer);
int vb_hello_is_ours(const struct vb_state *s, const struct vb_hello *h);
/* The state of a connection in one line (hyd_conduit.describe). */
int vb_describe(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size);

/* Whether vb_conn_tick is due. To look for connections that peers begin costs a system call: the
 * clock, which connections.c asks, is read once in so many polls. */
#define VB_LOOK_EVERY 16u
static inline int vb_look_is_due(struct vb_state *s) {
  return s->peers.opening != NULL ||
         (s->peers.way_fd >= 0 && ++s->peers.looks % VB_LOOK_EVERY == 0);
}

/* Begins to connect if need be; NULL: not connected yet. */
static inline struct vb_conn *vb_conn_ready(struct vb_state *s, uint32_t peer) {
  struct vb_conn *c = s->peers.conn[peer];
  if (hyd_unlikely(c == NULL)) c = vb_conn_to(s, peer);
  if (hyd_likely(c->state == VB_READY)) return c;
  c->wanted = 1;
  return NULL;
}

static inline int vb_conn_is_gone(struct vb_state *s, struct vb_conn *c,
                                  enum ibv_wc_status status) {
  return s->dev.way->is_gone && s->dev.way->is_gone(s, c, status);
}

/* The connection has something that waits for room. */
static inline void vb_list(struct vb_state *s, struct vb_conn *c) {
  if (c->listed) return;
  c->listed = 1;
  c->next_listed = s->transfers.listed;
  s->transfers.listed = c;
}

/* --- queue_pair.c --------------------------------------------------------- */

/* What a queue pair is made with. */
struct ibv_qp_init_attr vb_qp_attr(const struct vb_state *s, const struct vb_dev *d);
/* Makes a queue pair without librdmacm; connects it with that of the peer, which is `there`. */
void vb_qp_make(struct vb_state *s, struct vb_conn *c);
void vb_qp_meet(struct vb_state *s, struct vb_conn *c, const struct vb_hello *h,
                const struct vb_where *there);

#endif

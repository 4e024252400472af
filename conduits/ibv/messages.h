/* SPDX-License-Identifier: BSD-3-Clause
 *
 * messages.h: sends messages (send_message.c, send_am.c, control_queue.c) and receives them
 * (receive.c).
 */
#ifndef HYD_IBV_MESSAGES_H
#define HYD_IBV_MESSAGES_H

#include "conduits/ibv/connections.h"

/* --- send_message.c ------------------------------------------------------- */

/* A message to be sent. */
struct hyd_ibv_message {
  struct hyd_ibv_header h;
  const gex_AM_Arg_t *args;
  const void *payload;
  void (*fill)(void *arg, void *where); /* writes the payload; NULL: it is copied from `payload` */
  void *fill_arg;
  size_t size; /* bytes of the whole message */
};
/* Posts the message; the caller has its credit and room for the work request. 1: no buffer is free.
 * Lock held. */
int hyd_ibv_message_post(struct hyd_ibv *s, struct hyd_ibv_conn *c, struct hyd_ibv_message *m);

/* --- send_am.c ------------------------------------------------------------ */

/* hyd_conduit_ops.am_send. */
int hyd_ibv_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m);
/* The same with the lock held. */
int hyd_ibv_am_start(struct hyd_ibv *s, uint32_t peer, const struct hyd_am *m);

/* --- control_queue.c ------------------------------------------------------ */

/* A message that waits for credit, room or a buffer: of firehose, or a part of a long. */
struct hyd_ibv_queued {
  struct hyd_ibv_queued *next;
  uint32_t peer, size; /* size: of `bytes`, which follow the header */
  struct hyd_ibv_header h;
  unsigned char bytes[];
};
/* Queues copies of all parts of a long, of any length; the caller has the credit of its message. */
void hyd_ibv_queue_long(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h,
                        const gex_AM_Arg_t *args, const char *payload, size_t n);
/* Queues a control message of the conduit itself. */
void hyd_ibv_queue_control(struct hyd_ibv *s, struct hyd_ibv_conn *c, enum hyd_ibv_kind kind,
                           const void *bytes, size_t n);
/* Moves firehose's messages to the queues of their connections. */
void hyd_ibv_queue_collect(struct hyd_ibv *s);
/* Sends the queued messages of the connection as far as possible. 1: some are left. */
int hyd_ibv_queue_send(struct hyd_ibv *s, struct hyd_ibv_conn *c);
/* Whether parts of a long are queued: another long in parts must wait. */
static inline int hyd_ibv_queue_waits(const struct hyd_ibv_conn *c) {
  return c->queue[HYD_IBV_QUEUE_LONGS].first != NULL;
}

/* --- receive.c: lock held ------------------------------------------------- */

/* Fetches completions, unless some are left. 1: there are some. */
int hyd_ibv_fetch(struct hyd_ibv *s);
/* Handles all fetched completions. */
void hyd_ibv_receive_all(struct hyd_ibv *s);
/* Delivers stashed messages, requests only if they may be taken now. */
void hyd_ibv_receive_stash(struct hyd_ibv *s);
static inline int hyd_ibv_has_stash(const struct hyd_ibv *s) {
  return (s->in.requests.n | s->in.replies.n) != 0;
}

#endif

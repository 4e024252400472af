/* SPDX-License-Identifier: BSD-3-Clause
 *
 * messages.h: messages out (send_message.c, send_am.c, control_queue.c) and in (receive.c).
 */
#ifndef HYD_IBV_MESSAGES_H
#define HYD_IBV_MESSAGES_H

#include "conduits/ibv/connections.h"

/* --- send_message.c ------------------------------------------------------- */

struct hyd_ibv_message {
  struct hyd_ibv_header h;
  const gex_AM_Arg_t *args;
  const void *payload;
  void (*fill)(void *arg, void *where); /* not NULL: writes the payload instead */
  void *fill_arg;
  size_t size; /* of all that is sent */
};
/* 1 = no buffer. There are credit, and room for the work request. Lock held. */
int hyd_ibv_message_post(struct hyd_ibv *s, struct hyd_ibv_conn *c, struct hyd_ibv_message *m);

/* --- send_am.c ------------------------------------------------------------ */

/* hyd_conduit_ops.am_send; the same, with the lock held. */
int hyd_ibv_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m);
int hyd_ibv_am_start(struct hyd_ibv *s, uint32_t peer, const struct hyd_am *m);

/* --- control_queue.c ------------------------------------------------------ */

/* A message that waits for credit, room or a buffer: of firehose, or part of a long. */
struct hyd_ibv_queued {
  struct hyd_ibv_queued *next;
  uint32_t peer, size; /* of `bytes`, which come after the header */
  struct hyd_ibv_header h;
  unsigned char bytes[];
};
/* A long of any length, in parts, all copied now. Credit for its message has been taken. */
void hyd_ibv_queue_long(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h,
                        const gex_AM_Arg_t *args, const char *payload, size_t n);
/* A control message of the conduit itself. */
void hyd_ibv_queue_control(struct hyd_ibv *s, struct hyd_ibv_conn *c, enum hyd_ibv_kind kind,
                           const void *bytes, size_t n);
/* Moves firehose's messages to the queues of their connections. */
void hyd_ibv_queue_collect(struct hyd_ibv *s);
/* Sends what waits for that peer, as far as possible; 1 = some is left. */
int hyd_ibv_queue_send(struct hyd_ibv *s, struct hyd_ibv_conn *c);
static inline int hyd_ibv_queue_waits(const struct hyd_ibv_conn *c) {
  return c->queue[HYD_IBV_QUEUE_LONGS].first != NULL;
}

/* --- receive.c: lock held ------------------------------------------------- */

/* Fetches completions, unless some are left; whether there are some. */
int hyd_ibv_fetch(struct hyd_ibv *s);
/* Takes what has been fetched. */
void hyd_ibv_receive_all(struct hyd_ibv *s);
/* Takes messages that were put aside, if they may be taken now. */
void hyd_ibv_receive_stash(struct hyd_ibv *s);
static inline int hyd_ibv_has_stash(const struct hyd_ibv *s) {
  return (s->in.requests.n | s->in.replies.n) != 0;
}

#endif

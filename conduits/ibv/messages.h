/* SPDX-License-Identifier: BSD-3-Clause
 *
 * messages.h: messages out (send_message.c, send_am.c, control_queue.c) and in (receive.c).
 */
#ifndef HYD_IBV_MESSAGES_H
#define HYD_IBV_MESSAGES_H

#include "conduits/ibv/connections.h"

/* --- send_message.c ------------------------------------------------------- */

struct vb_message {
  struct vb_header h;
  const gex_AM_Arg_t *args;
  const void *payload;
  size_t size; /* of all that is sent */
};
/* 1 = no buffer. There are credit, and room for the work request. Lock held. */
int vb_message_post(struct vb_state *s, struct vb_conn *c, struct vb_message *m);

/* --- send_am.c ------------------------------------------------------------ */

/* hyd_conduit_ops.am_send; the same, with the lock held. */
int vb_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m);
int vb_am_start(struct vb_state *s, uint32_t peer, const struct hyd_am *m);

/* --- control_queue.c ------------------------------------------------------ */

/* A message that waits for credit, room or a buffer: of firehose, or part of a long. */
struct vb_letter {
  struct vb_letter *next;
  uint32_t peer, size; /* of `bytes`, which come after the header */
  struct vb_header h;
  unsigned char bytes[];
};
/* fh_ops.send: any thread, any lock. */
void vb_mail_firehose(void *state, uint32_t node, const void *message, size_t n);
/* A long of any length, in parts, all copied now. Credit for its message has been taken. */
void vb_mail_long(struct vb_state *s, struct vb_conn *c, const struct vb_header *h,
                  const gex_AM_Arg_t *args, const char *payload, size_t n);
/* A control message of the conduit itself. */
void vb_mail_control(struct vb_state *s, struct vb_conn *c, enum vb_kind kind, const void *bytes,
                     size_t n);
/* Moves firehose's messages to the queues of their connections. */
void vb_mail_collect(struct vb_state *s);
/* Sends what waits for that peer, as far as possible; 1 = some is left. */
int vb_mail_send(struct vb_state *s, struct vb_conn *c);
static inline int vb_mail_waits(const struct vb_conn *c) {
  return c->mail[VB_MAIL_LONGS].first != NULL;
}

/* --- receive.c: lock held ------------------------------------------------- */

/* Fetches completions, unless some are left; whether there are some. */
int vb_fetch(struct vb_state *s);
/* Takes what has been fetched. */
void vb_take_all(struct vb_state *s);
/* Takes messages that were put aside, if they may be taken now. */
void vb_take_stash(struct vb_state *s);
static inline int vb_has_stash(const struct vb_state *s) {
  return (s->in.requests.n | s->in.replies.n) != 0;
}

#endif

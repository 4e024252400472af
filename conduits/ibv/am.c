/* SPDX-License-Identifier: BSD-3-Clause
 *
 * am.c: messages out. What fits into inline data goes without a buffer. A long's payload that does
 * not fit into a message is written to its place first, by the same connection, which keeps the
 * order.
 */
#include <stdlib.h>

#include "conduits/ibv/ibv_int.h"
#include "conduits/ibv/xfer.h"

#define INLINE_MESSAGE 256u /* that are built on the stack */

struct message {
  struct vb_header h;
  const gex_AM_Arg_t *args;
  const void *payload;
  size_t size; /* of all that is sent */
};

static void build(const struct message *m, char *to) {
  size_t at = vb_payload_at(m->h.nargs);
  memcpy(to, &m->h, sizeof m->h);
  if (m->h.nargs) memcpy(to + sizeof m->h, m->args, 4u * m->h.nargs);
  if (m->size > at) memcpy(to + at, m->payload, m->size - at);
}

/* 1 = no buffer. There is room for the work request. */
static int post_message(struct vb_state *s, struct vb_conn *c, struct message *m) {
  char small[INLINE_MESSAGE] __attribute__((aligned(8)));
  int by_value = m->size <= s->dev.inline_max && m->size <= sizeof small;
  uint32_t buffer = by_value ? VB_NONE : vb_pool_get(&s->send);
  char *to = by_value ? small : buffer == VB_NONE ? NULL : vb_pool_at(&s->send, buffer);
  if (to == NULL) return 1;
  m->h.src = s->job->rank;
  vb_flow_tell(c, &m->h);
  build(m, to);
  struct ibv_sge at = {(uintptr_t)to, (uint32_t)m->size, by_value ? 0 : vb_pool_lkey(&s->send)};
  struct ibv_send_wr wr;
  vb_work(&wr, IBV_WR_SEND, &at, by_value ? IBV_SEND_INLINE : 0);
  vb_post(s, c, &wr, by_value ? VB_NOTHING : VB_FREE_BUFFER, NULL, buffer);
  return 0;
}

int vb_am_post(struct vb_state *s, struct vb_conn *c, struct vb_header *h, const gex_AM_Arg_t *args,
               const void *payload, size_t n) {
  struct message m = {.h = *h,
                      .args = args,
                      .payload = payload,
                      .size = n ? vb_payload_at(h->nargs) + n : sizeof *h + 4u * h->nargs};
  return post_message(s, c, &m);
}

static struct message message_of(const struct vb_state *s, const struct hyd_am *m) {
  static const uint8_t kind[] = {
      [HYD_AM_SHORT] = VB_SHORT, [HYD_AM_MEDIUM] = VB_MEDIUM, [HYD_AM_LONG] = VB_LONG};
  struct message out = {.h = {.kind = kind[m->category],
                              .is_request = m->is_request,
                              .handler = m->handler,
                              .nargs = m->nargs,
                              .nbytes = (uint32_t)m->nbytes,
                              .dest = (uintptr_t)m->dest},
                        .args = m->args,
                        .payload = m->payload};
  if (m->category == HYD_AM_SHORT) out.h.nbytes = 0;
  if (m->category == HYD_AM_LONG && (m->placed || m->nbytes > vb_max_payload(s)))
    out.h.kind = VB_LONG_PLACED;
  out.size = out.h.nbytes && out.h.kind != VB_LONG_PLACED ? vb_payload_at(m->nargs) + m->nbytes
                                                          : sizeof out.h + 4u * m->nargs;
  return out;
}

/* Writes the payload to its place, and posts the message behind it. */
static int send_written(struct vb_state *s, struct vb_conn *c, struct message *out,
                        const struct hyd_am *m) {
  if (!vb_room(s, c, 2) || (out->size > s->dev.inline_max && s->send.nfree == 0)) return 1;
  return vb_write_long(s, c, m->dest, m->payload, m->nbytes, m->local) || post_message(s, c, out);
}

/* The peer's memory is not registered as a whole. */
static int send_in_parts(struct vb_state *s, struct vb_conn *c, const struct message *out,
                         const struct hyd_am *m) {
  if (vb_mail_waits(c)) return 1;
  vb_mail_long(s, c, &out->h, m->args, m->payload, m->nbytes);
  if (m->local) hyd_op_done(s->job, m->local);
  return 0;
}

static int send_whole(struct vb_state *s, struct vb_conn *c, struct message *out,
                      const struct hyd_am *m) {
  if (!vb_room(s, c, 1) || post_message(s, c, out)) return 1;
  if (m->local) hyd_op_done(s->job, m->local);
  return 0;
}

static int send_by(struct vb_state *s, struct vb_conn *c, const struct hyd_am *m) {
  struct message out = message_of(s, m);
  int full, apart = out.h.kind == VB_LONG_PLACED && !m->placed;
  if (m->is_request && !vb_flow_may(s, c, VB_REQUESTS)) return 1;
  if (!apart)
    full = send_whole(s, c, &out, m);
  else if (s->segment_key[c->peer] && s->bounce.n)
    full = send_written(s, c, &out, m);
  else
    full = send_in_parts(s, c, &out, m);
  if (!full && m->is_request) vb_flow_sent(s, c, VB_REQUESTS);
  return full;
}

int vb_am_start(struct vb_state *s, uint32_t peer, const struct hyd_am *m) {
  struct vb_conn *c = vb_conn_ready(s, peer);
  return c == NULL || send_by(s, c, m);
}

int vb_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m) {
  struct vb_state *s = state;
  int full;
  (void)job;
  vb_settle(s);
  vb_lock(s);
  full = vb_am_start(s, peer, m);
  vb_unlock(s);
  return full;
}

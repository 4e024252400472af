/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send_am.c: sends active messages. The payload of a long that does not fit into a message is
 * written to its destination first, by the same connection, which keeps the order.
 */
#include "conduits/ibv/credits.h"
#include "conduits/ibv/memory_keys.h"
#include "conduits/ibv/messages.h"
#include "core/mem/map.h"

static struct hyd_ibv_message message_of(const struct hyd_ibv *s, const struct hyd_am *m) {
  _Static_assert((int)HYD_IBV_SHORT == HYD_AM_SHORT && (int)HYD_IBV_MEDIUM == HYD_AM_MEDIUM &&
                     (int)HYD_IBV_LONG == HYD_AM_LONG,
                 "a message's kind is its category");
  struct hyd_ibv_message out = {.h = {.kind = m->category,
                                      .is_request = m->is_request,
                                      .handler = m->handler,
                                      .nargs = m->nargs,
                                      .nbytes = (uint32_t)m->nbytes,
                                      .dest = (uintptr_t)m->dest},
                                .args = m->args,
                                .payload = m->payload,
                                .fill = m->fill,
                                .fill_arg = m->fill_arg};
  if (m->category == HYD_AM_SHORT) out.h.nbytes = 0;
  if (m->category == HYD_AM_LONG && (m->placed || m->nbytes > hyd_ibv_max_payload(s)))
    out.h.kind = HYD_IBV_LONG_PLACED;
  out.size = hyd_ibv_message_size(&out.h);
  return out;
}

/* Writes the payload to its destination, and posts the message behind it. */
static int send_written(struct hyd_ibv *s, struct hyd_ibv_conn *c, struct hyd_ibv_message *out,
                        const struct hyd_am *m) {
  if (!hyd_ibv_room(s, c, 2) || (out->size > s->dev.inline_max && s->bufs.send.nfree == 0))
    return HYD_NO_ROOM;
  return hyd_ibv_write_long(s, c, m->dest, m->payload, m->nbytes, m->local) ||
         hyd_ibv_message_post(s, c, out);
}

/* Sends the payload in parts, as messages: the peer's segment is not registered as a whole. */
static int send_in_parts(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                         const struct hyd_ibv_message *out, const struct hyd_am *m) {
  if (hyd_ibv_queue_waits(c)) return HYD_NO_ROOM;
  hyd_ibv_queue_long(s, c, &out->h, m->args, m->payload, m->nbytes);
  if (m->local) hyd_op_done(s->job, m->local);
  return 0;
}

static int send_whole(struct hyd_ibv *s, struct hyd_ibv_conn *c, struct hyd_ibv_message *out,
                      const struct hyd_am *m) {
  if (!hyd_ibv_room(s, c, 1) || hyd_ibv_message_post(s, c, out)) return HYD_NO_ROOM;
  if (m->local) hyd_op_done(s->job, m->local);
  return 0;
}

static int send_by(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_am *m) {
  struct hyd_ibv_message out = message_of(s, m);
  int full, apart = out.h.kind == HYD_IBV_LONG_PLACED && !m->placed;
  struct hyd_am copy;
  if (m->is_request && !hyd_ibv_credits_may(s, c, HYD_IBV_REQUESTS)) return HYD_NO_ROOM;
  if (apart) m = hyd_am_filled(s->job, m, &copy);
  if (!apart)
    full = send_whole(s, c, &out, m);
  else if (s->memory.segment_key[c->peer] && s->bufs.bounce.n &&
           hyd_in_segment(s->job, c->peer, m->dest, m->nbytes))
    full = send_written(s, c, &out, m);
  else
    full = send_in_parts(s, c, &out, m);
  if (!full && m->is_request) hyd_ibv_credits_sent(s, c, HYD_IBV_REQUESTS);
  return full;
}

int hyd_ibv_am_start(struct hyd_ibv *s, uint32_t peer, const struct hyd_am *m) {
  struct hyd_ibv_conn *c = hyd_ibv_conn_ready(s, peer);
  return c == NULL || send_by(s, c, m);
}

int hyd_ibv_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m) {
  struct hyd_ibv *s = state;
  int full;
  (void)job;
  hyd_ibv_settle(s);
  hyd_ibv_lock(s);
  full = hyd_ibv_am_start(s, peer, m);
  hyd_ibv_unlock(s);
  return full;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send_am.c: messages out; one that fits into inline data needs no buffer. The payload of a long
 * that does not fit into a message is written to its destination first, by the same connection,
 * which keeps the order.
 */
#include "conduits/ibv/credits.h"
#include "conduits/ibv/memory_keys.h"
#include "conduits/ibv/messages.h"

#define INLINE_MESSAGE 256u /* bytes of a message on the stack */

/* --- any message ----------------------------------------------------------- */

static void build(const struct hyd_ibv_message *m, char *to) {
  size_t at = hyd_ibv_payload_at(m->h.nargs);
  memcpy(to, &m->h, sizeof m->h);
  if (m->h.nargs) memcpy(to + sizeof m->h, m->args, 4u * m->h.nargs);
  if (m->size <= at) return;
  if (m->fill)
    m->fill(m->fill_arg, to + at);
  else
    memcpy(to + at, m->payload, m->size - at);
}

int hyd_ibv_message_post(struct hyd_ibv *s, struct hyd_ibv_conn *c, struct hyd_ibv_message *m) {
  char small[INLINE_MESSAGE] __attribute__((aligned(8)));
  int by_value = m->size <= s->dev.inline_max && m->size <= sizeof small;
  uint32_t buffer = by_value ? HYD_IBV_NONE : hyd_ibv_pool_get(&s->bufs.send);
  char *to = by_value                 ? small
             : buffer == HYD_IBV_NONE ? NULL
                                      : hyd_ibv_pool_at(&s->bufs.send, buffer);
  if (to == NULL) return 1;
  m->h.src = s->job->rank;
  hyd_ibv_credits_tell(c, &m->h);
  build(m, to);
  struct ibv_sge at = {(uintptr_t)to, (uint32_t)m->size,
                       by_value ? 0 : hyd_ibv_pool_lkey(&s->bufs.send)};
  struct ibv_send_wr wr;
  hyd_ibv_work(&wr, IBV_WR_SEND, &at, by_value ? IBV_SEND_INLINE : 0);
  hyd_ibv_post(s, c, &wr, by_value ? HYD_IBV_NOTHING : HYD_IBV_FREE_BUFFER, NULL, buffer);
  return 0;
}

/* --- active messages ------------------------------------------------------ */

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
    return 1;
  return hyd_ibv_write_long(s, c, m->dest, m->payload, m->nbytes, m->local) ||
         hyd_ibv_message_post(s, c, out);
}

/* The payload goes in parts of messages, where the peer's segment is not registered as a whole. */
static int send_in_parts(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                         const struct hyd_ibv_message *out, const struct hyd_am *m) {
  if (hyd_ibv_queue_waits(c)) return 1;
  hyd_ibv_queue_long(s, c, &out->h, m->args, m->payload, m->nbytes);
  if (m->local) hyd_op_done(s->job, m->local);
  return 0;
}

static int send_whole(struct hyd_ibv *s, struct hyd_ibv_conn *c, struct hyd_ibv_message *out,
                      const struct hyd_am *m) {
  if (!hyd_ibv_room(s, c, 1) || hyd_ibv_message_post(s, c, out)) return 1;
  if (m->local) hyd_op_done(s->job, m->local);
  return 0;
}

static int send_by(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_am *m) {
  struct hyd_ibv_message out = message_of(s, m);
  int full, apart = out.h.kind == HYD_IBV_LONG_PLACED && !m->placed;
  struct hyd_am copy;
  if (m->is_request && !hyd_ibv_credits_may(s, c, HYD_IBV_REQUESTS)) return 1;
  if (apart) m = hyd_am_filled(s->job, m, &copy);
  if (!apart)
    full = send_whole(s, c, &out, m);
  else if (s->memory.segment_key[c->peer] && s->bufs.bounce.n)
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

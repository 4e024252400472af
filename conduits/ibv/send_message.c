/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send_message.c: posts one message. A message that fits into inline data needs no buffer.
 */
#include "conduits/ibv/credits.h"
#include "conduits/ibv/messages.h"
#include "conduits/ibv/send_queue.h"

#define INLINE_MESSAGE 256u /* most bytes of a message that is built on the stack */

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
  if (to == NULL) return HYD_NO_ROOM;
  m->h.src = hyd_job_rank(s->job);
  hyd_ibv_credits_tell(c, &m->h);
  build(m, to);
  struct ibv_sge at = {(uintptr_t)to, (uint32_t)m->size,
                       by_value ? 0 : hyd_ibv_pool_lkey(&s->bufs.send)};
  struct ibv_send_wr wr;
  hyd_ibv_work(&wr, IBV_WR_SEND, &at, by_value ? IBV_SEND_INLINE : 0);
  hyd_ibv_post(s, c, &wr, by_value ? HYD_IBV_NOTHING : HYD_IBV_FREE_BUFFER, NULL, buffer);
  return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * control_queue.c: messages of the conduit itself, which cannot be refused: they are copied, and
 * wait in queues for credits and room. Firehose may send in any thread, so its messages go to a
 * list with a lock of its own first (conduits/pin/client.h).
 */
#include <stdlib.h>

#include "conduits/ibv/credits.h"
#include "conduits/ibv/messages.h"
#include "conduits/ibv/send_queue.h"

static struct hyd_ibv_queued *new_queued(uint32_t peer, const void *bytes, size_t n) {
  struct hyd_ibv_queued *l = malloc(sizeof *l + n);
  if (l == NULL)
    hyd_fatal("ibv conduit", "out of memory for a message of %zu bytes to rank %u", n, peer);
  *l = (struct hyd_ibv_queued){.peer = peer, .size = (uint32_t)n};
  if (n) memcpy(l->bytes, bytes, n);
  return l;
}

static void append_message(struct hyd_ibv_queue *q, struct hyd_ibv_queued *l) {
  *q->last = l;
  q->last = &l->next;
}

void hyd_ibv_queue_control(struct hyd_ibv *s, struct hyd_ibv_conn *c, enum hyd_ibv_kind kind,
                           const void *bytes, size_t n) {
  struct hyd_ibv_queued *l = new_queued(c->peer, bytes, n);
  l->h = (struct hyd_ibv_header){.kind = (uint8_t)kind, .is_request = 1, .nbytes = (uint32_t)n};
  append_message(&c->queue[HYD_IBV_QUEUE_FIREHOSE], l);
  hyd_ibv_list(s, c);
}

void hyd_ibv_queue_collect(struct hyd_ibv *s) {
  struct hyd_pin_note *n;
  for (; (n = hyd_pin_note(&s->memory.client)) != NULL; hyd_pin_note_drop(&s->memory.client))
    hyd_ibv_queue_control(s, hyd_ibv_conn_to(s, n->peer), HYD_IBV_CONTROL, n->bytes, n->size);
}

/* The last message has the header and the arguments; those before it have parts of the payload. */
void hyd_ibv_queue_long(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h,
                        const gex_AM_Arg_t *args, const char *payload, size_t n) {
  struct hyd_ibv_queued *l;
  size_t most = hyd_ibv_max_payload(s);
  for (size_t at = 0, part; at < n; at += part) {
    part = n - at < most ? n - at : most;
    l = new_queued(c->peer, payload + at, part);
    l->h = (struct hyd_ibv_header){.kind = HYD_IBV_PART,
                                   .nbytes = (uint32_t)part,
                                   .dest = h->dest + at};
    append_message(&c->queue[HYD_IBV_QUEUE_LONGS], l);
  }
  l = new_queued(c->peer, args, 4u * h->nargs);
  l->h = *h;
  append_message(&c->queue[HYD_IBV_QUEUE_LONGS], l);
  hyd_ibv_list(s, c);
}

static int send_one(struct hyd_ibv *s, struct hyd_ibv_conn *c, struct hyd_ibv_queued *l) {
  int control = hyd_ibv_class_of(&l->h) == HYD_IBV_CONTROLS;
  struct hyd_ibv_message m;
  if (c->state != HYD_IBV_READY || (control && !hyd_ibv_credits_may(s, c, HYD_IBV_CONTROLS)) ||
      !hyd_ibv_room(s, c, 1))
    return HYD_NO_ROOM;
  m = (struct hyd_ibv_message){.h = l->h, .payload = l->bytes, .size = hyd_ibv_message_size(&l->h)};
  if (!control) m.args = (const gex_AM_Arg_t *)(const void *)l->bytes;
  if (hyd_ibv_message_post(s, c, &m)) return HYD_NO_ROOM;
  if (control) hyd_ibv_credits_sent(s, c, HYD_IBV_CONTROLS);
  return 0;
}

static int send_queue(struct hyd_ibv *s, struct hyd_ibv_conn *c, struct hyd_ibv_queue *q) {
  struct hyd_ibv_queued *l;
  while ((l = q->first) != NULL) {
    if (send_one(s, c, l)) return HYD_NO_ROOM;
    q->first = l->next;
    if (q->first == NULL) q->last = &q->first;
    free(l);
  }
  return 0;
}

int hyd_ibv_queue_send(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  int left = send_queue(s, c, &c->queue[HYD_IBV_QUEUE_FIREHOSE]);
  return send_queue(s, c, &c->queue[HYD_IBV_QUEUE_LONGS]) || left;
}

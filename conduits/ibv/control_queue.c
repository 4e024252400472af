/* SPDX-License-Identifier: BSD-3-Clause
 *
 * control_queue.c: messages of the library's own, which must not be refused: they are copied, and
 * wait in queues for credit and room. Firehose may have something to say in any of its calls, in
 * any thread: that is put into one list first.
 */
#include <stdlib.h>

#include "conduits/ibv/credits.h"
#include "conduits/ibv/messages.h"
#include "conduits/ibv/send_queue.h"

static struct vb_letter *letter(uint32_t peer, const void *bytes, size_t n) {
  struct vb_letter *l = malloc(sizeof *l + n);
  if (l == NULL)
    hyd_fatal("ibv conduit", "out of memory for a message of %zu bytes to rank %u", n, peer);
  *l = (struct vb_letter){.peer = peer, .size = (uint32_t)n};
  if (n) memcpy(l->bytes, bytes, n);
  return l;
}

static void append(struct vb_mail *q, struct vb_letter *l) {
  *q->last = l;
  q->last = &l->next;
}

void vb_mail_firehose(void *state, uint32_t node, const void *message, size_t n) {
  struct vb_state *s = state;
  struct vb_letter *l = letter(node, message, n);
  l->h = (struct vb_header){.kind = VB_CONTROL, .is_request = 1, .nbytes = (uint32_t)n};
  pthread_mutex_lock(&s->box.lock);
  *s->box.last_mail = l;
  s->box.last_mail = &l->next;
  pthread_mutex_unlock(&s->box.lock);
  atomic_fetch_add_explicit(&s->box.n, 1, memory_order_relaxed);
}

void vb_mail_control(struct vb_state *s, struct vb_conn *c, enum vb_kind kind, const void *bytes,
                     size_t n) {
  struct vb_letter *l = letter(c->peer, bytes, n);
  l->h = (struct vb_header){.kind = (uint8_t)kind, .is_request = 1, .nbytes = (uint32_t)n};
  append(&c->mail[VB_MAIL_FIREHOSE], l);
  vb_list(s, c);
}

void vb_mail_collect(struct vb_state *s) {
  struct vb_letter *l, *next;
  pthread_mutex_lock(&s->box.lock);
  l = s->box.mail;
  s->box.mail = NULL;
  s->box.last_mail = &s->box.mail;
  pthread_mutex_unlock(&s->box.lock);
  for (; l; l = next) {
    struct vb_conn *c = vb_conn_to(s, l->peer);
    next = l->next;
    l->next = NULL;
    append(&c->mail[VB_MAIL_FIREHOSE], l);
    vb_list(s, c);
    atomic_fetch_sub_explicit(&s->box.n, 1, memory_order_relaxed);
  }
}

/* The arguments lie between header and payload; a letter that ends a long has nothing else. */
void vb_mail_long(struct vb_state *s, struct vb_conn *c, const struct vb_header *h,
                  const gex_AM_Arg_t *args, const char *payload, size_t n) {
  struct vb_letter *l;
  size_t most = vb_max_payload(s);
  for (size_t at = 0, part; at < n; at += part) {
    part = n - at < most ? n - at : most;
    l = letter(c->peer, payload + at, part);
    l->h = (struct vb_header){.kind = VB_PART, .nbytes = (uint32_t)part, .dest = h->dest + at};
    append(&c->mail[VB_MAIL_LONGS], l);
  }
  l = letter(c->peer, args, 4u * h->nargs);
  l->h = *h;
  append(&c->mail[VB_MAIL_LONGS], l);
  vb_list(s, c);
}

static int send_letter(struct vb_state *s, struct vb_conn *c, struct vb_letter *l) {
  int control = vb_class_of(&l->h) == VB_CONTROLS;
  struct vb_message m;
  if (c->state != VB_READY || (control && !vb_flow_may(s, c, VB_CONTROLS)) || !vb_room(s, c, 1))
    return 1;
  m = (struct vb_message){.h = l->h, .payload = l->bytes, .size = vb_message_size(&l->h)};
  if (!control) m.args = (const gex_AM_Arg_t *)(const void *)l->bytes;
  if (vb_message_post(s, c, &m)) return 1;
  if (control) vb_flow_sent(s, c, VB_CONTROLS);
  return 0;
}

static int send_queue(struct vb_state *s, struct vb_conn *c, struct vb_mail *q) {
  struct vb_letter *l;
  while ((l = q->first) != NULL) {
    if (send_letter(s, c, l)) return 1;
    q->first = l->next;
    if (q->first == NULL) q->last = &q->first;
    free(l);
  }
  return 0;
}

int vb_mail_send(struct vb_state *s, struct vb_conn *c) {
  int left = send_queue(s, c, &c->mail[VB_MAIL_FIREHOSE]);
  return send_queue(s, c, &c->mail[VB_MAIL_LONGS]) || left;
}

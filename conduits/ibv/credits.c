/* SPDX-License-Identifier: BSD-3-Clause
 *
 * credits.c: credits, so that a message always finds a receive buffer and nobody ever has to be
 * told "not ready". A rank lets each peer send `window` messages of a class beyond those that it
 * has dealt with; windows begin small and grow where the peer could have sent more, while buffers
 * last. For each request of its own it keeps a buffer for the reply, until the peer says that the
 * request has been dealt with.
 *
 * Counts travel with messages. What no message has carried is written into the peer's cell: at once
 * if the peer may be waiting for it, otherwise when there is nothing else to do.
 */
#include "conduits/ibv/credits.h"
#include "conduits/ibv/send_queue.h"

void vb_flow_init(struct vb_state *s, struct vb_conn *c) {
  for (int i = 0; i < VB_CLASSES; i++)
    c->flow[i] = (struct vb_flow){.window = VB_WINDOW, .limit = VB_WINDOW, .told_limit = VB_WINDOW};
  s->credits.granted += VB_FIRST_GRANT;
  if (s->credits.granted > s->credits.grant_max) vb_bufs_grow(s);
}

static void hear(struct vb_state *s, struct vb_flow *f, int class, uint64_t limit, uint64_t taken) {
  if (limit > f->limit) f->limit = limit;
  if (taken <= f->returned) return;
  if (class == VB_REQUESTS) s->credits.outstanding -= (uint32_t)(taken - f->returned);
  f->returned = taken;
}

/* The count near `known` that has these low bits. */
static uint64_t whole(uint64_t known, uint32_t low) {
  return known + (uint64_t)(int64_t)(int32_t)(low - (uint32_t)known);
}

void vb_flow_hear(struct vb_state *s, struct vb_conn *c, const struct vb_header *h) {
  for (int i = 0; i < VB_CLASSES; i++)
    hear(s, &c->flow[i], i, whole(c->flow[i].limit, h->credit[i].limit),
         whole(c->flow[i].returned, h->credit[i].taken));
}

/* The peer's network writes each word at once; relaxed: nothing else comes with them. */
static void look(struct vb_state *s, struct vb_conn *c) {
  struct vb_cell *cell = vb_pool_at(&s->bufs.cells, c->peer);
  for (int i = 0; i < VB_CLASSES; i++)
    hear(s, &c->flow[i], i, atomic_load_explicit(&cell->credit[i].limit, memory_order_relaxed),
         atomic_load_explicit(&cell->credit[i].taken, memory_order_relaxed));
}

int vb_flow_is_written(const struct vb_state *s, const struct vb_conn *c) {
  struct vb_cell *cell = vb_pool_at(&s->bufs.cells, c->peer);
  return atomic_load_explicit(&cell->credit[0].limit, memory_order_relaxed) != 0;
}

static int may(const struct vb_state *s, const struct vb_flow *f, enum vb_class class) {
  return f->sent != f->limit &&
         (class != VB_REQUESTS || s->credits.outstanding < s->credits.reserve);
}

/* All cells: somebody has said that requests were dealt with, or nobody has. */
static void look_everywhere(struct vb_state *s) {
  for (gex_Rank_t i = 0; i < s->job->size; i++)
    if (s->peers.conn[i]) look(s, s->peers.conn[i]);
}

int vb_flow_may(struct vb_state *s, struct vb_conn *c, enum vb_class class) {
  if (hyd_likely(may(s, &c->flow[class], class))) return 1;
  if (class == VB_REQUESTS && s->credits.outstanding >= s->credits.reserve)
    look_everywhere(s);
  else
    look(s, c);
  return may(s, &c->flow[class], class);
}

void vb_flow_sent(struct vb_state *s, struct vb_conn *c, enum vb_class class) {
  c->flow[class].sent++;
  if (class == VB_REQUESTS) s->credits.outstanding++;
}

void vb_flow_tell(struct vb_conn *c, struct vb_header *h) {
  enum vb_class class = vb_class_of(h);
  h->starved = class < VB_CLASSES && c->flow[class].sent + 1 == c->flow[class].limit;
  for (int i = 0; i < VB_CLASSES; i++) {
    struct vb_flow *f = &c->flow[i];
    f->told_limit = f->taken + f->window;
    f->told_taken = f->taken;
    h->credit[i] = (struct vb_credit){(uint32_t)f->told_limit, (uint32_t)f->told_taken};
  }
}

static void owe(struct vb_state *s, struct vb_conn *c) {
  if (c->owes) return;
  c->owes = 1;
  c->next_owing = s->credits.owing;
  s->credits.owing = c;
}

/* The peer could have sent more. */
static void widen(struct vb_state *s, struct vb_flow *f) {
  uint32_t left = s->set.window - (uint32_t)f->window,
           more = f->window < left ? (uint32_t)f->window : left;
  if (s->credits.granted + more > s->credits.grant_max) more = 0;
  f->window += more;
  s->credits.granted += more;
}

void vb_flow_take(struct vb_state *s, struct vb_conn *c, const struct vb_header *h) {
  struct vb_flow *f = &c->flow[vb_class_of(h)];
  f->taken++;
  if (h->starved) widen(s, f);
  owe(s, c);
}

/* Whether the peer may be waiting: half of its credits are used up. */
static int is_urgent(const struct vb_conn *c) {
  for (int i = 0; i < VB_CLASSES; i++)
    if (2 * (c->flow[i].taken + c->flow[i].window - c->flow[i].told_limit) >= c->flow[i].window)
      return 1;
  return 0;
}

static int is_owing(const struct vb_conn *c) {
  for (int i = 0; i < VB_CLASSES; i++)
    if (c->flow[i].taken != c->flow[i].told_taken) return 1;
  return 0;
}

void vb_flow_write(struct vb_state *s, struct vb_conn *c) {
  uint64_t word[VB_CLASSES][2];
  for (int i = 0; i < VB_CLASSES; i++) {
    struct vb_flow *f = &c->flow[i];
    word[i][0] = f->told_limit = f->taken + f->window;
    word[i][1] = f->told_taken = f->taken;
  }
  _Static_assert(sizeof word == sizeof(struct vb_cell), "the same, as plain words");
  struct ibv_sge at = {(uintptr_t)word, sizeof word, 0};
  struct ibv_send_wr wr;
  vb_work_rdma(&wr, IBV_WR_RDMA_WRITE, &at, IBV_SEND_INLINE, c->there.cell, c->there.key);
  vb_post(s, c, &wr, VB_NOTHING, NULL, VB_NONE);
}

void vb_flow_pay(struct vb_state *s, int all) {
  struct vb_conn **at = &s->credits.owing, *c;
  while ((c = *at) != NULL) {
    int owes = is_owing(c);
    if (owes && (all || is_urgent(c)) && c->state == VB_READY && vb_room(s, c, 1)) {
      vb_flow_write(s, c);
      owes = 0;
    }
    if (owes) {
      at = &c->next_owing;
      continue;
    }
    c->owes = 0;
    *at = c->next_owing;
  }
}

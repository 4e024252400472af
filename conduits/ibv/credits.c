/* SPDX-License-Identifier: BSD-3-Clause
 *
 * credits.c: flow control: a message always finds a receive buffer, so that no device answers
 * "receiver not ready". A rank lets each peer send `window` messages of a class beyond those that
 * the rank has handled. A window begins small and grows when the peer has used it up, while buffers
 * last. For each request that a rank sends it keeps a buffer for the reply, until the peer reports
 * that the request has been handled.
 *
 * Counts travel in messages. Counts that no message has carried are written into the peer's cell:
 * at once if the peer may be waiting for them, otherwise when there is nothing else to do.
 */
#include "conduits/ibv/credits.h"
#include "conduits/ibv/send_queue.h"

void hyd_ibv_credits_init(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  for (int i = 0; i < HYD_IBV_CLASSES; i++)
    c->flow[i] = (struct hyd_ibv_flow){.window = HYD_IBV_WINDOW,
                                       .limit = HYD_IBV_WINDOW,
                                       .told_limit = HYD_IBV_WINDOW};
  s->credits.granted += HYD_IBV_FIRST_GRANT;
  if (s->credits.granted > s->credits.grant_max) hyd_ibv_buffers_grow(s);
}

/* A peer that is broken gives no more credits than were used. */
static void learn_counts(struct hyd_ibv *s, struct hyd_ibv_flow *f, int class, uint64_t limit,
                         uint64_t taken) {
  if (limit > f->limit) f->limit = limit;
  if (taken <= f->returned || taken > f->sent) return;
  if (class == HYD_IBV_REQUESTS) s->credits.outstanding -= (uint32_t)(taken - f->returned);
  f->returned = taken;
}

/* The count closest to `known` whose low half is `low`. */
static uint64_t whole_count(uint64_t known, uint32_t low) {
  return known + (uint64_t)(int64_t)(int32_t)(low - (uint32_t)known);
}

void hyd_ibv_credits_learn(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                           const struct hyd_ibv_header *h) {
  for (int i = 0; i < HYD_IBV_CLASSES; i++)
    learn_counts(s, &c->flow[i], i, whole_count(c->flow[i].limit, h->credit[i].limit),
                 whole_count(c->flow[i].returned, h->credit[i].taken));
}

/* The device writes each word atomically; relaxed: the words publish nothing else. */
static void read_cell(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  struct hyd_ibv_cell *cell = hyd_ibv_pool_at(&s->bufs.cells, c->peer);
  for (int i = 0; i < HYD_IBV_CLASSES; i++)
    learn_counts(s, &c->flow[i], i,
                 atomic_load_explicit(&cell->credit[i].limit, memory_order_relaxed),
                 atomic_load_explicit(&cell->credit[i].taken, memory_order_relaxed));
}

int hyd_ibv_credits_is_written(const struct hyd_ibv *s, const struct hyd_ibv_conn *c) {
  struct hyd_ibv_cell *cell = hyd_ibv_pool_at(&s->bufs.cells, c->peer);
  return atomic_load_explicit(&cell->credit[0].limit, memory_order_relaxed) != 0;
}

static int has_credit(const struct hyd_ibv *s, const struct hyd_ibv_flow *f,
                      enum hyd_ibv_class class) {
  return f->sent != f->limit &&
         (class != HYD_IBV_REQUESTS || s->credits.outstanding < s->credits.reserve);
}

/* Reads all cells, as any peer may have handled requests. */
static void read_all_cells(struct hyd_ibv *s) {
  for (gex_Rank_t i = 0; i < hyd_job_size(s->job); i++)
    if (s->peers.conn[i]) read_cell(s, s->peers.conn[i]);
}

int hyd_ibv_credits_may(struct hyd_ibv *s, struct hyd_ibv_conn *c, enum hyd_ibv_class class) {
  if (hyd_likely(has_credit(s, &c->flow[class], class))) return 1;
  if (class == HYD_IBV_REQUESTS && s->credits.outstanding >= s->credits.reserve)
    read_all_cells(s);
  else
    read_cell(s, c);
  return has_credit(s, &c->flow[class], class);
}

void hyd_ibv_credits_sent(struct hyd_ibv *s, struct hyd_ibv_conn *c, enum hyd_ibv_class class) {
  c->flow[class].sent++;
  if (class == HYD_IBV_REQUESTS) s->credits.outstanding++;
}

void hyd_ibv_credits_tell(struct hyd_ibv_conn *c, struct hyd_ibv_header *h) {
  enum hyd_ibv_class class = hyd_ibv_class_of(h);
  h->starved = class < HYD_IBV_CLASSES && c->flow[class].sent + 1 == c->flow[class].limit;
  for (int i = 0; i < HYD_IBV_CLASSES; i++) {
    struct hyd_ibv_flow *f = &c->flow[i];
    f->told_limit = f->taken + f->window;
    f->told_taken = f->taken;
    h->credit[i] = (struct hyd_ibv_credit){(uint32_t)f->told_limit, (uint32_t)f->told_taken};
  }
}

/* Doubles the window, if buffers allow it: the peer has used its last credit. */
static void widen_window(struct hyd_ibv *s, struct hyd_ibv_flow *f) {
  uint32_t left = s->set.window - (uint32_t)f->window,
           more = f->window < left ? (uint32_t)f->window : left;
  if (s->credits.granted + more > s->credits.grant_max) more = 0;
  f->window += more;
  s->credits.granted += more;
}

void hyd_ibv_credits_take(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                          const struct hyd_ibv_header *h) {
  struct hyd_ibv_flow *f = &c->flow[hyd_ibv_class_of(h)];
  f->taken++;
  if (h->starved) widen_window(s, f);
  hyd_owe(&s->credits.owing, &c->owed, c->peer);
}

/* Whether the peer may soon wait: half of its credits are used up. */
static int is_urgent(const struct hyd_ibv_conn *c) {
  for (int i = 0; i < HYD_IBV_CLASSES; i++)
    if (2 * (c->flow[i].taken + c->flow[i].window - c->flow[i].told_limit) >= c->flow[i].window)
      return 1;
  return 0;
}

static int is_owing(const struct hyd_ibv_conn *c) {
  for (int i = 0; i < HYD_IBV_CLASSES; i++)
    if (c->flow[i].taken != c->flow[i].told_taken) return 1;
  return 0;
}

void hyd_ibv_credits_write(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  uint64_t word[HYD_IBV_CLASSES][2];
  for (int i = 0; i < HYD_IBV_CLASSES; i++) {
    struct hyd_ibv_flow *f = &c->flow[i];
    word[i][0] = f->told_limit = f->taken + f->window;
    word[i][1] = f->told_taken = f->taken;
  }
  _Static_assert(sizeof word == sizeof(struct hyd_ibv_cell), "the same, as plain words");
  struct ibv_sge at = {(uintptr_t)word, sizeof word, 0};
  struct ibv_send_wr wr;
  hyd_ibv_work_rdma(&wr, IBV_WR_RDMA_WRITE, &at, IBV_SEND_INLINE, c->there.cell, c->there.key);
  hyd_ibv_post(s, c, &wr, HYD_IBV_NOTHING, NULL, HYD_IBV_NONE);
}

struct payment {
  struct hyd_ibv *s;
  int all;
};

static int pay_peer(void *payment, uint32_t peer) {
  const struct payment *p = payment;
  struct hyd_ibv_conn *c = p->s->peers.conn[peer];
  if (!is_owing(c)) return 0;
  if (!(p->all || is_urgent(c)) || c->state != HYD_IBV_READY || !hyd_ibv_room(p->s, c, 1)) return 1;
  hyd_ibv_credits_write(p->s, c);
  return 0;
}

void hyd_ibv_credits_pay(struct hyd_ibv *s, int all) {
  struct payment p = {s, all};
  hyd_owed_pay(&s->credits.owing, pay_peer, &p);
}

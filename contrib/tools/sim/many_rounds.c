/* SPDX-License-Identifier: BSD-3-Clause
 *
 * many_rounds.c: a reduction to all by rounds, without data, as extended/coll/coll_rounds.c does
 * it.
 */
#include "contrib/tools/sim/many_coll.h"
#include "extended/coll/reduce_rounds.h"

static size_t element_of(const struct hall *h) { return h->what.bytes % 8 ? 1 : 8; }

static size_t span_bytes(const struct hall *h, struct hyd_span s) {
  return hyd_span_count(s) * element_of(h);
}

static struct hyd_reduce_rounds rounds_of(const struct sim_many *m, uint32_t rank) {
  const struct hall *h = m->state;
  return hyd_reduce_rounds(m->n, rank, h->what.bytes / element_of(h),
                           h->algorithm == HYD_COLL_HALVING);
}

/* Calls for all large streams, and says where to. */
static void call_for_rounds(struct sim_many *m, uint32_t rank, const struct hyd_reduce_rounds *r) {
  const struct hall *h = m->state;
  for (int i = 0; i < r->rounds; i++) {
    struct hyd_reduce_round x = hyd_reduce_round(r, i);
    if (span_bytes(h, x.take) > HYD_COLL_PLACED)
      many_coll_post(m, rank, x.peer, CALL_ROUND, (int)x.stage, sizeof(void *));
  }
}

/* Sends what may go of a round that has begun. Returns 1 if all has gone. */
static int give_round(struct sim_many *m, uint32_t rank, const struct hyd_reduce_round *x) {
  const struct hall *h = m->state;
  struct share *s = &h->member[rank].stage[x->stage];
  size_t total = span_bytes(h, x->send), here = total;
  if (total > HYD_COLL_PLACED && !s->called) here = HYD_COLL_PIECE;
  while (s->sent < here) {
    size_t n = here - s->sent < HYD_COLL_PIECE ? here - s->sent : HYD_COLL_PIECE;
    many_coll_post(m, rank, x->peer, ROUND, (int)x->stage, n);
    s->sent += n;
  }
  return s->sent == total;
}

static int give_rounds(struct sim_many *m, uint32_t rank, const struct hyd_reduce_rounds *r) {
  const struct member *me = &((const struct hall *)m->state)->member[rank];
  int all = 1;
  for (int i = 0; i < me->begun; i++) {
    struct hyd_reduce_round x = hyd_reduce_round(r, i);
    all &= give_round(m, rank, &x);
  }
  return all;
}

/* Whether round i is over, but for what is still to be sent. Combining waits until that has gone,
 * if it would change the bytes; the first round sends from the source. */
static int is_over(const struct sim_many *m, uint32_t rank, const struct hyd_reduce_round *x,
                   int i) {
  const struct hall *h = m->state;
  const struct share *s = &h->member[rank].stage[x->stage];
  int apart = x->send.to <= x->take.from || x->take.to <= x->send.from;
  if (s->heard < span_bytes(h, x->take)) return 0;
  return i == 0 || !x->combines || apart || s->sent == span_bytes(h, x->send);
}

/* Begins and ends rounds as far as that goes without sending. */
static void take_rounds(struct sim_many *m, uint32_t rank, const struct hyd_reduce_rounds *r) {
  struct member *me = &((const struct hall *)m->state)->member[rank];
  for (; me->round < r->rounds; me->round++) {
    struct hyd_reduce_round x = hyd_reduce_round(r, me->round);
    if (me->begun == me->round) me->begun++;
    if (!is_over(m, rank, &x, me->round)) return;
  }
}

int many_coll_rounds(struct sim_many *m, uint32_t rank) {
  const struct hyd_reduce_rounds r = rounds_of(m, rank);
  struct member *me = &((const struct hall *)m->state)->member[rank];
  int before, all;
  if (!me->asked++) call_for_rounds(m, rank, &r);
  do {
    before = me->round;
    take_rounds(m, rank, &r);
    all = give_rounds(m, rank, &r);
    take_rounds(m, rank, &r);
  } while (me->round > before);
  return all && me->round == r.rounds;
}

void many_coll_hear_round(struct member *r, const struct letter *l) {
  struct share *s = &r->stage[l->k];
  if (l->what == CALL_ROUND)
    s->called = 1;
  else
    s->heard += l->bytes;
}

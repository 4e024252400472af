/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_rounds.c: reductions to all by rounds (reduce_rounds.h), as steps of the engine.
 *
 * All streams that come in are made at the beginning, so that no data has to be kept for a round
 * that has not begun, and calls for large ones go early. A result may come into dst at any time: it
 * comes from the member that this rank sent the same elements to, which has had all of them.
 */
#include "extended/coll/coll.h"
#include "extended/coll/reduce_rounds.h"

enum { SLOT_STAGE = 32 }; /* + stage */

static size_t element_of(const struct hyd_coll *c) { return c->bytes / c->count; }

static size_t padded_bytes(const struct hyd_coll *c, struct hyd_span s) {
  return (hyd_span_count(s) * element_of(c) + 63) & ~(size_t)63;
}

static char *place_in(const struct hyd_coll *c, const void *base, struct hyd_span s) {
  return (char *)(uintptr_t)base + s.from * element_of(c);
}

/* Whether this rank's data may be the left operand. */
static int may_be_left(const struct hyd_coll *c, const struct hyd_reduce_round *x) {
  return !c->ordered || c->team->pub.rank < x->peer;
}

/* Whether what comes in round i goes into dst: a result, or the first data, with which this rank's
 * own are combined there. The data of other rounds goes into temp. */
static int comes_to_dst(const struct hyd_coll *c, const struct hyd_reduce_round *x, int i) {
  return !x->combines || (i == 0 && c->dst != c->src && may_be_left(c, x));
}

static size_t temp_bytes(const struct hyd_coll *c, const struct hyd_reduce_rounds *r) {
  size_t bytes = 0;
  for (int i = 0; i < r->rounds; i++) {
    struct hyd_reduce_round x = hyd_reduce_round(r, i);
    if (!comes_to_dst(c, &x, i)) bytes += padded_bytes(c, x.take);
  }
  return bytes;
}

static void make_streams_in(struct hyd_coll *c, const struct hyd_reduce_rounds *r) {
  char *temp = hyd_coll_space(c, temp_bytes(c, r) + 1);
  for (int i = 0; i < r->rounds; i++) {
    struct hyd_reduce_round x = hyd_reduce_round(r, i);
    char *place = temp;
    if (hyd_span_count(x.take) == 0) continue;
    if (comes_to_dst(c, &x, i))
      place = place_in(c, c->dst, x.take);
    else
      temp += padded_bytes(c, x.take);
    hyd_coll_receive(c, x.peer, SLOT_STAGE + x.stage, place, hyd_span_count(x.take) * element_of(c),
                     HYD_COLL_IN_PLACE);
  }
}

/* Returns where this rank has the bytes that it has combined before round i. */
static const void *so_far(const struct hyd_coll *c, int i) { return i ? c->dst : c->src; }

static void send_span(struct hyd_coll *c, const struct hyd_reduce_round *x, int i) {
  if (hyd_span_count(x->send) == 0) return;
  hyd_coll_send(c, x->peer, SLOT_STAGE + x->stage, place_in(c, so_far(c, i), x->send),
                hyd_span_count(x->send) * element_of(c), HYD_COLL_IN_PLACE);
}

/* Combines what has come to `theirs` with what this rank has, into dst. */
static void combine_span(struct hyd_coll *c, const struct hyd_reduce_round *x, int i,
                         char *theirs) {
  char *mine = place_in(c, so_far(c, i), x->take), *out = place_in(c, c->dst, x->take);
  size_t n = hyd_span_count(x->take), bytes = n * element_of(c);
  if (theirs == out) {
    c->fn(mine, out, n, c->fn_data);
  } else if (c->ordered && may_be_left(c, x)) {
    c->fn(mine, theirs, n, c->fn_data);
    memcpy(out, theirs, bytes);
  } else {
    if (mine != out) memcpy(out, mine, bytes);
    c->fn(theirs, out, n, c->fn_data);
  }
}

/* Whether combining would change bytes that are still to be sent. */
static int is_sending(const struct hyd_coll *c, const struct hyd_reduce_round *x, int i) {
  int apart = x->send.to <= x->take.from || x->take.to <= x->send.from;
  return !apart && so_far(c, i) == c->dst && !c->out[c->n_out - 1].done;
}

static int end_round(struct hyd_coll *c, const struct hyd_reduce_round *x, int i) {
  struct hyd_stream_in *in = &c->in[c->taken];
  if (hyd_span_count(x->take) == 0) return 1;
  if (!hyd_coll_arrived(in)) return 0;
  if (x->combines) {
    if (is_sending(c, x, i)) return 0;
    combine_span(c, x, i, in->buf);
  }
  c->taken++;
  return 1;
}

/* Round i has the states 2 i, before it is begun, and 2 i + 1. */
static int step_rounds(struct hyd_coll *c, int halves) {
  const struct hyd_reduce_rounds r =
      hyd_reduce_rounds(c->team->pub.size, c->team->pub.rank, c->count, halves);
  if (r.rounds == 0 && c->dst != c->src) memcpy(c->dst, c->src, c->bytes);
  if (c->temp == NULL) make_streams_in(c, &r);
  for (; c->state < 2 * r.rounds; c->state++) {
    struct hyd_reduce_round x = hyd_reduce_round(&r, c->state / 2);
    if (c->state % 2 == 0)
      send_span(c, &x, c->state / 2);
    else if (!end_round(c, &x, c->state / 2))
      return 0;
  }
  return 1;
}

int hyd_coll_reduce_all_by_doubling(struct hyd_coll *c) { return step_rounds(c, 0); }
int hyd_coll_reduce_all_by_halving(struct hyd_coll *c) { return step_rounds(c, 1); }

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_make.c: random vector and indexed shapes; the strided ones are in vis_make_strided.c.
 *
 * A destination's pieces are laid out one behind the other with gaps, of which many are empty so
 * that pieces touch, and then shuffled; a source's may also lie anywhere, repeat and overlap.
 */
#include "vis_make.h"

#include <stdlib.h>
#include <string.h>

/* How the pieces of one side lie. */
enum layout { ADJACENT, GAPS, SHUFFLED, ANYWHERE, REPEATED, LAYOUTS };

static enum layout layout_of(struct rng *r, int is_src) {
  return (enum layout)rng_below(r, is_src ? LAYOUTS : ANYWHERE);
}

static void swap(size_t *a, size_t *b) {
  size_t t = *a;
  *a = *b;
  *b = t;
}

/* Gives every piece its place. The lengths are there; they stay in their order. */
static void place(struct vis_side *side, struct rng *r, enum layout layout, size_t room) {
  size_t *order = vis_alloc(side->count * sizeof *order), i, at = 0, gap = 0, used = 0;
  for (i = 0; i < side->count; i++) {
    order[i] = i;
    used += side->len[i];
  }
  if (layout != ADJACENT && side->count) gap = (room - used) / side->count;
  if (gap > 8 && rng_below(r, 2)) gap = 8;
  if (layout >= SHUFFLED)
    for (i = side->count; i > 1; i--) swap(&order[i - 1], &order[rng_below(r, i)]);
  for (i = 0; i < side->count; i++) {
    size_t *to = &side->at[order[i]], len = side->len[order[i]];
    at += gap && rng_below(r, 3) ? rng_below(r, gap + 1) : 0;
    *to = VIS_GUARD + at;
    if (layout == ANYWHERE) *to = VIS_GUARD + rng_below(r, room - len + 1);
    if (layout == REPEATED) *to = VIS_GUARD;
    at += len;
  }
  free(order);
}

/* Cuts `total` into n pieces or a few more or less, some of them empty. */
static void cut(struct vis_side *side, struct rng *r, size_t total, size_t n) {
  size_t left = total, most = 2 * total / n + 1;
  while (left) {
    size_t len = rng_between(r, 1, most);
    if (len > left || side->count + 1 == 2 * n) len = left;
    if (rng_below(r, 12) == 0) vis_add(side, 0, 0);
    vis_add(side, 0, len);
    left -= len;
  }
  if (rng_below(r, 12) == 0) vis_add(side, 0, 0);
}

/* A number of bytes or pieces: often small, seldom near the limit. */
static size_t some(struct rng *r, size_t limit) {
  static const size_t scale[] = {4, 16, 64, 300, 2000, 20000, 100000};
  size_t most = scale[rng_below(r, sizeof scale / sizeof *scale)];
  return rng_between(r, 1, most < limit ? most : limit);
}

void vis_make_vector(struct vis_shape *s, struct rng *r, size_t room) {
  size_t inner = room - 2 * VIS_GUARD, total = some(r, inner - inner / 8);
  size_t pieces = total < 400 ? total : 400;
  vis_begin(s, VIS_VECTOR);
  if (rng_below(r, 40) == 0) total = 0;
  cut(&s->dst, r, total, some(r, pieces));
  if (rng_below(r, 4)) {
    cut(&s->src, r, total, some(r, pieces));
  } else { /* the same cuts on both sides */
    size_t i;
    for (i = 0; i < s->dst.count; i++) vis_add(&s->src, 0, s->dst.len[i]);
  }
  place(&s->dst, r, layout_of(r, 0), inner);
  place(&s->src, r, layout_of(r, 1), inner);
  vis_seal(s);
}

/* dstcount * dstlen == srccount * srclen == unit * a * b * times. */
void vis_make_indexed(struct vis_shape *s, struct rng *r, size_t room) {
  static const size_t units[] = {1, 2, 3, 4, 7, 8, 16, 24, 32, 64, 77, 100, 128, 500, 5000, 30000};
  size_t inner = room - 2 * VIS_GUARD, unit = units[rng_below(r, sizeof units / sizeof *units)];
  size_t a = 1, b = 1, times;
  while (unit > inner / 2) unit = units[rng_below(r, 8)];
  if (rng_below(r, 2)) {
    size_t most = inner / 2 / unit;
    a = rng_between(r, 1, most < 9 ? most : 9);
    most /= a;
    b = rng_between(r, 1, most < 9 ? most : 9);
  }
  times = some(r, inner / (unit * a * b) < 500 ? inner / (unit * a * b) : 500);
  vis_begin(s, VIS_INDEXED);
  if (rng_below(r, 40) == 0) times = 0;
  if (times && rng_below(r, 3) == 0) { /* one side in one piece, the other in many */
    size_t run = rng_below(r, 2);
    a = run ? times : 1;
    b = run ? 1 : times;
    times = 1;
  }
  vis_add_many(&s->dst, b * times, 0, unit * a, 0);
  vis_add_many(&s->src, a * times, 0, unit * b, 0);
  place(&s->dst, r, layout_of(r, 0), inner);
  place(&s->src, r, layout_of(r, 1), inner);
  vis_seal(s);
}

void vis_make(struct vis_shape *s, struct rng *r, size_t room) {
  switch (rng_below(r, 5)) {
  case 0: vis_make_vector(s, r, room); break;
  case 1: vis_make_indexed(s, r, room); break;
  case 2: vis_make_legacy_strided(s, r, room, 6); break;
  default: vis_make_strided(s, r, room, 6); break;
  }
}

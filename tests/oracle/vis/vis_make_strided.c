/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_make_strided.c: random sections.
 *
 * A section's levels may stand in memory in any order, which makes a transposition of it when the
 * two sides differ; each may run backwards. Strides of levels with one index are never used and are
 * therefore anything at all. Sources may also have strides that make elements overlap or repeat.
 */
#include "vis_make.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LEVELS = 32 };

struct section {
  size_t elemsz, levels, count[MOST_LEVELS];
  ptrdiff_t dst[MOST_LEVELS], src[MOST_LEVELS];
};

static void shuffle(size_t *order, size_t n, struct rng *r) {
  size_t i;
  for (i = 0; i < n; i++) order[i] = i;
  for (i = n; i > 1; i--) {
    size_t j = rng_below(r, i), t = order[i - 1];
    order[i - 1] = order[j];
    order[j] = t;
  }
}

static ptrdiff_t unused(struct rng *r) {
  static const ptrdiff_t values[] = {0, 1, -1, 8, -4096, PTRDIFF_MAX, PTRDIFF_MIN, 1 << 30};
  return values[rng_below(r, sizeof values / sizeof *values)];
}

static size_t gap_of(struct rng *r, size_t extent) {
  switch (rng_below(r, 4)) {
  case 0: return rng_between(r, 1, 8);
  case 1: return rng_below(r, extent + 1);
  default: return 0;
  }
}

/* Each level's stride is at least the extent of those inside it; the levels in a random order. */
static void nested(const struct section *c, ptrdiff_t *stride, struct rng *r) {
  size_t order[MOST_LEVELS], i, extent = c->elemsz;
  int backwards = rng_below(r, 3) == 0;
  shuffle(order, c->levels, r);
  for (i = 0; i < c->levels; i++) {
    size_t k = order[i], step;
    if (c->count[k] < 2) {
      stride[k] = unused(r);
      continue;
    }
    step = extent + gap_of(r, extent);
    stride[k] = backwards && rng_below(r, 2) ? -(ptrdiff_t)step : (ptrdiff_t)step;
    extent += (c->count[k] - 1) * step;
  }
}

/* As V4.5 wants it, unused levels included. */
static void upwards(const struct section *c, ptrdiff_t *stride, struct rng *r) {
  size_t k, least = c->elemsz;
  for (k = 0; k < c->levels; k++) {
    size_t step = least + gap_of(r, least);
    stride[k] = (ptrdiff_t)step;
    least = step * (c->count[k] ? c->count[k] : 1);
  }
}

/* Small strides of any sign, which need not nest: elements may interleave or even overlap. */
static void crossed(const struct section *c, ptrdiff_t *stride, struct rng *r) {
  size_t k, most = 3 * c->elemsz + 16;
  for (k = 0; k < c->levels; k++) {
    size_t step = rng_below(r, most);
    stride[k] = rng_below(r, 3) ? (ptrdiff_t)step : -(ptrdiff_t)step;
  }
}

static void make_source(struct section *c, struct rng *r) {
  size_t k;
  switch (rng_below(r, 6)) {
  case 0: memcpy(c->src, c->dst, sizeof c->src); break;
  case 1: crossed(c, c->src, r); break;
  case 2: upwards(c, c->src, r); break;
  default: nested(c, c->src, r); break;
  }
  if (rng_below(r, 6) == 0)
    for (k = 0; k < c->levels; k++)
      if (rng_below(r, 2)) c->src[k] = 0;
}

static void make_counts(struct section *c, struct rng *r, size_t room, size_t max_levels) {
  static const size_t sizes[] = {1,  1,  2,  3,  4,   7,   8,   8,    16,
                                 24, 32, 64, 77, 100, 128, 512, 1000, 20000};
  size_t k, left;
  c->levels = rng_below(r, max_levels + 1);
  do {
    c->elemsz = sizes[rng_below(r, sizeof sizes / sizeof *sizes)];
  } while (c->elemsz > room / 4);
  left = room / 4 / c->elemsz;
  if (left > 4000) left = rng_between(r, 1, left);
  if (left > 4000) left = 4000;
  for (k = 0; k < c->levels; k++) {
    size_t most = left < 2 || rng_below(r, 6) == 0 ? 1 : left;
    if (most > 40 && rng_below(r, 3)) most = 5;
    c->count[k] = rng_between(r, 1, most);
    left /= c->count[k];
  }
  if (c->levels && rng_below(r, 40) == 0) c->count[rng_below(r, c->levels)] = 0;
  if (rng_below(r, 80) == 0) c->elemsz = 0;
}

/* Seals; whether it fits and its destination does not overlap itself. */
static int take(struct vis_shape *s, const struct section *c, size_t room) {
  vis_section(s, c->elemsz, c->levels, c->count, c->dst, c->src);
  if (s->dst.window <= room && s->src.window <= room && !vis_overlaps(s)) return 1;
  vis_free(s);
  return 0;
}

void vis_make_strided(struct vis_shape *s, struct rng *r, size_t room, size_t max_levels) {
  struct section c;
  do {
    memset(&c, 0, sizeof c);
    make_counts(&c, r, room, max_levels);
    if (rng_below(r, 3) == 0)
      crossed(&c, c.dst, r);
    else
      nested(&c, c.dst, r);
    make_source(&c, r);
  } while (!take(s, &c, room));
}

void vis_make_legacy_strided(struct vis_shape *s, struct rng *r, size_t room, size_t max_levels) {
  struct section c;
  do {
    memset(&c, 0, sizeof c);
    make_counts(&c, r, room, max_levels);
    upwards(&c, c.dst, r);
    upwards(&c, c.src, r);
  } while (!take(s, &c, room));
}

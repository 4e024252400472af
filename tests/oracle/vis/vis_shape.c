/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_shape.c: see vis_shape.h. Nothing here is meant to be fast: it has to be plainly right.
 */
#include "vis_shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const vis_kind_name[VIS_KINDS] = {"vector", "indexed", "strided"};

void *vis_alloc(size_t n) {
  void *p = malloc(n ? n : 1);
  if (p) return p;
  fprintf(stderr, "# no memory for %zu bytes\n", n);
  abort();
}

static void *copy_of(const void *from, size_t n) { return n ? memcpy(vis_alloc(n), from, n) : 0; }

/* --- building ------------------------------------------------------------- */

void vis_begin(struct vis_shape *s, enum vis_kind kind) {
  memset(s, 0, sizeof *s);
  s->kind = kind;
}

void vis_add(struct vis_side *side, size_t at, size_t len) {
  if (side->count == side->room) {
    side->room = side->room ? 2 * side->room : 16;
    side->at = realloc(side->at, side->room * sizeof *side->at);
    side->len = realloc(side->len, side->room * sizeof *side->len);
    if (!side->at || !side->len) abort();
  }
  side->at[side->count] = VIS_GUARD + at;
  side->len[side->count++] = len;
}

void vis_add_many(struct vis_side *side, size_t n, size_t at, size_t len, size_t step) {
  size_t i;
  for (i = 0; i < n; i++) vis_add(side, at + i * step, len);
}

static size_t sum(const struct vis_side *side) {
  size_t i, total = 0;
  for (i = 0; i < side->count; i++) total += side->len[i];
  return total;
}

static void seal_list(struct vis_side *side) {
  size_t i, end = VIS_GUARD;
  for (i = 0; i < side->count; i++)
    if (side->len[i] && side->at[i] + side->len[i] > end) end = side->at[i] + side->len[i];
  side->window = end + VIS_GUARD;
}

/* Places the section so that its lowest byte is the first behind the guard. */
static void seal_section(const struct vis_shape *s, struct vis_side *side) {
  size_t k, below = 0, above = s->elemsz;
  for (k = 0; k < s->levels && s->total; k++) {
    ptrdiff_t span = s->count[k] > 1 ? (ptrdiff_t)(s->count[k] - 1) * side->stride[k] : 0;
    if (span < 0)
      below += (size_t)-span;
    else
      above += (size_t)span;
  }
  side->start = VIS_GUARD + below;
  side->window = side->start + above + VIS_GUARD;
}

void vis_seal(struct vis_shape *s) {
  size_t k;
  if (s->kind != VIS_STRIDED) {
    s->total = sum(&s->src);
    if (s->total != sum(&s->dst)) abort(); /* the test is wrong */
    seal_list(&s->dst);
    seal_list(&s->src);
    return;
  }
  s->total = s->elemsz;
  for (k = 0; k < s->levels; k++) s->total *= s->count[k];
  seal_section(s, &s->dst);
  seal_section(s, &s->src);
}

void vis_section(struct vis_shape *s, size_t elemsz, size_t levels, const size_t count[],
                 const ptrdiff_t dst_stride[], const ptrdiff_t src_stride[]) {
  vis_begin(s, VIS_STRIDED);
  s->elemsz = elemsz;
  s->levels = levels;
  s->count = copy_of(count, levels * sizeof *count);
  s->dst.stride = copy_of(dst_stride, levels * sizeof *dst_stride);
  s->src.stride = copy_of(src_stride, levels * sizeof *src_stride);
  vis_seal(s);
}

static void free_side(struct vis_side *side) {
  free(side->at);
  free(side->len);
  free(side->stride);
}

void vis_free(struct vis_shape *s) {
  free_side(&s->dst);
  free_side(&s->src);
  free(s->count);
  memset(s, 0, sizeof *s);
}

/* --- the oracle ----------------------------------------------------------- */

/* A side as what it is: a sequence of runs of bytes. */
struct run {
  size_t at, len;
};

static size_t runs_of(const struct vis_shape *s, const struct vis_side *side) {
  return s->kind != VIS_STRIDED ? side->count : s->total ? s->total / s->elemsz : 0;
}

/* The element of number `e`. The order of the index vectors does not matter, as long as both sides
 * have the same. */
static size_t element(const struct vis_shape *s, const struct vis_side *side, size_t e) {
  size_t at = side->start, k;
  for (k = 0; k < s->levels; e /= s->count[k], k++)
    if (e % s->count[k]) /* a stride is not looked at where it is not taken */
      at += (size_t)((ptrdiff_t)(e % s->count[k]) * side->stride[k]);
  return at;
}

static struct run *sequence(const struct vis_shape *s, const struct vis_side *side) {
  size_t n = runs_of(s, side), i;
  struct run *runs = vis_alloc(n * sizeof *runs);
  for (i = 0; i < n; i++) {
    runs[i].at = s->kind == VIS_STRIDED ? element(s, side, i) : side->at[i];
    runs[i].len = s->kind == VIS_STRIDED ? s->elemsz : side->len[i];
  }
  return runs;
}

void vis_expect(const struct vis_shape *s, unsigned char *dst, const unsigned char *src) {
  struct run *to = sequence(s, &s->dst), *from = sequence(s, &s->src);
  size_t k, i = 0, j = 0, a = 0, b = 0; /* byte a of run i, byte b of run j */
  for (k = 0; k < s->total; k++) {
    while (a == to[i].len) i++, a = 0;
    while (b == from[j].len) j++, b = 0;
    dst[to[i].at + a++] = src[from[j].at + b++];
  }
  free(from);
  free(to);
}

int vis_overlaps(const struct vis_shape *s) {
  unsigned char *seen = memset(vis_alloc(s->dst.window), 0, s->dst.window);
  struct run *to = sequence(s, &s->dst);
  size_t n = runs_of(s, &s->dst), i, k;
  int found = 0;
  for (i = 0; i < n; i++)
    for (k = 0; k < to[i].len; k++) {
      found |= seen[to[i].at + k];
      seen[to[i].at + k] = 1;
    }
  free(to);
  free(seen);
  return found;
}

static int legacy_side(const struct vis_shape *s, const struct vis_side *side) {
  size_t k, least = s->elemsz;
  for (k = 0; k < s->levels; k++) {
    if (side->stride[k] < 0 || (size_t)side->stride[k] < least) return 0;
    if (s->count[k] && (size_t)side->stride[k] > SIZE_MAX / 2 / s->count[k]) return 0;
    least = s->count[k] * (size_t)side->stride[k];
  }
  return 1;
}

int vis_legacy_legal(const struct vis_shape *s) {
  return s->kind != VIS_STRIDED || (legacy_side(s, &s->dst) && legacy_side(s, &s->src));
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * copy.c: see copy.h. Each loop is written once and compiled for every size of piece that matters.
 */
#include "vis/copy.h"

#include "vis/move.h"

/* --- strided to strided --------------------------------------------------------------------------- */

/* The two innermost dimensions. */
HYD_HOT_INLINE void two_levels(const struct hyd_vis_shape *s, char *dst, const char *src, size_t len) {
  int two = s->levels > 1;
  ptrdiff_t d0 = s->dst_stride[0], s0 = s->src_stride[0];
  ptrdiff_t d1 = two ? s->dst_stride[1] : 0, s1 = two ? s->src_stride[1] : 0;
  size_t n0 = s->n[0], n1 = two ? s->n[1] : 1;
  for (size_t j = 0; j < n1; j++, dst += d1, src += s1) {
    char *d = dst;
    const char *from = src;
    for (size_t i = 0; i < n0; i++, d += d0, from += s0) hyd_vis_move(d, from, len);
  }
}

/* All dimensions: an odometer over those from the third on. */
HYD_HOT_INLINE void all_levels(const struct hyd_vis_shape *s, size_t len) {
  size_t index[HYD_VIS_LEVELS], k;
  char *dst = s->dst, *src = s->src;
  for (k = 2; k < s->levels; k++) index[k] = 0;
  for (;;) {
    two_levels(s, dst, src, len);
    for (k = 2; k < s->levels; k++) {
      dst += s->dst_stride[k];
      src += s->src_stride[k];
      if (++index[k] < s->n[k]) break;
      dst -= (ptrdiff_t)s->n[k] * s->dst_stride[k];
      src -= (ptrdiff_t)s->n[k] * s->src_stride[k];
      index[k] = 0;
    }
    if (k >= s->levels) return;
  }
}

void hyd_vis_copy_shape(const struct hyd_vis_shape *s) {
  if (s->levels == 0) {
    memcpy(s->dst, s->src, s->len);
    return;
  }
#define ALL_LEVELS(n) all_levels(s, n)
  hyd_vis_by_size(s->len, ALL_LEVELS);
#undef ALL_LEVELS
}

/* --- lists ---------------------------------------------------------------------------------------- */

/* Addresses on one side, and a run of bytes or as many addresses on the other. */
struct pieces {
  void *const *addr; /* NULL: one run, from `run` on */
  char *run;
  const struct hyd_vis_view *view;
};

HYD_HOT_INLINE char *piece(const struct pieces *p, size_t i, size_t len) {
  if (p->addr == NULL) return p->run + i * len;
  return hyd_vis_in_view(p->view, p->addr[i], len) ? hyd_vis_at(p->view, p->addr[i]) : NULL;
}

/* Returns the number of the first piece that is out of view, or count. */
HYD_HOT_INLINE size_t equal_pieces(const struct pieces *dst, const struct pieces *src, size_t count,
                                   size_t len) {
  size_t i;
  for (i = 0; i < count; i++) {
    char *d = piece(dst, i, len), *s = piece(src, i, len);
    if (hyd_unlikely(d == NULL || s == NULL)) break;
    hyd_vis_move(d, s, len);
  }
  return i;
}

static size_t pieces_to_run(struct pieces dst, struct pieces src, size_t count, size_t len) {
  size_t done = 0;
#define TO_RUN(n) done = equal_pieces(&dst, &src, count, n)
  dst.addr = NULL;
  hyd_vis_by_size(len, TO_RUN);
#undef TO_RUN
  return done;
}

static size_t run_to_pieces(struct pieces dst, struct pieces src, size_t count, size_t len) {
  size_t done = 0;
#define TO_PIECES(n) done = equal_pieces(&dst, &src, count, n)
  src.addr = NULL;
  hyd_vis_by_size(len, TO_PIECES);
#undef TO_PIECES
  return done;
}

static size_t pieces_to_pieces(struct pieces dst, struct pieces src, size_t count, size_t len) {
  size_t done = 0;
#define TO_PIECES(n) done = equal_pieces(&dst, &src, count, n)
  hyd_vis_by_size(len, TO_PIECES);
#undef TO_PIECES
  return done;
}

/* A side as equal pieces of `len`, if it can be seen so. */
static int as_pieces(const struct hyd_vis_side *s, const struct hyd_vis_view *view, size_t len,
                     struct pieces *out) {
  *out = (struct pieces){NULL, NULL, view};
  if (s->kind == HYD_VIS_INDEXED && s->len == len) out->addr = s->addr;
  else if (hyd_vis_is_contiguous(s) && hyd_vis_in_view(view, s->base, s->len))
    out->run = hyd_vis_at(view, s->base);
  return out->addr || out->run;
}

static size_t equal_length(const struct hyd_vis_side *dst, const struct hyd_vis_side *src) {
  return dst->kind == HYD_VIS_INDEXED ? dst->len : src->kind == HYD_VIS_INDEXED ? src->len : 0;
}

/* Whether the first pieces follow on in memory on both sides: then the rest may, too. */
static int follow_on(const struct pieces *p, size_t len) {
  return p->addr == NULL || (char *)p->addr[1] == (char *)p->addr[0] + len;
}

/* --- any to any ----------------------------------------------------------------------------------- */

/* A place whose current piece has been looked up in its view. */
struct cursor {
  struct hyd_vis_iter it;
  const struct hyd_vis_view *view;
  char *here;
};

static int look_up(struct cursor *c) {
  if (!hyd_vis_in_view(c->view, c->it.at, c->it.left)) return 0;
  c->here = hyd_vis_at(c->view, c->it.at);
  return 1;
}

/* Pieces of a list that follow on in memory become one. */
static void join(struct cursor *c) {
  const struct hyd_vis_side *s = c->it.side;
  while (s->kind != HYD_VIS_STRIDED && c->it.next < s->count) {
    size_t i = c->it.next, len = s->kind == HYD_VIS_VECTOR ? s->vec[i].gex_len : s->len;
    const char *at = s->kind == HYD_VIS_VECTOR ? s->vec[i].gex_addr : s->addr[i];
    if (at != c->it.at + c->it.left || !hyd_vis_in_view(c->view, at, len)) return;
    c->it.left += len;
    c->it.next++;
  }
}

static int ready(struct cursor *c) {
  if (!look_up(c)) return -1;
  join(c);
  return 1;
}

/* 1 = there is a piece; 0 = the end; -1 = a piece is out of view. */
static int refill(struct cursor *c) {
  if (c->it.left) return 1;
  return hyd_vis_next(&c->it) ? ready(c) : 0;
}

static int begin(struct cursor *c, const struct hyd_vis_side *s, const struct hyd_vis_view *view) {
  hyd_vis_seek(&c->it, s, 0, 0);
  c->view = view;
  return c->it.left == 0 ? 1 : ready(c);
}

static size_t merge(const struct hyd_vis_side *dst, const struct hyd_vis_view *dst_view,
                    const struct hyd_vis_side *src, const struct hyd_vis_view *src_view,
                    const struct hyd_vis_side **wrong_p) {
  struct cursor d, s;
  int d_state = begin(&d, dst, dst_view), s_state = begin(&s, src, src_view);
  for (;;) {
    size_t n;
    if (d_state > 0) d_state = refill(&d);
    if (s_state > 0) s_state = refill(&s);
    *wrong_p = d_state < 0 ? dst : src;
    if (d_state < 0) return hyd_vis_piece(&d.it) + 1;
    if (s_state < 0) return hyd_vis_piece(&s.it) + 1;
    if (!d_state || !s_state) return 0;
    n = d.it.left < s.it.left ? d.it.left : s.it.left;
    hyd_vis_move(d.here, s.here, n);
    d.here += n;
    s.here += n;
    hyd_vis_advance(&d.it, n);
    hyd_vis_advance(&s.it, n);
  }
}

size_t hyd_vis_copy_sides(const struct hyd_vis_side *dst, const struct hyd_vis_view *dst_view,
                          const struct hyd_vis_side *src, const struct hyd_vis_view *src_view,
                          const struct hyd_vis_side **wrong_p) {
  struct pieces d, s;
  size_t len = equal_length(dst, src), count, done;
  if (len == 0 || !as_pieces(dst, dst_view, len, &d) || !as_pieces(src, src_view, len, &s))
    return merge(dst, dst_view, src, src_view, wrong_p);
  count = dst->kind == HYD_VIS_INDEXED ? dst->count : src->count;
  if (count > 1 && follow_on(&d, len) && follow_on(&s, len))
    return merge(dst, dst_view, src, src_view, wrong_p);
  done = d.addr == NULL   ? pieces_to_run(d, s, count, len)
         : s.addr == NULL ? run_to_pieces(d, s, count, len)
                          : pieces_to_pieces(d, s, count, len);
  if (done == count) return 0;
  *wrong_p = d.addr && piece(&d, done, len) == NULL ? dst : src;
  return done + 1;
}

/* --- packing -------------------------------------------------------------------------------------- */

void hyd_vis_gather(void *to, struct hyd_vis_iter *from, size_t n) {
  char *d = to;
  while (n) {
    size_t part;
    if (from->left == 0 && !hyd_vis_next(from)) return;
    part = from->left < n ? from->left : n;
    hyd_vis_move(d, from->at, part);
    hyd_vis_advance(from, part);
    d += part;
    n -= part;
  }
}

void hyd_vis_scatter(struct hyd_vis_iter *to, const void *from, size_t n) {
  const char *s = from;
  while (n) {
    size_t part;
    if (to->left == 0 && !hyd_vis_next(to)) return;
    part = to->left < n ? to->left : n;
    hyd_vis_move(to->at, s, part);
    hyd_vis_advance(to, part);
    s += part;
    n -= part;
  }
}

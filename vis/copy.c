/* SPDX-License-Identifier: BSD-3-Clause
 *
 * copy.c: see copy.h. Each loop is written once and compiled for every size of piece that matters.
 */
#include "vis/copy.h"

#include <string.h>

#include "core/sys/cpu.h"

/* --- one piece; of a constant size the compiler makes a few moves ------------------- */

/* From this size on, memcpy's choice of instructions for the processor is worth the call. */
#define HYD_VIS_MEMCPY 128

/* Moves n bytes, at least one block, in blocks of a constant size, of which the last one overlaps.
 */
HYD_HOT_INLINE void hyd_vis_move_blocks(char *d, const char *s, size_t n, const size_t block) {
  size_t i = 0;
  for (; i + block < n; i += block) __builtin_memcpy(d + i, s + i, block);
  __builtin_memcpy(d + n - block, s + n - block, block);
}

HYD_HOT_INLINE void hyd_vis_move(char *d, const char *s, size_t n) {
  if (__builtin_constant_p(n)) {
    __builtin_memcpy(d, s, n);
  } else if (n >= HYD_VIS_MEMCPY) {
    memcpy(d, s, n);
  } else if (n >= 64) {
    hyd_vis_move_blocks(d, s, n, 64);
  } else if (n >= 16) {
    hyd_vis_move_blocks(d, s, n, 16);
  } else if (n >= 8) {
    __builtin_memcpy(d, s, 8);
    __builtin_memcpy(d + n - 8, s + n - 8, 8);
  } else if (n >= 4) {
    __builtin_memcpy(d, s, 4);
    __builtin_memcpy(d + n - 4, s + n - 4, 4);
  } else if (n) {
    char middle = s[n / 2], last = s[n - 1];
    d[0] = s[0];
    d[n / 2] = middle;
    d[n - 1] = last;
  }
}

/* call(..., n) with n a constant for the sizes that matter. */
#define hyd_vis_by_size(n, call, ...)                                                              \
  switch (n) {                                                                                     \
  case 1: call(__VA_ARGS__, 1); break;                                                             \
  case 2: call(__VA_ARGS__, 2); break;                                                             \
  case 4: call(__VA_ARGS__, 4); break;                                                             \
  case 8: call(__VA_ARGS__, 8); break;                                                             \
  case 16: call(__VA_ARGS__, 16); break;                                                           \
  case 32: call(__VA_ARGS__, 32); break;                                                           \
  case 64: call(__VA_ARGS__, 64); break;                                                           \
  default: call(__VA_ARGS__, n);                                                                   \
  }

/* --- strided to strided --------------------------------------------------- */

/* The two innermost dimensions. */
HYD_HOT_INLINE void two_levels(const struct hyd_vis_shape *s, char *dst, const char *src,
                               size_t len) {
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
  hyd_vis_by_size(s->len, all_levels, s);
}

/* --- lists ---------------------------------------------------------------- */

/* One side of a loop over pieces of one length: addresses, or one run of bytes. Passed by value, so
 * that it stays in registers while the loop writes. */
struct pieces {
  void *const *addr; /* NULL: one run of bytes, from `run` on */
  char *run;
};

/* The form of the destination, then of the source: a list of pieces, or one run of bytes. */
enum form { LIST_RUN, RUN_LIST, LIST_LIST };

/* Finds the address of piece i in this process. Returns 0 if the piece is out of view. With a view
 * of NULL none is. */
HYD_HOT_INLINE int find_piece(const struct pieces *p, int list, const struct hyd_vis_view *view,
                              size_t i, size_t len, char **at) {
  *at = list ? p->addr[i] : p->run + i * len;
  if (!list || view == NULL) return 1;
  if (hyd_unlikely((uintptr_t)*at - view->lo > view->size - len)) return 0;
  *at = hyd_vis_at(view, *at);
  return 1;
}

/* Copies `many` pieces from number i on. Reads and checks all addresses before it writes. Returns 0
 * if a piece is out of view. */
HYD_HOT_INLINE int copy_some(const struct pieces *dst, const struct pieces *src, enum form form,
                             int is_put, const struct hyd_vis_view *view, size_t i, size_t len,
                             const size_t many) {
  char *d[4], *s[4];
#pragma GCC unroll 4
  for (size_t k = 0; k < many; k++)
    if (!find_piece(dst, form != RUN_LIST, is_put ? view : NULL, i + k, len, &d[k]) ||
        !find_piece(src, form != LIST_RUN, is_put ? NULL : view, i + k, len, &s[k]))
      return 0;
#pragma GCC unroll 4
  for (size_t k = 0; k < many; k++) hyd_vis_move(d[k], s[k], len);
  return 1;
}

/* Returns the number of the first piece that is out of view, or count. */
HYD_HOT_INLINE size_t copy_equal(struct pieces dst, struct pieces src, enum form form, int is_put,
                                 struct hyd_vis_view view, size_t count, size_t len) {
  size_t i = 0;
  if (__builtin_constant_p(len))
    while (count - i >= 4 && copy_some(&dst, &src, form, is_put, &view, i, len, 4)) i += 4;
  while (i < count && copy_some(&dst, &src, form, is_put, &view, i, len, 1)) i++;
  return i;
}

#define EQUAL_PIECES(name, form, is_put)                                                           \
  static size_t name(struct pieces dst, struct pieces src, size_t count, size_t len,               \
                     const struct hyd_vis_view *view) {                                            \
    hyd_vis_by_size(len, return copy_equal, dst, src, form, is_put, *view, count);                 \
  }
EQUAL_PIECES(put_list_run, LIST_RUN, 1)
EQUAL_PIECES(put_run_list, RUN_LIST, 1)
EQUAL_PIECES(put_list_list, LIST_LIST, 1)
EQUAL_PIECES(get_list_run, LIST_RUN, 0)
EQUAL_PIECES(get_run_list, RUN_LIST, 0)
EQUAL_PIECES(get_list_list, LIST_LIST, 0)

/* A side as pieces of `len` bytes, if it has such. */
static inline struct pieces pieces_of(const struct hyd_vis_side *s, size_t len,
                                      const struct hyd_vis_view *view) {
  struct pieces p = {NULL, NULL};
  if (s->kind == HYD_VIS_INDEXED && s->len == len)
    p.addr = s->addr;
  else if (hyd_vis_is_contiguous(s) && (view == NULL || hyd_vis_in_view(view, s->base, s->len)))
    p.run = view ? hyd_vis_at(view, s->base) : s->base;
  return p;
}
static inline int are_pieces(struct pieces p) { return p.addr || p.run; }

/* Whether the first two pieces are contiguous: then the rest may be, too. */
static inline int are_contiguous(struct pieces p, size_t len) {
  return p.addr == NULL || (char *)p.addr[1] == (char *)p.addr[0] + len;
}

/* --- any to any ----------------------------------------------------------- */

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

/* Joins the current piece of a list with those that are contiguous with it. */
static void join_pieces(struct cursor *c) {
  const struct hyd_vis_side *s = c->it.side;
  while (s->kind != HYD_VIS_STRIDED && c->it.next < s->count) {
    gex_Memvec_t e = hyd_vis_entry(s, c->it.next);
    if ((char *)e.gex_addr != c->it.at + c->it.left ||
        !hyd_vis_in_view(c->view, e.gex_addr, e.gex_len))
      return;
    c->it.left += e.gex_len;
    c->it.next++;
  }
}

static int look_up_and_join(struct cursor *c) {
  if (!look_up(c)) return -1;
  join_pieces(c);
  return 1;
}

/* Goes on to the next piece if none is left. Returns 1 if there is a piece, 0 at the end, -1 if the
 * piece is out of view. */
static int refill_cursor(struct cursor *c) {
  if (c->it.left) return 1;
  return hyd_vis_next(&c->it) ? look_up_and_join(c) : 0;
}

static int begin_cursor(struct cursor *c, const struct hyd_vis_side *s,
                        const struct hyd_vis_view *view) {
  hyd_vis_seek(&c->it, s, 0, 0);
  c->view = view;
  return c->it.left == 0 ? 1 : look_up_and_join(c);
}

static HYD_ASIDE size_t copy_merged(const struct hyd_vis_side *dst, const struct hyd_vis_side *src,
                                    int is_put, const struct hyd_vis_view *view) {
  const struct hyd_vis_view here = HYD_VIS_HERE;
  struct cursor d, s;
  int d_state = begin_cursor(&d, dst, is_put ? view : &here);
  int s_state = begin_cursor(&s, src, is_put ? &here : view);
  for (;;) {
    size_t n;
    if (d_state > 0) d_state = refill_cursor(&d);
    if (s_state > 0) s_state = refill_cursor(&s);
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

size_t hyd_vis_copy_sides(const struct hyd_vis_side *dst, const struct hyd_vis_side *src,
                          int is_put, const struct hyd_vis_view *view) {
  static size_t (*const loop[2][3])(struct pieces, struct pieces, size_t, size_t,
                                    const struct hyd_vis_view *) = {
      {get_list_run, get_run_list, get_list_list}, {put_list_run, put_run_list, put_list_list}};
  const struct hyd_vis_side *list = dst->kind == HYD_VIS_INDEXED ? dst : src;
  size_t len = list->len, count = list->count, done;
  struct pieces d, s;
  if (list->kind != HYD_VIS_INDEXED || len > view->size) return copy_merged(dst, src, is_put, view);
  d = pieces_of(dst, len, is_put ? view : NULL);
  s = pieces_of(src, len, is_put ? NULL : view);
  if (!are_pieces(d) || !are_pieces(s) ||
      (count > 1 && are_contiguous(d, len) && are_contiguous(s, len)))
    return copy_merged(dst, src, is_put, view);
  done = loop[is_put][d.addr == NULL   ? RUN_LIST
                      : s.addr == NULL ? LIST_RUN
                                       : LIST_LIST](d, s, count, len, view);
  return done == count ? 0 : done + 1;
}

/* --- packing -------------------------------------------------------------- */

/* Copy `count` whole pieces, from `at` on with one stride, or at addresses; `packed` is the run of
 * bytes on the other side. */
HYD_HOT_INLINE void strided_pieces(char *at, ptrdiff_t stride, char *packed, int gather,
                                   size_t count, size_t len) {
  for (size_t i = 0; i < count; i++, at += stride, packed += len)
    hyd_vis_move(gather ? packed : at, gather ? at : packed, len);
}
HYD_HOT_INLINE void listed_pieces(void *const *addr, char *packed, int gather, size_t count,
                                  size_t len) {
  for (size_t i = 0; i < count; i++, packed += len)
    hyd_vis_move(gather ? packed : addr[i], gather ? addr[i] : packed, len);
}
static void gather_strided(char *at, ptrdiff_t stride, char *packed, size_t count, size_t len) {
  hyd_vis_by_size(len, strided_pieces, at, stride, packed, 1, count);
}
static void scatter_strided(char *at, ptrdiff_t stride, char *packed, size_t count, size_t len) {
  hyd_vis_by_size(len, strided_pieces, at, stride, packed, 0, count);
}
static void gather_listed(void *const *addr, char *packed, size_t count, size_t len) {
  hyd_vis_by_size(len, listed_pieces, addr, packed, 1, count);
}
static void scatter_listed(void *const *addr, char *packed, size_t count, size_t len) {
  hyd_vis_by_size(len, listed_pieces, addr, packed, 0, count);
}

/* At the begin of a piece, copies as many whole pieces as fit in n bytes and have one stride, or
 * addresses. Returns their bytes, or 0. */
static size_t whole_pieces(struct hyd_vis_iter *it, char *packed, size_t n, int gather) {
  const struct hyd_vis_side *s = it->side;
  size_t count = s->kind == HYD_VIS_VECTOR ? 0 : n / s->len;
  if (count < 2 || it->left != s->len) return 0;
  if (s->kind == HYD_VIS_STRIDED) {
    size_t row = s->levels ? s->n[0] - it->index[0] : 1;
    if (count > row) count = row;
    if (count < 2) return 0;
    (gather ? gather_strided : scatter_strided)(it->at, s->stride[0], packed, count, s->len);
    it->at += (ptrdiff_t)(count - 1) * s->stride[0];
    it->index[0] += count - 1;
  } else {
    size_t rest = s->count - hyd_vis_piece(it);
    if (count > rest) count = rest;
    (gather ? gather_listed : scatter_listed)(s->addr + hyd_vis_piece(it), packed, count, s->len);
    it->at = s->addr[hyd_vis_piece(it) + count - 1];
  }
  it->next += count - 1;
  hyd_vis_advance(it, s->len); /* to the end of the last one */
  return count * s->len;
}

HYD_HOT_INLINE void copy_packed(char *packed, struct hyd_vis_iter *it, size_t n, int gather) {
  while (n) {
    size_t part;
    if (it->left == 0 && !hyd_vis_next(it)) return;
    part = whole_pieces(it, packed, n, gather);
    if (part == 0) {
      part = it->left < n ? it->left : n;
      hyd_vis_move(gather ? packed : it->at, gather ? it->at : packed, part);
      hyd_vis_advance(it, part);
    }
    packed += part;
    n -= part;
  }
}

void hyd_vis_gather(void *to, struct hyd_vis_iter *from, size_t n) { copy_packed(to, from, n, 1); }

void hyd_vis_scatter(struct hyd_vis_iter *to, const void *from, size_t n) {
  copy_packed((char *)(uintptr_t)from, to, n, 0);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pieces.h: one side of a VIS transfer as a sequence of pieces, and a place in such a sequence. A
 * transfer copies the bytes of the source's sequence, in order, to those of the destination's.
 */
#ifndef HYD_VIS_PIECES_H
#define HYD_VIS_PIECES_H

#include "core/base/core.h"

/* Dimensions of more than one element: each at least doubles the size, so that more do not fit in
 * any memory. */
#define HYD_VIS_LEVELS 64

enum hyd_vis_kind {
  HYD_VIS_VECTOR,  /* count pieces, vec[i] */
  HYD_VIS_INDEXED, /* count pieces of len bytes, addr[i] */
  HYD_VIS_STRIDED  /* pieces of len bytes from base on, n[k] with stride[k], k < levels; innermost
                      first */
};

struct hyd_vis_side {
  enum hyd_vis_kind kind;
  size_t count, len;
  const gex_Memvec_t *vec;
  void *const *addr;
  char *base;
  size_t levels;
  const size_t *n;
  const ptrdiff_t *stride;
};

/* A place in the sequence: `left` bytes from `at` on, then piece number `next`. */
struct hyd_vis_iter {
  const struct hyd_vis_side *side;
  char *at;
  size_t left;
  size_t next;                  /* lists: index of the next piece; strided: pieces begun so far */
  size_t index[HYD_VIS_LEVELS]; /* strided: of the current piece */
};

/* Set a side, in place and by member: to make a structure elsewhere and copy it would cost more
 * than a small transfer, because processors wait where a wide load follows narrow stores. */
static inline void hyd_vis_set_contiguous(struct hyd_vis_side *s, const void *base, size_t len) {
  s->kind = HYD_VIS_STRIDED;
  s->count = s->levels = 0;
  s->len = len;
  s->base = (char *)(uintptr_t)base;
}
static inline void hyd_vis_set_vector(struct hyd_vis_side *s, size_t count,
                                      const gex_Memvec_t *list) {
  s->kind = HYD_VIS_VECTOR;
  s->count = count;
  s->len = 0;
  s->vec = list;
}
static inline void hyd_vis_set_indexed(struct hyd_vis_side *s, size_t count, void *const *list,
                                       size_t len) {
  s->kind = HYD_VIS_INDEXED;
  s->count = count;
  s->len = len;
  s->addr = list;
}
/* Entry i of a list. */
static inline gex_Memvec_t hyd_vis_entry(const struct hyd_vis_side *s, size_t i) {
  return s->kind == HYD_VIS_VECTOR ? s->vec[i] : (gex_Memvec_t){s->addr[i], s->len};
}
static inline int hyd_vis_is_contiguous(const struct hyd_vis_side *s) {
  return s->kind == HYD_VIS_STRIDED && s->levels == 0;
}

/* Bytes of the whole sequence; HYD_VIS_TOO_MANY: a size_t does not hold them. */
#define HYD_VIS_TOO_MANY SIZE_MAX
size_t hyd_vis_sum_bytes(const struct hyd_vis_side *s); /* of any side */
static inline size_t hyd_vis_bytes(const struct hyd_vis_side *s) {
  size_t bytes;
  if (s->kind != HYD_VIS_INDEXED) return hyd_vis_sum_bytes(s);
  return __builtin_mul_overflow(s->count, s->len, &bytes) ? HYD_VIS_TOO_MANY : bytes;
}
/* The number of pieces, with empty ones. */
size_t hyd_vis_pieces(const struct hyd_vis_side *s);

/* Whether there is a gap behind the first piece of a list, as most have. */
static inline int hyd_vis_has_gap(const struct hyd_vis_side *s) {
  return s->kind == HYD_VIS_INDEXED && s->count > 1 && s->len &&
         (char *)s->addr[1] != (char *)s->addr[0] + s->len;
}
/* Returns the number of bytes if all pieces are contiguous, else 0. */
size_t hyd_vis_run(const struct hyd_vis_side *s);
/* Where the first piece is. */
static inline void *hyd_vis_first(const struct hyd_vis_side *s) {
  return s->kind == HYD_VIS_STRIDED ? s->base : hyd_vis_entry(s, 0).gex_addr;
}

/* Sets a place to byte `skip` of piece number `piece`. */
void hyd_vis_seek(struct hyd_vis_iter *it, const struct hyd_vis_side *s, size_t piece, size_t skip);
/* Goes to the next piece that is not empty; returns 0 at the end. */
int hyd_vis_next(struct hyd_vis_iter *it);
/* The number of the current piece, and the place's offset in it. */
size_t hyd_vis_piece(const struct hyd_vis_iter *it);
size_t hyd_vis_skipped(const struct hyd_vis_iter *it);
/* Returns how many bytes lie in one piece at both places, after going on to the next piece where
 * none are left; 0 at the end. */
size_t hyd_vis_in_common(struct hyd_vis_iter *a, struct hyd_vis_iter *b);
/* Moves the place on by n bytes, over any number of pieces. */
void hyd_vis_skip(struct hyd_vis_iter *it, size_t n);
/* The same within the current piece. */
static inline void hyd_vis_advance(struct hyd_vis_iter *it, size_t n) {
  it->at += n;
  it->left -= n;
}

/* Finds the lowest and highest byte of a side that is not empty; returns 0 if there are no such
 * addresses. */
int hyd_vis_extent(const struct hyd_vis_side *s, uintptr_t *low_p, uintptr_t *high_p);

/* --- normalize.c: both sides of a strided transfer in their simplest form ------ */

struct hyd_vis_shape {
  size_t len, levels; /* bytes of a piece; dimensions, in the order of rising dst strides */
  size_t n[HYD_VIS_LEVELS];
  ptrdiff_t dst_stride[HYD_VIS_LEVELS], src_stride[HYD_VIS_LEVELS];
  char *dst, *src;
};

enum hyd_vis_folded {
  HYD_VIS_EMPTY, /* there is nothing to copy */
  HYD_VIS_FOLDED,
  HYD_VIS_TOO_DEEP, /* too many dimensions to be real */
  HYD_VIS_TOO_LARGE /* more bytes than a size_t holds */
};
/* Drops dimensions of one element, turns negative destination strides round, orders the dimensions,
 * and joins those that are contiguous on both sides. */
enum hyd_vis_folded hyd_vis_fold(struct hyd_vis_shape *out, void *dst, const ptrdiff_t *dst_stride,
                                 const void *src, const ptrdiff_t *src_stride, size_t len,
                                 const size_t *n, size_t levels);

#endif

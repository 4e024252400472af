/* SPDX-License-Identifier: BSD-3-Clause
 *
 * normalize.c: brings a strided transfer into its simplest form. The order of elements does not
 * matter, because destinations do not overlap: so dimensions may be turned round and reordered, on
 * both sides alike.
 */
#include "vis/pieces.h"

static uintptr_t size_of(ptrdiff_t stride) {
  return stride < 0 ? 0 - (uintptr_t)stride : (uintptr_t)stride;
}

/* n strides, modulo the size of a word, since metadata may be absurd. */
static ptrdiff_t span_of(size_t n, ptrdiff_t stride) { return (ptrdiff_t)(n * (size_t)stride); }

/* Inserts a dimension in the order of rising destination strides, then source strides. */
static void insert_dimension(struct hyd_vis_shape *out, size_t n, ptrdiff_t d, ptrdiff_t s) {
  size_t k = out->levels++;
  if (d < 0) {
    out->dst = (char *)((uintptr_t)out->dst + (uintptr_t)span_of(n - 1, d));
    out->src = (char *)((uintptr_t)out->src + (uintptr_t)span_of(n - 1, s));
    d = -d;
    s = -s;
  }
  while (k > 0 && (out->dst_stride[k - 1] > d ||
                   (out->dst_stride[k - 1] == d && size_of(out->src_stride[k - 1]) > size_of(s)))) {
    out->n[k] = out->n[k - 1];
    out->dst_stride[k] = out->dst_stride[k - 1];
    out->src_stride[k] = out->src_stride[k - 1];
    k--;
  }
  out->n[k] = n;
  out->dst_stride[k] = d;
  out->src_stride[k] = s;
}

/* Joins elements to longer pieces, and dimensions to one, where both sides have no gap. */
static void join_dimensions(struct hyd_vis_shape *out) {
  size_t kept = 0;
  for (size_t k = 0; k < out->levels; k++) {
    size_t n = out->n[k];
    ptrdiff_t d = out->dst_stride[k], s = out->src_stride[k];
    if (kept == 0 && d == (ptrdiff_t)out->len && s == (ptrdiff_t)out->len) {
      out->len *= n;
    } else if (kept && d == span_of(out->n[kept - 1], out->dst_stride[kept - 1]) &&
               s == span_of(out->n[kept - 1], out->src_stride[kept - 1])) {
      out->n[kept - 1] *= n;
    } else {
      out->n[kept] = n;
      out->dst_stride[kept] = d;
      out->src_stride[kept++] = s;
    }
  }
  out->levels = kept;
}

enum hyd_vis_folded hyd_vis_fold(struct hyd_vis_shape *out, void *dst, const ptrdiff_t *dst_stride,
                                 const void *src, const ptrdiff_t *src_stride, size_t len,
                                 const size_t *n, size_t levels) {
  size_t total = len;
  int more = 0;
  out->dst = dst;
  out->src = (char *)(uintptr_t)src;
  out->len = len;
  out->levels = 0;
  if (len == 0) return HYD_VIS_EMPTY;
  for (size_t k = 0; k < levels; k++) {
    if (n[k] == 0) return HYD_VIS_EMPTY;
    more |= __builtin_mul_overflow(total, n[k], &total);
  }
  if (more) return HYD_VIS_TOO_LARGE;
  for (size_t k = 0; k < levels; k++) {
    if (n[k] == 1) continue;
    if (out->levels == HYD_VIS_LEVELS) return HYD_VIS_TOO_DEEP;
    insert_dimension(out, n[k], dst_stride[k], src_stride[k]);
  }
  if (out->levels) join_dimensions(out);
  return HYD_VIS_FOLDED;
}

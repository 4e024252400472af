/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pieces.c: see pieces.h.
 */
#include "vis/pieces.h"

size_t hyd_vis_pieces(const struct hyd_vis_side *s) {
  size_t pieces = 1;
  if (s->kind != HYD_VIS_STRIDED) return s->count;
  for (size_t k = 0; k < s->levels; k++) pieces *= s->n[k];
  return pieces;
}

size_t hyd_vis_sum_bytes(const struct hyd_vis_side *s) {
  size_t bytes = 0;
  int more = 0;
  if (s->kind == HYD_VIS_STRIDED)
    more = __builtin_mul_overflow(hyd_vis_pieces(s), s->len, &bytes);
  else
    for (size_t i = 0; i < s->count; i++)
      more |= __builtin_add_overflow(bytes, s->vec[i].gex_len, &bytes);
  return more ? HYD_VIS_TOO_MANY : bytes;
}

static size_t vector_run(const gex_Memvec_t *vec, size_t count) {
  const char *end = vec[0].gex_addr;
  size_t bytes = 0;
  for (size_t i = 0; i < count; i++) {
    if ((char *)vec[i].gex_addr != end || __builtin_add_overflow(bytes, vec[i].gex_len, &bytes))
      return 0;
    end += vec[i].gex_len;
  }
  return bytes;
}

static size_t indexed_run(void *const *addr, size_t count, size_t len) {
  size_t bytes;
  if (__builtin_mul_overflow(count, len, &bytes)) return 0;
  for (size_t i = 1; i < count; i++)
    if ((char *)addr[i] != (char *)addr[i - 1] + len) return 0;
  return bytes;
}

size_t hyd_vis_run(const struct hyd_vis_side *s) {
  if (s->kind == HYD_VIS_STRIDED) return s->levels == 0 ? s->len : 0;
  if (s->count == 0 || (s->kind == HYD_VIS_INDEXED && s->len == 0))
    return 0; /* no list to look at */
  return s->kind == HYD_VIS_VECTOR ? vector_run(s->vec, s->count)
                                   : indexed_run(s->addr, s->count, s->len);
}

/* --- places --------------------------------------------------------------- */

static void seek_strided(struct hyd_vis_iter *it, const struct hyd_vis_side *s, size_t piece) {
  uintptr_t at = (uintptr_t)s->base;
  it->left = s->len;
  it->next = piece + 1;
  for (size_t k = 0; k < s->levels; k++) {
    it->index[k] = piece % s->n[k];
    at += it->index[k] * (uintptr_t)s->stride[k];
    piece /= s->n[k];
  }
  it->at = (char *)at;
}

static void enter_piece(struct hyd_vis_iter *it, gex_Memvec_t e) {
  it->at = e.gex_addr;
  it->left = e.gex_len;
}

void hyd_vis_seek(struct hyd_vis_iter *it, const struct hyd_vis_side *s, size_t piece,
                  size_t skip) {
  it->side = s;
  if (s->kind == HYD_VIS_STRIDED) {
    seek_strided(it, s, piece);
  } else {
    it->next = piece;
    it->left = 0;
    if (piece >= s->count) return;
    it->next++;
    enter_piece(it, hyd_vis_entry(s, piece));
  }
  hyd_vis_advance(it, skip);
}

/* Computes with addresses as integers, because some between two pieces are no valid pointers. */
static int next_strided(struct hyd_vis_iter *it) {
  const struct hyd_vis_side *s = it->side;
  uintptr_t at = (uintptr_t)it->at - s->len; /* the piece is used up: back to its start */
  for (size_t k = 0; k < s->levels; k++) {
    at += (uintptr_t)s->stride[k];
    if (++it->index[k] < s->n[k]) {
      it->at = (char *)at;
      it->left = s->len;
      it->next++;
      return 1;
    }
    at -= s->n[k] * (uintptr_t)s->stride[k];
    it->index[k] = 0;
  }
  return 0;
}

int hyd_vis_next(struct hyd_vis_iter *it) {
  const struct hyd_vis_side *s = it->side;
  if (s->kind == HYD_VIS_STRIDED) return next_strided(it);
  while (it->next < s->count) {
    enter_piece(it, hyd_vis_entry(s, it->next++));
    if (it->left) return 1;
  }
  return 0;
}

size_t hyd_vis_in_common(struct hyd_vis_iter *a, struct hyd_vis_iter *b) {
  if ((a->left == 0 && !hyd_vis_next(a)) || (b->left == 0 && !hyd_vis_next(b))) return 0;
  return a->left < b->left ? a->left : b->left;
}

size_t hyd_vis_piece(const struct hyd_vis_iter *it) { return it->next ? it->next - 1 : 0; }

size_t hyd_vis_skipped(const struct hyd_vis_iter *it) {
  const struct hyd_vis_side *s = it->side;
  if (it->next == 0) return 0;
  if (s->kind == HYD_VIS_VECTOR) return s->vec[it->next - 1].gex_len - it->left;
  return s->len - it->left;
}

void hyd_vis_skip(struct hyd_vis_iter *it, size_t n) {
  const struct hyd_vis_side *s = it->side;
  size_t at;
  if (n <= it->left) {
    hyd_vis_advance(it, n);
    return;
  }
  if (s->kind != HYD_VIS_VECTOR) {
    at = hyd_vis_piece(it) * s->len + hyd_vis_skipped(it) + n - 1; /* the last byte: it exists */
    hyd_vis_seek(it, s, at / s->len, at % s->len + 1);
    return;
  }
  while (n > it->left) {
    n -= it->left;
    if (!hyd_vis_next(it)) return;
  }
  hyd_vis_advance(it, n);
}

/* --- extents -------------------------------------------------------------- */

static int strided_extent(const struct hyd_vis_side *s, uintptr_t *low_p, uintptr_t *high_p) {
  __int128 low = (__int128)(uintptr_t)s->base, high = low + s->len - 1;
  for (size_t k = 0; k < s->levels; k++) {
    __int128 span = (__int128)(s->n[k] - 1) * s->stride[k];
    if (span < 0)
      low += span;
    else
      high += span;
  }
  *low_p = (uintptr_t)low;
  *high_p = (uintptr_t)high;
  return low >= 0 && high <= (__int128)UINTPTR_MAX;
}

int hyd_vis_extent(const struct hyd_vis_side *s, uintptr_t *low_p, uintptr_t *high_p) {
  int ok = 1;
  if (s->kind == HYD_VIS_STRIDED) return strided_extent(s, low_p, high_p);
  *low_p = UINTPTR_MAX;
  *high_p = 0;
  for (size_t i = 0; i < s->count; i++) {
    gex_Memvec_t e = hyd_vis_entry(s, i);
    uintptr_t first = (uintptr_t)e.gex_addr, last = first + e.gex_len - 1;
    if (e.gex_len == 0) continue;
    if (last < first) ok = 0;
    if (first < *low_p) *low_p = first;
    if (last > *high_p) *high_p = last;
  }
  return ok;
}

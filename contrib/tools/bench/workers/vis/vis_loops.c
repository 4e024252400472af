/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_loops.c: non-contiguous copies as they are written by hand, without any library. Each loop is
 * compiled once for every way to copy a row; a row of constant size has its own copy of the loop,
 * as a programmer who knows the size would write it.
 */
#include "work_vis.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* ---- how a row is copied ------------------------------------------------- */

ALWAYS_INLINE void row_memcpy(char *to, const char *from, size_t n) { memcpy(to, from, n); }

ALWAYS_INLINE void row_words(char *to, const char *from, size_t n) {
  uint64_t *restrict d = (uint64_t *)(void *)to;
  const uint64_t *restrict s = (const uint64_t *)(const void *)from;
  for (size_t i = 0; i < n / 8; i++) d[i] = s[i];
}

typedef void row_move(char *to, const char *from, size_t n);

/* ---- sections ------------------------------------------------------------ */

ALWAYS_INLINE void section(const struct hyd_bv_case *c, size_t n, row_move *row) {
  char *to = c->put ? c->mapped : c->local;
  const char *from = c->put ? c->local : c->mapped;
  const ptrdiff_t *d = c->put ? c->remote_stride : c->local_stride;
  const ptrdiff_t *s = c->put ? c->local_stride : c->remote_stride;
  size_t outer = c->levels > 1 ? c->count[1] : 1;
  for (size_t j = 0; j < outer; j++) {
    char *t = to + (ptrdiff_t)j * d[1];
    const char *f = from + (ptrdiff_t)j * s[1];
    for (size_t i = 0; i < c->count[0]; i++, t += d[0], f += s[0]) row(t, f, n);
  }
}

static void section_constant(const struct hyd_bv_case *c) {
  if (c->row == 8)
    section(c, 8, row_memcpy);
  else if (c->row == 64)
    section(c, 64, row_memcpy);
  else if (c->row == 256)
    section(c, 256, row_memcpy);
  else if (c->row == 1024)
    section(c, 1024, row_memcpy);
  else
    section(c, c->row, row_memcpy);
}
static void section_variable(const struct hyd_bv_case *c) { section(c, c->row, row_memcpy); }
static void section_words(const struct hyd_bv_case *c) {
  if (c->row == 8)
    section(c, 8, row_words);
  else
    section(c, c->row, row_words);
}

hyd_bv_move *const hyd_bv_section_by_hand[HYD_BV_HANDS] = {section_constant, section_variable,
                                                           section_words};

bool hyd_bv_section_moved(const struct hyd_bv_case *c) {
  bool same = true;
  for (size_t j = 0; j < (c->levels > 1 ? c->count[1] : 1); j++)
    for (size_t i = 0; i < c->count[0]; i++) {
      ptrdiff_t x = (ptrdiff_t)i, y = (ptrdiff_t)j;
      same &= !memcmp(c->local + x * c->local_stride[0] + y * c->local_stride[1],
                      c->mapped + x * c->remote_stride[0] + y * c->remote_stride[1], c->row);
    }
  return same;
}

/* ---- lists --------------------------------------------------------------- */

ALWAYS_INLINE void list(const struct hyd_bv_case *c, size_t n, row_move *row) {
  void *const *to = c->put ? c->mapped_list : c->local_list;
  void *const *from = c->put ? c->local_list : c->mapped_list;
  char *run_to = c->put ? c->mapped : c->local;
  const char *run_from = c->put ? c->local : c->mapped;
  if (to && from)
    for (size_t i = 0; i < c->pieces; i++) row(to[i], from[i], n);
  else if (to)
    for (size_t i = 0; i < c->pieces; i++, run_from += n) row(to[i], run_from, n);
  else
    for (size_t i = 0; i < c->pieces; i++, run_to += n) row(run_to, from[i], n);
}

static void list_constant(const struct hyd_bv_case *c) {
  if (c->row == 8)
    list(c, 8, row_memcpy);
  else if (c->row == 64)
    list(c, 64, row_memcpy);
  else
    list(c, c->row, row_memcpy);
}
static void list_variable(const struct hyd_bv_case *c) { list(c, c->row, row_memcpy); }
static void list_words(const struct hyd_bv_case *c) {
  if (c->row == 8)
    list(c, 8, row_words);
  else
    list(c, c->row, row_words);
}

hyd_bv_move *const hyd_bv_list_by_hand[HYD_BV_HANDS] = {list_constant, list_variable, list_words};

bool hyd_bv_list_moved(const struct hyd_bv_case *c) {
  bool same = true;
  for (size_t i = 0; i < c->pieces; i++)
    same &= !memcmp(c->local_list ? (char *)c->local_list[i] : c->local + i * c->row,
                    c->mapped_list ? (char *)c->mapped_list[i] : c->mapped + i * c->row, c->row);
  return same;
}

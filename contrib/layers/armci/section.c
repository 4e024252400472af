/* SPDX-License-Identifier: BSD-3-Clause
 *
 * section.c: see section.h.
 */
#include "contrib/layers/armci/section.h"

#include "contrib/layers/armci/copy.h"

static void check(const char *call, const int *count, int levels) {
  if (levels < 0 || levels > ARMCI_LEVELS)
    hyd_armci_fail(call, "%d stride levels; expected 0 to %d", levels, ARMCI_LEVELS);
  for (int i = 0; i <= levels; i++)
    if (count[i] < 0) hyd_armci_fail(call, "count[%d] is %d; expected 0 or more", i, count[i]);
}

/* Whether the level repeats what lies below it without a gap, or with the distance of the level
 * below. */
static bool continues(const struct armci_section *s, size_t below, ptrdiff_t src, ptrdiff_t dst) {
  int i = s->levels - 1;
  if (i < 0) return src == (ptrdiff_t)below && dst == (ptrdiff_t)below;
  return src == s->src[i] * (ptrdiff_t)s->count[i] && dst == s->dst[i] * (ptrdiff_t)s->count[i];
}

static void add_level(struct armci_section *s, size_t count, ptrdiff_t src, ptrdiff_t dst) {
  if (count == 1) return;
  if (continues(s, s->piece, src, dst)) {
    if (s->levels)
      s->count[s->levels - 1] *= count;
    else
      s->piece *= count;
    return;
  }
  s->count[s->levels] = count;
  s->src[s->levels] = src;
  s->dst[s->levels++] = dst;
}

struct armci_section hyd_armci_section(const char *call, const int *src_stride,
                                       const int *dst_stride, const int *count, int levels) {
  struct armci_section s = {.piece = 0};
  ptrdiff_t packed = count[0];
  check(call, count, levels);
  for (int i = 0; i <= levels; i++)
    if (count[i] == 0) return s;
  s.piece = (size_t)count[0];
  for (int i = 0; i < levels; packed *= count[++i])
    add_level(&s, (size_t)count[i + 1], src_stride ? src_stride[i] : packed,
              dst_stride ? dst_stride[i] : packed);
  return s;
}

size_t hyd_armci_extent(const struct armci_section *s, const ptrdiff_t *stride) {
  size_t bytes = s->piece;
  for (int i = 0; bytes && i < s->levels; i++) bytes += (s->count[i] - 1) * (size_t)stride[i];
  return bytes;
}

size_t hyd_armci_total(const struct armci_section *s) {
  size_t bytes = s->piece;
  for (int i = 0; i < s->levels; i++) bytes *= s->count[i];
  return bytes;
}

void hyd_armci_rows(const struct armci_section *s, char *dst, char *src, armci_row *row,
                    void *context) {
  size_t at[ARMCI_LEVELS] = {0}, pieces = s->levels ? s->count[0] : 1;
  int i;
  if (s->piece == 0) return;
  do {
    row(context, dst, src, s, pieces);
    for (i = 1; i < s->levels; i++) {
      dst += s->dst[i];
      src += s->src[i];
      if (++at[i] < s->count[i]) break;
      dst -= s->dst[i] * (ptrdiff_t)at[i];
      src -= s->src[i] * (ptrdiff_t)at[i];
      at[i] = 0;
    }
  } while (i < s->levels);
}

static void copy_row(void *unused, char *dst, char *src, const struct armci_section *s,
                     size_t pieces) {
  (void)unused;
  for (size_t i = 0; i < pieces; i++, dst += s->dst[0], src += s->src[0])
    hyd_armci_copy(dst, src, s->piece);
}

void hyd_armci_copy_section(const struct armci_section *s, char *dst, char *src) {
  hyd_armci_rows(s, dst, src, copy_row, NULL);
}

void armci_write_strided(void *ptr, int levels, int stride[], int count[], char *buf) {
  struct armci_section s = hyd_armci_section("armci_write_strided", stride, NULL, count, levels);
  hyd_armci_copy_section(&s, buf, ptr);
}

void armci_read_strided(void *ptr, int levels, int stride[], int count[], char *buf) {
  struct armci_section s = hyd_armci_section("armci_read_strided", NULL, stride, count, levels);
  hyd_armci_copy_section(&s, ptr, buf);
}

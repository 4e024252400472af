/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fragment.c: see fragment.h.
 */
#include "vis/fragment.h"

_Static_assert(sizeof(struct hyd_vis_head) % 8 == 0, "entries follow, aligned");
_Static_assert(sizeof(gex_Memvec_t) == 16 && sizeof(void *) == 8, "as they travel");

/* --- cutting -------------------------------------------------------------- */

static void cut_strided(struct hyd_vis_fragment *f, struct hyd_vis_iter *it, size_t left,
                        size_t room, int with_data) {
  const struct hyd_vis_side *s = it->side;
  size_t done = hyd_vis_piece(it) * s->len + hyd_vis_skipped(it);
  f->entries = s->levels;
  f->described += 16 * s->levels;
  if (with_data) room -= f->described;
  f->bytes = left < room ? left : room;
  if (f->bytes < left) hyd_vis_seek(it, s, (done + f->bytes) / s->len, (done + f->bytes) % s->len);
}

static void cut_list(struct hyd_vis_fragment *f, struct hyd_vis_iter *it, size_t left, size_t room,
                     int with_data) {
  size_t entry = it->side->kind == HYD_VIS_VECTOR ? 16 : 8;
  while (f->bytes < left) {
    size_t used = with_data ? f->described + entry + f->bytes : f->bytes, part;
    if (used >= room || f->described + entry > room) return;
    if (it->left == 0 && !hyd_vis_next(it)) return;
    if (f->entries == 0) f->start = *it;
    part = it->left < room - used ? it->left : room - used;
    if (part > left - f->bytes) part = left - f->bytes;
    f->entries++;
    f->described += entry;
    f->bytes += part;
    hyd_vis_advance(it, part);
  }
}

void hyd_vis_cut(struct hyd_vis_fragment *f, struct hyd_vis_iter *it, size_t left, size_t room,
                 int with_data) {
  if (it->left == 0) hyd_vis_next(it);
  f->start = *it;
  f->entries = f->bytes = 0;
  f->described = sizeof(struct hyd_vis_head);
  if (it->side->kind == HYD_VIS_STRIDED)
    cut_strided(f, it, left, room, with_data);
  else
    cut_list(f, it, left, room, with_data);
}

/* --- writing -------------------------------------------------------------- */

static void describe_list(const struct hyd_vis_fragment *f, char *where) {
  struct hyd_vis_iter it = f->start;
  int vector = it.side->kind == HYD_VIS_VECTOR;
  for (size_t i = 0; i < f->entries; i++) {
    gex_Memvec_t entry = {it.at, it.left};
    /* indexed: the first address is that of the whole piece, whose start may have been sent
     * before */
    if (!vector && i == 0) entry.gex_addr = it.at - hyd_vis_skipped(&it);
    memcpy(where, &entry, vector ? 16 : 8);
    where += vector ? 16 : 8;
    hyd_vis_advance(&it, it.left);
    hyd_vis_next(&it);
  }
}

static void describe_strided(const struct hyd_vis_side *s, char *where) {
  if (s->levels == 0) return;
  memcpy(where, s->n, 8 * s->levels);
  memcpy(where + 8 * s->levels, s->stride, 8 * s->levels);
}

void hyd_vis_describe(const struct hyd_vis_fragment *f, void *where) {
  const struct hyd_vis_side *s = f->start.side;
  struct hyd_vis_head head = {.kind = s->kind, .n = (uint32_t)f->entries, .bytes = f->bytes};
  char *entries = (char *)where + sizeof head;
  if (s->kind != HYD_VIS_VECTOR) {
    head.len = s->len;
    head.skip = hyd_vis_skipped(&f->start);
  }
  if (s->kind == HYD_VIS_STRIDED) {
    head.first = hyd_vis_piece(&f->start);
    head.base = (uint64_t)(uintptr_t)s->base;
    describe_strided(s, entries);
  } else {
    describe_list(f, entries);
  }
  memcpy(where, &head, sizeof head);
}

/* --- reading -------------------------------------------------------------- */

static int strided_total(const struct hyd_vis_side *s, size_t *bytes_p) {
  *bytes_p = s->len;
  for (size_t k = 0; k < s->levels; k++)
    if (s->n[k] == 0 || __builtin_mul_overflow(*bytes_p, s->n[k], bytes_p)) return 0;
  return s->len != 0;
}

static int read_strided(const struct hyd_vis_head *head, const char *entries,
                        const struct hyd_vis_view *window, struct hyd_vis_side *s) {
  uintptr_t low, high;
  size_t total, start, end;
  if (head->n > HYD_VIS_LEVELS) return 0;
  hyd_vis_set_contiguous(s, (void *)(uintptr_t)head->base, head->len);
  s->levels = head->n;
  s->n = (const size_t *)(const void *)entries;
  s->stride = (const ptrdiff_t *)(const void *)(entries + 8 * (size_t)head->n);
  if (!strided_total(s, &total) || head->skip >= head->len) return 0;
  if (__builtin_mul_overflow(head->first, head->len, &start) ||
      __builtin_add_overflow(start, head->skip, &start) ||
      __builtin_add_overflow(start, head->bytes, &end) || end > total)
    return 0;
  return hyd_vis_extent(s, &low, &high) && high - low != UINTPTR_MAX &&
         hyd_vis_in_view(window, (void *)low, high - low + 1);
}

/* The pieces of a list must be in the window, and hold the data. */
static int check_list(const struct hyd_vis_head *head, const struct hyd_vis_view *window,
                      const struct hyd_vis_side *s) {
  size_t total = 0;
  for (size_t i = 0; i < s->count; i++) {
    gex_Memvec_t e = hyd_vis_entry(s, i);
    if (!hyd_vis_in_view(window, e.gex_addr, e.gex_len) ||
        __builtin_add_overflow(total, e.gex_len, &total))
      return 0;
    if (i == 0 && head->skip > e.gex_len) return 0;
  }
  return s->count && head->bytes <= total - head->skip;
}

static int read_list(const struct hyd_vis_head *head, const char *entries,
                     const struct hyd_vis_view *window, struct hyd_vis_side *s) {
  *s =
      (struct hyd_vis_side){.kind = head->kind == HYD_VIS_VECTOR ? HYD_VIS_VECTOR : HYD_VIS_INDEXED,
                            .count = head->n,
                            .len = head->len};
  if (s->kind == HYD_VIS_VECTOR)
    s->vec = (const gex_Memvec_t *)(const void *)entries;
  else
    s->addr = (void *const *)(const void *)entries;
  return check_list(head, window, s);
}

int hyd_vis_parse(const void *message, size_t n, const struct hyd_vis_view *window,
                  struct hyd_vis_side *side, struct hyd_vis_iter *it, size_t *bytes_p,
                  size_t *described_p) {
  const char *entries = (const char *)message + sizeof(struct hyd_vis_head);
  struct hyd_vis_head head;
  size_t described;
  if (n < sizeof head || (uintptr_t)message % 8) return 0;
  memcpy(&head, message, sizeof head);
  if (head.kind > HYD_VIS_STRIDED) return 0;
  described = sizeof head + (size_t)head.n * (head.kind == HYD_VIS_INDEXED ? 8 : 16);
  if (described > n) return 0;
  if (head.kind == HYD_VIS_STRIDED ? !read_strided(&head, entries, window, side)
                                   : !read_list(&head, entries, window, side))
    return 0;
  hyd_vis_seek(it, side, head.kind == HYD_VIS_STRIDED ? head.first : 0, head.skip);
  *bytes_p = head.bytes;
  *described_p = described;
  return 1;
}

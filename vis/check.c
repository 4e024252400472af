/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check.c: see vis.h.
 */
#include "vis/vis.h"

#include "core/base/err.h"
#include "core/team/team.h"

#define ABSURD_LEVELS 4096

struct entry {
  uintptr_t first, last;
  size_t index;
};

/* --- lists ---------------------------------------------------------------- */

static size_t check_list(const char *call, const char *which, const struct hyd_vis_side *s) {
  size_t total = 0;
  if (s->kind == HYD_VIS_STRIDED) return s->len; /* a list of one */
  if (s->count &&
      (s->kind == HYD_VIS_VECTOR ? (const void *)s->vec : (const void *)s->addr) == NULL &&
      (s->kind == HYD_VIS_VECTOR || s->len))
    hyd_fatal(call, "the %s list is NULL with %zu entries", which, s->count);
  if (s->kind == HYD_VIS_INDEXED && s->len == 0) return 0;
  for (size_t i = 0; i < s->count; i++) {
    gex_Memvec_t e = hyd_vis_entry(s, i);
    if (e.gex_len && e.gex_addr == NULL)
      hyd_fatal(call, "%s entry %zu is NULL with %zu bytes", which, i, e.gex_len);
    if (__builtin_add_overflow(total, e.gex_len, &total))
      hyd_fatal(call, "%s entry %zu, %zu bytes: the sizes add up to more than a size_t holds",
                which, i, e.gex_len);
  }
  return total;
}

/* Checks remote entries one by one, so that the message can name the entry. */
static void check_remote(struct hyd_job *job, const struct hyd_vis_call *c) {
  const struct hyd_vis_side *s = hyd_vis_remote(c);
  char where[160];
  if (s->kind == HYD_VIS_STRIDED) {
    hyd_route_check(job, &c->route, s->base, s->len, c->name);
    return;
  }
  for (size_t i = 0; i < s->count; i++) {
    gex_Memvec_t e = hyd_vis_entry(s, i);
    snprintf(where, sizeof where, "%s (%s entry %zu)", c->name,
             c->is_put ? "destination" : "source", i);
    hyd_route_check(job, &c->route, e.gex_addr, e.gex_len, where);
  }
}

static int by_address(const void *a, const void *b) {
  const struct entry *x = a, *y = b;
  return x->first < y->first ? -1 : x->first > y->first;
}

static void check_overlap(const struct hyd_vis_call *c) {
  const struct hyd_vis_side *s = &c->dst;
  struct entry *e = s->kind == HYD_VIS_STRIDED ? NULL : malloc((s->count + 1) * sizeof *e);
  size_t n = 0;
  if (e == NULL) return;
  for (size_t i = 0; i < s->count; i++) {
    gex_Memvec_t v = hyd_vis_entry(s, i);
    uintptr_t first = (uintptr_t)v.gex_addr;
    if (v.gex_len) e[n++] = (struct entry){first, first + v.gex_len - 1, i};
  }
  qsort(e, n, sizeof *e, by_address);
  for (size_t i = 1; i < n; i++)
    if (e[i].first <= e[i - 1].last)
      hyd_fatal(c->name, "destination entries %zu and %zu overlap at %p",
                e[i - 1].index < e[i].index ? e[i - 1].index : e[i].index,
                e[i - 1].index < e[i].index ? e[i].index : e[i - 1].index, (void *)e[i].first);
  free(e);
}

void hyd_vis_check_lists(struct hyd_job *job, const struct hyd_vis_call *c) {
  size_t to = check_list(c->name, "destination", &c->dst);
  size_t from = check_list(c->name, "source", &c->src);
  if (to != from)
    hyd_fatal(c->name, "the destination has %zu bytes and the source %zu; expected as many", to,
              from);
  if (to == 0) return;
  check_remote(job, c);
  check_overlap(c);
}

/* --- strided -------------------------------------------------------------- */

void hyd_vis_check_strided(const char *call, size_t len, const ptrdiff_t *dst_stride,
                           const ptrdiff_t *src_stride, const size_t *n, size_t levels) {
  size_t total = len;
  if (len == 0 || levels == 0) return;
  if (levels > ABSURD_LEVELS)
    hyd_fatal(call, "%zu dimensions; expected at most %d", levels, ABSURD_LEVELS);
  if (dst_stride == NULL || src_stride == NULL || n == NULL)
    hyd_fatal(call, "%s is NULL with %zu dimensions",
              n == NULL    ? "count"
              : dst_stride ? "srcstrides"
                           : "dststrides",
              levels);
  for (size_t k = 0; k < levels; k++)
    if (n[k] == 0) return;
  for (size_t k = 0; k < levels; k++)
    if (__builtin_mul_overflow(total, n[k], &total))
      hyd_fatal(call, "count[%zu] is %zu: the size is more than a size_t holds", k, n[k]);
}

/* Checks for NULL, and for destinations that overlap at a single stride. Strides that interleave
 * are not looked at. */
void hyd_vis_check_shape(const char *call, const struct hyd_vis_shape *s) {
  if (s->dst == NULL || s->src == NULL)
    hyd_fatal(call, "the %s address is NULL", s->dst ? "source" : "destination");
  for (size_t k = 0; k < s->levels; k++)
    if ((size_t)s->dst_stride[k] < s->len)
      hyd_fatal(call,
                "destination stride %td is shorter than the %zu bytes at each place: they overlap",
                s->dst_stride[k], s->len);
}

void hyd_vis_check_extent(struct hyd_job *job, const struct hyd_vis_call *c) {
  const struct hyd_vis_side *s = hyd_vis_remote(c);
  const gasnet_seginfo_t seg = hyd_vis_segment(job, c);
  uintptr_t low = 0, high = 0, base = (uintptr_t)seg.addr;
  if (hyd_likely(hyd_vis_extent(s, &low, &high) && low >= base && high - base < seg.size)) return;
  if (s->kind != HYD_VIS_STRIDED) check_remote(job, c); /* names the entry */
  if (seg.size == 0) hyd_check_remote(job, c->name, c->route.peer, s->base, s->len);
  hyd_fatal(c->name,
            "the %s reaches from %p to %p; expected a range within the segment of rank %u, "
            "[%p, +%zu)",
            c->is_put ? "destination" : "source", (void *)low, (void *)high, c->route.peer,
            seg.addr, (size_t)seg.size);
}

/* --- GASNet-1 (V4.5) ------------------------------------------------------ */

static void check_side(const char *call, const char *which, const size_t strides[],
                       const size_t count[], size_t levels) {
  size_t least = count[0];
  for (size_t k = 0; k < levels; k++) {
    if (count[k + 1] > 1 && strides[k] < least)
      hyd_fatal(call, "%s[%zu] is %zu; expected at least %zu, the size of what it steps over",
                which, k, strides[k], least);
    if (count[k + 1] > 1 && __builtin_mul_overflow(strides[k], count[k + 1], &least))
      hyd_fatal(call, "%s[%zu] is %zu: %zu of them exceed any address", which, k, strides[k],
                count[k + 1]);
  }
}

void hyd_vis_check_strides(const char *call, const size_t dststrides[], const size_t srcstrides[],
                           const size_t count[], size_t stridelevels) {
  if (stridelevels == 0 || stridelevels > ABSURD_LEVELS) return;
  if (count == NULL || dststrides == NULL || srcstrides == NULL)
    hyd_fatal(call, "NULL strides or count with %zu dimensions", stridelevels);
  for (size_t k = 0; k <= stridelevels; k++)
    if (count[k] == 0) return;
  check_side(call, "dststrides", dststrides, count, stridelevels);
  check_side(call, "srcstrides", srcstrides, count, stridelevels);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_ops.c: see trace_ops.h.
 */
#include "core/watch/trace_ops.h"

#include <stdlib.h>

struct end {
  double at;
  uint32_t id, area;
  const struct hyd_event *event;
};

static int by_id_and_time(const void *va, const void *vb) {
  const struct end *a = va, *b = vb;
  if (a->id != b->id) return a->id < b->id ? -1 : 1;
  if (a->at != b->at) return a->at < b->at ? -1 : 1;
  return (int)hyd_event_kind(b->event) -
         (int)hyd_event_kind(a->event); /* an end before the next begin */
}

static int is_end(const struct hyd_event *e) { return hyd_event_kind(e) == HYD_EV_OP_END; }

/* Counts begins and ends of operations; copies them to `to` unless that is NULL. */
static size_t gather_ends(const struct hyd_parts *ps, uint32_t rank, struct end *to) {
  const struct hyd_part *p = &ps->part[rank];
  size_t n = 0;
  for (uint32_t a = 0; a < p->areas; a++) {
    struct hyd_part_ring r = hyd_part_ring(p, a);
    for (uint64_t i = r.from; i < r.to; i++) {
      const struct hyd_event *e = hyd_part_event(p, &r, i);
      if (!is_end(e) && hyd_event_kind(e) != HYD_EV_OP_BEGIN) continue;
      if (to) to[n] = (struct end){hyd_part_time(ps, p, e->begin), e->id, a, e};
      n++;
    }
  }
  return n;
}

int hyd_ops_find(struct hyd_ops_seen *ops, const struct hyd_parts *ps, uint32_t rank) {
  size_t n = gather_ends(ps, rank, NULL);
  struct end *end = calloc(n + 1, sizeof *end);
  ops->n = 0;
  ops->op = calloc(n + 1, sizeof *ops->op);
  if (end == NULL || ops->op == NULL) {
    free(end);
    free(ops->op);
    return -1;
  }
  gather_ends(ps, rank, end);
  qsort(end, n, sizeof *end, by_id_and_time);
  for (size_t i = 0; i < n; i++) {
    int ended = i + 1 < n && end[i + 1].id == end[i].id && is_end(end[i + 1].event);
    if (is_end(end[i].event)) continue;
    ops->op[ops->n++] =
        (struct hyd_op_seen){end[i].at, ended ? end[i + 1].at : -1, end[i].event, end[i].area};
  }
  free(end);
  return 0;
}

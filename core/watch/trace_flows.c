/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_flows.c: see trace_flows.h.
 */
#include "core/watch/trace_flows.h"

#include <stdlib.h>

static int by_message(const struct hyd_flow_end *a, const struct hyd_flow_end *b) {
  if (a->src != b->src) return a->src < b->src ? -1 : 1;
  if (a->dst != b->dst) return a->dst < b->dst ? -1 : 1;
  if (a->sub != b->sub) return a->sub < b->sub ? -1 : 1;
  return a->id == b->id ? 0 : a->id < b->id ? -1 : 1;
}

static int by_message_and_time(const void *va, const void *vb) {
  const struct hyd_flow_end *a = va, *b = vb;
  int c = by_message(a, b);
  return c ? c : a->at < b->at ? -1 : a->at > b->at;
}

typedef void each_fn(struct hyd_flows *f, const struct hyd_flow_end *e, int is_send);

static void count_end(struct hyd_flows *f, const struct hyd_flow_end *e, int is_send) {
  (void)e;
  *(is_send ? &f->nsent : &f->ntaken) += 1;
}

static void add_end(struct hyd_flows *f, const struct hyd_flow_end *e, int is_send) {
  if (is_send)
    f->sent[f->nsent++] = *e;
  else
    f->taken[f->ntaken++] = *e;
}

static void each_event(struct hyd_flows *f, const struct hyd_parts *ps, uint32_t rank,
                       uint16_t area, each_fn *fn) {
  const struct hyd_part *p = &ps->part[rank];
  struct hyd_part_ring r = hyd_part_ring(p, area);
  for (uint64_t i = r.from; i < r.to; i++) {
    const struct hyd_event *e = hyd_part_event(p, &r, i);
    int is_send = hyd_event_kind(e) == HYD_EV_SEND;
    struct hyd_flow_end end = {is_send ? rank : e->peer,
                               is_send ? e->peer : rank,
                               e->id,
                               (uint16_t)hyd_event_sub(e),
                               area,
                               hyd_part_time(ps, p, e->begin)};
    if (e->peer < ps->size && (is_send || hyd_event_kind(e) == HYD_EV_HANDLER))
      fn(f, &end, is_send);
  }
}

static void each_end(struct hyd_flows *f, const struct hyd_parts *ps, each_fn *fn) {
  f->nsent = f->ntaken = 0;
  for (uint32_t i = 0; i < ps->size; i++)
    for (uint32_t a = 0; ps->part[i].head && a < ps->part[i].areas; a++)
      each_event(f, ps, i, (uint16_t)a, fn);
}

/* By how much a handler may seem to run before its message was sent: the error of the clocks. */
static double slack(const struct hyd_parts *ps, const struct hyd_flow_end *e) {
  const struct hyd_part *s = &ps->part[e->src], *d = &ps->part[e->dst];
  double errors = 1000;
  if (s->error_ns != UINT64_MAX) errors += (double)s->error_ns;
  if (d->error_ns != UINT64_MAX) errors += (double)d->error_ns;
  return errors;
}

/* Matches handlers with sends. Both lists are sorted by message, then by time. A handler that ran
 * before the oldest remaining send belongs to a send that was overwritten in its ring. */
static void match(struct hyd_flows *f, const struct hyd_parts *ps) {
  size_t s = 0, t = 0, n = 0;
  while (s < f->nsent && t < f->ntaken) {
    int c = by_message(&f->sent[s], &f->taken[t]);
    if (c < 0) {
      s++;
    } else if (c > 0 || f->taken[t].at + slack(ps, &f->taken[t]) < f->sent[s].at) {
      t++;
    } else {
      f->sent[n] = f->sent[s++];
      f->taken[n++] = f->taken[t++];
    }
  }
  f->matched = n;
}

int hyd_flows_find(struct hyd_flows *f, const struct hyd_parts *ps) {
  *f = (struct hyd_flows){0};
  each_end(f, ps, count_end);
  f->sent = calloc(f->nsent + 1, sizeof *f->sent);
  f->taken = calloc(f->ntaken + 1, sizeof *f->taken);
  if (f->sent == NULL || f->taken == NULL) {
    hyd_flows_free(f);
    return -1;
  }
  each_end(f, ps, add_end);
  qsort(f->sent, f->nsent, sizeof *f->sent, by_message_and_time);
  qsort(f->taken, f->ntaken, sizeof *f->taken, by_message_and_time);
  match(f, ps);
  return 0;
}

void hyd_flows_free(struct hyd_flows *f) {
  free(f->sent);
  free(f->taken);
  f->sent = f->taken = NULL;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hlrc.c: an engine's memory, twins and diffs. Faults are in hlrc_fault.c, release and acquire in
 * hlrc_sync.c, watched pages in hlrc_watch.c.
 */
#include <string.h>

#include "contrib/layers/dsm/engine/hlrc_int.h"

/* --- memory --------------------------------------------------------------- */

/* Hands out pieces of `own`; if own is NULL, only adds up their sizes. */
struct carver {
  char *own;
  size_t at;
};

static void *carve(struct carver *c, size_t n, size_t bytes) {
  void *p = c->own ? c->own + c->at : NULL;
  c->at += (n * bytes + 63) & ~(size_t)63;
  return p;
}

static void lay_out_needs(struct hyd_hlrc *e, struct carver *k) {
  struct hyd_hlrc_needs *n = &e->needs;
  n->room = e->c.needs;
  n->lists = e->c.needs / 2 + 1;
  n->note = carve(k, n->room, sizeof *n->note);
  n->list = carve(k, n->lists, sizeof *n->list);
  n->since = carve(k, e->c.ranks, sizeof *n->since);
  e->need = carve(k, e->c.ranks, sizeof *e->need);
}

static size_t lay_out(struct hyd_hlrc *e, void *own) {
  const struct hyd_hlrc_config *c = &e->c;
  struct carver k = {own, 0};
  e->neighbour = carve(&k, c->ranks, sizeof *e->neighbour);
  e->neighbour_versions = carve(&k, c->ranks, sizeof *e->neighbour_versions);
  e->vector = carve(&k, c->ranks, sizeof *e->vector);
  e->version = carve(&k, c->ranks, sizeof *e->version);
  e->state = carve(&k, c->pages, sizeof *e->state);
  e->home = carve(&k, c->pages, sizeof *e->home);
  e->twin_of = carve(&k, c->pages, sizeof *e->twin_of);
  e->written = carve(&k, c->pages, sizeof *e->written);
  e->watch = carve(&k, c->watched, sizeof *e->watch);
  e->handled = carve(&k, c->pages / 64 + 1, sizeof *e->handled);
  if (c->versions) lay_out_needs(e, &k);
  if (c->counts_pages) {
    e->writes = carve(&k, c->pages, sizeof *e->writes);
    e->fetched = carve(&k, c->pages, sizeof *e->fetched);
    e->together = carve(&k, c->pages, sizeof *e->together);
    e->last_write = carve(&k, c->pages, sizeof *e->last_write);
  }
  e->news = carve(&k, c->ranks, sizeof *e->news);
  e->chunk = carve(&k, (size_t)c->ranks * HYD_HLRC_CHUNK, sizeof *e->chunk);
  e->runs = carve(&k, HYD_DSM_RUNS_MAX(c->page_bytes), sizeof *e->runs);
  e->free_twins = carve(&k, c->twins, sizeof *e->free_twins);
  e->twins = carve(&k, c->twins, c->page_bytes);
  return k.at;
}

size_t hyd_hlrc_bytes(const struct hyd_hlrc_config *c) {
  struct hyd_hlrc e = {.c = *c};
  return lay_out(&e, NULL);
}

void hyd_hlrc_init(struct hyd_hlrc *e, const struct hyd_hlrc_config *c,
                   const struct hyd_hlrc_ops *ops, void *ctx, char *mem,
                   const struct hyd_hlrc_shared *shared, void *own) {
  *e = (struct hyd_hlrc){.c = *c, .ops = ops, .ctx = ctx, .mem = mem, .shared = *shared};
  lay_out(e, own);
  e->nfree = c->twins;
  e->watch_credit = HYD_HLRC_WATCH_CREDIT;
  for (uint32_t i = 0; i < c->twins; i++) e->free_twins[i] = i;
}

/* --- access --------------------------------------------------------------- */

void hyd_hlrc_span_end(struct hyd_hlrc *e, struct hyd_hlrc_span *s) {
  if (s->n && s->now == HYD_HLRC_WATCHED && !hyd_hlrc_watch(e, s)) s->now = HYD_HLRC_READ;
  if (s->n) e->ops->protect(e->ctx, s->first, s->n, s->was, s->now);
  s->n = 0;
}

void hyd_hlrc_span_add(struct hyd_hlrc *e, struct hyd_hlrc_span *s, uint32_t page,
                       enum hyd_hlrc_access was, enum hyd_hlrc_access now) {
  if (s->n && (page != s->first + s->n || was != s->was || now != s->now)) hyd_hlrc_span_end(e, s);
  if (s->n == 0) *s = (struct hyd_hlrc_span){page, 0, was, now};
  s->n++;
}

/* --- twins and diffs ------------------------------------------------------ */

void hyd_hlrc_note_written(struct hyd_hlrc *e, uint32_t page) {
  if (e->state[page] & HYD_HLRC_WRITTEN) return;
  e->state[page] |= HYD_HLRC_WRITTEN;
  e->written[e->nwritten++] = page;
}

uint32_t hyd_hlrc_twin_take(struct hyd_hlrc *e) {
  if (e->nfree == 0) return HYD_HLRC_NO_TWIN;
  e->counts.twins++;
  return e->free_twins[--e->nfree];
}

void hyd_hlrc_settle(struct hyd_hlrc *e) {
  if (e->unsettled) e->ops->settle(e->ctx, 1);
  e->unsettled = 0;
}

void hyd_hlrc_send_diff(struct hyd_hlrc *e, uint32_t page, uint32_t version) {
  uint32_t twin = e->twin_of[page];
  uint32_t n = hyd_dsm_diff(hyd_hlrc_at(e, page), e->twins + (size_t)twin * e->c.page_bytes,
                            e->c.page_bytes, e->runs);
  e->free_twins[e->nfree++] = twin;
  e->counts.diffs++;
  e->counts.runs += n;
  for (uint32_t i = 0; i < n; i++) e->counts.diff_bytes += e->runs[i].bytes;
  if (n == 0 && version == 0) return;
  e->ops->diff(e->ctx, e->home[page], page, e->runs, n, version);
  e->unsettled = 1;
}

void hyd_hlrc_flush_all(struct hyd_hlrc *e) {
  struct hyd_hlrc_span s = {0};
  hyd_hlrc_settle(e);
  for (uint32_t i = 0; i < e->nwritten; i++) {
    uint32_t page = e->written[i];
    if (hyd_hlrc_state(e, page) != HYD_HLRC_DIRTY) continue;
    hyd_hlrc_set(e, page, HYD_HLRC_CLEAN);
    hyd_hlrc_span_add(e, &s, page, HYD_HLRC_WRITE, HYD_HLRC_READ);
    hyd_hlrc_span_end(e, &s); /* before the comparison: no thread can write the page any more */
    hyd_hlrc_send_diff(e, page, 0);
    e->counts.early++;
  }
  hyd_hlrc_settle(e);
}

void hyd_hlrc_drop(struct hyd_hlrc *e, struct hyd_hlrc_span *s, uint32_t page) {
  enum hyd_hlrc_state was = hyd_hlrc_state(e, page);
  if (was != HYD_HLRC_CLEAN && was != HYD_HLRC_DIRTY) return;
  e->counts.invalidated++;
  hyd_hlrc_set(e, page, HYD_HLRC_INVALID);
  if (was == HYD_HLRC_CLEAN) {
    hyd_hlrc_span_add(e, s, page, HYD_HLRC_READ, HYD_HLRC_NONE);
    return;
  }
  hyd_hlrc_span_end(e, s);
  e->ops->protect(e->ctx, page, 1, HYD_HLRC_WRITE, HYD_HLRC_NONE);
  hyd_hlrc_settle(e); /* an older diff of this page must be stored before the new one */
  hyd_hlrc_send_diff(e, page, 0);
  hyd_hlrc_settle(e);
  e->counts.early++;
}

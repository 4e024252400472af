/* SPDX-License-Identifier: BSD-3-Clause
 *
 * places.c: see places.h. Compiled into gasnetrun, too.
 */
#include "core/diag/places.h"

#include <stdio.h>

#include "core/watch/wait_reason.h"

#define LOAD(field) atomic_load_explicit(&(field), memory_order_relaxed)

int hyd_place_is_missing(const struct hyd_place *p, const struct hyd_place *q) {
  if (p->reason == HYD_WAIT_BARRIER) return (int32_t)(q->notified - (uint32_t)p->detail) < 0;
  return p->reason == HYD_WAIT_NB_BARRIER && q->entered < p->detail;
}

/* Sets the number of the barrier: the later one of the two that are recorded. */
static void set_arrivals(const struct hyd_shared *sh, uint32_t i, struct hyd_place *p) {
  uint32_t even = LOAD(hyd_arrivals(sh, 0)[i].phase), odd = LOAD(hyd_arrivals(sh, 1)[i].phase);
  p->notified = (int32_t)(even - odd) > 0 ? even : odd;
  p->entered = LOAD(hyd_nb_counts(sh)[i]);
}

static void set_missing(const struct hyd_shared *sh, struct hyd_place *p) {
  struct hyd_place q;
  if (p->reason != HYD_WAIT_BARRIER && p->reason != HYD_WAIT_NB_BARRIER) return;
  for (uint32_t k = 0; k < sh->nranks && p->nmissing < HYD_PLACE_MISSING; k++) {
    set_arrivals(sh, k, &q);
    if (hyd_place_is_missing(p, &q)) p->missing[p->nmissing++] = sh->first + k;
  }
}

void hyd_place_of(const struct hyd_shared *sh, uint32_t i, uint64_t now_ns, struct hyd_place *p) {
  const struct hyd_rank_shared *r = &sh->rank[i];
  uint64_t since = LOAD(r->rec.since_ns);
  *p = (struct hyd_place){.rank = sh->first + i,
                          .size = sh->job_size,
                          .pid = LOAD(r->pid),
                          .state = (uint32_t)LOAD(r->state),
                          .peer = HYD_NO_PEER,
                          .oldest_peer = HYD_NO_PEER,
                          .counts = LOAD(r->rec.counts),
                          .moves = LOAD(r->rec.moves),
                          .bytes = LOAD(r->rec.bytes)};
  set_arrivals(sh, i, p);
  if (since == 0 || p->state == HYD_RANK_EXITING) return;
  p->reason = LOAD(r->rec.what);
  p->peer = LOAD(r->rec.peer);
  p->waited_ns = now_ns > since ? now_ns - since : 0;
  p->detail = LOAD(r->rec.detail);
  p->outstanding = LOAD(r->rec.outstanding);
  p->oldest_peer = LOAD(r->rec.oldest_peer);
  p->oldest_kind = LOAD(r->rec.oldest_kind);
  p->oldest_bytes = LOAD(r->rec.oldest_bytes);
  set_missing(sh, p);
}

void hyd_place_op_text(const struct hyd_place *p, char *text, size_t size) {
  const char *op = hyd_wait_op_text(p->oldest_kind),
             *more = p->oldest_bytes == UINT32_MAX ? "+" : "";
  uint32_t n = p->oldest_bytes;
  if (op == NULL || n == 0)
    snprintf(text, size, "%s", op ? op : "");
  else if (n < 4096)
    snprintf(text, size, "%s of %u B", op, n);
  else if (n < 4096u << 10)
    snprintf(text, size, "%s of %u KB", op, n >> 10);
  else
    snprintf(text, size, "%s of %u MB%s", op, n >> 20, more);
}

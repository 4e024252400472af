/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work.h: operations under way (work.c). Lock held.
 */
#ifndef HYD_OFI_WORK_H
#define HYD_OFI_WORK_H

#include "conduits/ofi/memory.h"
#include "conduits/ofi/state.h"

/* So many at a time as the provider takes. 0, or -1: out of memory. */
int hyd_ofi_works_open(struct hyd_ofi *s);

/* One for an operation to the peer; NULL: too many are under way. */
static inline struct hyd_ofi_work *hyd_ofi_work_get(struct hyd_ofi *s, uint32_t peer,
                                                    enum hyd_ofi_class class) {
  struct hyd_ofi_work *w = s->idle;
  if (w == NULL || (class == HYD_OFI_LAST && s->nidle <= s->nwork / 4)) return NULL;
  s->idle = w->next;
  s->nidle--;
  s->peer[peer].under_way++;
  w->peer = peer;
  w->buffer = w->desc = w->what = NULL;
  w->after = HYD_OFI_NOTHING;
  w->signs = 0;
  return w;
}
/* It has ended, or was not started. Its buffer goes back, too. NULL: nothing. */
static inline void hyd_ofi_work_put(struct hyd_ofi *s, struct hyd_ofi_work *w) {
  if (w == NULL) return;
  if (w->buffer) hyd_ofi_pool_put(w->pool, w->buffer);
  s->peer[w->peer].under_way--;
  w->next = s->idle;
  s->idle = w;
  s->nidle++;
}

/* What it sends, or receives, is in a buffer of the pool. 0, or HYD_NO_ROOM. */
static inline int hyd_ofi_work_buffer(struct hyd_ofi_work *w, struct hyd_ofi_pool *pool,
                                      enum hyd_ofi_class class) {
  w->pool = pool;
  w->desc = pool->desc;
  w->here.iov_base = w->buffer = hyd_ofi_pool_get(pool, class);
  return w->buffer ? 0 : HYD_NO_ROOM;
}

/* --- RMA ------------------------------------------------------------------ */

/* Between memory here and an address in registered memory of the peer. */
static inline void hyd_ofi_aim(struct hyd_ofi_work *w, void *local, size_t n, uint64_t there,
                               uint64_t key) {
  w->here = (struct iovec){local, n};
  w->there = (struct fi_rma_iov){there, n, key};
}
/* Posts that; without FI_COMPLETION nothing tells of its end. 0 or HYD_NO_ROOM. */
int hyd_ofi_post_rma(struct hyd_ofi *s, struct hyd_ofi_work *w, int is_get, uint64_t how);

/* --- starts and ends ------------------------------------------------------ */

/* What a call of libfabric's that starts something returned: 0 or HYD_NO_ROOM; this also if the
 * peer is lost, for then the job will end. */
int hyd_ofi_started(struct hyd_ofi *s, uint32_t peer, ssize_t rc, const char *what);
/* An operation has failed: if the job does not end for another reason soon, it does for this. */
void hyd_ofi_lose(struct hyd_ofi *s, uint32_t peer, int err, const char *what);
/* Takes the ends of operations; how many. */
int hyd_ofi_ends(struct hyd_ofi *s);

/* One part of an operation is done. */
static inline void hyd_ofi_op_done(struct hyd_ofi *s, struct hyd_op *op) {
  s->events++;
  hyd_op_written(op);
  hyd_attend_op_done(&s->attend, s->job, op);
}

#endif

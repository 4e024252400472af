/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work.h: libfabric operations under way (work.c). Callers hold the lock.
 */
#ifndef HYD_OFI_WORK_H
#define HYD_OFI_WORK_H

#include "conduits/ofi/memory.h"
#include "conduits/ofi/state.h"

/* Makes as many work objects as the provider takes operations at a time. 0, or -1: out of memory.
 */
int hyd_ofi_works_open(struct hyd_ofi *s);

/* A work object for an operation to the peer; NULL: too many operations are under way. */
static inline struct hyd_ofi_work *hyd_ofi_work_get(struct hyd_ofi *s, uint32_t peer,
                                                    enum hyd_ofi_class class) {
  struct hyd_ofi_work *w = s->idle;
  if (w == NULL || (class == HYD_OFI_LAST && s->nidle <= s->nwork / 4)) return NULL;
  s->idle = w->next;
  s->nidle--;
  s->peer[peer].under_way++;
  w->peer = peer;
  w->buffer = w->desc[0] = w->what = NULL;
  w->after = HYD_OFI_NOTHING;
  w->signs = 0;
  w->ends = w->pieces = 1;
  return w;
}
/* Gives back a work object (or NULL) and its buffer: the operation has ended or was not started. */
static inline void hyd_ofi_work_put(struct hyd_ofi *s, struct hyd_ofi_work *w) {
  if (w == NULL) return;
  if (w->buffer) hyd_ofi_pool_put(w->pool, w->buffer);
  s->peer[w->peer].under_way--;
  w->next = s->idle;
  s->idle = w;
  s->nidle++;
}

/* Has the operation use a buffer of the pool as its local memory. 0 or HYD_NO_ROOM. */
static inline int hyd_ofi_work_buffer(struct hyd_ofi_work *w, struct hyd_ofi_pool *pool,
                                      enum hyd_ofi_class class) {
  w->pool = pool;
  w->desc[0] = pool->desc;
  w->here->iov_base = w->buffer = hyd_ofi_pool_get(pool, class);
  return w->buffer ? 0 : HYD_NO_ROOM;
}

/* --- RMA ------------------------------------------------------------------ */

/* Sets the operation's local and remote memory. */
static inline void hyd_ofi_aim(struct hyd_ofi_work *w, void *local, size_t n, uint64_t there,
                               uint64_t key) {
  w->here[0] = (struct iovec){local, n};
  w->there[0] = (struct fi_rma_iov){there, n, key};
}
/* Posts the write or read; `how`: libfabric flags. 0 or HYD_NO_ROOM. */
int hyd_ofi_post_rma(struct hyd_ofi *s, struct hyd_ofi_work *w, int is_get, uint64_t how);

/* --- starts and ends ------------------------------------------------------ */

/* Translates the result `rc` of a libfabric call that posts an operation: 0 or HYD_NO_ROOM. An
 * error gives HYD_NO_ROOM, too: hyd_ofi_lose ends the job. */
int hyd_ofi_started(struct hyd_ofi *s, uint32_t peer, ssize_t rc, const char *what);
/* An operation has failed: the job ends for this reason, unless it ends for another one soon. */
void hyd_ofi_lose(struct hyd_ofi *s, uint32_t peer, int err, const char *what);
/* One completion of the operation has come; the last one finishes it. */
void hyd_ofi_end(struct hyd_ofi *s, struct hyd_ofi_work *w);
/* Takes one batch of completions of operations; how many. */
int hyd_ofi_ends(struct hyd_ofi *s);

/* One part of the client's operation is complete. */
static inline void hyd_ofi_op_done(struct hyd_ofi *s, struct hyd_op *op) {
  s->events++;
  hyd_op_written(op);
  hyd_attend_op_done(&s->attend, s->job, op);
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * transfers.c: makes, posts and ends transfers (transfers.h), and posts those that need no struct.
 */
#include <stdlib.h>

#include "conduits/ibv/memory_keys.h"

#define AT_A_TIME 64

static struct hyd_ibv_xfer *new_xfer(struct hyd_ibv *s) {
  struct hyd_ibv_xfer *x = s->transfers.unused;
  if (x == NULL) {
    x = calloc(AT_A_TIME, sizeof *x);
    if (x == NULL) hyd_fatal("ibv conduit", "out of memory for %d transfers", AT_A_TIME);
    for (int i = 1; i < AT_A_TIME; i++) x[i].next = i + 1 < AT_A_TIME ? &x[i + 1] : NULL;
    s->transfers.unused = x + 1;
    return x;
  }
  s->transfers.unused = x->next;
  memset(x, 0, offsetof(struct hyd_ibv_xfer, here));
  return x;
}

struct hyd_ibv_xfer *hyd_ibv_xfer_of(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                                     const struct hyd_ibv_range *r) {
  struct hyd_ibv_xfer *x = new_xfer(s);
  x->conn = x->via = c;
  x->r = *r;
  x->step = r->rkey ? HYD_IBV_WANTS_LOCAL : HYD_IBV_WANTS_REMOTE;
  return x;
}

void hyd_ibv_xfer_drop(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  hyd_ibv_keys_release(s, x);
  x->next = s->transfers.unused;
  s->transfers.unused = x;
}

void hyd_ibv_xfer_done(struct hyd_ibv *s, void *xfer, uint32_t unused) {
  struct hyd_ibv_xfer *x = xfer;
  struct hyd_op *op = x->r.op;
  (void)unused;
  s->progress.events++;
  if (x->r.is_get && x->r.how >= HYD_IBV_LOCAL_SMALL)
    memcpy(x->r.local, hyd_ibv_keys_buffer_at(s, x), x->r.n);
  hyd_ibv_xfer_drop(s, x);
  if (op) hyd_attend_op_done(&s->progress.attend, s->job, op);
}

static void post_rdma(struct hyd_ibv *s, struct hyd_ibv_conn *via, const struct hyd_ibv_range *r,
                      const void *local, enum hyd_ibv_after after, void *what) {
  struct ibv_sge at = {(uintptr_t)local, (uint32_t)r->n, r->lkey};
  struct ibv_send_wr wr;
  hyd_ibv_work_rdma(&wr, r->is_get ? IBV_WR_RDMA_READ : IBV_WR_RDMA_WRITE, &at,
                    r->how == HYD_IBV_LOCAL_INLINE ? IBV_SEND_INLINE : 0, r->remote, r->rkey);
  hyd_ibv_post(s, via, &wr, after, what, HYD_IBV_NONE);
}

void hyd_ibv_xfer_post(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  x->step = HYD_IBV_UNDER_WAY;
  post_rdma(s, x->via, &x->r,
            x->r.how >= HYD_IBV_LOCAL_SMALL ? hyd_ibv_keys_buffer_at(s, x) : x->r.local,
            HYD_IBV_XFER_DONE, x);
}

int hyd_ibv_start_direct(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_range *r,
                         enum hyd_ibv_after after) {
  if (r->rkey == 0 || r->how == HYD_IBV_LOCAL_OUTSIDE || !hyd_ibv_is_free(s, c)) return 1;
  if (r->how == HYD_IBV_LOCAL_SEGMENT && !hyd_ibv_is_direct(s, r->is_get, r->n)) return 1;
  post_rdma(s, c, r, r->local, after, r->op);
  return 0;
}

int hyd_ibv_write_long(struct hyd_ibv *s, struct hyd_ibv_conn *c, void *dest, const void *src,
                       size_t n, struct hyd_op *local) {
  struct hyd_ibv_range r = hyd_ibv_range_of(s, s->memory.segment_key[c->peer], 0,
                                            (char *)(uintptr_t)src, (uintptr_t)dest, n, local);
  struct hyd_ibv_xfer *x = hyd_ibv_xfer_of(s, c, &r);
  if (local == NULL || !hyd_ibv_keys_now(s, x)) {
    x->r.op = NULL;
    if (hyd_ibv_keys_buffer(s, x) != HYD_IBV_HAS) {
      hyd_ibv_xfer_drop(s, x);
      return HYD_NO_ROOM;
    }
    if (local) hyd_op_done(s->job, local);
  }
  hyd_ibv_xfer_post(s, x);
  return 0;
}

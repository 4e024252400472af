/* SPDX-License-Identifier: BSD-3-Clause
 *
 * transfers.c: the life of a transfer (transfers.h), and what is one work request at once.
 */
#include <stdlib.h>

#include "conduits/ibv/memory_keys.h"

#define AT_A_TIME 64

static struct vb_xfer *new_xfer(struct vb_state *s) {
  struct vb_xfer *x = s->transfers.unused;
  if (x == NULL) {
    x = calloc(AT_A_TIME, sizeof *x);
    if (x == NULL) hyd_fatal("ibv conduit", "out of memory for %d transfers", AT_A_TIME);
    for (int i = 1; i < AT_A_TIME; i++) x[i].next = i + 1 < AT_A_TIME ? &x[i + 1] : NULL;
    s->transfers.unused = x + 1;
    return x;
  }
  s->transfers.unused = x->next;
  memset(x, 0, offsetof(struct vb_xfer, here));
  return x;
}

struct vb_xfer *vb_xfer_of(struct vb_state *s, struct vb_conn *c, const struct vb_range *r) {
  struct vb_xfer *x = new_xfer(s);
  x->conn = x->via = c;
  x->r = *r;
  x->step = r->rkey ? VB_WANTS_LOCAL : VB_WANTS_REMOTE;
  return x;
}

void vb_xfer_drop(struct vb_state *s, struct vb_xfer *x) {
  vb_reg_release(s, x);
  x->next = s->transfers.unused;
  s->transfers.unused = x;
}

void vb_xfer_done(struct vb_state *s, void *what, uint32_t unused) {
  struct vb_xfer *x = what;
  struct hyd_op *op = x->r.op;
  (void)unused;
  s->progress.events++;
  if (x->r.is_get && x->r.how >= VB_LOCAL_SMALL) memcpy(x->r.local, vb_reg_buffer_at(s, x), x->r.n);
  vb_xfer_drop(s, x);
  if (op) vb_op_finish(s, op);
}

static void post(struct vb_state *s, struct vb_conn *via, const struct vb_range *r,
                 const void *local, enum vb_after after, void *what) {
  struct ibv_sge at = {(uintptr_t)local, (uint32_t)r->n, r->lkey};
  struct ibv_send_wr wr;
  vb_work_rdma(&wr, r->is_get ? IBV_WR_RDMA_READ : IBV_WR_RDMA_WRITE, &at,
               r->how == VB_LOCAL_INLINE ? IBV_SEND_INLINE : 0, r->remote, r->rkey);
  vb_post(s, via, &wr, after, what, VB_NONE);
}

void vb_xfer_post(struct vb_state *s, struct vb_xfer *x) {
  x->step = VB_UNDER_WAY;
  post(s, x->via, &x->r, x->r.how >= VB_LOCAL_SMALL ? vb_reg_buffer_at(s, x) : x->r.local,
       VB_XFER_DONE, x);
}

int vb_start_direct(struct vb_state *s, struct vb_conn *c, const struct vb_range *r,
                    enum vb_after after) {
  if (r->rkey == 0 || r->how == VB_LOCAL_OUTSIDE || !vb_is_free(s, c)) return 1;
  if (r->how == VB_LOCAL_SEGMENT && !vb_is_direct(s, r->is_get, r->n)) return 1;
  post(s, c, r, r->local, after, r->op);
  return 0;
}

int vb_write_long(struct vb_state *s, struct vb_conn *c, void *dest, const void *src, size_t n,
                  struct hyd_op *local) {
  struct vb_range r = vb_range_of(s, s->memory.segment_key[c->peer], 0, (char *)(uintptr_t)src,
                                  (uintptr_t)dest, n, local);
  struct vb_xfer *x = vb_xfer_of(s, c, &r);
  if (local == NULL || vb_reg_now(s, x)) {
    x->r.op = NULL;
    if (vb_reg_buffer(s, x) != VB_HAS) {
      vb_xfer_drop(s, x);
      return 1;
    }
    if (local) hyd_op_done(s->job, local);
  }
  vb_xfer_post(s, x);
  return 0;
}

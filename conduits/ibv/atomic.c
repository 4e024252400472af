/* SPDX-License-Identifier: BSD-3-Clause
 *
 * atomic.c: fetch-and-add and compare-and-swap by the card. The old value comes into a cell here,
 * of which there are so many; a rank reaches its own words by a connection to itself.
 */
#include "conduits/ibv/memory_keys.h"

int vb_has_atomics(struct hyd_job *job, void *state) {
  (void)job;
  return ((struct vb_state *)state)->memory.atomics;
}

void vb_atomic_done(struct vb_state *s, void *what, uint32_t cell) {
  struct hyd_op *op = what;
  s->progress.events++;
  if (op->value)
    memcpy((void *)(uintptr_t)op->value, vb_pool_at(&s->bufs.results, cell), sizeof(uint64_t));
  vb_pool_put(&s->bufs.results, cell);
  vb_op_finish(s, op);
}

static void post(struct vb_state *s, struct vb_conn *c, void *addr, const struct hyd_atomic *a,
                 struct hyd_op *op) {
  uint32_t cell = vb_pool_get(&s->bufs.results);
  struct ibv_sge at = {(uintptr_t)vb_pool_at(&s->bufs.results, cell), sizeof(uint64_t),
                       vb_pool_lkey(&s->bufs.results)};
  struct ibv_send_wr wr;
  vb_work(&wr, a->is_swap ? IBV_WR_ATOMIC_CMP_AND_SWP : IBV_WR_ATOMIC_FETCH_AND_ADD, &at, 0);
  wr.wr.atomic.remote_addr = (uintptr_t)addr;
  wr.wr.atomic.compare_add = a->a;
  wr.wr.atomic.swap = a->b;
  wr.wr.atomic.rkey = s->memory.segment_key[c->peer];
  vb_post(s, c, &wr, VB_ATOMIC_DONE, op, cell);
}

int vb_atomic(struct hyd_job *job, void *state, uint32_t peer, void *addr,
              const struct hyd_atomic *a, struct hyd_op *op) {
  struct vb_state *s = state;
  struct vb_conn *c;
  int full;
  (void)job;
  vb_settle(s);
  vb_lock(s);
  c = vb_conn_ready(s, peer);
  full = c == NULL || s->bufs.results.nfree == 0 || !vb_room(s, c, 1);
  if (!full) post(s, c, addr, a, op);
  vb_unlock(s);
  return full;
}

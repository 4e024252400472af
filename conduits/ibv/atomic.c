/* SPDX-License-Identifier: BSD-3-Clause
 *
 * atomic.c: fetch-and-add and compare-and-swap by the device. The old value is written to a cell of
 * hyd_ibv_buffers.results. A rank reaches its own words by a connection to itself.
 */
#include "conduits/ibv/memory_keys.h"

int hyd_ibv_has_atomics(struct hyd_job *job, void *state) {
  (void)job;
  return ((struct hyd_ibv *)state)->memory.atomics;
}

void hyd_ibv_atomic_done(struct hyd_ibv *s, void *what, uint32_t cell) {
  struct hyd_op *op = what;
  s->progress.events++;
  if (op->value)
    memcpy((void *)(uintptr_t)op->value, hyd_ibv_pool_at(&s->bufs.results, cell), sizeof(uint64_t));
  hyd_ibv_pool_put(&s->bufs.results, cell);
  hyd_attend_op_done(&s->progress.attend, s->job, op);
}

static void post_atomic(struct hyd_ibv *s, struct hyd_ibv_conn *c, void *addr,
                        const struct hyd_atomic *a, struct hyd_op *op) {
  uint32_t cell = hyd_ibv_pool_get(&s->bufs.results);
  struct ibv_sge at = {(uintptr_t)hyd_ibv_pool_at(&s->bufs.results, cell), sizeof(uint64_t),
                       hyd_ibv_pool_lkey(&s->bufs.results)};
  struct ibv_send_wr wr;
  hyd_ibv_work(&wr, a->is_swap ? IBV_WR_ATOMIC_CMP_AND_SWP : IBV_WR_ATOMIC_FETCH_AND_ADD, &at, 0);
  wr.wr.atomic.remote_addr = (uintptr_t)addr;
  wr.wr.atomic.compare_add = a->a;
  wr.wr.atomic.swap = a->b;
  wr.wr.atomic.rkey = s->memory.segment_key[c->peer];
  hyd_ibv_post(s, c, &wr, HYD_IBV_ATOMIC_DONE, op, cell);
}

int hyd_ibv_atomic(struct hyd_job *job, void *state, uint32_t peer, void *addr,
                   const struct hyd_atomic *a, struct hyd_op *op) {
  struct hyd_ibv *s = state;
  struct hyd_ibv_conn *c;
  int full;
  (void)job;
  hyd_ibv_settle(s);
  hyd_ibv_lock(s);
  c = hyd_ibv_conn_ready(s, peer);
  full = c == NULL || s->bufs.results.nfree == 0 || !hyd_ibv_room(s, c, 1);
  if (!full) post_atomic(s, c, addr, a, op);
  hyd_ibv_unlock(s);
  return full ? HYD_NO_ROOM : 0;
}

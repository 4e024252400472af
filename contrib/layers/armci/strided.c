/* SPDX-License-Identifier: BSD-3-Clause
 *
 * strided.c: puts and gets of strided memory.
 */
#include "contrib/layers/armci/strided.h"

#include "contrib/layers/armci/copy.h"
#include "contrib/layers/armci/handles.h"
#include "contrib/layers/armci/lock.h"
#include "contrib/layers/armci/move.h"

static void put_mapped(const struct armci_section *s, char *dst, char *src) {
  atomic_thread_fence(memory_order_release); /* pairs with the target's loads, or its barrier */
  hyd_armci_copy_section(s, dst, src);
}

static void get_mapped(const struct armci_section *s, char *dst, char *src) {
  hyd_armci_copy_section(s, dst, src);
  atomic_thread_fence(memory_order_acquire); /* pairs with the fence of the put that stored them */
}

/* Starts a put to a rank that is not mapped. */
static struct armci_op *start_put(const struct armci_section *s, void *src, void *dst, int proc) {
  struct armci_target *target = &hyd_armci.target[proc];
  struct armci_range range = hyd_armci_strided(dst, s, s->dst);
  hyd_armci_order(target, ARMCI_OP_PUT, &range);
  struct armci_op *op = hyd_armci_op_add(target, ARMCI_OP_PUT, &range);
  op->whole = gex_VIS_StridedPutNB(hyd_armci.team, (gex_Rank_t)proc, dst, s->dst, src, s->src,
                                   s->piece, s->count, (size_t)s->levels, 0);
  return op;
}

static struct armci_op *start_get(const struct armci_section *s, void *src, void *dst, int proc) {
  struct armci_target *target = &hyd_armci.target[proc];
  struct armci_range range = hyd_armci_strided(src, s, s->src);
  hyd_armci_order(target, ARMCI_OP_GET, &range);
  struct armci_op *op = hyd_armci_op_add(target, ARMCI_OP_GET, &range);
  op->whole = gex_VIS_StridedGetNB(hyd_armci.team, dst, s->dst, (gex_Rank_t)proc, src, s->src,
                                   s->piece, s->count, (size_t)s->levels, 0);
  return op;
}

typedef struct armci_op *start(const struct armci_section *s, void *src, void *dst, int proc);

static void wait_for(start *begin, const struct armci_section *s, void *src, void *dst, int proc) {
  hyd_armci_enter();
  hyd_armci_op_wait(begin(s, src, dst, proc));
  hyd_armci_leave();
}

static void leave_behind(start *begin, const struct armci_section *s, void *src, void *dst,
                         int proc, armci_hdl_t *h) {
  hyd_armci_enter();
  struct armci_op *op = begin(s, src, dst, proc);
  if (op->whole != GEX_EVENT_INVALID) hyd_armci_handle_add(h, op, proc);
  hyd_armci_leave();
}

void hyd_armci_put_section(const char *call, const struct armci_section *s, void *src, void *dst,
                           int proc) {
  struct armci_target *target = hyd_armci_target(call, proc);
  if (s->piece == 0) return;
  hyd_armci_check_range(call, target, dst, hyd_armci_extent(s, s->dst));
  if (target->is_mapped)
    put_mapped(s, hyd_armci_here(target, dst), src);
  else if (s->levels == 0)
    hyd_armci_put_remote(src, dst, s->piece, proc);
  else
    wait_for(start_put, s, src, dst, proc);
}

int PARMCI_PutS(void *src, int src_stride[], void *dst, int dst_stride[], int count[], int levels,
                int proc) {
  struct armci_section s = hyd_armci_section("ARMCI_PutS", src_stride, dst_stride, count, levels);
  hyd_armci_put_section("ARMCI_PutS", &s, src, dst, proc);
  return 0;
}
ARMCI_TWIN(ARMCI_PutS, PARMCI_PutS);

int PARMCI_GetS(void *src, int src_stride[], void *dst, int dst_stride[], int count[], int levels,
                int proc) {
  struct armci_section s = hyd_armci_section("ARMCI_GetS", src_stride, dst_stride, count, levels);
  struct armci_target *target = hyd_armci_target("ARMCI_GetS", proc);
  if (s.piece == 0) return 0;
  hyd_armci_check_range("ARMCI_GetS", target, src, hyd_armci_extent(&s, s.src));
  if (target->is_mapped)
    get_mapped(&s, dst, hyd_armci_here(target, src));
  else if (s.levels == 0)
    hyd_armci_get_remote(src, dst, s.piece, proc);
  else
    wait_for(start_get, &s, src, dst, proc);
  return 0;
}
ARMCI_TWIN(ARMCI_GetS, PARMCI_GetS);

int PARMCI_NbPutS(void *src, int src_stride[], void *dst, int dst_stride[], int count[], int levels,
                  int proc, armci_hdl_t *h) {
  struct armci_section s = hyd_armci_section("ARMCI_NbPutS", src_stride, dst_stride, count, levels);
  struct armci_target *target = hyd_armci_target("ARMCI_NbPutS", proc);
  if (s.piece == 0) return 0;
  hyd_armci_check_range("ARMCI_NbPutS", target, dst, hyd_armci_extent(&s, s.dst));
  if (target->is_mapped)
    put_mapped(&s, hyd_armci_here(target, dst), src);
  else if (s.levels == 0)
    hyd_armci_nbput_remote(src, dst, s.piece, proc, h);
  else
    leave_behind(start_put, &s, src, dst, proc, h);
  return 0;
}
ARMCI_TWIN(ARMCI_NbPutS, PARMCI_NbPutS);

int PARMCI_NbGetS(void *src, int src_stride[], void *dst, int dst_stride[], int count[], int levels,
                  int proc, armci_hdl_t *h) {
  struct armci_section s = hyd_armci_section("ARMCI_NbGetS", src_stride, dst_stride, count, levels);
  struct armci_target *target = hyd_armci_target("ARMCI_NbGetS", proc);
  if (s.piece == 0) return 0;
  hyd_armci_check_range("ARMCI_NbGetS", target, src, hyd_armci_extent(&s, s.src));
  if (target->is_mapped)
    get_mapped(&s, dst, hyd_armci_here(target, src));
  else if (s.levels == 0)
    hyd_armci_nbget_remote(src, dst, s.piece, proc, h);
  else
    leave_behind(start_get, &s, src, dst, proc, h);
  return 0;
}
ARMCI_TWIN(ARMCI_NbGetS, PARMCI_NbGetS);

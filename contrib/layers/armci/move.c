/* SPDX-License-Identifier: BSD-3-Clause
 *
 * move.c: see move.h.
 */
#include "contrib/layers/armci/move.h"

#include "contrib/layers/armci/handles.h"
#include "contrib/layers/armci/lock.h"

enum { FLAG = 8 /* bytes that a flag has at most */ };

void hyd_armci_put_remote(void *src, void *dst, size_t bytes, int proc) {
  struct armci_target *target = &hyd_armci.target[proc];
  struct armci_range range = hyd_armci_solid(dst, bytes);
  hyd_armci_enter();
  if (bytes <= FLAG)
    hyd_armci_settle(target);
  else
    hyd_armci_order(target, ARMCI_OP_PUT, &range);
  struct armci_op *op = hyd_armci_op_add(target, ARMCI_OP_PUT, &range);
  op->whole = gex_RMA_PutNB(hyd_armci.team, (gex_Rank_t)proc, dst, src, bytes, GEX_EVENT_NOW, 0);
  hyd_armci_leave();
}

void hyd_armci_get_remote(void *src, void *dst, size_t bytes, int proc) {
  struct armci_range range = hyd_armci_solid(src, bytes);
  hyd_armci_enter();
  hyd_armci_order(&hyd_armci.target[proc], ARMCI_OP_GET, &range);
  gex_RMA_GetBlocking(hyd_armci.team, dst, (gex_Rank_t)proc, src, bytes, 0);
  hyd_armci_leave();
}

void hyd_armci_nbput_remote(void *src, void *dst, size_t bytes, int proc, armci_hdl_t *h) {
  struct armci_target *target = &hyd_armci.target[proc];
  struct armci_range range = hyd_armci_solid(dst, bytes);
  hyd_armci_enter();
  hyd_armci_order(target, ARMCI_OP_PUT, &range);
  struct armci_op *op = hyd_armci_op_add(target, ARMCI_OP_PUT, &range);
  op->whole = gex_RMA_PutNB(hyd_armci.team, (gex_Rank_t)proc, dst, src, bytes, &op->leaf, 0);
  if (op->leaf != GEX_EVENT_INVALID) hyd_armci_handle_add(h, op, proc);
  hyd_armci_leave();
}

void hyd_armci_nbget_remote(void *src, void *dst, size_t bytes, int proc, armci_hdl_t *h) {
  struct armci_target *target = &hyd_armci.target[proc];
  struct armci_range range = hyd_armci_solid(src, bytes);
  hyd_armci_enter();
  hyd_armci_order(target, ARMCI_OP_GET, &range);
  struct armci_op *op = hyd_armci_op_add(target, ARMCI_OP_GET, &range);
  op->whole = gex_RMA_GetNB(hyd_armci.team, dst, (gex_Rank_t)proc, src, bytes, 0);
  if (op->whole != GEX_EVENT_INVALID) hyd_armci_handle_add(h, op, proc);
  hyd_armci_leave();
}

int PARMCI_Put(void *src, void *dst, int bytes, int proc) {
  if (hyd_armci_is_word(dst, bytes, proc))
    hyd_armci_put_mapped(hyd_armci_here(&hyd_armci.target[proc], dst), src, 8);
  else
    hyd_armci_put("ARMCI_Put", src, dst, hyd_armci_count("ARMCI_Put", bytes), proc);
  return 0;
}
ARMCI_TWIN(ARMCI_Put, PARMCI_Put);

int PARMCI_Get(void *src, void *dst, int bytes, int proc) {
  if (hyd_armci_is_word(src, bytes, proc))
    hyd_armci_get_mapped(dst, hyd_armci_here(&hyd_armci.target[proc], src), 8);
  else
    hyd_armci_get("ARMCI_Get", src, dst, hyd_armci_count("ARMCI_Get", bytes), proc);
  return 0;
}
ARMCI_TWIN(ARMCI_Get, PARMCI_Get);

int PARMCI_NbPut(void *src, void *dst, int bytes, int proc, armci_hdl_t *h) {
  if (hyd_armci_is_word(dst, bytes, proc)) {
    hyd_armci_put_mapped(hyd_armci_here(&hyd_armci.target[proc], dst), src, 8);
    return 0;
  }
  struct armci_target *target = hyd_armci_target("ARMCI_NbPut", proc);
  size_t n = hyd_armci_count("ARMCI_NbPut", bytes);
  if (n == 0) return 0;
  hyd_armci_check_range("ARMCI_NbPut", target, dst, n);
  if (target->is_mapped)
    hyd_armci_put_mapped(hyd_armci_here(target, dst), src, n);
  else
    hyd_armci_nbput_remote(src, dst, n, proc, h);
  return 0;
}
ARMCI_TWIN(ARMCI_NbPut, PARMCI_NbPut);

int PARMCI_NbGet(void *src, void *dst, int bytes, int proc, armci_hdl_t *h) {
  if (hyd_armci_is_word(src, bytes, proc)) {
    hyd_armci_get_mapped(dst, hyd_armci_here(&hyd_armci.target[proc], src), 8);
    return 0;
  }
  struct armci_target *target = hyd_armci_target("ARMCI_NbGet", proc);
  size_t n = hyd_armci_count("ARMCI_NbGet", bytes);
  if (n == 0) return 0;
  hyd_armci_check_range("ARMCI_NbGet", target, src, n);
  if (target->is_mapped)
    hyd_armci_get_mapped(dst, hyd_armci_here(target, src), n);
  else
    hyd_armci_nbget_remote(src, dst, n, proc, h);
  return 0;
}
ARMCI_TWIN(ARMCI_NbGet, PARMCI_NbGet);

void ARMCI_Copy(void *src, void *dst, int bytes) {
  memmove(dst, src, hyd_armci_count("ARMCI_Copy", bytes));
}

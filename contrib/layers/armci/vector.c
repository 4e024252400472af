/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vector.c: puts and gets of lists of pieces. To ranks that are not mapped each list is one
 * transfer; its addresses are copied, as the program may reuse its arrays at once.
 */
#include <stdlib.h>

#include "contrib/layers/armci/copy.h"
#include "contrib/layers/armci/giov.h"
#include "contrib/layers/armci/handles.h"
#include "contrib/layers/armci/lock.h"

static void put_mapped(const struct armci_target *target, const armci_giov_t *v) {
  atomic_thread_fence(memory_order_release); /* pairs with the target's loads, or its barrier */
  for (int i = 0; i < v->ptr_array_len; i++)
    hyd_armci_copy(hyd_armci_here(target, v->dst_ptr_array[i]), v->src_ptr_array[i],
                   (size_t)v->bytes);
}

static void get_mapped(const struct armci_target *target, const armci_giov_t *v) {
  for (int i = 0; i < v->ptr_array_len; i++)
    hyd_armci_copy(v->dst_ptr_array[i], hyd_armci_here(target, v->src_ptr_array[i]),
                   (size_t)v->bytes);
  atomic_thread_fence(memory_order_acquire); /* pairs with the fence of the put that stored them */
}

static void **copy_list(void *to, void *const *list, size_t n) {
  return memcpy(to, list, n * sizeof *list);
}

/* Starts the transfer of one list with a rank that is not mapped. */
static struct armci_op *start_remote(enum armci_kind kind, const armci_giov_t *v, int proc) {
  struct armci_target *target = &hyd_armci.target[proc];
  size_t n = (size_t)v->ptr_array_len, bytes = (size_t)v->bytes;
  struct armci_range range =
      hyd_armci_giov_range(kind == ARMCI_OP_PUT ? v->dst_ptr_array : v->src_ptr_array,
                           v->ptr_array_len, bytes);
  hyd_armci_order(target, kind, &range);
  struct armci_op *op = hyd_armci_op_add(target, kind, &range);
  if ((op->keep = malloc(2 * n * sizeof(void *))) == NULL)
    hyd_armci_fail("ARMCI", "out of memory for %zu addresses", 2 * n);
  void **src = copy_list(op->keep, v->src_ptr_array, n);
  void **dst = copy_list((void **)op->keep + n, v->dst_ptr_array, n);
  if (kind == ARMCI_OP_PUT)
    op->whole =
        gex_VIS_IndexedPutNB(hyd_armci.team, (gex_Rank_t)proc, n, dst, bytes, n, src, bytes, 0);
  else
    op->whole =
        gex_VIS_IndexedGetNB(hyd_armci.team, n, dst, bytes, (gex_Rank_t)proc, n, src, bytes, 0);
  return op;
}

static void transfer_mapped(enum armci_kind kind, const struct armci_target *target,
                            const armci_giov_t *iov, int n) {
  for (int i = 0; i < n; i++)
    if (kind == ARMCI_OP_PUT)
      put_mapped(target, &iov[i]);
    else
      get_mapped(target, &iov[i]);
}

static bool is_empty(const armci_giov_t *v) { return v->ptr_array_len == 0 || v->bytes == 0; }

/* Waits for each list before the next one starts: hyd_armci_op_add may reuse the record of an
 * operation that is complete. */
static void transfer_now(enum armci_kind kind, const armci_giov_t *iov, int n, int proc) {
  hyd_armci_enter();
  for (int i = 0; i < n; i++)
    if (!is_empty(&iov[i])) hyd_armci_op_wait(start_remote(kind, &iov[i], proc));
  hyd_armci_leave();
}

static void transfer_later(enum armci_kind kind, const armci_giov_t *iov, int n, int proc,
                           armci_hdl_t *h) {
  hyd_armci_enter();
  for (int i = 0; i < n; i++) {
    if (is_empty(&iov[i])) continue;
    struct armci_op *op = start_remote(kind, &iov[i], proc);
    if (op->whole != GEX_EVENT_INVALID) hyd_armci_handle_add(h, op, proc);
  }
  hyd_armci_leave();
}

int PARMCI_PutV(armci_giov_t *iov, int n, int proc) {
  struct armci_target *target = hyd_armci_giov_check("ARMCI_PutV", iov, n, proc, true);
  if (target->is_mapped)
    transfer_mapped(ARMCI_OP_PUT, target, iov, n);
  else
    transfer_now(ARMCI_OP_PUT, iov, n, proc);
  return 0;
}
ARMCI_TWIN(ARMCI_PutV, PARMCI_PutV);

int PARMCI_GetV(armci_giov_t *iov, int n, int proc) {
  struct armci_target *target = hyd_armci_giov_check("ARMCI_GetV", iov, n, proc, false);
  if (target->is_mapped)
    transfer_mapped(ARMCI_OP_GET, target, iov, n);
  else
    transfer_now(ARMCI_OP_GET, iov, n, proc);
  return 0;
}
ARMCI_TWIN(ARMCI_GetV, PARMCI_GetV);

int PARMCI_NbPutV(armci_giov_t *iov, int n, int proc, armci_hdl_t *h) {
  struct armci_target *target = hyd_armci_giov_check("ARMCI_NbPutV", iov, n, proc, true);
  if (target->is_mapped)
    transfer_mapped(ARMCI_OP_PUT, target, iov, n);
  else
    transfer_later(ARMCI_OP_PUT, iov, n, proc, h);
  return 0;
}
ARMCI_TWIN(ARMCI_NbPutV, PARMCI_NbPutV);

int PARMCI_NbGetV(armci_giov_t *iov, int n, int proc, armci_hdl_t *h) {
  struct armci_target *target = hyd_armci_giov_check("ARMCI_NbGetV", iov, n, proc, false);
  if (target->is_mapped)
    transfer_mapped(ARMCI_OP_GET, target, iov, n);
  else
    transfer_later(ARMCI_OP_GET, iov, n, proc, h);
  return 0;
}
ARMCI_TWIN(ARMCI_NbGetV, PARMCI_NbGetV);

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rmw.c: read-modify-write of an int or a long.
 */
#include "contrib/layers/armci/lock.h"
#include "contrib/layers/armci/ops.h"

/* Waits for earlier operations on the same memory. */
static void order(struct armci_target *target, const void *at, size_t bytes) {
  struct armci_range range = hyd_armci_solid(at, bytes);
  hyd_armci_enter();
  hyd_armci_order(target, ARMCI_OP_PUT, &range);
  hyd_armci_leave();
}

static void check(const struct armci_target *target, const void *at, size_t bytes) {
  hyd_armci_check_range("ARMCI_Rmw", target, at, bytes);
  if ((uintptr_t)at % bytes)
    hyd_armci_fail("ARMCI_Rmw", "%p; expected a multiple of %zu", at, bytes);
}

static void change_int(gex_OP_t op, int *old, void *at, int value, int proc) {
  int32_t before;
  gex_Event_Wait(gex_AD_OpNB_I32(hyd_armci.ints, &before, (gex_Rank_t)proc, at, op, value, 0,
                                 GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ));
  *old = before;
}

static void change_long(gex_OP_t op, long *old, void *at, long value, int proc) {
  int64_t before;
  gex_Event_Wait(gex_AD_OpNB_I64(hyd_armci.longs, &before, (gex_Rank_t)proc, at, op, value, 0,
                                 GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ));
  *old = before;
}

int PARMCI_Rmw(int op, void *ploc, void *prem, int extra, int proc) {
  struct armci_target *target = hyd_armci_target("ARMCI_Rmw", proc);
  bool is_long = op == ARMCI_FETCH_AND_ADD_LONG || op == ARMCI_SWAP_LONG;
  size_t bytes = is_long ? sizeof(long) : sizeof(int);
  check(target, prem, bytes);
  if (!target->is_mapped) order(target, prem, bytes);
  switch (op) {
  case ARMCI_FETCH_AND_ADD: change_int(GEX_OP_FADD, ploc, prem, extra, proc); break;
  case ARMCI_FETCH_AND_ADD_LONG: change_long(GEX_OP_FADD, ploc, prem, extra, proc); break;
  case ARMCI_SWAP: change_int(GEX_OP_SWAP, ploc, prem, *(int *)ploc, proc); break;
  case ARMCI_SWAP_LONG: change_long(GEX_OP_SWAP, ploc, prem, *(long *)ploc, proc); break;
  default:
    hyd_armci_fail("ARMCI_Rmw",
                   "operation %d; expected ARMCI_FETCH_AND_ADD, ARMCI_SWAP, or one of them "
                   "_LONG",
                   op);
  }
  return 0;
}
ARMCI_TWIN(ARMCI_Rmw, PARMCI_Rmw);

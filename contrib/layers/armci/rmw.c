/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rmw.c: read-modify-write of an int or a long.
 */
#include "contrib/layers/armci/lock.h"
#include "contrib/layers/armci/ops.h"

static size_t size_of(int op) {
  return op == ARMCI_FETCH_AND_ADD_LONG || op == ARMCI_SWAP_LONG ? sizeof(long) : sizeof(int);
}

/* Waits for earlier operations on the same memory. */
static void order(struct armci_target *target, const void *at, size_t bytes) {
  struct armci_range range = hyd_armci_solid(at, bytes);
  hyd_armci_enter();
  hyd_armci_order(target, ARMCI_OP_PUT, &range);
  hyd_armci_leave();
}

static void check(const struct armci_target *target, const void *at, size_t bytes) {
  hyd_armci_check_range("ARMCI_Rmw", target, at, bytes);
  if ((uintptr_t)at & (bytes - 1))
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

/* Where all memory is mapped: what the domains' calls would do, without their questions. */
static void change_mapped(int op, void *ploc, void *at, int extra) {
  enum { ORDER = __ATOMIC_ACQ_REL }; /* pairs with those of other ranks */
  int *i = ploc;
  long *l = ploc;
  switch (op) {
  case ARMCI_FETCH_AND_ADD: *i = __atomic_fetch_add((int *)at, extra, ORDER); break;
  case ARMCI_FETCH_AND_ADD_LONG: *l = __atomic_fetch_add((long *)at, extra, ORDER); break;
  case ARMCI_SWAP: *i = __atomic_exchange_n((int *)at, *i, ORDER); break;
  default: *l = __atomic_exchange_n((long *)at, *l, ORDER);
  }
}

static void check_operation(int op) {
  if ((unsigned)op > ARMCI_SWAP_LONG)
    hyd_armci_fail("ARMCI_Rmw",
                   "operation %d; expected ARMCI_FETCH_AND_ADD, ARMCI_SWAP, or one of them _LONG",
                   op);
}

static void __attribute__((noinline))
change_remote(int op, void *ploc, void *at, int extra, int proc) {
  struct armci_target *target = &hyd_armci.target[proc];
  if (!target->is_mapped) order(target, at, size_of(op));
  switch (op) {
  case ARMCI_FETCH_AND_ADD: change_int(GEX_OP_FADD, ploc, at, extra, proc); break;
  case ARMCI_FETCH_AND_ADD_LONG: change_long(GEX_OP_FADD, ploc, at, extra, proc); break;
  case ARMCI_SWAP: change_int(GEX_OP_SWAP, ploc, at, *(int *)ploc, proc); break;
  default: change_long(GEX_OP_SWAP, ploc, at, *(long *)ploc, proc);
  }
}

int PARMCI_Rmw(int op, void *ploc, void *prem, int extra, int proc) {
  struct armci_target *target = hyd_armci_target("ARMCI_Rmw", proc);
  check_operation(op);
  check(target, prem, size_of(op));
  if (hyd_armci.all_mapped) {
    change_mapped(op, ploc, hyd_armci_here(target, prem), extra);
    return 0;
  }
  change_remote(op, ploc, prem, extra, proc);
  return 0;
}
ARMCI_TWIN(ARMCI_Rmw, PARMCI_Rmw);

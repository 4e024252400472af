/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fence.c: fences and barriers.
 */
#include "contrib/layers/armci/groups.h"
#include "contrib/layers/armci/lock.h"
#include "contrib/layers/armci/memory.h"
#include "contrib/layers/armci/mpi_wait.h"
#include "contrib/layers/armci/ops.h"

static void order_stores(void) {
  atomic_thread_fence(memory_order_seq_cst); /* pairs with the barriers of the ranks that look */
}

void PARMCI_Fence(int proc) {
  struct armci_target *target = hyd_armci_target("ARMCI_Fence", proc);
  if (!target->is_mapped) {
    hyd_armci_enter();
    hyd_armci_settle(target);
    hyd_armci_leave();
  }
  order_stores();
}
ARMCI_TWIN(ARMCI_Fence, PARMCI_Fence);

void PARMCI_AllFence(void) {
  if (!hyd_armci.all_mapped) {
    hyd_armci_enter();
    hyd_armci_settle_all();
    hyd_armci_leave();
  }
  order_stores();
}
ARMCI_TWIN(ARMCI_AllFence, PARMCI_AllFence);

void PARMCI_GroupFence(ARMCI_Group *group) {
  hyd_armci_group("ARMCI_GroupFence", group);
  PARMCI_AllFence();
}
ARMCI_TWIN(ARMCI_GroupFence, PARMCI_GroupFence);

void hyd_armci_group_barrier(struct armci_group *group) {
  MPI_Request request;
  if (group == hyd_armci.world) {
    gex_Event_Wait(gex_Coll_BarrierNB(hyd_armci.team, 0));
  } else {
    MPI_Ibarrier(group->own, &request);
    hyd_armci_mpi_wait(&request, MPI_STATUS_IGNORE);
  }
  hyd_armci_reuse_freed(group);
}

void PARMCI_Barrier(void) {
  struct armci_group *group = hyd_armci_group("ARMCI_Barrier", NULL);
  PARMCI_AllFence();
  hyd_armci_group_barrier(group);
}
ARMCI_TWIN(ARMCI_Barrier, PARMCI_Barrier);

void parmci_msg_barrier(void) {
  hyd_armci_group_barrier(hyd_armci_group("armci_msg_barrier", NULL));
}
ARMCI_TWIN(armci_msg_barrier, parmci_msg_barrier);

void parmci_msg_group_barrier(ARMCI_Group *g) {
  hyd_armci_group_barrier(hyd_armci_group("armci_msg_group_barrier", g));
}
ARMCI_TWIN(armci_msg_group_barrier, parmci_msg_group_barrier);

void PARMCI_Access_begin(void *ptr) {
  (void)ptr;
  order_stores();
}
ARMCI_TWIN(ARMCI_Access_begin, PARMCI_Access_begin);

void PARMCI_Access_end(void *ptr) {
  (void)ptr;
  order_stores();
}
ARMCI_TWIN(ARMCI_Access_end, PARMCI_Access_end);

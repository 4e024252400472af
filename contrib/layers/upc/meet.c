/* SPDX-License-Identifier: BSD-3-Clause
 *
 * meet.c: steps of all threads: upc_barrier in its two phases, and the run time's own collectives.
 * A thread that has ended takes part in none any more: who waits for it ends the program (ends.c).
 */
#include <string.h>

#include "contrib/layers/upc/ends.h"
#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/job.h"
#include "contrib/layers/upc/report.h"
#include "contrib/layers/upc/stats.h"

static struct {
  bool notified;
  int id; /* of the notify; INT_MIN: none */
} phase;

static int flags_of(int id) { return id == INT_MIN ? GASNET_BARRIERFLAG_ANONYMOUS : 0; }
static int name_of(int id) { return id == INT_MIN ? 0 : id; }

void __upc_notify(int id) {
  if (phase.notified)
    hyd_upc_fail("Two successive upc_notify statements executed without an intervening upc_wait");
  hyd_upc_fence();
  phase.notified = true;
  phase.id = id;
  hyd_upc_step();
  if (hyd_upc.size > 1) gasnet_barrier_notify(name_of(id), flags_of(id));
}

static int wait_for_barrier(void) {
  int result;
  GASNET_BLOCKUNTIL((result = gasnet_barrier_try(name_of(phase.id), flags_of(phase.id))) !=
                        GASNET_ERR_NOT_READY ||
                    hyd_upc_any_ended());
  if (result == GASNET_ERR_NOT_READY) {
    hyd_upc_check_ended("upc_barrier");
    result = gasnet_barrier_wait(name_of(phase.id), flags_of(phase.id));
  }
  return result;
}

void __upc_wait(int id) {
  int result = GASNET_OK;
  if (!phase.notified) hyd_upc_fail("upc_wait statement executed without a preceding upc_notify");
  bool differs = id != phase.id && id != INT_MIN && phase.id != INT_MIN;
  if (hyd_upc.size > 1 && !differs) result = wait_for_barrier();
  if (differs || result == GASNET_ERR_BARRIER_MISMATCH)
    hyd_upc_fail("UPC barrier identifier mismatch");
  phase.notified = false;
  hyd_upc_count(UPC_N_BARRIER, 0);
  hyd_upc_fence();
}

void __upc_barrier(int id) {
  __upc_notify(id);
  __upc_wait(id);
}

/* --- the run time's own --- */

void hyd_upc_await(gex_Event_t event) {
  bool done = false;
  GASNET_BLOCKUNTIL((done = gex_Event_Test(event) == GASNET_OK) || hyd_upc_any_ended());
  if (done) return;
  hyd_upc_check_ended("a collective function");
  gex_Event_Wait(event);
}

void hyd_upc_meet(void) {
  hyd_upc_fence();
  hyd_upc_step();
  if (hyd_upc.size > 1) hyd_upc_await(gex_Coll_BarrierNB(hyd_upc.all, 0));
  hyd_upc_fence();
}

void hyd_upc_share(void *data, size_t n, uint32_t root) {
  hyd_upc_step();
  if (hyd_upc.size > 1) hyd_upc_await(gex_Coll_BroadcastNB(hyd_upc.all, root, data, data, n, 0));
}

void hyd_upc_gather(void *all, const void *mine, size_t n) {
  hyd_upc_step();
  if (hyd_upc.size == 1)
    memcpy(all, mine, n);
  else
    hyd_upc_await(gasnet_coll_gather_all_nb(GASNET_TEAM_ALL, all, (void *)(uintptr_t)mine, n,
                                            GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC |
                                                GASNET_COLL_LOCAL));
}

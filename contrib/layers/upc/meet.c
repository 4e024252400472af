/* SPDX-License-Identifier: BSD-3-Clause
 *
 * meet.c: steps of all threads: upc_barrier in its two phases, and the run time's own collectives.
 *
 * A barrier of threads that share all memory is the library's barrier of a team, which is the
 * fastest; names are compared through a word of thread 0 then, by the threads that have one. Others
 * use the named barrier.
 */
#include <string.h>

#include "contrib/layers/upc/control.h"
#include "contrib/layers/upc/ends.h"
#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/job.h"
#include "contrib/layers/upc/report.h"
#include "contrib/layers/upc/stats.h"

static struct {
  bool notified, differs;
  int id;            /* of the notify; INT_MIN: none */
  gex_Event_t event; /* of the team's barrier */
} phase;

/* Whether another thread has another name at this barrier. The first thread that has one writes it
 * down, with the number of the step; later threads compare, before they begin the barrier: at the
 * next one the word is free. */
static bool name_differs(int id) {
  _Atomic uint64_t *word = &hyd_upc_control(0)->name;
  uint32_t step = hyd_upc_steps();
  uint64_t mine = (uint64_t)step << 32 | (uint32_t)id, there = atomic_load(word);
  while (there >> 32 != step && !atomic_compare_exchange_weak(word, &there, mine)) {
  }
  return there >> 32 == step && there != mine;
}

static int flags_of(int id) { return id == INT_MIN ? GASNET_BARRIERFLAG_ANONYMOUS : 0; }
static int name_of(int id) { return id == INT_MIN ? 0 : id; }

void hyd_upc_step(void) {
  if (UPC_UNLIKELY(hyd_upc_attention)) hyd_upc_attend();
  atomic_store_explicit(&hyd_upc.steps, hyd_upc_steps() + 1, memory_order_relaxed);
  hyd_upc_check_ended();
}

static void begin_phase(int id) {
  if (UPC_UNLIKELY(phase.notified))
    hyd_upc_fail("Two successive upc_notify statements executed without an intervening upc_wait");
  hyd_upc_step();
  phase.notified = true;
  phase.differs = false;
  phase.id = id;
  if (hyd_upc.all_mapped) {
    if (id != INT_MIN) phase.differs = name_differs(id);
    phase.event = gex_Coll_BarrierNB(hyd_upc.all, 0);
  } else {
    gasnet_barrier_notify(name_of(id), flags_of(id));
  }
}

static void end_phase(int id) {
  if (UPC_UNLIKELY(!phase.notified))
    hyd_upc_fail("upc_wait statement executed without a preceding upc_notify");
  bool differs = phase.differs || (id != phase.id && id != INT_MIN && phase.id != INT_MIN);
  if (hyd_upc.all_mapped && !differs)
    gex_Event_Wait(phase.event);
  else if (!differs)
    differs = gasnet_barrier_wait(name_of(phase.id), flags_of(phase.id)) != GASNET_OK;
  if (UPC_UNLIKELY(differs)) hyd_upc_fail("UPC barrier identifier mismatch");
  phase.notified = false;
  hyd_upc_count(UPC_N_BARRIER, 0);
}

/* Fences order the accesses between the phases. */
void __upc_notify(int id) {
  hyd_upc_fence();
  begin_phase(id);
}

void __upc_wait(int id) {
  end_phase(id);
  hyd_upc_fence();
}

/* All that any thread did before happens before all that any does after: the library's barrier
 * releases and acquires. A barrier without a name is the library's alone where all memory is
 * mapped. */
void __upc_barrier(int id) {
  if (UPC_LIKELY(id == INT_MIN && hyd_upc.all_mapped && !phase.notified)) {
    hyd_upc_meet();
    hyd_upc_count(UPC_N_BARRIER, 0);
    return;
  }
  begin_phase(id);
  end_phase(id);
}

/* --- the run time's own --- */

void hyd_upc_meet(void) {
  hyd_upc_step();
  gex_Event_Wait(gex_Coll_BarrierNB(hyd_upc.all, 0));
}

void hyd_upc_share(void *data, size_t n, uint32_t root) {
  hyd_upc_step();
  gex_Event_Wait(gex_Coll_BroadcastNB(hyd_upc.all, root, data, data, n, 0));
}

void hyd_upc_gather(void *all, const void *mine, size_t n) {
  hyd_upc_step();
  gasnet_coll_gather_all(GASNET_TEAM_ALL, all, (void *)(uintptr_t)mine, n,
                         GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_LOCAL);
}

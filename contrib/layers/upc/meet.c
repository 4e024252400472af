/* SPDX-License-Identifier: BSD-3-Clause
 *
 * meet.c: steps of all threads: upc_barrier in its two phases, and the run time's own collectives.
 *
 * A barrier is the library's barrier of a team, which is faster than its named one. Names are
 * compared through a word of thread 0, by the threads that have one.
 */
#include <string.h>

#include "contrib/layers/upc/answers.h"
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
static bool differs_there(_Atomic uint64_t *word, uint64_t mine) {
  uint64_t there = atomic_load(word);
  while (there >> 32 != mine >> 32 && !atomic_compare_exchange_weak(word, &there, mine)) {
  }
  return there >> 32 == mine >> 32 && there != mine;
}

void hyd_upc_serve_name(uint32_t asker, const void *request, void *answer) {
  uint64_t mine = *(const uint64_t *)request;
  (void)asker;
  *(uint64_t *)answer = differs_there(&hyd_upc_control(hyd_upc.rank)->name, mine);
}

static bool name_differs(int id) {
  uint64_t mine = (uint64_t)hyd_upc_steps() << 32 | (uint32_t)id, differs;
  struct upc_control *c = hyd_upc_control(0);
  if (c) return differs_there(&c->name, mine);
  hyd_upc_ask(0, UPC_ASK_NAME, &mine, sizeof mine, &differs, sizeof differs);
  return differs;
}

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
  phase.differs = id != INT_MIN && name_differs(id);
  phase.id = id;
  phase.event = gex_Coll_BarrierNB(hyd_upc.all, 0);
}

static void end_phase(int id) {
  if (UPC_UNLIKELY(!phase.notified))
    hyd_upc_fail("upc_wait statement executed without a preceding upc_notify");
  bool differs = phase.differs || (id != phase.id && id != INT_MIN && phase.id != INT_MIN);
  if (UPC_UNLIKELY(differs)) hyd_upc_fail("UPC barrier identifier mismatch");
  gex_Event_Wait(phase.event);
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
 * releases and acquires. */
void __upc_barrier(int id) {
  if (UPC_LIKELY(id == INT_MIN && !phase.notified)) {
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

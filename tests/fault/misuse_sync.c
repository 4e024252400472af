/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse_sync.c: events, implicit operations and their regions, barriers.
 */
#include "misuse.h"

/* --- events --------------------------------------------------------------- */

/* An event that is not complete at once: the others enter the barrier when they got a Short. */
static gex_Event_t pending_event(void) {
  gex_Event_t ev;
  if (gasnet_mynode() != 0) {
    GASNET_BLOCKUNTIL(misuse_shorts);
    gex_Event_Wait(gex_Coll_BarrierNB(misuse_tm, 0));
    return GEX_EVENT_INVALID;
  }
  ev = gex_Coll_BarrierNB(misuse_tm, 0);
  for (gasnet_node_t i = 1; i < gasnet_nodes(); i++) gasnet_AMRequestShort0(i, H_SHORT);
  if (ev == GEX_EVENT_INVALID) fault_die("a barrier was complete at once");
  return ev;
}

static void wait_twice(void) {
  gex_Event_t ev = pending_event();
  if (ev == GEX_EVENT_INVALID) return;
  gex_Event_Wait(ev);
  gex_Event_Wait(ev);
}
static void test_after_wait(void) {
  gex_Event_t ev = pending_event();
  if (ev == GEX_EVENT_INVALID) return;
  gex_Event_Wait(ev);
  misuse_returned("%d", gex_Event_Test(ev));
}
static void wait_all_after_wait(void) {
  gex_Event_t ev = pending_event();
  if (ev == GEX_EVENT_INVALID) return;
  gex_Event_Wait(ev);
  gex_Event_WaitAll(&ev, 1, 0);
}
static void wait_no_op(void) { gex_Event_Wait(GEX_EVENT_NO_OP); }

/* --- implicit operations -------------------------------------------------- */

static void region_nested(void) {
  gasnet_begin_nbi_accessregion();
  gasnet_begin_nbi_accessregion();
}
static void region_not_open(void) { gasnet_end_nbi_accessregion(); }
static void wait_in_region(void) {
  gasnet_begin_nbi_accessregion();
  gasnet_wait_syncnbi_all();
}
static void try_in_region(void) {
  gasnet_begin_nbi_accessregion();
  gasnet_try_syncnbi_puts();
}
static void nbi_mask_0(void) { gex_NBI_Wait(0, 0); }

/* --- barriers ------------------------------------------------------------- */

static void names_differ(void) {
  gasnet_barrier_notify((int)gasnet_mynode(), 0);
  misuse_returned("%d", gasnet_barrier_wait((int)gasnet_mynode(), 0));
}
static void one_name_differs(void) {
  int id = gasnet_mynode() == 1 ? 5 : 4;
  gasnet_barrier_notify(id, 0);
  misuse_returned("%d", gasnet_barrier_wait(id, 0));
}
static void name_changed(void) {
  gasnet_barrier_notify(7, 0);
  misuse_returned("%d", gasnet_barrier_wait(gasnet_mynode() == 0 ? 8 : 7, 0));
}
static void mismatch_asked(void) {
  gasnet_barrier_notify(0, gasnet_mynode() == 0 ? GASNET_BARRIERFLAG_MISMATCH : 0);
  misuse_returned("%d", gasnet_barrier_wait(0, 0));
}
static void notify_twice(void) {
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
}
static void wait_alone(void) { gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS); }
static void try_alone(void) {
  misuse_returned("%d", gasnet_barrier_try(0, GASNET_BARRIERFLAG_ANONYMOUS));
}
static void barrier_flags(void) { gasnet_barrier_notify(0, 0x4000); }
static void barrier_preinit(void) { gasnet_barrier_notify(0, 0); }
static void barrier_preattach(void) { gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS); }
static void barrier_no_team(void) { gex_Coll_BarrierNB(GEX_TM_INVALID, 0); }

/* clang-format off */
const struct misuse misuse_sync[] = {
    {"event-twice", wait_twice, MISUSE_ALL}, {"event-test-after", test_after_wait, MISUSE_ALL},
    {"event-all-after", wait_all_after_wait, MISUSE_ALL}, {"event-no-op", wait_no_op, 0},
    {"region-nested", region_nested, 0}, {"region-not-open", region_not_open, 0},
    {"region-wait", wait_in_region, 0}, {"region-try", try_in_region, 0},
    {"nbi-mask-0", nbi_mask_0, 0},
    {"barrier-names", names_differ, MISUSE_ALL}, {"barrier-one-name", one_name_differs, MISUSE_ALL},
    {"barrier-name-changed", name_changed, MISUSE_ALL},
    {"barrier-mismatch-flag", mismatch_asked, MISUSE_ALL},
    {"barrier-notify-twice", notify_twice, 0}, {"barrier-wait-alone", wait_alone, 0},
    {"barrier-try-alone", try_alone, 0}, {"barrier-flags", barrier_flags, 0},
    {"barrier-preinit", barrier_preinit, MISUSE_PREINIT},
    {"barrier-preattach", barrier_preattach, MISUSE_PREATTACH},
    {"barrier-no-team", barrier_no_team, 0}, {0}};

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_vis_events.c: completion of VIS operations: leaves and roots, implicit operations, access
 * regions, immediate mode (gex-vis 2, 2.2; checklist 4, 5).
 *
 * Half of the ranks sleep outside the library while the others run a body, so that operations that
 * need the target are pending; where memory is mapped all is complete at once, which the same
 * checks allow.
 */
#include "gex_vis.h"

enum { SLOTS = 60, ROOM = 4096 };
static struct vis_slot slots[SLOTS];
static struct rng rng;

/* Slots 0..n-1 with random shapes and windows at the next rank. put: 0, 1, or 2: every other. */
static void fill_slots(int n, int put, enum vis_form form) {
  int i;
  rng = vis_test_rng();
  for (i = 0; i < n; i++) {
    struct vis_slot *s = &slots[i];
    memset(s, 0, sizeof *s);
    do { /* one that moves something */
      vis_free(&s->shape);
      vis_make(&s->shape, &rng, ROOM);
    } while (!s->shape.total);
    s->op.form = form;
    s->op.put = put == 2 ? i % 2 : put;
    s->op.tm = conform_tm();
    s->op.peer = conform_next();
    vis_fill(s, gex_area(conform_next()) + (size_t)i * ROOM);
  }
}

static void start_slots(int from, int to) {
  int i;
  for (i = from; i < to; i++) vis_op_start(&slots[i].op);
}

/* Their events have been waited for: op.outside keeps finish from doing so again. */
static void end_slots(int n) {
  int i;
  for (i = 0; i < n; i++) {
    slots[i].op.outside = 1;
    vis_op_finish(&slots[i].op);
    vis_verify(&slots[i]);
    vis_free(&slots[i].shape);
  }
}

static int nbi_tested(gex_EC_t mask) {
  int result = gex_NBI_Test(mask, 0);
  CHECK(result == GASNET_OK || result == GASNET_ERR_NOT_READY);
  return result == GASNET_OK;
}

/* VIS-8, QL-1: many leaves, each waited for in its own way; then the source is the client's. */
static void body_leaf(void) {
  int i;
  fill_slots(SLOTS, 1, VIS_NB_LEAF);
  start_slots(0, SLOTS);
  for (i = SLOTS - 1; i >= 0; i--) {
    gex_Event_t leaf = slots[i].op.leaf;
    if (slots[i].op.root == GEX_EVENT_INVALID) CHECK(leaf == GEX_EVENT_INVALID);
    if (i % 3 == 0) gex_Event_Wait(leaf);
    if (i % 3 == 1) conform_wait_until(gex_Event_Test(leaf) == GASNET_OK);
    if (i % 3 != 2) vis_spoil(&slots[i]); /* i % 3 == 2: the leaf is forgotten */
  }
  for (i = 0; i < SLOTS; i++) gex_Event_Wait(slots[i].op.root);
  end_slots(SLOTS);
}
static void test_leaf(void) { vis_in_turns(body_leaf); }

enum array_call { TEST_SOME, TEST_ALL, WAIT_SOME, WAIT_ALL, ARRAY_CALLS };
static void step_array(enum array_call call, gex_Event_t *events, size_t n) {
  int result = GASNET_OK;
  if (call == TEST_SOME) result = gex_Event_TestSome(events, n, 0);
  if (call == TEST_ALL) result = gex_Event_TestAll(events, n, 0);
  if (call == WAIT_SOME) gex_Event_WaitSome(events, n, 0);
  if (call == WAIT_ALL) gex_Event_WaitAll(events, n, 0);
  if (result != GASNET_OK) gasnet_AMPoll();
}

static int live(const gex_Event_t *events, int n) {
  int i, count = 0;
  for (i = 0; i < n; i++) count += events[i] != GEX_EVENT_INVALID;
  return count;
}

/* VIS-8, EV-7: leaves and roots in one array, in every order, for every call. */
static void body_both(void) {
  gex_Event_t events[2 * SLOTS];
  double limit = conform_deadline();
  int call, i;
  for (call = 0; call < ARRAY_CALLS; call++) {
    fill_slots(SLOTS, 1, VIS_NB_LEAF);
    start_slots(0, SLOTS);
    for (i = 0; i < SLOTS; i++) {
      events[2 * i + i % 2] = slots[i].op.leaf;
      events[2 * i + 1 - i % 2] = slots[i].op.root;
    }
    do {
      step_array((enum array_call)call, events, 2 * SLOTS);
      for (i = 0; i < SLOTS; i++) /* either gone: the source is free */
        if (live(events + 2 * i, 2) < 2) vis_spoil(&slots[i]);
      if (conform_now() > limit) conform_die(__FILE__, __LINE__, "events never completed");
    } while (live(events, 2 * SLOTS));
    end_slots(SLOTS);
  }
}
static void test_both(void) { vis_in_turns(body_both); }

/* VIS-6: puts under PUT, gets under GET, and neither holds up the other's test. */
static void body_categories(void) {
  fill_slots(SLOTS, 1, VIS_NBI);
  start_slots(0, SLOTS);
  CHECK(nbi_tested(GEX_EC_GET));
  CHECK(nbi_tested(GEX_EC_RMW));
  gex_NBI_Wait(GEX_EC_GET | GEX_EC_RMW, 0);
  gex_NBI_Wait(GEX_EC_PUT, 0);
  CHECK(nbi_tested(GEX_EC_ALL));
  end_slots(SLOTS);
  fill_slots(SLOTS, 0, VIS_NBI);
  start_slots(0, SLOTS);
  CHECK(nbi_tested(GEX_EC_PUT));
  CHECK(nbi_tested(GEX_EC_LC));
  gex_NBI_Wait(GEX_EC_PUT, 0);
  conform_wait_until(nbi_tested(GEX_EC_GET));
  end_slots(SLOTS);
  fill_slots(SLOTS, 2, VIS_NBI);
  start_slots(0, SLOTS);
  gex_NBI_Wait(GEX_EC_GET | GEX_EC_PUT, 0);
  CHECK(nbi_tested(GEX_EC_ALL));
  end_slots(SLOTS);
}
static void test_categories(void) { vis_in_turns(body_categories); }

/* VIS-9: with ENABLE_LEAF_LC under LC, of which PUT is a part (EC-2). */
static void body_lc(void) {
  int i;
  fill_slots(SLOTS, 1, VIS_NBI_LEAF);
  start_slots(0, SLOTS);
  gex_NBI_Wait(GEX_EC_LC, 0);
  for (i = 0; i < SLOTS; i++) vis_spoil(&slots[i]);
  CHECK(nbi_tested(GEX_EC_LC));
  conform_wait_until(nbi_tested(GEX_EC_PUT));
  end_slots(SLOTS);
}
static void test_lc(void) { vis_in_turns(body_lc); }

/* VIS-6, AR-1, AR-2: what is begun inside belongs to the region, what is begun outside does not;
 * plain puts and gets among them. */
static void body_region(void) {
  enum { BYTES = 3000 };
  static char out[BYTES], in[BYTES];
  char *plain = gex_area(conform_next()) + SLOTS * ROOM;
  gex_Event_t region;
  conform_fill(out, BYTES, 5);
  gex_RMA_PutBlocking(conform_tm(), conform_next(), plain + BYTES, out, BYTES, 0);
  fill_slots(SLOTS, 2, VIS_NBI);
  start_slots(0, 10);
  gex_NBI_BeginAccessRegion(0);
  start_slots(10, 30);
  gex_RMA_PutNBI(conform_tm(), conform_next(), plain, out, BYTES, GEX_EVENT_DEFER, 0);
  gex_RMA_GetNBI(conform_tm(), in, conform_next(), plain + BYTES, BYTES, 0);
  start_slots(30, 50);
  region = gex_NBI_EndAccessRegion(0);
  CHECK(region != GEX_EVENT_NO_OP);
  gex_NBI_Wait(GEX_EC_ALL, 0); /* 0..9, whatever the state of the region */
  start_slots(50, SLOTS);
  gex_Event_Wait(region);
  CHECK_EQ(conform_differs(in, BYTES, 5), -1);
  gex_NBI_Wait(GEX_EC_ALL, 0);
  memset(in, 0, BYTES);
  gex_RMA_GetBlocking(conform_tm(), in, conform_next(), plain, BYTES, 0);
  CHECK_EQ(conform_differs(in, BYTES, 5), -1);
  end_slots(SLOTS);
}
static void test_region(void) { vis_in_turns(body_region); }

/* AR-3, VIS-9: the leaves of a region of VIS operations. */
static void body_region_leaves(void) {
  gex_Event_t region, lc, put, get;
  int round, i;
  for (round = 0; round < 3; round++) {
    gex_NBI_BeginAccessRegion(0);
    fill_slots(SLOTS, 2, VIS_NBI);
    for (i = 1; i < SLOTS; i += 2) slots[i].op.form = VIS_NBI_LEAF;
    start_slots(0, SLOTS);
    region = gex_NBI_EndAccessRegion(0);
    lc = gex_Event_QueryLeaf(region, GEX_EC_LC);
    put = gex_Event_QueryLeaf(region, GEX_EC_PUT);
    get = gex_Event_QueryLeaf(region, GEX_EC_GET);
    if (round == 0) gex_Event_Wait(lc);
    if (round == 1) gex_Event_Wait(put);
    for (i = 0; i < SLOTS; i++)
      if (round < 2) vis_spoil(&slots[i]);
    if (round == 2) {
      gex_Event_t all[4] = {region, get, put, lc};
      gex_Event_WaitAll(all, 4, 0);
    } else {
      gex_Event_Wait(get);
      gex_Event_Wait(region);
    }
    end_slots(SLOTS);
  }
}
static void test_region_leaves(void) { vis_in_turns(body_region_leaves); }

/* VIS-4, VIS-5: NO_OP or nonzero is allowed, and then nothing was done; a second try without. */
static void body_immediate(void) {
  int form, i;
  for (form = VIS_BLOCKING; form <= VIS_NBI; form++) {
    fill_slots(SLOTS, 2, (enum vis_form)form);
    for (i = 0; i < SLOTS; i++) {
      struct vis_op *op = &slots[i].op;
      int tries;
      op->flags = GEX_FLAG_IMMEDIATE;
      for (tries = 0; tries < 100; tries++) {
        vis_op_start(op);
        if (!op->bad) break;
        op->outside = 1; /* nothing to wait for */
        vis_op_finish(op);
        op->outside = 0;
        gasnet_AMPoll();
        if (tries == 98) op->flags = 0;
      }
      CHECK(!op->bad);
    }
    for (i = 0; i < SLOTS; i++) {
      vis_op_finish(&slots[i].op);
      vis_verify(&slots[i]);
      vis_free(&slots[i].shape);
    }
  }
}
static void test_immediate(void) { vis_in_turns(body_immediate); }

/* EV-3: begun by one thread, synced by another. */
static conform_count_t filled;
static void pass_on(int i, void *arg) {
  int k;
  (void)arg;
  if (i == 0) {
    fill_slots(SLOTS, 2, VIS_NB);
    start_slots(0, SLOTS);
    conform_set(&filled, 1);
  } else {
    conform_wait_until(conform_get(&filled));
    for (k = 0; k < SLOTS; k++) gex_Event_Wait(slots[k].op.root);
  }
}
static void test_pass_on(void) {
  conform_set(&filled, 0);
  conform_threads(2, pass_on, 0);
  end_slots(SLOTS);
  conform_barrier();
}

const struct conform_test conform_gex_vis_events[] = {
    {"gex_vis_leaf", "gex-vis VIS-8, 2.1, gex-rma QL-1, LC-1", test_leaf, 0},
    {"gex_vis_leaf_and_root", "gex-vis VIS-8, gex-rma EV-7", test_both, 0},
    {"gex_vis_categories", "gex-vis VIS-6, gex-rma EC-1", test_categories, 0},
    {"gex_vis_lc", "gex-vis VIS-9, gex-rma EC-2", test_lc, 0},
    {"gex_vis_region", "gex-vis VIS-6, gex-rma AR-1, AR-2", test_region, 0},
    {"gex_vis_region_leaves", "gex-vis VIS-9, gex-rma AR-3", test_region_leaves, 0},
    {"gex_vis_immediate", "gex-vis VIS-4, VIS-5", test_immediate, 0},
    {"gex_vis_pass_on", "gex-vis VIS-1, gex-rma EV-3", test_pass_on, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};

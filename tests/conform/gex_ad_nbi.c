/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_ad_nbi.c: implicit atomics: their categories, access regions and leaves, very many at once,
 * events that change threads (gex-coll-atomics ADO-7, ADO-11; gex-rma 4.3, 4.4; checklist 7).
 *
 * As in gex_nbi.c one half of the ranks sleeps while the other initiates, so that "pending" is a
 * state that can be looked at where operations need the target.
 */
#include "gex_ad.h"

#include <sched.h>

enum { SLOTS = 200 };
static gex_AD_t ad;
static uint64_t results[SLOTS];

static void in_turns(void (*body)(void)) {
  int phase;
  gex_AD_Create(&ad, conform_tm(), GEX_DT_U64, ad_all(AD_U64), 0);
  for (phase = 0; phase < 2; phase++) {
    conform_barrier();
    if ((int)(conform_rank() % 2) == phase)
      body();
    else
      gex_sleep_ms(8);
  }
  conform_barrier();
  gex_AD_Destroy(ad);
}

/* Words of the next rank that this one alone uses. */
static uint64_t *place(int i) { return (uint64_t *)(void *)gex_area(conform_next()) + i; }

static void start_op(int i, gex_OP_t op, uint64_t a) {
  results[i] = 0xdead;
  CHECK_EQ(gex_AD_OpNBI_U64(ad, &results[i], conform_next(), place(i), op, a, 0, 0), 0);
}

static int tested(gex_EC_t mask) {
  int result = gex_NBI_Test(mask, 0);
  CHECK(result == GASNET_OK || result == GASNET_ERR_NOT_READY);
  return result == GASNET_OK;
}

static void check_results(uint64_t base) {
  int i;
  for (i = 0; i < SLOTS; i++) CHECK_EQ(results[i], base + (uint64_t)i);
}

/* ADO-7: SET under PUT, GET under GET, the rest under RMW; each may be waited for alone. */
static void body_categories(void) {
  int form, i;
  for (form = 0; form < 3; form++) {
    gex_EC_t extra = form == 1 ? GEX_EC_AM : 0;
    for (i = 0; i < SLOTS; i++) start_op(i, GEX_OP_SET, 500 + (uint64_t)i);
    CHECK(tested(GEX_EC_GET));
    CHECK(tested(GEX_EC_RMW));
    gex_NBI_Wait(GEX_EC_GET | GEX_EC_RMW, 0);
    if (form == 2)
      conform_wait_until(tested(GEX_EC_PUT));
    else
      gex_NBI_Wait(GEX_EC_PUT | extra, 0);
    CHECK(tested(GEX_EC_ALL));
    for (i = 0; i < SLOTS; i++) start_op(i, GEX_OP_GET, 0);
    CHECK(tested(GEX_EC_PUT));
    CHECK(tested(GEX_EC_RMW));
    gex_NBI_Wait(GEX_EC_PUT, 0);
    if (form == 2)
      conform_wait_until(tested(GEX_EC_GET));
    else
      gex_NBI_Wait(GEX_EC_GET | extra, 0);
    check_results(500);
    for (i = 0; i < SLOTS; i++) start_op(i, i % 2 ? GEX_OP_FADD : GEX_OP_SWAP, 7);
    CHECK(tested(GEX_EC_GET));
    CHECK(tested(GEX_EC_PUT));
    gex_NBI_Wait(GEX_EC_GET | GEX_EC_PUT, 0);
    if (form == 2)
      conform_wait_until(tested(GEX_EC_RMW));
    else
      gex_NBI_Wait(form ? GEX_EC_ALL : GEX_EC_RMW, 0);
    check_results(500);
  }
}
static void test_categories(void) { in_turns(body_categories); }

/* The three beside puts and gets of the ordinary kind. */
static void body_together(void) {
  static uint64_t in[SLOTS], out[SLOTS];
  int i;
  for (i = 0; i < SLOTS; i++) start_op(i, GEX_OP_SET, (uint64_t)i);
  gex_NBI_Wait(GEX_EC_PUT, 0);
  for (i = 0; i < SLOTS; i++) {
    out[i] = 77 + (uint64_t)i;
    start_op(i, i % 3 ? GEX_OP_FINC : GEX_OP_GET, 0);
    gex_RMA_PutNBI(conform_tm(), conform_next(), place(1000 + i), &out[i], 8, GEX_EVENT_DEFER, 0);
    gex_RMA_GetNBI(conform_tm(), &in[i], conform_next(), place(2000 + i), 8, 0);
  }
  gex_NBI_Wait(GEX_EC_ALL, 0);
  check_results(0);
  for (i = 0; i < SLOTS; i++)
    gex_RMA_GetNBI(conform_tm(), &in[i], conform_next(), place(1000 + i), 8, 0);
  gex_NBI_Wait(GEX_EC_GET, 0);
  for (i = 0; i < SLOTS; i++) CHECK_EQ(in[i], 77 + i);
}
static void test_together(void) { in_turns(body_together); }

/* ADO-11, AR-1, AR-2, AR-3: a region has them all, and leaves for the three categories. */
static gex_Event_t region_of(uint64_t base) {
  int i;
  gex_NBI_BeginAccessRegion(0);
  for (i = 0; i < SLOTS; i++) {
    gex_OP_t op = i % 4 == 0 ? GEX_OP_GET : i % 4 == 1 ? GEX_OP_FADD : GEX_OP_SWAP;
    start_op(i, op, base + (uint64_t)i);
  }
  for (i = 0; i < SLOTS; i += 4) /* on other words: SET comes between nothing */
    gex_AD_OpNBI_U64(ad, 0, conform_next(), place(SLOTS + i), GEX_OP_SET, base, 0, 0);
  return gex_NBI_EndAccessRegion(0);
}

static void reset_words(uint64_t base) {
  int i;
  for (i = 0; i < SLOTS; i++) start_op(i, GEX_OP_SET, base + (uint64_t)i);
  gex_NBI_Wait(GEX_EC_PUT, 0);
}

static void body_region(void) {
  static const gex_EC_t categories[4] = {GEX_EC_LC, GEX_EC_PUT, GEX_EC_GET, GEX_EC_RMW};
  int form, c, i;
  for (form = 0; form < 6; form++) {
    gex_Event_t all[5];
    reset_words(100);
    all[0] = region_of(5000);
    CHECK(all[0] != GEX_EVENT_NO_OP);
    CHECK(tested(GEX_EC_ALL)); /* whatever the state of the region */
    gex_NBI_Wait(GEX_EC_ALL, 0);
    for (c = 0; c < 4; c++) {
      all[c + 1] = gex_Event_QueryLeaf(all[0], categories[c]);
      CHECK(all[c + 1] != GEX_EVENT_NO_OP);
    }
    if (form == 0) gex_Event_Wait(all[4]); /* RMW first */
    if (form == 0)
      for (i = 0; i < SLOTS; i++)
        if (i % 4) CHECK_EQ(results[i], 100 + i);
    if (form == 1) {
      gex_Event_Wait(all[3]);
      for (i = 0; i < SLOTS; i += 4) CHECK_EQ(results[i], 100 + i);
    }
    if (form == 2) all[1] = all[2] = all[3] = all[4] = GEX_EVENT_INVALID; /* ignored */
    if (form == 0) all[4] = GEX_EVENT_INVALID;
    if (form == 1) all[3] = GEX_EVENT_INVALID;
    if (form == 5) { /* root last */
      gex_Event_t root = all[0];
      all[0] = all[4];
      all[4] = root;
    }
    if (form % 2)
      gex_Event_WaitAll(all, 5, 0);
    else
      do {
        gex_Event_WaitSome(all, 5, 0);
        for (i = c = 0; c < 5; c++) i += all[c] != GEX_EVENT_INVALID;
      } while (i);
    check_results(100);
  }
}
static void test_region(void) { in_turns(body_region); }

/* A region of one category: its leaf is the whole region, and those of the others are past. */
static void body_leaf(void) {
  static const gex_OP_t ops[3] = {GEX_OP_SWAP, GEX_OP_GET, GEX_OP_SET};
  static const gex_EC_t categories[3] = {GEX_EC_RMW, GEX_EC_GET, GEX_EC_PUT};
  int form, c, i;
  for (form = 0; form < 3; form++) {
    gex_Event_t root, leaf[3];
    reset_words(300);
    gex_NBI_BeginAccessRegion(0);
    for (i = 0; i < SLOTS; i++) start_op(i, ops[form], 900 + (uint64_t)i);
    root = gex_NBI_EndAccessRegion(0);
    for (c = 0; c < 3; c++) leaf[c] = gex_Event_QueryLeaf(root, categories[c]);
    for (c = 0; c < 3; c++)
      if (c != form) CHECK_EQ(gex_Event_Test(leaf[c]), GASNET_OK);
    gex_Event_Wait(leaf[form]);
    if (form < 2) check_results(300);
    gex_Event_Wait(root);
    for (i = 0; i < SLOTS; i++) start_op(i, GEX_OP_GET, 0);
    gex_NBI_Wait(GEX_EC_GET, 0);
    check_results(form == 1 ? 300 : 900);
  }
}
static void test_leaf(void) { in_turns(body_leaf); }

/* Operations begun before and after a region stay with the thread. */
static void body_around(void) {
  gex_Event_t region;
  int i;
  reset_words(0);
  for (i = 0; i < 60; i++) start_op(i, GEX_OP_FADD, 1);
  gex_NBI_BeginAccessRegion(0);
  for (i = 60; i < 120; i++) start_op(i, GEX_OP_FADD, 1);
  region = gex_NBI_EndAccessRegion(0);
  for (i = 120; i < SLOTS; i++) start_op(i, GEX_OP_FADD, 1);
  gex_NBI_Wait(GEX_EC_RMW, 0);
  for (i = 0; i < 60; i++) CHECK_EQ(results[i], i);
  for (i = 120; i < SLOTS; i++) CHECK_EQ(results[i], i);
  gex_Event_Wait(region);
  check_results(0);
}
static void test_around(void) { in_turns(body_around); }

/* EV-4: as many as one likes, of both kinds; synced in any order. */
static void body_many(void) {
  enum { N = 20000, EVENTS = 3000 };
  static gex_Event_t events[EVENTS];
  static uint64_t old[EVENTS];
  uint64_t sum = 0;
  int i;
  reset_words(0);
  for (i = 0; i < N; i++)
    CHECK_EQ(gex_AD_OpNBI_U64(ad, 0, conform_next(), place(0), GEX_OP_INC, 0, 0, 0), 0);
  gex_NBI_Wait(GEX_EC_RMW, 0);
  CHECK_EQ(gad_fetch(ad, conform_next(), place(0), GEX_OP_GET, 0, 0, 0), N);
  for (i = 0; i < EVENTS; i++)
    events[i] = gex_AD_OpNB_U64(ad, &old[i], conform_next(), place(0), GEX_OP_FADD, 1, 0, 0);
  for (i = EVENTS - 1; i >= EVENTS / 2; i--) gex_Event_Wait(events[i]);
  gex_Event_WaitAll(events, EVENTS / 2, 0);
  for (i = 0; i < EVENTS; i++) sum += old[i] - N;
  CHECK_EQ(sum, (uint64_t)EVENTS * (EVENTS - 1) / 2);
}
static void test_many(void) { in_turns(body_many); }

/* EV-3: another thread syncs, and reads the result. */
enum { OPS = 300 };
static gex_Event_t box;
static conform_count_t full;
static void hand(int i, void *arg) {
  static uint64_t result;
  int k;
  (void)arg;
  for (k = 0; k < OPS; k++)
    if (i == 0) {
      while (conform_get(&full)) sched_yield();
      box = gex_AD_OpNB_U64(ad, &result, conform_next(), place(0), GEX_OP_FADD, 2, 0, 0);
      conform_set(&full, 1);
    } else {
      while (!conform_get(&full)) sched_yield();
      if (k % 2)
        gex_Event_Wait(box);
      else
        conform_wait_until(gex_Event_Test(box) == GASNET_OK);
      CHECK_EQ(result, 2 * k);
      conform_set(&full, 0);
    }
}
static void body_relay(void) {
  reset_words(0);
  conform_threads(2, hand, 0);
}
static void test_relay(void) { in_turns(body_relay); }

const struct conform_test conform_gex_ad_nbi[] = {
    {"gex_ad_categories", "gex-coll-atomics ADO-7, gex-rma 4.3, EC-1, EC-3", test_categories, 0},
    {"gex_ad_together", "gex-coll-atomics ADO-7, gex-rma EC-1", test_together, 0},
    {"gex_ad_region", "gex-coll-atomics ADO-11, gex-rma AR-1, AR-2, AR-3, QL-1", test_region, 0},
    {"gex_ad_leaf", "gex-coll-atomics ADO-7, gex-rma AR-3, QL-1, QL-3", test_leaf, 0},
    {"gex_ad_around", "gex-coll-atomics ADO-11, gex-rma AR-2", test_around, 0},
    {"gex_ad_nbi_many", "gex-rma EV-4", test_many, 0},
    {"gex_ad_relay", "gex-rma EV-3, EV-6", test_relay, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_nbi.c: implicit operations and access regions (gex-rma 4.3, 4.4, 4.5; checklist 5, 6).
 *
 * As in gex_event.c one half of the ranks sleeps while the other initiates, so that "pending" is a
 * state that can be looked at where operations need the target.
 */
#include "gex_support.h"

enum { SLOTS = 256, BYTES = 900 };
static char sources[SLOTS][BYTES], results[SLOTS][BYTES];

static void in_turns(void (*body)(void)) {
  int phase;
  for (phase = 0; phase < 2; phase++) {
    conform_barrier();
    if ((int)(conform_rank() % 2) == phase)
      body();
    else
      gex_sleep_ms(8);
  }
  conform_barrier();
}

static char *place(int i) { return gex_area(conform_next()) + (size_t)i * BYTES; }

static void start_put(int i, gex_Event_t *lc) {
  conform_fill(sources[i], BYTES, 300 + (uint64_t)i);
  CHECK_EQ(gex_RMA_PutNBI(conform_tm(), conform_next(), place(i), sources[i], BYTES, lc, 0), 0);
}

static void start_get(int i) {
  memset(results[i], 0, BYTES);
  CHECK_EQ(gex_RMA_GetNBI(conform_tm(), results[i], conform_next(), place(i), BYTES, 0), 0);
}

static void check_results(int n) {
  int i;
  for (i = 0; i < n; i++) CHECK_EQ(conform_differs(results[i], BYTES, 300 + (uint64_t)i), -1);
}

static void get_and_check(int n) {
  int i;
  for (i = 0; i < n; i++) start_get(i);
  gex_NBI_Wait(GEX_EC_GET, 0);
  check_results(n);
}

static int nbi_tested(gex_EC_t mask) {
  int result = gex_NBI_Test(mask, 0);
  CHECK(result == GASNET_OK || result == GASNET_ERR_NOT_READY);
  return result == GASNET_OK;
}

/* EC-1: with nothing outstanding every category and combination succeeds at once. */
static void test_none(void) {
  static const gex_EC_t masks[] = {GEX_EC_GET,
                                   GEX_EC_PUT,
                                   GEX_EC_AM,
                                   GEX_EC_LC,
                                   GEX_EC_RMW,
                                   GEX_EC_ALL,
                                   GEX_EC_GET | GEX_EC_PUT,
                                   GEX_EC_RMW | GEX_EC_AM};
  size_t i;
  for (i = 0; i < sizeof masks / sizeof *masks; i++) {
    CHECK_EQ(gex_NBI_Test(masks[i], 0), GASNET_OK);
    gex_NBI_Wait(masks[i], 0);
  }
}

/* EC-1, EC-2: each way of waiting for puts; the source is free afterwards in every one. */
static void body_puts(void) {
  gex_Event_t *lcs[3] = {GEX_EVENT_NOW, GEX_EVENT_DEFER, GEX_EVENT_GROUP};
  int form, lc, i;
  for (form = 0; form < 4; form++)
    for (lc = 0; lc < 3; lc++) {
      for (i = 0; i < SLOTS; i++) start_put(i, lcs[lc]);
      if (lc == 2 && form == 0) {
        gex_NBI_Wait(GEX_EC_LC, 0);
        memset(sources, 0xee, sizeof sources);
      }
      if (lc == 0) memset(sources, 0xee, sizeof sources);
      if (form == 0) gex_NBI_Wait(GEX_EC_PUT, 0);
      if (form == 1) gex_NBI_Wait(GEX_EC_ALL, 0);
      if (form == 2) conform_wait_until(nbi_tested(GEX_EC_PUT));
      if (form == 3) conform_wait_until(nbi_tested(GEX_EC_PUT | GEX_EC_GET));
      memset(sources, 0xee, sizeof sources);
      CHECK(nbi_tested(GEX_EC_PUT));
      CHECK(nbi_tested(GEX_EC_LC));
      get_and_check(SLOTS);
      CHECK(nbi_tested(GEX_EC_ALL));
    }
}

static void test_puts(void) { in_turns(body_puts); }

/* EC-1: categories are separate: pending puts do not hold up a test for gets, nor the reverse. */
static void body_categories(void) {
  int i;
  for (i = 0; i < SLOTS; i++) start_put(i, GEX_EVENT_NOW);
  CHECK(nbi_tested(GEX_EC_GET));
  CHECK(nbi_tested(GEX_EC_RMW));
  gex_NBI_Wait(GEX_EC_GET | GEX_EC_RMW, 0);
  gex_NBI_Wait(GEX_EC_PUT, 0);
  for (i = 0; i < SLOTS; i++) start_get(i);
  CHECK(nbi_tested(GEX_EC_PUT));
  CHECK(nbi_tested(GEX_EC_AM));
  gex_NBI_Wait(GEX_EC_PUT, 0);
  gex_NBI_Wait(GEX_EC_GET, 0);
  check_results(SLOTS);
  for (i = 0; i < SLOTS; i++) { /* both at once, by value among them */
    start_put(i, GEX_EVENT_DEFER);
    CHECK_EQ(gex_RMA_PutNBIVal(conform_tm(), conform_next(), place(SLOTS + i), (uint64_t)i, 8, 0),
             0);
  }
  gex_NBI_Wait(GEX_EC_PUT, 0);
  for (i = 0; i < SLOTS; i += 17)
    CHECK_EQ(gex_RMA_GetBlockingVal(conform_tm(), conform_next(), place(SLOTS + i), 8, 0), i);
  get_and_check(SLOTS);
}

static void test_categories(void) { in_turns(body_categories); }

/* AR-1, AR-2: what is begun inside belongs to the region's event and to nothing else. */
static void body_region(void) {
  gex_Event_t region, inner;
  int i;
  gex_NBI_BeginAccessRegion(0);
  for (i = 0; i < SLOTS / 2; i++) start_put(i, i % 2 ? GEX_EVENT_GROUP : GEX_EVENT_DEFER);
  conform_fill(sources[SLOTS - 1], BYTES, 1);
  inner = gex_RMA_PutNB(conform_tm(), conform_next(), place(SLOTS - 1), sources[SLOTS - 1], BYTES,
                        GEX_EVENT_NOW, 0); /* on its own */
  gex_Event_Wait(inner);
  CHECK_EQ(gex_RMA_GetBlocking(conform_tm(), results[SLOTS - 1], conform_next(), place(SLOTS - 1),
                               BYTES, 0),
           0);
  CHECK_EQ(conform_differs(results[SLOTS - 1], BYTES, 1), -1);
  region = gex_NBI_EndAccessRegion(0);
  CHECK(region != GEX_EVENT_NO_OP);
  CHECK(nbi_tested(GEX_EC_ALL)); /* whatever the state of the region */
  gex_NBI_Wait(GEX_EC_ALL, 0);
  gex_Event_Wait(region);
  memset(sources, 0xee, sizeof sources);
  get_and_check(SLOTS / 2);
}

static void test_region(void) { in_turns(body_region); }

/* Operations begun before a region stay with the thread. */
static void body_before(void) {
  gex_Event_t region;
  int i;
  for (i = 0; i < 50; i++) start_put(i, GEX_EVENT_NOW);
  gex_NBI_BeginAccessRegion(0);
  for (i = 50; i < 100; i++) start_put(i, GEX_EVENT_NOW);
  region = gex_NBI_EndAccessRegion(0);
  for (i = 100; i < 150; i++) start_put(i, GEX_EVENT_NOW);
  gex_NBI_Wait(GEX_EC_PUT, 0);
  for (i = 0; i < 50; i++) start_get(i);
  for (i = 100; i < 150; i++) start_get(i);
  memset(results[50], 0, 50 * BYTES);
  gex_NBI_Wait(GEX_EC_GET, 0);
  gex_Event_Wait(region);
  for (i = 50; i < 100; i++) start_get(i);
  gex_NBI_Wait(GEX_EC_GET, 0);
  check_results(150);
}

static void test_before(void) { in_turns(body_before); }

static void mixed_region(int gets_from) {
  int i;
  for (i = 0; i < 60; i++) start_put(i, i % 2 ? GEX_EVENT_GROUP : GEX_EVENT_NOW);
  for (i = gets_from; i < gets_from + 60; i++) start_get(i);
}

/* AR-3, QL-1, QL-3: the leaves of a region, alone, with the root in one array, or ignored. */
static void body_region_leaves(void) {
  static const gex_EC_t categories[4] = {GEX_EC_LC, GEX_EC_PUT, GEX_EC_GET, GEX_EC_RMW};
  int form, i, c;
  for (i = 60; i < 120; i++) start_put(i, GEX_EVENT_NOW);
  gex_NBI_Wait(GEX_EC_PUT, 0);
  for (form = 0; form < 6; form++) {
    gex_Event_t all[5];
    gex_NBI_BeginAccessRegion(0);
    mixed_region(60);
    all[0] = gex_NBI_EndAccessRegion(0);
    for (c = 0; c < 4; c++) {
      gex_Event_t again;
      all[c + 1] = gex_Event_QueryLeaf(all[0], categories[c]);
      again = gex_Event_QueryLeaf(all[0], categories[c]);
      CHECK(all[c + 1] != GEX_EVENT_NO_OP);
      CHECK(again == all[c + 1] || again == GEX_EVENT_INVALID);
    }
    if (form == 0) /* leaf by leaf, what each promises */
      for (c = 1; c < 5; c++) {
        gex_Event_Wait(all[c]);
        if (c == 2) memset(sources, 0xee, 60 * BYTES);
        if (c == 3)
          for (i = 60; i < 120; i++)
            CHECK_EQ(conform_differs(results[i], BYTES, 300 + (uint64_t)i), -1);
        all[c] = GEX_EVENT_INVALID;
      }
    if (form == 1) all[1] = all[2] = all[3] = all[4] = GEX_EVENT_INVALID; /* ignored */
    if (form >= 4) { /* root last in the array */
      gex_Event_t root = all[0];
      all[0] = all[4];
      all[4] = root;
    }
    if (form % 2 == 0)
      gex_Event_WaitAll(all, 5, 0);
    else
      do {
        gex_Event_WaitSome(all, 5, 0);
        for (i = c = 0; c < 5; c++) i += all[c] != GEX_EVENT_INVALID;
      } while (i);
    for (c = 0; c < 5; c++) CHECK(all[c] == GEX_EVENT_INVALID);
    for (i = 60; i < 120; i++) CHECK_EQ(conform_differs(results[i], BYTES, 300 + (uint64_t)i), -1);
    get_and_check(60);
  }
}

static void test_region_leaves(void) { in_turns(body_region_leaves); }

/* Regions with nothing in them, one after the other, and many pending together. */
static void test_regions(void) {
  enum { REGIONS = 64 };
  gex_Event_t events[REGIONS];
  int i, round;
  for (i = 0; i < 500; i++) {
    gex_NBI_BeginAccessRegion(0);
    gex_Event_Wait(gex_NBI_EndAccessRegion(0));
  }
  for (round = 0; round < 4; round++) {
    for (i = 0; i < REGIONS; i++) {
      gex_NBI_BeginAccessRegion(0);
      start_put(2 * i, GEX_EVENT_DEFER);
      start_put(2 * i + 1, GEX_EVENT_GROUP);
      events[i] = gex_NBI_EndAccessRegion(0);
    }
    CHECK(nbi_tested(GEX_EC_ALL));
    if (round % 2)
      for (i = REGIONS - 1; i >= 0; i--) gex_Event_Wait(events[i]);
    else
      gex_Event_WaitAll(events, REGIONS, 0);
    get_and_check(2 * REGIONS);
  }
  conform_barrier();
}

/* EV-4 for implicit operations. */
static void test_very_many(void) {
  enum { N = 30000 };
  uint64_t *in = calloc(N, 8);
  char *area = gex_area(conform_next());
  int i;
  for (i = 0; i < N; i++)
    CHECK_EQ(gex_RMA_PutNBIVal(conform_tm(), conform_next(), area + 8 * i, (uint64_t)i * 77, 8, 0),
             0);
  gex_NBI_Wait(GEX_EC_PUT, 0);
  for (i = 0; i < N; i++)
    CHECK_EQ(gex_RMA_GetNBI(conform_tm(), &in[i], conform_next(), area + 8 * i, 8, 0), 0);
  gex_NBI_Wait(GEX_EC_ALL, 0);
  for (i = 0; i < N && in[i] == (uint64_t)i * 77;) i++;
  CHECK_EQ(i, N);
  free(in);
  conform_barrier();
}

const struct conform_test conform_gex_nbi[] = {
    {"gex_nbi_none", "gex-rma EC-1, EC-3", test_none, 0},
    {"gex_nbi_puts", "gex-rma EC-1, EC-2, 3.1", test_puts, 0},
    {"gex_nbi_categories", "gex-rma EC-1, EC-3, VAL-3", test_categories, 0},
    {"gex_region", "gex-rma AR-1, AR-2", test_region, 0},
    {"gex_region_before", "gex-rma AR-2, EC-1", test_before, 0},
    {"gex_region_leaves", "gex-rma AR-3, QL-1, QL-3, QL-4, EV-7", test_region_leaves, 0},
    {"gex_regions", "gex-rma AR-1, EV-4", test_regions, 0},
    {"gex_nbi_very_many", "gex-rma EV-4", test_very_many, 0},
    {0, 0, 0, 0}};

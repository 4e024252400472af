/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_event.c: explicit events: the six sync calls, arrays, leaves and roots, very many at once
 * (gex-rma 4.1, 4.2, 4.5; checklist 3, 11).
 *
 * Half of the ranks initiate while the other half sleep outside the library, so that operations
 * that need the target's attention really are pending; then the halves change places. Where memory
 * is mapped every event is INVALID at once, which the same checks allow. Rank 0 prints how many of
 * its events were real.
 */
#include "gex_support.h"

static int events_made, events_real;

static gex_Event_t counted(gex_Event_t event) {
  events_made++;
  events_real += event != GEX_EVENT_INVALID;
  CHECK(event != GEX_EVENT_NO_OP); /* EV-2: never without IMMEDIATE */
  return event;
}

/* Runs body on each half of the ranks in turn while the other half sleeps. */
static void in_turns(void (*body)(void)) {
  int phase;
  events_made = events_real = 0;
  for (phase = 0; phase < 2; phase++) {
    conform_barrier();
    if ((int)(conform_rank() % 2) == phase)
      body();
    else
      gex_sleep_ms(8);
  }
  conform_barrier();
  if (conform_rank() == 0) printf("# %d of %d events real\n", events_real, events_made);
}

enum { SLOTS = 512, BYTES = 600 };
static char sources[SLOTS][BYTES], results[SLOTS][BYTES];

static char *place(int i) { return gex_area(conform_next()) + (size_t)i * BYTES; }

static gex_Event_t start_put(int i, gex_Event_t *lc) {
  conform_fill(sources[i], BYTES, 900 + (uint64_t)i);
  return counted(gex_RMA_PutNB(conform_tm(), conform_next(), place(i), sources[i], BYTES, lc, 0));
}

static gex_Event_t start_get(int i) {
  memset(results[i], 0, BYTES);
  return counted(gex_RMA_GetNB(conform_tm(), results[i], conform_next(), place(i), BYTES, 0));
}

static void check_result(int i) {
  CHECK_EQ(conform_differs(results[i], BYTES, 900 + (uint64_t)i), -1);
}

/* 4.2, R8: Test says OK or NOT_READY, and OK once. */
static int tested(gex_Event_t event) {
  int result = gex_Event_Test(event);
  CHECK(result == GASNET_OK || result == GASNET_ERR_NOT_READY);
  return result == GASNET_OK;
}

static void body_single(void) {
  int i;
  for (i = 0; i < 20; i++) {
    gex_Event_t event = start_put(i, GEX_EVENT_DEFER);
    void *carried = (void *)event; /* EV-3: through other types */
    uintptr_t number = (uintptr_t)carried;
    if (i % 2)
      gex_Event_Wait((gex_Event_t)number);
    else
      conform_wait_until(tested((gex_Event_t)number));
    event = start_get(i);
    if (i % 2)
      conform_wait_until(tested(event));
    else
      gex_Event_Wait(event);
    check_result(i);
  }
}

static void test_single(void) { in_turns(body_single); }

/* EV-8, EV-9, EV-2: nothing to do is success, and nothing is written. */
static void test_empty(void) {
  gex_Event_t events[4] = {GEX_EVENT_INVALID, GEX_EVENT_INVALID, GEX_EVENT_INVALID,
                           GEX_EVENT_INVALID};
  gex_Event_t *nowhere = (gex_Event_t *)(uintptr_t)8;
  int i;
  CHECK_EQ(gex_Event_TestSome(events, 4, 0), GASNET_OK);
  CHECK_EQ(gex_Event_TestAll(events, 4, 0), GASNET_OK);
  gex_Event_WaitSome(events, 4, 0);
  gex_Event_WaitAll(events, 4, 0);
  CHECK_EQ(gex_Event_Test(GEX_EVENT_INVALID), GASNET_OK);
  gex_Event_Wait(GEX_EVENT_INVALID);
  for (i = 0; i < 4; i++) CHECK(events[i] == GEX_EVENT_INVALID);
  CHECK_EQ(gex_Event_TestSome(0, 0, 0), GASNET_OK);
  CHECK_EQ(gex_Event_TestAll(0, 0, 0), GASNET_OK);
  gex_Event_WaitSome(0, 0, 0);
  gex_Event_WaitAll(0, 0, 0);
  CHECK_EQ(gex_Event_TestSome(nowhere, 0, 0), GASNET_OK);
  CHECK_EQ(gex_Event_TestAll(nowhere, 0, 0), GASNET_OK);
  gex_Event_WaitSome(nowhere, 0, 0);
  gex_Event_WaitAll(nowhere, 0, 0);
  CHECK(gex_Event_QueryLeaf(GEX_EVENT_INVALID, GEX_EC_LC) == GEX_EVENT_INVALID ||
        gex_Event_Test(gex_Event_QueryLeaf(GEX_EVENT_INVALID, GEX_EC_LC)) == GASNET_OK); /* QL-2 */
}

static size_t live(const gex_Event_t *events, size_t n) {
  size_t i, count = 0;
  for (i = 0; i < n; i++) count += events[i] != GEX_EVENT_INVALID;
  return count;
}

/* Entries never change except to INVALID. */
static void check_only_retired(const gex_Event_t *before, const gex_Event_t *after, size_t n) {
  size_t i;
  for (i = 0; i < n; i++) CHECK(after[i] == before[i] || after[i] == GEX_EVENT_INVALID);
}

enum array_call { TEST_SOME, TEST_ALL, WAIT_SOME, WAIT_ALL, ARRAY_CALLS };

/* One call on an array; checks its result against what it did to the array. */
static void array_step(enum array_call call, gex_Event_t *events, size_t n) {
  static gex_Event_t before[2 * SLOTS];
  size_t had = live(events, n), has;
  int result = GASNET_OK, all = call == TEST_ALL || call == WAIT_ALL;
  memcpy(before, events, n * sizeof *events);
  if (call == TEST_SOME) result = gex_Event_TestSome(events, n, 0);
  if (call == TEST_ALL) result = gex_Event_TestAll(events, n, 0);
  if (call == WAIT_SOME) gex_Event_WaitSome(events, n, 0);
  if (call == WAIT_ALL) gex_Event_WaitAll(events, n, 0);
  has = live(events, n);
  check_only_retired(before, events, n);
  CHECK(result == GASNET_OK || result == GASNET_ERR_NOT_READY);
  if (result == GASNET_OK)
    CHECK(all ? has == 0 : had == 0 || has < had);
  else
    CHECK(all ? has > 0 : has == had);
  if (result != GASNET_OK) gasnet_AMPoll();
}

static void finish_array(enum array_call call, gex_Event_t *events, size_t n) {
  double limit = conform_deadline();
  do {
    array_step(call, events, n);
    if (conform_now() > limit) conform_die(__FILE__, __LINE__, "events never completed");
  } while (live(events, n));
}

/* Puts, gets and INVALID entries mixed; every call in turn. */
static void body_arrays(void) {
  static gex_Event_t events[SLOTS];
  int call, i, n;
  for (call = 0; call < ARRAY_CALLS; call++)
    for (n = 1; n <= SLOTS; n *= 8) {
      for (i = 0; i < n; i++)
        events[i] = conform_rand() % 4 ? start_put(i, GEX_EVENT_DEFER) : GEX_EVENT_INVALID;
      finish_array((enum array_call)call, events, (size_t)n);
      for (i = 0; i < n; i++) { /* what was not put above */
        gex_Event_Wait(start_put(i, GEX_EVENT_NOW));
        events[i] = start_get(i);
      }
      finish_array((enum array_call)call, events, (size_t)n);
      for (i = 0; i < n; i++) check_result(i);
    }
}

static void test_arrays(void) { in_turns(body_arrays); }

/* EV-7: leaves and roots in one array, leaf first, root first and shuffled, with every call. */
static void fill_pairs(gex_Event_t *events, int pairs, int order) {
  int i;
  for (i = 0; i < pairs; i++) {
    gex_Event_t leaf = GEX_EVENT_NO_OP, root = start_put(i, &leaf);
    int first = order == 2 ? (int)(conform_rand() % 2) : order;
    CHECK(leaf != GEX_EVENT_NO_OP);
    if (root == GEX_EVENT_INVALID) CHECK(leaf == GEX_EVENT_INVALID); /* LC-1: never later */
    events[2 * i + first] = leaf;
    events[2 * i + !first] = root;
  }
  if (order == 2)
    for (i = 2 * pairs - 1; i > 0; i--) {
      int j = (int)(conform_rand() % (uint64_t)(i + 1));
      gex_Event_t e = events[i];
      events[i] = events[j];
      events[j] = e;
    }
}

static void body_leaves(void) {
  static gex_Event_t events[2 * 64];
  int call, order, i;
  for (call = 0; call < ARRAY_CALLS; call++)
    for (order = 0; order < 3; order++) {
      fill_pairs(events, 64, order);
      finish_array((enum array_call)call, events, 128);
      memset(sources, 0xee, 64 * BYTES);
      for (i = 0; i < 64; i++) gex_Event_Wait(start_get(i));
      for (i = 0; i < 64; i++) check_result(i);
    }
}

static void test_leaves(void) { in_turns(body_leaves); }

/* Memory behind the entries is the client's: another operation's event, and the leaf of a root
 * that is an entry. */
static void body_array_ends(void) {
  enum { ENTRIES = 8 };
  gex_Event_t events[ENTRIES + 1], behind;
  int call, i, is_leaf;
  for (call = 0; call < ARRAY_CALLS; call++)
    for (is_leaf = 0; is_leaf < 2; is_leaf++) {
      for (i = 1; i < ENTRIES; i++) events[i] = start_put(i, GEX_EVENT_DEFER);
      events[0] = start_put(0, is_leaf ? &behind : GEX_EVENT_DEFER);
      if (!is_leaf) behind = start_put(ENTRIES, GEX_EVENT_DEFER);
      events[ENTRIES] = behind;
      finish_array((enum array_call)call, events, ENTRIES);
      CHECK(events[ENTRIES] == behind);
      if (!is_leaf) gex_Event_Wait(behind);
      for (i = 0; i <= ENTRIES - is_leaf; i++) gex_Event_Wait(start_get(i));
      for (i = 0; i <= ENTRIES - is_leaf; i++) check_result(i);
    }
}

static void test_array_ends(void) { in_turns(body_array_ends); }

/* LC-1: a leaf may be synced before its root, or be forgotten; QL-1, QL-3: and asked for again. */
static void body_leaf_uses(void) {
  int i;
  for (i = 0; i < 60; i++) {
    gex_Event_t leaf, root = start_put(i, &leaf);
    if (root != GEX_EVENT_INVALID) {
      gex_Event_t again = gex_Event_QueryLeaf(root, GEX_EC_LC);
      CHECK(again == leaf || again == GEX_EVENT_INVALID);
      again = gex_Event_QueryLeaf(root, GEX_EC_LC);
      CHECK(again == leaf || again == GEX_EVENT_INVALID);
    }
    if (i % 3 == 0) gex_Event_Wait(leaf);
    if (i % 3 == 1) conform_wait_until(tested(leaf));
    if (i % 3 != 2) memset(sources[i], 0xee, BYTES);
    gex_Event_Wait(root);
    gex_Event_Wait(start_get(i));
    check_result(i);
  }
}

static void test_leaf_uses(void) { in_turns(body_leaf_uses); }

/* EV-4, checklist 11: the number of outstanding events has no limit but memory. */
enum { VERY_MANY = 66000 };
static void test_very_many(void) {
  gex_Event_t *events = malloc(VERY_MANY * sizeof *events);
  uint64_t *out = malloc(VERY_MANY * 8), *in = calloc(VERY_MANY, 8);
  char *area = gex_area(conform_next());
  int i, real = 0;
  for (i = 0; i < VERY_MANY; i++) {
    out[i] = conform_rand();
    events[i] =
        gex_RMA_PutNB(conform_tm(), conform_next(), area + 8 * i, &out[i], 8, GEX_EVENT_DEFER, 0);
    real += events[i] != GEX_EVENT_INVALID;
  }
  gex_Event_WaitAll(events, VERY_MANY, 0);
  for (i = 0; i < VERY_MANY; i++) CHECK(events[i] == GEX_EVENT_INVALID);
  for (i = 0; i < VERY_MANY; i++) {
    events[i] = gex_RMA_GetNB(conform_tm(), &in[i], conform_next(), area + 8 * i, 8, 0);
    real += events[i] != GEX_EVENT_INVALID;
  }
  for (i = VERY_MANY - 1; i >= 0; i--) gex_Event_Wait(events[i]);
  CHECK(!memcmp(in, out, VERY_MANY * 8));
  if (conform_rank() == 0) printf("# %d of %d events real\n", real, 2 * VERY_MANY);
  free(in);
  free(out);
  free(events);
  conform_barrier();
}

/* A window of operations, each begun, synced and checked in random order and manner. */
enum { WINDOW = 48, STEPS = 3000 };
struct slot {
  enum { IDLE, PUTTING, GETTING } state;
  gex_Event_t event;
  uint64_t seed;
  size_t n;
};

static int sync_slot(struct slot *s, int i) {
  if (conform_rand() % 2) {
    if (gex_Event_Test(s->event) != GASNET_OK) {
      gasnet_AMPoll();
      return 0;
    }
  } else {
    gex_Event_Wait(s->event);
  }
  if (s->state == GETTING) CHECK_EQ(conform_differs(results[i], s->n, s->seed), -1);
  return 1;
}

static void step_slot(struct slot *s, int i) {
  if (s->state == IDLE) {
    s->seed = conform_rand();
    s->n = 1 + conform_rand() % BYTES;
    conform_fill(sources[i], s->n, s->seed);
    s->event = gex_RMA_PutNB(conform_tm(), conform_next(), place(i), sources[i], s->n,
                             conform_rand() % 2 ? GEX_EVENT_NOW : GEX_EVENT_DEFER, 0);
    s->state = PUTTING;
  } else if (s->state == PUTTING && sync_slot(s, i)) {
    s->event = gex_RMA_GetNB(conform_tm(), results[i], conform_next(), place(i), s->n, 0);
    s->state = GETTING;
  } else if (s->state == GETTING && sync_slot(s, i)) {
    s->event = GEX_EVENT_INVALID;
    s->state = IDLE;
  }
}

static void test_random(void) {
  static struct slot slots[WINDOW];
  int step, i;
  memset(slots, 0, sizeof slots);
  for (step = 0; step < STEPS; step++) {
    i = (int)(conform_rand() % WINDOW);
    step_slot(&slots[i], i);
  }
  for (i = 0; i < WINDOW; i++) gex_Event_Wait(slots[i].event);
  conform_barrier();
}

const struct conform_test conform_gex_event[] = {
    {"gex_event_single", "gex-rma 4.2, EV-1, EV-2, EV-3, R8", test_single, 0},
    {"gex_event_empty", "gex-rma 4.2, EV-2, EV-8, EV-9, QL-2", test_empty, 0},
    {"gex_event_arrays", "gex-rma 4.2, EV-8", test_arrays, 0},
    {"gex_event_leaves", "gex-rma EV-7, LC-1", test_leaves, 0},
    {"gex_event_array_ends", "gex-rma 4.2, EV-7, EV-8", test_array_ends, 0},
    {"gex_event_leaf_uses", "gex-rma LC-1, LC-2, QL-1, QL-3, QL-4", test_leaf_uses, 0},
    {"gex_event_very_many", "gex-rma EV-4", test_very_many, 0},
    {"gex_event_random", "gex-rma EV-1, MM-1", test_random, 0},
    {0, 0, 0, 0}};

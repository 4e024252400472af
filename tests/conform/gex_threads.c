/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_threads.c: PAR: events that change threads, implicit operations that do not, threads that
 * come and go (gex-core 4.1, 21; gex-rma EV-3, EC-4; checklist 4).
 */
#include "gex_support.h"

#include <sched.h>

enum { THREADS = 4, OPS = 200, BYTES = 400 };
static char sources[THREADS][OPS][BYTES], results[THREADS][OPS][BYTES];

static char *place(int thread, int i) {
  return gex_area(conform_next()) + ((size_t)thread * OPS + (size_t)i) * BYTES;
}
static uint64_t seed_of(int thread, int i) { return (uint64_t)(thread * 1000 + i + 1); }

/* A box for one event from thread i to thread i + 1. */
static gex_Event_t box[THREADS];
static conform_count_t full[THREADS];
static void hand(int i, gex_Event_t event) {
  while (conform_get(&full[i])) sched_yield();
  box[i] = event;
  conform_set(&full[i], 1);
}
static gex_Event_t receive(int i) {
  gex_Event_t event;
  while (!conform_get(&full[i])) sched_yield();
  event = box[i];
  conform_set(&full[i], 0);
  return event;
}

/* EV-3, THR-3: each thread begins, the next one syncs, put and get alike. */
static void relay(int i, void *arg) {
  int k, before = (i + THREADS - 1) % THREADS;
  (void)arg;
  for (k = 0; k < OPS; k++) {
    gex_Event_t event;
    conform_fill(sources[i][k], BYTES, seed_of(i, k));
    hand(i, gex_RMA_PutNB(conform_tm(), conform_next(), place(i, k), sources[i][k], BYTES,
                          GEX_EVENT_DEFER, 0));
    event = receive(before);
    if (k % 2)
      gex_Event_Wait(event);
    else
      conform_wait_until(gex_Event_Test(event) == GASNET_OK);
    hand(i, gex_RMA_GetNB(conform_tm(), results[before][k], conform_next(), place(before, k), BYTES,
                          0));
    event = receive(before);
    gex_Event_WaitAll(&event, 1, 0);
    CHECK(event == GEX_EVENT_INVALID);
  }
}

static void test_relay(void) {
  int i, k;
  memset(results, 0, sizeof results);
  conform_threads(THREADS, relay, 0);
  for (i = 0; i < THREADS; i++)
    for (k = 0; k < OPS; k++) CHECK_EQ(conform_differs(results[i][k], BYTES, seed_of(i, k)), -1);
  conform_barrier();
}

/* THR-1: all kinds of operation from all threads at once. */
static void everything(int i, void *arg) {
  gex_Event_t events[OPS];
  int k, round;
  (void)arg;
  for (round = 0; round < 3; round++) {
    for (k = 0; k < OPS; k++) {
      conform_fill(sources[i][k], BYTES, seed_of(i, k));
      events[k] = GEX_EVENT_INVALID;
      if (k % 3 == 0)
        events[k] = gex_RMA_PutNB(conform_tm(), conform_next(), place(i, k), sources[i][k], BYTES,
                                  GEX_EVENT_DEFER, 0);
      else if (k % 3 == 1)
        gex_RMA_PutNBI(conform_tm(), conform_next(), place(i, k), sources[i][k], BYTES,
                       GEX_EVENT_DEFER, 0);
      else
        gex_RMA_PutBlocking(conform_tm(), conform_next(), place(i, k), sources[i][k], BYTES, 0);
    }
    gex_Event_WaitAll(events, OPS, 0);
    gex_NBI_Wait(GEX_EC_PUT, 0);
    gex_NBI_BeginAccessRegion(0);
    memset(results[i], 0, sizeof results[i]);
    for (k = 0; k < OPS; k++)
      gex_RMA_GetNBI(conform_tm(), results[i][k], conform_next(), place(i, k), BYTES, 0);
    gex_Event_Wait(gex_NBI_EndAccessRegion(0));
    for (k = 0; k < OPS; k++) CHECK_EQ(conform_differs(results[i][k], BYTES, seed_of(i, k)), -1);
  }
}

static void test_everything(void) {
  conform_threads(THREADS, everything, 0);
  conform_barrier();
}

/* EC-1, EC-4: a thread's implicit operations are its own business. */
static conform_count_t step;
static void isolated(int i, void *arg) {
  int k;
  (void)arg;
  if (i == 0) {
    for (k = 0; k < OPS; k++) {
      conform_fill(sources[0][k], BYTES, seed_of(0, k));
      gex_RMA_PutNBI(conform_tm(), conform_next(), place(0, k), sources[0][k], BYTES,
                     GEX_EVENT_DEFER, 0);
    }
    conform_set(&step, 1);
    while (conform_get(&step) != THREADS) sched_yield();
    gex_NBI_Wait(GEX_EC_ALL, 0);
    return;
  }
  while (conform_get(&step) == 0) sched_yield();
  CHECK_EQ(gex_NBI_Test(GEX_EC_ALL, 0), GASNET_OK); /* nothing of mine */
  CHECK_EQ(gex_NBI_Test(GEX_EC_PUT, 0), GASNET_OK);
  gex_NBI_BeginAccessRegion(0); /* nor does a region of mine take theirs */
  gex_Event_Wait(gex_NBI_EndAccessRegion(0));
  conform_add(&step, 1);
}

static void test_isolation(void) {
  int round;
  for (round = 0; round < 2; round++) { /* one half asleep, so that puts may be pending */
    conform_barrier();
    conform_set(&step, 0);
    if ((int)(conform_rank() % 2) == round)
      conform_threads(THREADS, isolated, 0);
    else
      gex_sleep_ms(10);
  }
  conform_barrier();
}

/* THR-2: more threads in a row than may live at once; each leaves with everything synced. */
static void short_lived(int i, void *arg) {
  uint64_t value = (uint64_t)i + 17, back = 0;
  char *there = place(0, *(int *)arg % OPS);
  gex_RMA_PutNBI(conform_tm(), conform_next(), there, &value, 8, GEX_EVENT_NOW, 0);
  gex_NBI_Wait(GEX_EC_PUT, 0);
  gex_Event_Wait(gex_RMA_GetNB(conform_tm(), &back, conform_next(), there, 8, 0));
  CHECK_EQ(back, value);
}

static void test_short_lived(void) {
  int n = (int)gex_System_QueryMaxThreads(), i;
  if (n > 1000) n = 1000;
  for (i = 0; i < n + 20; i++) conform_threads(1, short_lived, &i);
  conform_barrier();
}

/* A thread ends while operations it began, explicit ones, are pending; another syncs them. */
static gex_Event_t left_behind[OPS];
static void leave(int i, void *arg) {
  int k;
  (void)i;
  (void)arg;
  for (k = 0; k < OPS; k++) {
    conform_fill(sources[0][k], BYTES, seed_of(9, k));
    left_behind[k] = gex_RMA_PutNB(conform_tm(), conform_next(), place(0, k), sources[0][k], BYTES,
                                   GEX_EVENT_DEFER, 0);
  }
}

static void test_left_behind(void) {
  int k;
  conform_threads(1, leave, 0);
  gex_Event_WaitAll(left_behind, OPS, 0);
  for (k = 0; k < OPS; k++) {
    gex_RMA_GetBlocking(conform_tm(), results[0][k], conform_next(), place(0, k), BYTES, 0);
    CHECK_EQ(conform_differs(results[0][k], BYTES, seed_of(9, k)), -1);
  }
  conform_barrier();
}

/* A thread ends and leaves implicit operations, or a region, that nobody waits for. They reach
 * their memory all the same, and what the next threads wait for is their own. */
static void abandon(int i, void *arg) {
  int k;
  (void)i;
  if (arg) gex_NBI_BeginAccessRegion(0);
  for (k = 0; k < OPS; k++) {
    gex_RMA_PutNBI(conform_tm(), conform_next(), place(0, k), sources[0][k], BYTES, GEX_EVENT_DEFER,
                   0);
    gex_RMA_GetNBI(conform_tm(), results[1][k], conform_next(), place(1, k), BYTES, 0);
  }
}

static void wait_for_own(int i, void *arg) {
  uint64_t value = (uint64_t)conform_rank() + 71, back = 0;
  (void)arg;
  gex_RMA_PutNBI(conform_tm(), conform_next(), place(2, i), &value, 8, GEX_EVENT_NOW, 0);
  gex_NBI_Wait(GEX_EC_ALL, 0);
  gex_RMA_GetNBI(conform_tm(), &back, conform_next(), place(2, i), 8, 0);
  gex_NBI_Wait(GEX_EC_ALL, 0);
  CHECK_EQ(back, value);
}

static int has_arrived(void) {
  int k;
  for (k = 0; k < OPS; k++) {
    gex_RMA_GetBlocking(conform_tm(), results[0][k], conform_next(), place(0, k), BYTES, 0);
    if (conform_differs(results[0][k], BYTES, seed_of(7, k)) != -1) return 0;
  }
  return 1;
}

static void test_abandoned(void) {
  int round, k;
  for (k = 0; k < OPS; k++) conform_fill(sources[0][k], BYTES, seed_of(7, k));
  for (round = 0; round < 6; round++) { /* one half asleep, so that operations may be pending */
    conform_barrier();
    if ((int)(conform_rank() % 2) == round % 2) {
      conform_threads(1, abandon, round < 3 ? 0 : &round);
      conform_threads(1, wait_for_own, 0);
      conform_threads(2, wait_for_own, 0);
      conform_wait_until(has_arrived());
    } else {
      gex_sleep_ms(5);
    }
  }
  conform_barrier();
}

/* EV-7 while other threads make the progress: leaves and root of a region in one array, tested
 * until all are done; a call that fails leaves something, one that succeeds leaves nothing. */
static conform_count_t testing;
static int left_in(const gex_Event_t *events, int n) {
  int i, count = 0;
  for (i = 0; i < n; i++) count += events[i] != GEX_EVENT_INVALID;
  return count;
}

static void test_one_region(int root_first) {
  gex_Event_t events[3];
  int k;
  double limit = conform_deadline();
  gex_NBI_BeginAccessRegion(0);
  for (k = 0; k < 4; k++)
    gex_RMA_PutNBI(conform_tm(), conform_next(), place(0, k), sources[0][k], BYTES, GEX_EVENT_DEFER,
                   0);
  gex_RMA_GetNBI(conform_tm(), results[0][0], conform_next(), place(1, 0), BYTES, 0);
  events[2 * !root_first] = gex_NBI_EndAccessRegion(0);
  events[1] = gex_Event_QueryLeaf(events[2 * !root_first], GEX_EC_PUT);
  events[2 * root_first] = gex_Event_QueryLeaf(events[2 * !root_first], GEX_EC_GET);
  for (;;) {
    int result = gex_Event_TestAll(events, 3, 0);
    CHECK((result == GASNET_OK) == (left_in(events, 3) == 0));
    if (!left_in(events, 3)) return;
    sched_yield();
    if (conform_now() > limit) conform_die(__FILE__, __LINE__, "region never completed");
  }
}

static void leaves_beside_pollers(int i, void *arg) {
  double until = conform_now() + 0.6;
  int k;
  (void)arg;
  if (i == 0) {
    for (k = 0; k < 3000 && conform_now() < until; k++) test_one_region(k % 2);
    conform_set(&testing, 0);
  }
  while (conform_get(&testing)) {
    gasnet_AMPoll();
    sched_yield();
  }
}

static void test_leaves(void) {
  conform_barrier();
  conform_set(&testing, 1);
  conform_threads(2, leaves_beside_pollers, 0);
  conform_barrier();
}

/* Queries and client data from all threads; messages answered to whichever polls. */
static void query(int i, void *arg) {
  int k;
  (void)arg;
  for (k = 0; k < 200; k++) {
    CHECK_EQ(gex_System_QueryJobRank(), conform_rank());
    CHECK_EQ(gex_TM_QuerySize(conform_tm()), conform_size());
    CHECK(gex_AM_MaxRequestMedium(conform_tm(), conform_next(), GEX_EVENT_NOW, 0,
                                  (unsigned)k % 17) >= 512);
    CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_PING, 0, C_THREADS), 0);
    if (k % 16 == i) gasnet_AMPoll();
  }
}

static void test_queries(void) {
  conform_threads(THREADS, query, 0);
  GEX_TAKE(C_THREADS, THREADS * 200);
  gex_check_settled(C_THREADS);
}

const struct conform_test conform_gex_threads[] = {
    {"gex_threads_relay", "gex-rma EV-3, gex-core THR-3", test_relay, CONFORM_PAR_ONLY},
    {"gex_threads_everything", "gex-core THR-1", test_everything, CONFORM_PAR_ONLY},
    {"gex_threads_isolation", "gex-rma EC-1, EC-4, AR-1", test_isolation, CONFORM_PAR_ONLY},
    {"gex_threads_short_lived", "gex-core THR-2, 8.2", test_short_lived, CONFORM_PAR_ONLY},
    {"gex_threads_left_behind", "gex-core THR-2, THR-3", test_left_behind, CONFORM_PAR_ONLY},
    {"gex_threads_abandoned", "gex-rma EC-4; gasnet1-extended 10.8", test_abandoned,
     CONFORM_PAR_ONLY},
    {"gex_threads_leaves", "gex-rma EV-7, 4.2, QL-4", test_leaves, CONFORM_PAR_ONLY},
    {"gex_threads_queries", "gex-core THR-1", test_queries, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};

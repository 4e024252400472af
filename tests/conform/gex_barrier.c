/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_barrier.c: gex_Coll_BarrierNB (gex-core 7.1, INIT-7, PRG-4; gex-rma MM-5).
 *
 * Before it enters barrier k a rank puts k into its slot at every other rank; a rank that sees
 * barrier k complete must find k in all its slots. That shows both that a barrier waits for all and
 * that a completed put is visible after it.
 */
#include "gex_support.h"

#include <sched.h>

/* Two words for each writer, used in turn: no rank overwrites what a peer may still read. */
static volatile int *word(gex_Rank_t owner, gex_Rank_t writer, int k) {
  return (volatile int *)gex_slot(owner, writer) + k % 2;
}

static void announce(int k) {
  gex_Rank_t r;
  for (r = 0; r < conform_size(); r++)
    CHECK_EQ(gex_RMA_PutBlocking(conform_tm(), r, (void *)word(r, conform_rank(), k), &k, sizeof k,
                                 0),
             0);
}

static void check_announced(int k) {
  gex_Rank_t r;
  for (r = 0; r < conform_size(); r++) CHECK_EQ(*word(conform_rank(), r, k), k);
}

static void test_all_arrive(void) {
  int k;
  for (k = 1; k <= 60; k++) {
    gex_Event_t event;
    if (conform_rand() % 5 == 0) gex_sleep_ms((int)(conform_rand() % 4));
    announce(k);
    event = gex_Coll_BarrierNB(conform_tm(), 0);
    CHECK(event != GEX_EVENT_NO_OP);
    if (k % 3 == 0)
      conform_wait_until(gex_Event_Test(event) == GASNET_OK);
    else
      gex_Event_Wait(event);
    check_announced(k);
  }
}

static void test_blocking_form(void) {
  int k;
  for (k = 1; k <= 40; k++) {
    announce(k);
    gex_Coll_BarrierBlocking(conform_tm(), 0);
    check_announced(k);
  }
}

static void test_many(void) {
  int k;
  for (k = 0; k < 3000 / (int)conform_size(); k++)
    gex_Event_Wait(gex_Coll_BarrierNB(conform_tm(), 0));
}

enum { FLIGHT = 8 };

/* Several in flight: rank `late` enters the j-th only after putting j + 1 everywhere. */
static void check_flight(gex_Rank_t late, int reverse) {
  gex_Event_t events[FLIGHT];
  volatile int *seen = (volatile int *)gex_slot(conform_rank(), late);
  int j, base;
  conform_barrier();
  base = *seen;
  conform_barrier();
  for (j = 0; j < FLIGHT; j++) {
    if (conform_rank() == late) {
      int value = base + j + 1;
      gex_Rank_t r;
      for (r = 0; r < conform_size(); r++)
        gex_RMA_PutBlocking(conform_tm(), r, gex_slot(r, late), &value, sizeof value, 0);
      gex_sleep_ms(1);
    }
    events[j] = gex_Coll_BarrierNB(conform_tm(), 0);
  }
  for (j = 0; j < FLIGHT; j++) {
    int i = reverse ? FLIGHT - 1 - j : j;
    gex_Event_Wait(events[i]);
    CHECK(*seen >= base + i + 1);
  }
}

static void test_flight(void) {
  gex_Rank_t late;
  int base = 0;
  for (late = 0; late < conform_size(); late++) {
    /* all ranks share the value to start from */
    gex_RMA_PutBlocking(conform_tm(), conform_rank(), gex_slot(conform_rank(), late), &base,
                        sizeof base, 0);
    check_flight(late, 0);
    check_flight(late, 1);
  }
}

/* In an array with TestSome, in whatever order they complete. */
static void test_flight_array(void) {
  gex_Event_t events[FLIGHT];
  int round, j, left;
  for (round = 0; round < 10; round++) {
    for (j = 0; j < FLIGHT; j++) events[j] = gex_Coll_BarrierNB(conform_tm(), 0);
    if (round % 2) {
      gex_Event_WaitAll(events, FLIGHT, 0);
    } else {
      do {
        gex_Event_WaitSome(events, FLIGHT, 0);
        for (left = j = 0; j < FLIGHT; j++) left += events[j] != GEX_EVENT_INVALID;
      } while (left);
    }
    for (j = 0; j < FLIGHT; j++) CHECK(events[j] == GEX_EVENT_INVALID);
  }
}

/* PRG-4: only rank 0 watches its barrier; the others enter and then merely poll, in various calls,
 * until rank 0, through the barrier, tells them so. */
static void test_unattended(void) {
  int round;
  for (round = 0; round < 6; round++) {
    gex_Event_t event = gex_Coll_BarrierNB(conform_tm(), 0);
    if (conform_rank() == 0) {
      gex_Rank_t r;
      gex_Event_Wait(event);
      for (r = 0; r < conform_size(); r++)
        CHECK_EQ(gex_AM_RequestShort1(conform_tm(), r, H_BUMP, 0, C_BARRIER), 0);
    }
    if (round % 3 == 0) GASNET_BLOCKUNTIL(conform_get(&gex_count[C_BARRIER]) >= 1);
    if (round % 3 == 1)
      while (conform_get(&gex_count[C_BARRIER]) < 1) gex_NBI_Wait(GEX_EC_ALL, 0);
    GEX_TAKE(C_BARRIER, 1);
    if (conform_rank() != 0) gex_Event_Wait(event);
  }
  gex_check_settled(C_BARRIER);
}

/* Entering does not wait: the last rank enters only after all others told it they are past. */
static void test_entering(void) {
  gex_Rank_t last = conform_size() - 1;
  gex_Event_t event;
  if (conform_rank() == last) {
    GEX_TAKE(C_BARRIER, last);
    event = gex_Coll_BarrierNB(conform_tm(), 0);
  } else {
    event = gex_Coll_BarrierNB(conform_tm(), 0);
    CHECK_EQ(gex_AM_RequestShort1(conform_tm(), last, H_BUMP, 0, C_BARRIER), 0);
  }
  gex_Event_Wait(event);
  gex_check_settled(C_BARRIER);
}

/* Messages in both directions do not disturb it, and it does not order them. */
static void test_traffic(void) {
  int k;
  for (k = 0; k < 100; k++) {
    gex_Event_t event = gex_Coll_BarrierNB(conform_tm(), 0);
    CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_PING, 0, C_BARRIER), 0);
    CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_prev(), H_BUMP, 0, C_BARRIER), 0);
    gex_Event_Wait(event);
  }
  GEX_TAKE(C_BARRIER, 200);
  gex_check_settled(C_BARRIER);
}

/* PRG-3: entering polls. A message has come before the first of many entries; by the last it must
 * have been handled, although nothing was waited for. */
static void test_polls(void) {
  enum { ENTRIES = 64 };
  gex_Event_t events[ENTRIES], put;
  volatile int *flag = word(conform_rank(), conform_prev(), 0);
  int i, one = 1, sent, handled;
  double until;
  *flag = 0;
  conform_barrier();
  CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_BUMP, 0, C_BARRIER), 0);
  put = gex_RMA_PutNB(conform_tm(), conform_next(), (void *)word(conform_next(), conform_rank(), 0),
                      &one, sizeof one, GEX_EVENT_NOW, 0);
  until = conform_now() + (put == GEX_EVENT_INVALID ? 5 : 0);
  while (!*flag && conform_now() < until) gex_sleep_ms(1); /* without polling */
  sent = *flag;                                            /* known only where memory is mapped */
  for (i = 0; i < ENTRIES; i++) events[i] = gex_Coll_BarrierNB(conform_tm(), 0);
  handled = conform_get(&gex_count[C_BARRIER]);
  gex_Event_WaitAll(events, ENTRIES, 0);
  gex_Event_Wait(put);
  if (sent) CHECK_EQ(handled, 1);
  GEX_TAKE(C_BARRIER, 1);
  gex_check_settled(C_BARRIER);
}

static void poll_thread(int i, void *arg) {
  conform_count_t *done = arg;
  if (i == 0) {
    int k;
    for (k = 0; k < 200; k++) gex_Event_Wait(gex_Coll_BarrierNB(conform_tm(), 0));
    conform_set(done, 1);
  }
  while (!conform_get(done)) {
    gasnet_AMPoll();
    sched_yield();
  }
}

/* THR-1, THR-3: other threads poll; and one thread's barrier is completed by another. */
static gex_Event_t handed;
static void wait_handed(int i, void *arg) {
  (void)i;
  (void)arg;
  gex_Event_Wait(handed);
}
static void test_threads(void) {
  static conform_count_t done;
  conform_set(&done, 0);
  conform_threads(3, poll_thread, &done);
  handed = gex_Coll_BarrierNB(conform_tm(), 0);
  conform_threads(1, wait_handed, 0);
}

const struct conform_test conform_gex_barrier[] = {
    {"gex_barrier_all_arrive", "gex-core INIT-7, gex-rma MM-5", test_all_arrive, 0},
    {"gex_barrier_blocking", "gex-core 22.5", test_blocking_form, 0},
    {"gex_barrier_many", "gex-core 7.1", test_many, 0},
    {"gex_barrier_flight", "gex-core 7.1", test_flight, 0},
    {"gex_barrier_array", "gex-core 7.1, gex-rma 4.2", test_flight_array, 0},
    {"gex_barrier_unattended", "gex-core PRG-4", test_unattended, 0},
    {"gex_barrier_entering", "gex-core 7.1", test_entering, CONFORM_NEEDS_2},
    {"gex_barrier_traffic", "gex-core PRG-4", test_traffic, 0},
    {"gex_barrier_polls", "gex-core PRG-3", test_polls, 0},
    {"gex_barrier_threads", "gex-core THR-1, THR-3", test_threads, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};

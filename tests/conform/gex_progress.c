/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_progress.c: which calls poll, BLOCKUNTIL, wait modes, handler-safe locks (gex-core 18, 19).
 *
 * "Polls" is shown by making only that call until a message from a peer has been handled; "does not
 * poll" by making only that call while messages arrive: none may be handled.
 */
#include "gex_support.h"

#include <sched.h>

static void call_ampoll(void) { CHECK_EQ(gasnet_AMPoll(), GASNET_OK); }
static void call_wait_some(void) { gex_Event_WaitSome(0, 0, 0); }
static void call_wait_all(void) { gex_Event_WaitAll(0, 0, 0); }
static void call_nbi_wait(void) { gex_NBI_Wait(GEX_EC_ALL, 0); }
static void call_request(void) {
  CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_rank(), H_BUMP, 0, C_WAIT), 0);
}
static void call_wait_invalid(void) {
  gex_Event_t events[3] = {GEX_EVENT_INVALID, GEX_EVENT_INVALID, GEX_EVENT_INVALID};
  gex_Event_WaitAll(events, 3, 0);
  gex_Event_WaitSome(events, 3, 0);
}
static void call_blockuntil(void) {
  int n = 0;
  GASNET_BLOCKUNTIL(n++ > 0);
  CHECK_EQ(n, 2);
}

static void check_polls(void (*call)(void)) {
  double deadline;
  conform_barrier();
  CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_BUMP, 0, C_POLL), 0);
  gex_sleep_ms(2);
  deadline = conform_now() + 20;
  while (conform_get(&gex_count[C_POLL]) < 1 && conform_now() < deadline) call();
  CHECK(conform_get(&gex_count[C_POLL]) >= 1);
  GEX_TAKE(C_POLL, 1);
  gex_check_settled(C_POLL);
}

static void test_polls(void) {
  check_polls(call_ampoll);
  check_polls(call_wait_some);
  check_polls(call_wait_all);
  check_polls(call_nbi_wait);
  check_polls(call_wait_invalid);
  check_polls(call_blockuntil);
  check_polls(call_request);
  while (conform_get(&gex_count[C_WAIT]) > 0) conform_add(&gex_count[C_WAIT], -1);
}

/* PB-2: only a transfer that is a local copy need not poll. Messages come from the rank before,
 * perhaps by shared memory, while the transfers go to one halfway round the job, if that is no
 * neighbour. */
static gex_Rank_t far_off(void) { return (conform_rank() + conform_size() / 2) % conform_size(); }
static void *far_slot(void) { return gex_slot(far_off(), conform_rank()); }
static void call_put(void) {
  long number = 1;
  gex_RMA_PutBlocking(conform_tm(), far_off(), far_slot(), &number, sizeof number, 0);
}
static void call_get(void) {
  long number;
  gex_RMA_GetBlocking(conform_tm(), &number, far_off(), far_slot(), sizeof number, 0);
}
static void call_get_own(void) { /* to where the network can write by itself */
  gex_RMA_GetBlocking(conform_tm(), gex_at(conform_rank(), AREA_SELF), far_off(), far_slot(),
                      sizeof(long), 0);
}
static void call_put_nb(void) {
  long number = 1;
  gex_Event_Wait(
      gex_RMA_PutNB(conform_tm(), far_off(), far_slot(), &number, sizeof number, GEX_EVENT_NOW, 0));
}

static int is_near(gex_Rank_t rank) {
  gex_RankInfo_t *near;
  gex_Rank_t n, mine, i;
  gex_System_QueryNbrhdInfo(&near, &n, &mine);
  for (i = 0; i < n; i++)
    if (near[i].gex_jobrank == rank) return 1;
  return 0;
}

static void test_transfers_poll(void) {
  static void (*const calls[])(void) = {call_put, call_get, call_get_own, call_put_nb};
  size_t i;
  for (i = 0; i < sizeof calls / sizeof calls[0]; i++)
    check_polls(is_near(far_off()) ? call_ampoll : calls[i]);
}

static gex_Event_t watched; /* a real event, if operations are asynchronous here */
static gex_HSL_t file_lock = GEX_HSL_INITIALIZER;

static void quiet_calls(void) {
  gex_Event_t events[2];
  gex_Rank_t n, i;
  gex_RankInfo_t *info;
  uintptr_t size;
  events[0] = GEX_EVENT_INVALID;
  events[1] = GEX_EVENT_INVALID;
  CHECK_EQ(gex_Event_Test(GEX_EVENT_INVALID), GASNET_OK);
  CHECK_EQ(gex_Event_TestSome(events, 2, 0), GASNET_OK);
  CHECK_EQ(gex_Event_TestAll(events, 2, 0), GASNET_OK);
  CHECK_EQ(gex_NBI_Test(GEX_EC_ALL, 0), GASNET_OK);
  if (watched != GEX_EVENT_INVALID && gex_Event_Test(watched) == GASNET_OK)
    watched = GEX_EVENT_INVALID;
  gex_HSL_Lock(&file_lock);
  gex_System_QueryNbrhdInfo(&info, &n, &i);
  gex_System_QueryMyPosition(&n, &i, 0, 0);
  gex_HSL_Unlock(&file_lock);
  if (!CONFORM_EVERYTHING)
    (void)gex_EP_QueryBoundSegmentNB(conform_tm(), conform_next(), 0, 0, &size, GEX_FLAG_IMMEDIATE);
  (void)gex_AM_MaxRequestMedium(conform_tm(), conform_next(), GEX_EVENT_NOW, 0, 0);
  (void)gex_TM_QuerySize(conform_tm());
  (void)gex_TM_Pair(conform_ep(), 0);
}

/* R6, PRG-3: while messages keep coming, none is handled in these calls. */
static void test_quiet(void) {
  int phase, i, before;
  char byte = 1;
  if (GASNET_HIDDEN_AM_CONCURRENCY_LEVEL) return;
  for (phase = 0; phase < 2; phase++) {
    gex_Rank_t me = conform_rank();
    int sends = (int)(me % 2) == phase;
    conform_barrier();
    if (sends) {
      for (i = 0; i < 10; i++) {
        gex_sleep_ms(2);
        CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_BUMP, 0, C_POLL), 0);
      }
    } else {
      double until = conform_now() + 0.03;
      watched = gex_RMA_PutNB(conform_tm(), conform_next(), gex_at(conform_next(), AREA_PREV),
                              &byte, 1, GEX_EVENT_NOW, 0);
      before = conform_get(&gex_count[C_POLL]);
      while (conform_now() < until) quiet_calls();
      CHECK_EQ(conform_get(&gex_count[C_POLL]), before);
      gex_Event_Wait(watched);
    }
    if ((conform_prev() % 2) == (gex_Rank_t)phase) GEX_TAKE(C_POLL, 10);
    gex_check_settled(C_POLL);
  }
}

/* EV-10: a client that tests in a loop, and calls nothing else, gets there, at all ranks at the
 * same time, and while messages come, of which the loop runs no handler. */
static gex_Event_t looped[2] = {GEX_EVENT_INVALID, GEX_EVENT_INVALID};
static int event_ready(void) {
  if (gex_Event_Test(looped[0]) != GASNET_OK) return 0;
  looped[0] = GEX_EVENT_INVALID;
  return 1;
}
static int some_ready(void) { return gex_Event_TestSome(looped, 2, 0) == GASNET_OK; }
static int all_ready(void) { return gex_Event_TestAll(looped, 2, 0) == GASNET_OK; }
static int nbi_ready(void) { return gex_NBI_Test(GEX_EC_ALL, 0) == GASNET_OK; }

static void start_barrier(void) {
  looped[0] = gex_Coll_BarrierNB(conform_tm(), 0);
  looped[1] = GEX_EVENT_INVALID;
}
enum { LOOPED_BYTES = 8192 };
static char looped_bytes[2][LOOPED_BYTES];
static void start_transfers(void) {
  looped[0] = gex_RMA_PutNB(conform_tm(), conform_next(), gex_at(conform_next(), AREA_PREV),
                            looped_bytes[0], LOOPED_BYTES, GEX_EVENT_NOW, 0);
  looped[1] = gex_RMA_GetNB(conform_tm(), looped_bytes[1], conform_next(),
                            gex_at(conform_next(), AREA_PREV), LOOPED_BYTES, 0);
}
static void start_implicit(void) {
  int i;
  for (i = 0; i < 4; i++)
    gex_RMA_PutNBI(conform_tm(), conform_next(), gex_at(conform_next(), AREA_PREV), looped_bytes[0],
                   LOOPED_BYTES, GEX_EVENT_NOW, 0);
}

static void send_three(void) {
  int i;
  for (i = 0; i < 3; i++)
    CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_BUMP, 0, C_POLL), 0);
}

static void check_loop(void (*start)(void), int (*is_ready)(void)) {
  double deadline = conform_now() + 20;
  int before, ready;
  send_three();
  start();
  before = conform_get(&gex_count[C_POLL]);
  while (!(ready = is_ready()) && conform_now() < deadline) continue;
  CHECK(ready);
  if (!GASNET_HIDDEN_AM_CONCURRENCY_LEVEL) CHECK_EQ(conform_get(&gex_count[C_POLL]), before);
  gex_Event_WaitAll(looped, 2, 0); /* what TestSome left */
}

static void test_alone(void) {
  int round, loops = 0;
  conform_barrier();
  for (round = 0; round < 3; round++) {
    check_loop(start_transfers, all_ready);
    check_loop(start_transfers, some_ready);
    check_loop(start_implicit, nbi_ready);
    check_loop(start_barrier, event_ready);
    check_loop(start_barrier, all_ready);
    loops += 5;
  }
  GEX_TAKE(C_POLL, 3 * loops);
  gex_check_settled(C_POLL);
}

/* PRG-5 */
static void test_blockuntil(void) {
  int evaluated = 0, i;
  GASNET_BLOCKUNTIL((evaluated++, 1));
  CHECK_EQ(evaluated, 1);
  if (conform_size() > 1) GASNET_BLOCKUNTIL(evaluated++ >= 5);
  for (i = 0; i < 30; i++) {
    int n = 0;
    CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_PING, 0, C_WAIT), 0);
    GASNET_BLOCKUNTIL((n++, conform_get(&gex_count[C_WAIT]) >= 1));
    CHECK(n >= 1);
    GEX_TAKE(C_WAIT, 1);
    if (i % 2) /* as one statement */
      GASNET_BLOCKUNTIL(1);
    else
      GASNET_BLOCKUNTIL(n > 0);
  }
  gex_check_settled(C_WAIT);
}

/* The condition is evaluated with no lock of the library held: it may call the library. */
static int calling_condition(void) {
  int done;
  gex_HSL_Lock(&file_lock);
  done = conform_get(&gex_count[C_WAIT]) >= 1;
  gex_HSL_Unlock(&file_lock);
  gasnet_AMPoll();
  return done;
}

static void test_condition_calls(void) {
  conform_barrier();
  if (conform_rank() == 0) gex_sleep_ms(20);
  CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_BUMP, 0, C_WAIT), 0);
  GASNET_BLOCKUNTIL(calling_condition());
  GEX_TAKE(C_WAIT, 1);
  gex_check_settled(C_WAIT);
}

/* 18.3: every mode works for waits that end soon and for waits that end late. */
static void test_waitmode(void) {
  static const int modes[] = {GASNET_WAIT_SPIN, GASNET_WAIT_BLOCK, GASNET_WAIT_SPINBLOCK};
  static const int bad[] = {-1, 3, 4, 1000};
  int m, i;
  gex_System_SetVerboseErrors(0);
  for (i = 0; i < 4; i++) CHECK_EQ(gasnet_set_waitmode(bad[i]), GASNET_ERR_BAD_ARG);
  gex_System_SetVerboseErrors(1);
  for (m = 0; m < 3; m++) {
    CHECK_EQ(gasnet_set_waitmode(modes[m]), GASNET_OK);
    for (i = 0; i < 20; i++) {
      if (i == 10 && conform_rank() == 0) gex_sleep_ms(60); /* long enough to fall asleep */
      CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_PING, 0, C_WAIT), 0);
      GASNET_BLOCKUNTIL(conform_get(&gex_count[C_WAIT]) >= 1);
      GEX_TAKE(C_WAIT, 1);
      conform_barrier();
    }
  }
  CHECK_EQ(gasnet_set_waitmode(GASNET_WAIT_SPINBLOCK), GASNET_OK);
  gex_check_settled(C_WAIT);
}

/* PRG-5 in PAR: several threads wait, each for its own message; a thread that polls wakes the
 * others. */
enum { WAITERS = 4, ROUNDS = 10 };
static conform_count_t round_done[WAITERS];
static void waiter(int i, void *arg) {
  int round;
  (void)arg;
  for (round = 0; round < ROUNDS; round++) {
    GASNET_BLOCKUNTIL(conform_get(&gex_count[i % 2 ? C_WAIT : C_HSL]) > round);
    conform_add(&round_done[i], 1);
  }
}

static void sender_beside_waiters(int i, void *arg) {
  int round;
  if (i < WAITERS) {
    waiter(i, arg);
    return;
  }
  for (round = 1; round <= ROUNDS; round++) {
    gex_sleep_ms(round % 3 == 0 ? 12 : 1);
    CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_BUMP, 0, C_WAIT), 0);
    CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_BUMP, 0, C_HSL), 0);
  }
}

static void test_waiters(void) {
  int i;
  conform_threads(WAITERS + 1, sender_beside_waiters, 0);
  for (i = 0; i < WAITERS; i++) CHECK_EQ(conform_get(&round_done[i]), ROUNDS);
  memset(round_done, 0, sizeof round_done);
  GEX_TAKE(C_WAIT, ROUNDS);
  GEX_TAKE(C_HSL, ROUNDS);
  gex_check_settled(C_WAIT);
  gex_check_settled(C_HSL);
}

/* HSL-1, HSL-2: before use static or by Init; nested; by trylock; many at once. */
static void test_hsl(void) {
  static gex_HSL_t locks[64];
  gex_HSL_t local = GEX_HSL_INITIALIZER;
  int i;
  for (i = 0; i < 64; i++) gex_HSL_Init(&locks[i]);
  for (i = 0; i < 64; i++) gex_HSL_Lock(&locks[i]);
  for (i = 63; i >= 0; i--) gex_HSL_Unlock(&locks[i]);
  for (i = 0; i < 64; i++) CHECK_EQ(gex_HSL_Trylock(&locks[i]), GASNET_OK);
  for (i = 63; i >= 0; i--) gex_HSL_Unlock(&locks[i]);
  for (i = 0; i < 64; i++) gex_HSL_Destroy(&locks[i]);
  for (i = 0; i < 64; i++) gex_HSL_Init(&locks[i]); /* again after Destroy */
  gex_HSL_Lock(&local);
  gex_HSL_Lock(&locks[5]);
  gex_HSL_Lock(&file_lock);
  gex_HSL_Unlock(&file_lock);
  gex_HSL_Unlock(&locks[5]);
  gex_HSL_Unlock(&local);
  CHECK_EQ(gex_HSL_Trylock(&local), GASNET_OK);
  gex_HSL_Unlock(&local);
  for (i = 0; i < 64; i++) gex_HSL_Destroy(&locks[i]);
  gex_HSL_Destroy(&local);
}

/* HSL-3: a plain counter under the lock, bumped by threads and by handlers. */
static gex_HSL_t counter_lock = GEX_HSL_INITIALIZER;
static volatile long plain_counter;
/* Between load and store others get their chance to interfere. */
static void add_slowly(long n) {
  long value = plain_counter;
  if (value % 64 == 0) sched_yield();
  plain_counter = value + n;
}
static void hsl_handler(gex_Token_t token, gex_AM_Arg_t n) {
  (void)token;
  gex_HSL_Lock(&counter_lock);
  add_slowly(n);
  gex_HSL_Unlock(&counter_lock);
  conform_add(&gex_count[C_HSL], 1);
}

enum { HSL_THREADS = 4, HSL_ROUNDS = 3000 };
static conform_count_t hsl_started;
static void hsl_thread(int i, void *arg) {
  int k;
  (void)arg;
  conform_add(&hsl_started, 1);
  while (conform_get(&hsl_started) < HSL_THREADS) sched_yield();
  for (k = 0; k < HSL_ROUNDS; k++) {
    if (k % 3 == 2 && gex_HSL_Trylock(&counter_lock) == GASNET_OK) {
      add_slowly(1);
    } else {
      gex_HSL_Lock(&counter_lock);
      add_slowly(1);
    }
    gex_HSL_Unlock(&counter_lock);
    if (k % 100 == i) CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_HSL, 0, 1), 0);
  }
}

static void test_hsl_exclusion(void) {
  int messages = HSL_THREADS * HSL_ROUNDS / 100;
  plain_counter = 0;
  conform_set(&hsl_started, 0);
  conform_barrier();
  conform_threads(HSL_THREADS, hsl_thread, 0);
  GEX_TAKE(C_HSL, messages);
  gex_check_settled(C_HSL);
  gex_HSL_Lock(&counter_lock);
  CHECK_EQ(plain_counter, HSL_THREADS * HSL_ROUNDS + messages);
  gex_HSL_Unlock(&counter_lock);
}

static gex_HSL_t busy_lock = GEX_HSL_INITIALIZER;
static conform_count_t busy_step;
static void busy_thread(int i, void *arg) {
  (void)arg;
  if (i == 0) {
    gex_HSL_Lock(&busy_lock);
    conform_set(&busy_step, 1);
    while (conform_get(&busy_step) != 2) gex_sleep_ms(1);
    gex_sleep_ms(20);
    conform_set(&busy_step, 3);
    gex_HSL_Unlock(&busy_lock);
    return;
  }
  while (conform_get(&busy_step) != 1) gex_sleep_ms(1);
  CHECK_EQ(gex_HSL_Trylock(&busy_lock), GASNET_ERR_NOT_READY);
  conform_set(&busy_step, 2);
  gex_HSL_Lock(&busy_lock); /* sleeps until the owner is done */
  CHECK_EQ(conform_get(&busy_step), 3);
  gex_HSL_Unlock(&busy_lock);
}

static void test_hsl_busy(void) {
  conform_set(&busy_step, 0);
  conform_threads(2, busy_thread, 0);
  CHECK_EQ(gex_HSL_Trylock(&busy_lock), GASNET_OK);
  gex_HSL_Unlock(&busy_lock);
}

gex_AM_Entry_t conform_gex_progress_handlers[] = {CONFORM_ENTRY(H_HSL, hsl_handler,
                                                                GEX_FLAG_AM_SHORT, 1),
                                                  {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_gex_progress[] = {
    {"gex_poll_calls", "gex-core PRG-2, PRG-3, FP-7", test_polls, 0},
    {"gex_poll_transfers", "gex-rma PB-2, gex-core PRG-1", test_transfers_poll, CONFORM_NEEDS_2},
    {"gex_poll_quiet", "gex-core PRG-3, gex-rma EV-10, R6", test_quiet, CONFORM_NEEDS_2},
    {"gex_poll_tests_alone", "gex-core PRG-3, gex-rma EV-10, EC-1", test_alone, CONFORM_NEEDS_2},
    {"gex_blockuntil", "gex-core PRG-5", test_blockuntil, 0},
    {"gex_blockuntil_calls", "gex-core PRG-5", test_condition_calls, 0},
    {"gex_blockuntil_threads", "gex-core PRG-5", test_waiters, CONFORM_PAR_ONLY},
    {"gex_waitmode", "gex-core 18.3", test_waitmode, 0},
    {"gex_hsl", "gex-core HSL-1, HSL-2", test_hsl, 0},
    {"gex_hsl_exclusion", "gex-core HSL-3", test_hsl_exclusion, CONFORM_PAR_ONLY},
    {"gex_hsl_busy", "gex-core 19", test_hsl_busy, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};

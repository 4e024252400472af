/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_am_flood.c: many messages at once in every direction: nothing lost, nothing twice, no rank
 * stuck (gex-core 12.1, FP-7, FP-10, THR-1).
 *
 * Every message carries a number; a receiver keeps the count, the sum and the sum of squares of
 * what came from each source, which a lost or repeated message would upset.
 */
#include "gex_support.h"

#include <gasnet_coll.h>

struct tally {
  uint64_t count, sum, squares;
};
static struct tally tallies[GEX_MAX_RANKS][2]; /* [source][is_reply] */

static void note(gex_Rank_t source, int is_reply, uint32_t number) {
  struct tally *t = &tallies[source % GEX_MAX_RANKS][is_reply];
  __atomic_add_fetch(&t->count, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&t->sum, number, __ATOMIC_RELAXED);
  __atomic_add_fetch(&t->squares, (uint64_t)number * number, __ATOMIC_RELAXED);
}

/* What the numbers 0..n-1 give. */
static void check_tally(gex_Rank_t source, int is_reply, uint64_t n) {
  struct tally *t = &tallies[source % GEX_MAX_RANKS][is_reply];
  CHECK_EQ(t->count, n);
  CHECK_EQ(t->sum, n ? n * (n - 1) / 2 : 0);
  CHECK_EQ(t->squares, n ? (n - 1) * n * (2 * n - 1) / 6 : 0);
  memset(t, 0, sizeof *t);
}

/* medium or long (number, reply size: 0 short reply else medium, counter of replies) */
static void flood_handler(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t number,
                          gex_AM_Arg_t reply_size) {
  gex_Rank_t from = gex_source(token);
  CHECK_EQ(conform_differs(buf, n, 77), -1);
  note(from, 0, (uint32_t)number);
  CHECK_EQ(gex_AM_ReplyMedium1(token, H_FLOOD_BACK, buf, (size_t)reply_size, GEX_EVENT_NOW, 0,
                               number),
           0);
  conform_add(&gex_count[C_FLOOD], 1);
}

static void flood_back_handler(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t number) {
  CHECK_EQ(conform_differs(buf, n, 77), -1);
  note(gex_source(token), 1, (uint32_t)number);
  conform_add(&gex_count[C_FLOOD_BACK], 1);
}

/* Sends the numbers first, first + step, ... below n to every rank; payloads up to `most`. */
static void flood(int first, int step, int n, size_t most, const char *buf) {
  gex_Rank_t size = conform_size(), r;
  int i;
  for (i = first; i < n; i += step)
    for (r = 0; r < size; r++) {
      gex_Rank_t to = (conform_rank() + r) % size;
      size_t bytes = i % 4 == 0 ? most : (size_t)i % (most + 1);
      if (i % 8 == 7 && bytes <= 1024)
        CHECK_EQ(gex_AM_RequestLong2(conform_tm(), to, H_FLOOD, buf, bytes,
                                     gex_slot(to, conform_rank()) + i % 16 * 1024, GEX_EVENT_NOW, 0,
                                     i, (gex_AM_Arg_t)bytes),
                 0);
      else
        CHECK_EQ(gex_AM_RequestMedium2(conform_tm(), to, H_FLOOD, buf, bytes, GEX_EVENT_NOW, 0, i,
                                       (gex_AM_Arg_t)bytes),
                 0);
    }
}

static void finish_flood(int n) {
  gex_Rank_t r;
  GEX_TAKE(C_FLOOD, n * (int)conform_size());
  GEX_TAKE(C_FLOOD_BACK, n * (int)conform_size());
  gex_check_settled(C_FLOOD);
  gex_check_settled(C_FLOOD_BACK);
  for (r = 0; r < conform_size(); r++) {
    check_tally(r, 0, (uint64_t)n);
    check_tally(r, 1, (uint64_t)n);
  }
  conform_barrier();
}

static void run_flood(int n, size_t most) {
  char *buf = malloc(most + 1);
  conform_fill(buf, most, 77);
  flood(0, 1, n, most, buf);
  finish_flood(n);
  free(buf);
}

static void test_small(void) { run_flood(8000 / (int)conform_size(), 40); }
static void test_mixed(void) { run_flood(3000 / (int)conform_size(), 1024); }

/* Requests and replies that each fill whatever the library has. */
static void test_large(void) {
  size_t most = gex_AM_LUBRequestMedium(), back = gex_AM_LUBReplyMedium();
  run_flood(240 / (int)conform_size(), most < back ? most : back);
}

/* Shorts without replies, to one target, faster than it can take them. */
static void test_converge(void) {
  enum { N = 5000 };
  int i;
  for (i = 0; i < N; i++) CHECK_EQ(gex_AM_RequestShort1(conform_tm(), 0, H_BUMP, 0, C_FLOOD), 0);
  if (conform_rank() == 0) GEX_TAKE(C_FLOOD, N * (int)conform_size());
  gex_check_settled(C_FLOOD);
}

/* Rank 0 sleeps; rank 1 sends it more than there may be room for, and rank 2 pings rank 1. All:
 * whether it was answered before rank 0 woke up. */
static int answered_meanwhile(int asleep_ms) {
  enum { N = 40000, PINGS = 50 };
  double start = conform_now();
  int i, in_time = 0;
  conform_barrier();
  if (conform_rank() == 0) gex_sleep_ms(asleep_ms);
  if (conform_rank() == 1)
    for (i = 0; i < N; i++) CHECK_EQ(gex_AM_RequestShort1(conform_tm(), 0, H_BUMP, 0, C_FLOOD), 0);
  if (conform_rank() == 2) {
    for (i = 0; i < PINGS; i++) {
      CHECK_EQ(gex_AM_RequestShort1(conform_tm(), 1, H_PING, 0, C_FLOOD_BACK), 0);
      GEX_TAKE(C_FLOOD_BACK, 1);
    }
    in_time = conform_now() - start < asleep_ms * 0.9e-3;
  }
  if (conform_rank() == 0) GEX_TAKE(C_FLOOD, N);
  gex_check_settled(C_FLOOD);
  gex_Event_Wait(gex_Coll_BroadcastNB(conform_tm(), 2, &in_time, &in_time, sizeof in_time, 0));
  return in_time;
}

/* FP-7. A machine that is busy with other things answers late, too: it gets more time. */
static void test_blocked(void) {
  int in_time = 0;
  for (int asleep_ms = 1500; !in_time && asleep_ms <= 24000; asleep_ms *= 4)
    in_time = answered_meanwhile(asleep_ms);
  CHECK(in_time);
}

/* A ring of pings, each rank waiting for its own: latency under oversubscription, not deadlock. */
static void test_ping_ring(void) {
  int i;
  for (i = 0; i < 300; i++) {
    CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_PING, 0, C_FLOOD_BACK), 0);
    GEX_TAKE(C_FLOOD_BACK, 1);
  }
  gex_check_settled(C_FLOOD_BACK);
}

enum { THREADS = 4, PER_JOB = 1600 };
static int thread_total;
static void flood_thread(int i, void *buf) { flood(i, THREADS, thread_total, 300, buf); }

/* THR-1: four threads send, and each that polls handles. */
static void test_threads(void) {
  char buf[300];
  conform_fill(buf, sizeof buf, 77);
  thread_total = PER_JOB / (int)conform_size();
  conform_threads(THREADS, flood_thread, buf);
  finish_flood(thread_total);
}

static conform_count_t sending;
static void sender_or_poller(int i, void *buf) {
  if (i % 2 == 0) {
    flood(i / 2, THREADS / 2, thread_total, 300, buf);
    conform_add(&sending, -1);
  }
  while (conform_get(&sending) > 0) gasnet_AMPoll();
}

/* The same with threads that only poll beside them. */
static void test_pollers(void) {
  char buf[300];
  conform_fill(buf, sizeof buf, 77);
  thread_total = PER_JOB / (int)conform_size();
  conform_set(&sending, THREADS / 2);
  conform_threads(THREADS, sender_or_poller, buf);
  finish_flood(thread_total);
}

gex_AM_Entry_t conform_gex_am_flood_handlers[] = {CONFORM_ENTRY(H_FLOOD, flood_handler,
                                                                GEX_FLAG_AM_MEDLONG, 2),
                                                  {H_FLOOD_BACK, (gex_AM_Fn_t)flood_back_handler,
                                                   GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REPLY, 1, 0,
                                                   "flood_back"},
                                                  {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_gex_am_flood[] = {
    {"gex_flood_small", "gex-core 12.1, FP-7", test_small, 0},
    {"gex_flood_mixed", "gex-core 12.1, FP-7, FP-10", test_mixed, 0},
    {"gex_flood_large", "gex-core FP-7, FP-10", test_large, 0},
    {"gex_flood_converge", "gex-core FP-7", test_converge, 0},
    {"gex_flood_blocked", "gex-core FP-7", test_blocked, CONFORM_NEEDS_3},
    {"gex_flood_ping_ring", "gex-core 12.1", test_ping_ring, 0},
    {"gex_flood_threads", "gex-core THR-1", test_threads, CONFORM_PAR_ONLY},
    {"gex_flood_pollers", "gex-core THR-1, PRG-2", test_pollers, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};

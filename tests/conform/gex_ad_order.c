/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_ad_order.c: what GEX_FLAG_AD_REL and GEX_FLAG_AD_ACQ order, and what a completed operation
 * promises (gex-coll-atomics ADO-8, ADO-10, PH-2, gex-rma MM-5; checklist 6).
 */
#include "gex_ad.h"

#include <sched.h>

enum { ROUNDS = 300, BYTES = 200 };
static gex_AD_t ad;

static void open_ad(void) { gex_AD_Create(&ad, conform_tm(), GEX_DT_U64, ad_all(AD_U64), 0); }
static void close_ad(void) {
  conform_barrier();
  gex_AD_Destroy(ad);
}

/* Waits until the word at (rank,addr) is `value`, by ACQ operations of several kinds. */
static void await_word(gex_Rank_t rank, void *addr, uint64_t value) {
  double limit = conform_deadline();
  int tries = 0;
  for (;; tries++) {
    uint64_t now;
    switch (tries % 3) {
    case 0: now = gad_fetch(ad, rank, addr, GEX_OP_GET, 0, 0, GEX_FLAG_AD_ACQ); break;
    case 1: now = gad_fetch(ad, rank, addr, GEX_OP_FADD, 0, 0, GEX_FLAG_AD_ACQ); break;
    default: now = gad_fetch(ad, rank, addr, GEX_OP_FCAS, value, value, GEX_FLAG_AD_ACQ); break;
    }
    if (now == value) return;
    gasnet_AMPoll();
    conform_try_pause(tries);
    if (conform_now() > limit) conform_die(__FILE__, __LINE__, "the flag never came");
  }
}

/* Tells `value` at (rank,addr) with REL, by the kinds of operation that write. */
static void tell_word(gex_Rank_t rank, void *addr, uint64_t value) {
  switch (value % 4) {
  case 0: gad_apply(ad, rank, addr, GEX_OP_SET, value, 0, GEX_FLAG_AD_REL); break;
  case 1: gad_fetch(ad, rank, addr, GEX_OP_SWAP, value, 0, GEX_FLAG_AD_REL); break;
  case 2: gad_apply(ad, rank, addr, GEX_OP_INC, 0, 0, GEX_FLAG_AD_REL); break;
  default:
    gad_apply(ad, rank, addr, GEX_OP_MAX, value, 0, GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ);
    break;
  }
}

/* Puts data to the next rank, syncs, then tells it by REL; it waits with ACQ and looks with
 * plain loads. Back the same way, so that the data may be written again. Words: 0 data is there,
 * 1 data was read; both at the reader, then both at the writer. */
static void pass_data(int flags_at_reader) {
  char source[BYTES], *mine = gex_area(conform_rank()) + 1024;
  gex_Rank_t to = conform_next(), from = conform_prev(), me = conform_rank();
  uint64_t round;
  for (round = 1; round <= ROUNDS; round++) {
    gex_Rank_t flag_out = flags_at_reader ? to : me, flag_in = flags_at_reader ? me : from;
    conform_fill(source, BYTES, 1000 * (uint64_t)me + round);
    gex_RMA_PutBlocking(conform_tm(), to, gex_at(to, AREA_SELF + 1024), source, BYTES, 0);
    tell_word(flag_out, gad_word(flag_out, 0), round);
    await_word(flag_in, gad_word(flag_in, 0), round);
    CHECK_EQ(conform_differs(mine, BYTES, 1000 * (uint64_t)from + round), -1);
    tell_word(flag_in, gad_word(flag_in, 1), round);
    await_word(flag_out, gad_word(flag_out, 1), round);
  }
}

static void test_message(void) {
  int where;
  open_ad();
  for (where = 0; where < 2; where++) {
    gad_set_words(2, 0);
    pass_data(where);
    conform_barrier();
  }
  close_ad();
}

/* A lock: FCAS with ACQ takes it, SET with REL gives it back. What it protects is changed by plain
 * put and get, by all ranks and threads. */
enum { TURNS = 60 };
static void take_lock(void) {
  double limit = conform_deadline();
  int tries = 0;
  while (gad_fetch(ad, 0, gad_word(0, 0), GEX_OP_FCAS, 0, 1, GEX_FLAG_AD_ACQ)) {
    gasnet_AMPoll();
    conform_try_pause(tries++);
    if (tries % 16 == 0) sched_yield();
    if (conform_now() > limit) conform_die(__FILE__, __LINE__, "the lock was never free");
  }
}

static void critical(int i, void *arg) {
  char *there = gex_slot(0, 0) + 4096;
  int turn;
  (void)i;
  (void)arg;
  for (turn = 0; turn < TURNS; turn++) {
    uint64_t data[8], k;
    take_lock();
    gex_RMA_GetBlocking(conform_tm(), data, 0, there, sizeof data, 0);
    for (k = 1; k < 8; k++) CHECK_EQ(data[k], data[0]);
    for (k = 0; k < 8; k++) data[k]++;
    gex_RMA_PutBlocking(conform_tm(), 0, there, data, sizeof data, 0);
    gad_apply(ad, 0, gad_word(0, 0), GEX_OP_SET, 0, 0, GEX_FLAG_AD_REL);
  }
}

static void test_lock(void) {
  enum { THREADS = 3 };
  gad_set_words(1, 0);
  memset(gex_slot(conform_rank(), conform_rank()) + 4096, 0, 64);
  open_ad();
  conform_barrier();
  if (CONFORM_PAR)
    conform_threads(THREADS, critical, 0);
  else
    critical(0, 0);
  conform_barrier();
  if (conform_rank() == 0)
    CHECK_EQ(*(uint64_t *)(void *)(gex_slot(0, 0) + 4096),
             TURNS * conform_size() * (CONFORM_PAR ? THREADS : 1));
  close_ad();
}

/* Threads of one process: what one wrote plainly before REL the other reads after ACQ. */
static uint64_t plain[64];
static void hand_over(int i, void *arg) {
  gex_Rank_t at = *(gex_Rank_t *)arg;
  uint64_t *word = gad_word(at, 4 + (int)(conform_rank() % 64)), round;
  size_t k;
  for (round = 1; round <= ROUNDS; round++) {
    if (round % 2 == (uint64_t)i) {
      for (k = 0; k < 64; k++) plain[k] = round * 64 + k;
      gad_apply(ad, at, word, GEX_OP_SET, round, 0, GEX_FLAG_AD_REL);
    } else {
      await_word(at, word, round);
      for (k = 0; k < 64; k++) CHECK_EQ(plain[k], round * 64 + k);
    }
  }
}

static void test_threads(void) {
  gex_Rank_t at[2] = {conform_rank(), conform_next()};
  int k;
  open_ad();
  for (k = 0; k < 2; k++) {
    gad_set_words(128, 0);
    conform_threads(2, hand_over, &at[k]);
    conform_barrier();
  }
  close_ad();
}

/* ADO-8: what is complete is seen by operations that begin later, wherever; no flags needed when
 * the knowledge comes by another way: a message, a barrier. */
static void test_completed(void) {
  gex_Rank_t me = conform_rank(), to = conform_next(), from = conform_prev();
  uint64_t round;
  gad_set_words(8, 0);
  open_ad();
  conform_barrier();
  for (round = 1; round <= ROUNDS / 3; round++) {
    gex_Rank_t third = (me + 2) % conform_size(); /* owner of the number */
    gex_Rank_t other = (from + 2) % conform_size();
    gad_apply(ad, third, gad_word(third, 0), GEX_OP_SET, round * 10 + me, 0, 0);
    gex_tell(to, C_AD, 0, 1, 0, 0, 0);
    GEX_TAKE(C_AD, 1);
    CHECK_EQ(gad_fetch(ad, other, gad_word(other, 0), GEX_OP_GET, 0, 0, 0), round * 10 + from);
    conform_barrier();
    CHECK_EQ(gad_fetch(ad, third, gad_word(third, 0), GEX_OP_FADD, 1, 0, 0), round * 10 + me);
    conform_barrier();
    CHECK_EQ(gad_fetch(ad, other, gad_word(other, 0), GEX_OP_FSUB, 1, 0, 0), round * 10 + from + 1);
    conform_barrier();
  }
  close_ad();
}

/* PH-2: the same memory by turns: stores of its owner, atomics, puts and gets, another domain. */
static void test_phases(void) {
  gex_Rank_t me = conform_rank(), to = conform_next();
  uint64_t round, value;
  gex_AD_t other;
  open_ad();
  gex_AD_Create(&other, conform_tm(), GEX_DT_U64, GEX_OP_FADD | GEX_OP_ADD, 0);
  for (round = 0; round < 50; round++) {
    *gad_word(me, 0) = round;
    conform_barrier();
    gad_apply(ad, to, gad_word(to, 0), GEX_OP_ADD, 5, 0, 0);
    conform_barrier();
    CHECK_EQ(*gad_word(me, 0), round + 5);
    conform_barrier();
    value = round + 100;
    gex_RMA_PutBlocking(conform_tm(), to, gad_word(to, 0), &value, 8, 0);
    conform_barrier();
    CHECK_EQ(gad_fetch(other, to, gad_word(to, 0), GEX_OP_FADD, 1, 0, 0), round + 100);
    conform_barrier();
    gex_RMA_GetBlocking(conform_tm(), &value, to, gad_word(to, 0), 8, 0);
    CHECK_EQ(value, round + 101);
    conform_barrier();
  }
  close_ad();
  gex_AD_Destroy(other);
}

const struct conform_test conform_gex_ad_order[] = {
    {"gex_ad_message", "gex-coll-atomics ADO-10, gex-rma MM-5", test_message, 0},
    {"gex_ad_lock", "gex-coll-atomics ADO-10, AD-3", test_lock, 0},
    {"gex_ad_hand_over", "gex-coll-atomics ADO-10, AD-3", test_threads, CONFORM_PAR_ONLY},
    {"gex_ad_completed", "gex-coll-atomics ADO-8", test_completed, 0},
    {"gex_ad_phases", "gex-coll-atomics PH-1, PH-2, AD-5", test_phases, 0},
    {0, 0, 0, 0}};

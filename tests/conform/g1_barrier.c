/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_barrier.c: the named split-phase barrier: the matrix of gasnet1-extended 5.4, with each phase
 * completed by wait, by a loop of try, and, where notify and wait agree, by the blocking call.
 */
#include "conform.h"

#include <limits.h>
#include <unistd.h>

enum { WAIT, TRY, BLOCKING, WAYS };
enum { ANON = GASNET_BARRIERFLAG_ANONYMOUS, MISMATCH = GASNET_BARRIERFLAG_MISMATCH };
#define FAILED GASNET_ERR_BARRIER_MISMATCH

static int finish(int way, int id, int flags) {
  double limit = conform_deadline();
  int result, n = 0;
  if (way == WAIT) return gasnet_barrier_wait(id, flags);
  while ((result = gasnet_barrier_try(id, flags)) == GASNET_ERR_NOT_READY) {
    conform_try_pause(n++);
    if (conform_now() > limit) conform_die(__FILE__, __LINE__, "barrier_try never succeeds");
  }
  return result;
}

/* One phase. BLOCKING serves only if the arguments of notify and wait are the same. */
static int phase(int way, int id_n, int flags_n, int id_w, int flags_w) {
  if (way == BLOCKING && id_n == id_w && flags_n == flags_w) return gasnet_barrier(id_n, flags_n);
  gasnet_barrier_notify(id_n, flags_n);
  return finish(way == TRY ? TRY : WAIT, id_w, flags_w);
}

static int same(int way, int id, int flags) { return phase(way, id, flags, id, flags); }

static void expect_result(int named, int id) {
  int got = 0x5a5a5a5a, r = gasnet_barrier_result(&got);
  if (named) {
    CHECK_EQ(r, 0);
    CHECK_EQ(got, id);
  } else {
    CHECK(r != 0);
  }
}

/* B13: after a mismatch the next phase works. */
static void next_phase_works(void) { CHECK_EQ(gasnet_barrier(99, 0), GASNET_OK); }

static int me(void) { return (int)gasnet_mynode(); }
static int nodes(void) { return (int)gasnet_nodes(); }

static void case_1(void) { /* one rank's notify says MISMATCH */
  int way, j;
  for (way = 0; way < WAYS; way++)
    for (j = 0; j < nodes(); j++) {
      CHECK_EQ(same(way, 0, me() == j ? MISMATCH : 0), FAILED);
      next_phase_works();
    }
}

static void case_2(void) { /* named 0, waits for 1 */
  int way;
  for (way = 0; way < BLOCKING; way++) {
    CHECK_EQ(phase(way, 0, 0, 1, 0), FAILED);
    next_phase_works();
  }
}

static void case_3_9_12(void) { /* all anonymous, any ids; wait named or not */
  int way;
  for (way = 0; way < WAYS; way++) {
    CHECK_EQ(phase(way, 0, ANON, 0, 0), GASNET_OK);
    expect_result(0, 0);
    CHECK_EQ(phase(way, me() * 17, ANON, me() * 5 + 1, 0), GASNET_OK); /* B12 */
    expect_result(0, 0);
    CHECK_EQ(same(way, me(), ANON), GASNET_OK);
    expect_result(0, 0);
    CHECK_EQ(phase(way, me(), ANON, -me(), ANON), GASNET_OK);
    expect_result(0, 0);
  }
}

static void case_4(void) { /* named notify, anonymous wait */
  int way;
  for (way = 0; way < WAYS; way++) {
    CHECK_EQ(phase(way, 0, 0, 0, ANON), GASNET_OK);
    expect_result(1, 0);
    CHECK_EQ(phase(way, -5, 0, 1234, ANON), GASNET_OK); /* B11: that id is ignored */
    expect_result(1, -5);
  }
}

static void case_5_6(void) { /* j anonymous, the others named v */
  int way, j, v = 0x1234567;
  for (way = 0; way < WAYS; way++)
    for (j = 0; j < nodes(); j++) {
      int mine = me() == j;
      CHECK_EQ(same(way, mine ? 5 : v, mine ? ANON : 0), GASNET_OK);
      expect_result(nodes() > 1, v);
      CHECK_EQ(phase(way, mine ? 5 : v, mine ? ANON : 0, v, 0), GASNET_OK);
      expect_result(nodes() > 1, v);
    }
}

static void case_7(void) { /* j anonymous, waits for a name that is not the others' */
  int way, j, v = 31;
  for (way = 0; way < WAYS; way++)
    for (j = 0; j < nodes(); j++) {
      int mine = me() == j;
      int r = phase(way, mine ? 5 : v, mine ? ANON : 0, mine ? v + 1 : v, 0);
      if (mine)
        CHECK_EQ(r, FAILED);
      else
        CHECK(r == GASNET_OK || r == FAILED);
      next_phase_works();
    }
}

static void case_8(void) { /* j named, the others anonymous */
  int way, j, v = -77;
  for (way = 0; way < WAYS; way++)
    for (j = 0; j < nodes(); j++) {
      CHECK_EQ(same(way, v, me() == j ? 0 : ANON), GASNET_OK);
      expect_result(1, v);
    }
}

static void case_10(void) { /* j named a, the others b */
  int way, j;
  for (way = 0; way < WAYS; way++)
    for (j = 0; j < nodes(); j++) {
      CHECK_EQ(same(way, me() == j ? 8 : 9, 0), FAILED);
      next_phase_works();
    }
}

static void case_11(void) { /* j named a, k named b, the rest anonymous */
  int way, j, k;
  for (way = 0; way < WAYS; way++)
    for (j = 0; j < nodes(); j++) {
      k = (j + 1) % nodes();
      CHECK_EQ(same(way,
                    me() == j   ? 100
                    : me() == k ? 200
                                : 0,
                    me() == j || me() == k ? 0 : ANON),
               FAILED);
      next_phase_works();
    }
}

/* 10^4 phases of all kinds; each rank computes what every phase must yield. */
static void case_12(void) {
  const int phases = 8000 / nodes();
  int i, wrong = 0;
  for (i = 0; i < phases; i++) {
    uint64_t dice = conform_rand_common();
    int id = (int)(dice >> 32), kind = (int)(dice % 8), way = (int)(dice / 8 % WAYS);
    int j = (int)(dice / 64 % (uint64_t)nodes()), r, got = 0, expected = GASNET_OK;
    if (kind == 0) { /* anonymous */
      r = same(way, i * 7 + me(), ANON);
    } else if (kind == 1) { /* one anonymous among named */
      r = same(way, id, me() == j ? ANON : 0);
    } else if (kind == 2 && nodes() > 1) { /* one differs */
      r = same(way, me() == j ? id ^ 1 : id, 0);
      expected = FAILED;
    } else if (kind == 3) {
      r = same(way, id, me() == j ? MISMATCH : 0);
      expected = FAILED;
    } else {
      r = same(way, id, 0);
      wrong += gasnet_barrier_result(&got) != 0 || got != id;
    }
    wrong += r != expected;
  }
  CHECK_EQ(wrong, 0);
}

/* A late rank: try says NOT_READY until it has notified. */
static void case_13(void) {
  volatile int32_t *flag = (volatile int32_t *)conform_seg(gasnet_mynode());
  int tries = 0, r, i;
  *flag = 0;
  conform_barrier();
  if (me() == nodes() - 1) {
    usleep(500000);
    for (i = 0; i < nodes(); i++)
      gasnet_put_val((gasnet_node_t)i, conform_seg((gasnet_node_t)i), 1, 4);
    gasnet_barrier_notify(6, 0);
    r = gasnet_barrier_wait(6, 0);
  } else {
    gasnet_barrier_notify(6, 0);
    CHECK_EQ(gasnet_barrier_try(6, 0), GASNET_ERR_NOT_READY);
    while ((r = gasnet_barrier_try(6, 0)) == GASNET_ERR_NOT_READY) {
      usleep(1000);
      tries++;
    }
    CHECK(tries > 10);
    CHECK_EQ(*flag, 1);
  }
  CHECK_EQ(r, GASNET_OK);
}

static void case_14(void) { /* extreme ids come back bit by bit */
  static const int ids[] = {(int)0xcafef00d, INT_MIN, INT_MAX, -1, 0, 1, (int)0x80000001};
  size_t i;
  int way;
  for (way = 0; way < WAYS; way++)
    for (i = 0; i < sizeof ids / sizeof *ids; i++) {
      CHECK_EQ(same(way, ids[i], 0), GASNET_OK);
      expect_result(1, ids[i]);
      CHECK_EQ(same(way, me() == 0 ? ids[i] : 3, me() == 0 ? 0 : ANON), GASNET_OK);
      expect_result(1, ids[i]);
    }
}

static void unnamed(void) { /* B14 */
  int way, i;
  for (way = 0; way < WAYS; way++)
    for (i = 0; i < 20; i++) {
      CHECK_EQ(same(way, i + me(), GASNET_BARRIERFLAG_UNNAMED), GASNET_OK);
      expect_result(0, 0);
    }
}

static void anonymous_mismatch(void) { /* B15 */
  CHECK_EQ(same(WAIT, 4, me() == 0 ? ANON | MISMATCH : ANON), FAILED);
  next_phase_works();
}

/* B3: notify does not wait for other ranks. The last rank waits for a message sent after the
 * others' notify before it notifies itself. */
static void notify_does_not_block(void) {
  volatile int32_t *flag = (volatile int32_t *)conform_seg(gasnet_mynode());
  *flag = 0;
  conform_barrier();
  if (me() == 0) {
    conform_wait_until(*flag == 1);
    gasnet_barrier_notify(1, 0);
  } else {
    gasnet_barrier_notify(1, 0);
    if (me() == 1) gasnet_put_val(0, conform_seg(0), 1, 4);
  }
  CHECK_EQ(gasnet_barrier_wait(1, 0), GASNET_OK);
}

/* B5: what a rank put before notify is seen by all after wait; in both directions, many times. */
static void memory_order(void) {
  int i, r, wrong = 0;
  for (i = 1; i <= 500; i++) {
    for (r = 0; r < nodes(); r++)
      gasnet_put_val((gasnet_node_t)r, (int32_t *)conform_seg((gasnet_node_t)r) + 16 * me(),
                     (uint64_t)i, 4);
    CHECK_EQ(gasnet_barrier(i, i & 1 ? ANON : 0), GASNET_OK);
    for (r = 0; r < nodes(); r++)
      wrong += ((volatile int32_t *)conform_seg(gasnet_mynode()))[16 * r] != i;
    CHECK_EQ(gasnet_barrier(i, 0), GASNET_OK);
  }
  CHECK_EQ(wrong, 0);
}

/* B6, X1.14: transfers overlap a split barrier and are not completed by it. */
static void overlapped(void) {
  static unsigned char src[70000], back[70000];
  gasnet_node_t next = conform_next();
  int i;
  for (i = 0; i < 30; i++) {
    gasnet_handle_t h;
    conform_fill(src, sizeof src, (uint64_t)i);
    h = gasnet_put_nb_bulk(next, conform_seg(next), src, sizeof src);
    gasnet_barrier_notify(i, 0);
    gasnet_wait_syncnb(h);
    gasnet_get(back, next, conform_seg(next), sizeof back);
    CHECK_EQ(finish(i & 1, i, 0), GASNET_OK);
    CHECK_EQ(conform_differs(back, sizeof back, (uint64_t)i), -1);
  }
}

static void skewed(void) { /* B9: ranks at different speed, phases stay apart */
  int i, got;
  for (i = 0; i < 60; i++) {
    if (conform_rand() % 4 == 0) usleep((useconds_t)(conform_rand() % 3000));
    CHECK_EQ(gasnet_barrier(i * 3, 0), GASNET_OK);
    CHECK_EQ(gasnet_barrier_result(&got), 0);
    CHECK_EQ(got, i * 3);
  }
}

const struct conform_test conform_g1_barrier[] = {
    {"g1_barrier_1", "gasnet1-extended 5.4 case 1, B13", case_1, 0},
    {"g1_barrier_2", "gasnet1-extended 5.4 case 2, B7, B13", case_2, 0},
    {"g1_barrier_3_9", "gasnet1-extended 5.4 cases 3, 9, 15; B11, B12", case_3_9_12, 0},
    {"g1_barrier_4", "gasnet1-extended 5.4 case 4, B11", case_4, 0},
    {"g1_barrier_5_6", "gasnet1-extended 5.4 cases 5, 6; 5.3", case_5_6, 0},
    {"g1_barrier_7", "gasnet1-extended 5.4 case 7", case_7, CONFORM_NEEDS_2},
    {"g1_barrier_8", "gasnet1-extended 5.4 case 8", case_8, 0},
    {"g1_barrier_10", "gasnet1-extended 5.4 case 10", case_10, CONFORM_NEEDS_2},
    {"g1_barrier_11", "gasnet1-extended 5.4 case 11", case_11, CONFORM_NEEDS_3},
    {"g1_barrier_12", "gasnet1-extended 5.4 cases 12, 15; B2, B9", case_12, 0},
    {"g1_barrier_13", "gasnet1-extended 5.4 case 13, B4", case_13, CONFORM_NEEDS_2},
    {"g1_barrier_14", "gasnet1-extended 5.4 case 14, 5.2", case_14, 0},
    {"g1_barrier_unnamed", "gasnet1-extended B14", unnamed, 0},
    {"g1_barrier_anon_mismatch", "gasnet1-extended B15", anonymous_mismatch, 0},
    {"g1_barrier_notify", "gasnet1-extended B3", notify_does_not_block, CONFORM_NEEDS_2},
    {"g1_barrier_memory", "gasnet1-extended B5, X1.11", memory_order, 0},
    {"g1_barrier_overlap", "gasnet1-extended B6, X1.14", overlapped, 0},
    {"g1_barrier_skew", "gasnet1-extended B9", skewed, 0},
    {0, 0, 0, 0}};

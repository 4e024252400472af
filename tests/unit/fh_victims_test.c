/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fh_victims_test.c: what firehose gives up for a request (firehose/victims.c) by itself: a side of
 * slots, each of four buckets, all pinned, unreferenced and in the FIFO.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "firehose/victims.h"

#define SLOTS 12u
#define BUCKETS 4u /* of a slot */
#define DA_LIMIT 3u

static struct hyd_fh_side side;
static struct hyd_fh_victims victims;
static struct hyd_fh_chain got;
static struct fh_request request, other;

static uint64_t first_of(uint32_t i) { return i * 100; }

static int setup(void **state) {
  (void)state;
  memset(&victims, 0, sizeof victims);
  memset(&request, 0, sizeof request);
  request.node = 1; /* no slot is of this node */
  other = request;
  if (hyd_fh_side_init(&side, SLOTS, 1024, 0)) return -1;
  for (uint32_t i = 1; i <= SLOTS; i++) {
    if (hyd_fh_slot_new(&side, 0, first_of(i), BUCKETS) != i) return -1;
    hyd_fh_slot_pinned(&side.slot[i]);
    hyd_fh_slot_unrefer(&side.slot[i]);
    hyd_fh_fifo_push(&side, &victims.fifo, i);
  }
  return 0;
}

static int teardown(void **state) {
  (void)state;
  hyd_fh_side_done(&side);
  return 0;
}

static int hit(uint32_t i) {
  return hyd_fh_slot_refer(&side.slot[i], 0, first_of(i), first_of(i) + BUCKETS - 1);
}

static void hit_and_release(uint32_t i) {
  assert_int_equal(hit(i), 1);
  hyd_fh_slot_unrefer(&side.slot[i]);
}

static enum hyd_fh_state state_of(uint32_t i) {
  return hyd_fh_word_state(hyd_fh_slot_word(&side.slot[i]));
}

static int collect(struct fh_request *r, uint64_t buckets, uint32_t slots) {
  return hyd_fh_victims_collect(&side, &victims, r, (struct hyd_fh_room){buckets, slots}, DA_LIMIT,
                                &got);
}

static int has(uint32_t wanted) {
  for (uint32_t i = got.head; i; i = side.slot[i].next)
    if (i == wanted) return 1;
  return 0;
}

/* The slots of the chain, and all of it, are those of this mask. */
static void assert_chain(uint32_t mask) {
  uint32_t n = 0;
  for (uint32_t i = 1; i <= SLOTS; i++) {
    assert_int_equal(has(i), mask >> i & 1);
    n += mask >> i & 1;
    if (mask >> i & 1) assert_int_equal(state_of(i), FH_TAKEN);
  }
  assert_int_equal(got.n, n);
  assert_int_equal(got.buckets, n * BUCKETS);
}

static void assert_all_idle(void) {
  assert_int_equal(victims.fifo.n, SLOTS);
  assert_int_equal(victims.draining.n, 0);
  for (uint32_t i = 1; i <= SLOTS; i++) assert_int_equal(state_of(i), FH_PINNED);
}

static void test_longest_unused(void **state) {
  (void)state;
  assert_int_equal(collect(&request, 2 * BUCKETS + 1, 0), 1);
  assert_chain(1u << 1 | 1u << 2 | 1u << 3);
  assert_int_equal(victims.fifo.n, SLOTS - 3);
  assert_int_equal(request.attempts, 0);
}

static void test_as_many_slots(void **state) {
  (void)state;
  assert_int_equal(collect(&request, 1, 4), 1);
  assert_chain(1u << 1 | 1u << 2 | 1u << 3 | 1u << 4);
}

static void test_restore(void **state) {
  (void)state;
  collect(&request, 3 * BUCKETS, 0);
  hyd_fh_victims_restore(&side, &victims, &got);
  assert_all_idle();
  assert_int_equal(got.n, 0);
}

static void test_all_or_nothing(void **state) {
  (void)state;
  assert_int_equal(collect(&request, SLOTS * BUCKETS + 1, 0), 0);
  assert_all_idle();
  assert_int_equal(request.attempts, 1);
  assert_null(victims.winner);
}

static void test_referenced_are_passed_over(void **state) {
  (void)state;
  hit(1);
  hit(3);
  assert_int_equal(collect(&request, 2 * BUCKETS, 0), 1);
  assert_chain(1u << 2 | 1u << 4);
  assert_int_equal(hit(2), 0); /* what is taken cannot be hit */
  assert_int_equal(hit(5), 1);
}

/* What was used since the last look goes once more through the queue. */
static void test_second_chance(void **state) {
  (void)state;
  hit_and_release(1);
  hit_and_release(2);
  assert_int_equal(collect(&request, BUCKETS, 0), 1);
  assert_chain(1u << 3);
  hyd_fh_victims_restore(&side, &victims, &got);
  assert_int_equal(collect(&request, 10 * BUCKETS, 0), 1);
  assert_chain(0x1ffeu &
               ~(1u << 2 | 1u << 3)); /* 3 was put back behind 1 and 2, which have no mark now */
}

/* After DA_LIMIT attempts a request has precedence: others get nothing, not even an attempt. */
static void test_precedence(void **state) {
  (void)state;
  hit(1);
  for (unsigned i = 0; i < DA_LIMIT; i++) {
    assert_null(victims.winner);
    assert_int_equal(collect(&request, SLOTS * BUCKETS, 0), 0);
  }
  assert_ptr_equal(victims.winner, &request);
  assert_true(hyd_fh_victims_barred(&victims, &other));
  assert_false(hyd_fh_victims_barred(&victims, &request));
  assert_int_equal(collect(&other, BUCKETS, 0), 0);
  assert_int_equal(other.attempts, 0);
  assert_int_equal(hyd_fh_victims_end(&side, &victims, &other), 0);
  assert_ptr_equal(victims.winner, &request);
}

static void win(uint64_t buckets) {
  for (unsigned i = 0; i < DA_LIMIT; i++) assert_int_equal(collect(&request, buckets, 0), 0);
}

/* Slots in use are drained for the winner: no new references; when the last is gone they are its.
 */
static void test_draining(void **state) {
  (void)state;
  for (uint32_t i = 1; i <= SLOTS; i++) hit(i);
  win(2 * BUCKETS);
  assert_int_equal(victims.draining.n, 2); /* no more than it needs */
  assert_int_equal(state_of(1), FH_DRAINING);
  assert_int_equal(hit(1), 0);
  assert_int_equal(hit(12), 1);
  assert_int_equal(collect(&request, 2 * BUCKETS, 0), 0); /* not yet */
  assert_int_equal(victims.draining.n, 2);
  hyd_fh_slot_unrefer(&side.slot[1]);
  hyd_fh_slot_unrefer(&side.slot[2]);
  assert_int_equal(collect(&request, 2 * BUCKETS, 0), 1);
  assert_chain(1u << 1 | 1u << 2);
  assert_int_equal(victims.draining.n, 0);
}

static void test_end_gives_back(void **state) {
  (void)state;
  for (uint32_t i = 1; i <= SLOTS; i++) hit(i);
  win(2 * BUCKETS);
  assert_int_equal(hyd_fh_victims_end(&side, &victims, &request), 1);
  assert_null(victims.winner);
  assert_all_idle();
  assert_int_equal(hit(1), 1);
}

/* The winner's own hits are not drained: it would wait for itself. */
static void test_own_hits(void **state) {
  (void)state;
  request.node = 0;
  request.first = first_of(1) + BUCKETS - 1;
  request.last = first_of(2);
  for (uint32_t i = 1; i <= SLOTS; i++) hit(i);
  win(BUCKETS);
  assert_int_equal(state_of(1), FH_PINNED);
  assert_int_equal(state_of(2), FH_PINNED);
  assert_int_equal(state_of(3), FH_DRAINING);
}

/* Victims without marks are unpinned first, then the others. */
static void test_squeeze(void **state) {
  (void)state;
  hit_and_release(1);
  hit(2);
  hyd_fh_victims_squeeze(&side, &victims, 2 * BUCKETS, &got);
  assert_chain(1u << 3 | 1u << 4);
  hyd_fh_victims_restore(&side, &victims, &got);
  hyd_fh_victims_squeeze(&side, &victims, UINT64_MAX, &got);
  assert_chain(0x1ffeu & ~(1u << 2));
}

static void test_take_this(void **state) {
  (void)state;
  got = (struct hyd_fh_chain){0};
  hit(5);
  assert_int_equal(hyd_fh_victims_take(&side, &victims, 5, &got), 0);
  hyd_fh_slot_unrefer(&side.slot[5]);
  assert_int_equal(hyd_fh_victims_take(&side, &victims, 5, &got), 1);
  assert_chain(1u << 5);
  assert_int_equal(hyd_fh_victims_take(&side, &victims, 5, &got), 0);
  assert_int_equal(victims.fifo.n, SLOTS - 1);
}

static void test_take_what_drains(void **state) {
  (void)state;
  for (uint32_t i = 1; i <= SLOTS; i++) hit(i);
  win(BUCKETS);
  got = (struct hyd_fh_chain){0};
  hyd_fh_slot_unrefer(&side.slot[1]);
  assert_int_equal(hyd_fh_victims_take(&side, &victims, 1, &got), 1);
  assert_chain(1u << 1);
  assert_int_equal(victims.draining.n, 0);
}

static void test_forget(void **state) {
  (void)state;
  for (uint32_t i = 1; i <= SLOTS; i++) hit(i);
  win(BUCKETS);
  hyd_fh_victims_forget(&side, &victims, 1); /* draining */
  hyd_fh_victims_forget(&side, &victims, 2);
  hyd_fh_victims_forget(&side, &victims, 2);
  assert_int_equal(victims.draining.n, 0);
  assert_int_equal(victims.fifo.n, SLOTS - 2);
}

static void test_join(void **state) {
  struct hyd_fh_chain more;
  (void)state;
  collect(&request, BUCKETS, 0);
  more = got;
  collect(&request, BUCKETS, 0);
  hyd_fh_chain_join(&side, &got, &more);
  assert_chain(1u << 1 | 1u << 2);
  assert_int_equal(more.n, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_longest_unused),
    TEST(test_as_many_slots),
    TEST(test_restore),
    TEST(test_all_or_nothing),
    TEST(test_referenced_are_passed_over),
    TEST(test_second_chance),
    TEST(test_precedence),
    TEST(test_draining),
    TEST(test_end_gives_back),
    TEST(test_own_hits),
    TEST(test_squeeze),
    TEST(test_take_this),
    TEST(test_take_what_drains),
    TEST(test_forget),
    TEST(test_join),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_ahead.c: what follows in a stream is asked for ahead.
 */
#include "tests/sim/firehose/cases.h"

#include <errno.h>

#include "firehose/prefetch.h"

static uint64_t misses_of_a_walk(uint64_t from, uint64_t to) {
  uint64_t before = stats(0).remote_misses;
  for (uint64_t b = from; b < to; b++) use(b), deliver_all();
  return stats(0).remote_misses - before;
}

/* The second miss brings a window of 2 buckets; the first use of each brings the next, of 4, 8, 8 …
 * One that reaches beyond memory is dropped. */
static void test_ahead(void **state) {
  (void)state;
  for (int regions = 0; regions < 2; regions++) {
    open_net((struct sizes){.f = 64, .maxvictim = 8, .regions = regions, .ahead = 16});
    assert_int_equal(misses_of_a_walk(0, 28), 2);
    assert_int_equal(stats(0).ahead, 38);
    assert_int_equal(misses_of_a_walk(0, 28), 0);
    assert_int_equal(misses_of_a_walk(59, 64), 3);
    assert_false(net.nic[1].wrong != NULL);
    close_net();
  }
}

/* A prefetch neither takes the place of a request in need, nor lets one fail as there was
 * too much of it. */
static void test_ahead_is_modest(void **state) {
  struct fh_request r[6], s;
  (void)state;
  open_net((struct sizes){.f = 16, .maxvictim = 8, .ahead = 16});
  for (uint64_t k = 0; k < 5; k++)
    assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 10 * k), 3 * BUCKET, &r[k], NULL, 0), 0);
  /* All is in use now: no room ahead. */
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 43), BUCKET, &r[5], NULL, 0), 0);
  assert_int_equal(stats(0).put_off, 0);
  for (uint64_t k = 0; k < 5; k++) assert_true(nic_reaches(&net.nic[1], base_of(1) + 10 * k, 3));
  for (int k = 0; k < 6; k++) fh_release(net.fh[0], &r[k]);
  use(60);
  use(61); /* 62 and 63 are on their way */
  use(62);
  use(63);
  assert_int_equal(remote(&s, 1, 63, 1, NULL), 0);
  fh_release(net.fh[0], &s);
  close_net();
}

/* A window that reaches beyond memory fails as a whole; a request that waits for what there is of
 * it asks anew, and gets it. */
static void test_ahead_of_memory(void **state) {
  struct fh_request r;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 64, .maxvictim = 8, .ahead = 16});
  for (uint64_t b = 59; b < 61; b++) use(b), deliver_all(); /* brings 61 and 62 */
  use(61); /* asks for 63 and beyond, where nothing is */
  assert_int_equal(remote(&r, 1, 63, 1, &granted), EINPROGRESS);
  deliver_all();
  assert_int_equal(granted, 1);
  assert_int_equal(last_status, 0);
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 63, 1));
  fh_release(net.fh[0], &r);
  close_net();
}

/* Local memory is asked for ahead, too. */
static void test_ahead_locally(void **state) {
  struct fh_request r;
  uint64_t ahead = 0;
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 64, .ahead = 16});
  for (uint64_t b = 0; b < 16; b++) {
    assert_int_equal(fh_local_pin(net.fh[0], at(0, b), BUCKET, &r), 0);
    fh_release(net.fh[0], &r);
    assert_true(stats(0).ahead >= ahead);
    ahead = stats(0).ahead;
  }
  assert_true(ahead >= 8);
  assert_true(stats(0).local_misses <= 6);
  close_net();
}

/* Several streams at once; the one that was used longest ago gives way to a new one. */
static void test_streams(void **state) {
  struct hyd_fh_streams s = {0};
  uint64_t from = 0;
  (void)state;
  for (uint64_t k = 0; k < FH_STREAMS; k++)
    assert_int_equal(hyd_fh_streams_see(&s, 1000 * k + 100, 1000 * k + 100, 1, 8, &from), 0);
  assert_int_equal(hyd_fh_streams_see(&s, 101, 101, 1, 8, &from), 2); /* 0 is young again */
  assert_int_equal(from, 102);
  assert_int_equal(hyd_fh_streams_see(&s, s.seen, s.seen, 0, 8, &from), 0); /* of no stream */
  assert_int_equal(hyd_fh_streams_see(&s, 90000, 90000, 1, 8, &from), 0);   /* in place of 1 */
  assert_int_equal(hyd_fh_streams_see(&s, 1101, 1101, 0, 8, &from), 0);
  assert_int_equal(hyd_fh_streams_see(&s, 2101, 2102, 1, 8, &from), 4);
  assert_int_equal(hyd_fh_streams_see(&s, 90001, 90003, 1, 8, &from), 6);
  assert_int_equal(hyd_fh_streams_see(&s, 102, 103, 0, 8, &from), 4);
  assert_int_equal(from, 104);
  assert_int_equal(hyd_fh_streams_see(&s, 104, 107, 0, 8, &from), 8);
  assert_int_equal(hyd_fh_streams_see(&s, 108, 108, 0, 8, &from), 8);
  assert_int_equal(from, 116);
  assert_int_equal(hyd_fh_streams_see(&s, 3101, 3109, 1, 8, &from), 0); /* longer than the window */
}

int cases_ahead(void) {
  const struct CMUnitTest tests[] = {CASE(test_ahead_locally), CASE(test_streams), CASE(test_ahead),
                                     CASE(test_ahead_is_modest), CASE(test_ahead_of_memory)};
  return cmocka_run_group_tests_name("ahead", tests, NULL, NULL);
}

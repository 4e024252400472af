/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_contention.c: requests that wait for room: which is served, and in which order.
 */
#include "tests/sim/firehose/cases.h"

#include <errno.h>

/* Small requests come and go without a gap; the large one is served all the same. */
static void test_large_request_is_served(void **state) {
  struct fh_request large, small[2];
  unsigned granted = 0;
  uint64_t next = 10;
  int rounds = 0;
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 20, .da_limit = 4});
  for (int i = 0; i < 2; i++)
    assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, next++), 1, &small[i], NULL, 0), 0);
  assert_int_equal(remote(&large, 1, 0, 8, &granted), EINPROGRESS);
  while (!granted && rounds++ < 100) {
    fh_release(net.fh[0], &small[rounds % 2]);
    fh_poll(net.fh[0]);
    deliver_all();
    if (granted) break;
    /* the same bucket again: a hit keeps it in use, unless it is drained for the large one */
    if (fh_try_remote_pin(net.fh[0], 1, small[rounds % 2].addr, 1, &small[rounds % 2]))
      small[rounds % 2].n = 0;
  }
  assert_int_equal(granted, 1);
  assert_int_equal(stats(0).won, 1);
  fh_release(net.fh[0], &large);
  fh_release(net.fh[0], &small[(rounds + 1) % 2]);
  close_net();
}

/* More victims than one message can name. */
static void test_many_small_for_a_large(void **state) {
  struct fh_request r;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 32, .maxvictim = 8, .regions = 1, .message = FH_MESSAGE_MIN});
  for (uint64_t b = 0; b < 64; b += 2) use(b);
  assert_int_equal(remote(&r, 1, 1, 30, &granted), EINPROGRESS);
  for (int k = 0; k < 10 && !granted; k++) {
    fh_poll(net.fh[0]);
    deliver_all();
  }
  assert_int_equal(granted, 1);
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 1, 30));
  fh_release(net.fh[0], &r);
  close_net();
}

static void test_winner_is_not_overtaken(void **state) {
  struct fh_request held, large, small;
  unsigned large_granted = 0, small_granted = 0;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8, .da_limit = 1});
  assert_int_equal(fh_remote_pin(net.fh[2], 1, at(1, 60), 1, &held, NULL, 0),
                   0); /* nothing is to be stolen */
  fh_release(net.fh[2], &held);
  use(20); /* one firehose is idle, enough for a small request */
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 0), 3 * BUCKET, &held, NULL, 0), 0);
  assert_int_equal(remote(&large, 1, 8, 4, &large_granted), EINPROGRESS);
  assert_int_equal(remote(&small, 1, 30, 1, &small_granted), EINPROGRESS);
  fh_poll(net.fh[0]);
  deliver_all();
  assert_int_equal(large_granted, 0);
  assert_int_equal(small_granted, 0);
  fh_release(net.fh[0], &held);
  deliver_all();
  assert_int_equal(large_granted, 1);
  assert_int_equal(small_granted, 0);
  fh_release(net.fh[0], &large);
  deliver_all();
  assert_int_equal(small_granted, 1);
  fh_release(net.fh[0], &small);
  close_net();
}

/* A release serves who waits for it, at once: the requester polls only to make other progress. */
static void test_release_serves(void **state) {
  struct fh_request held, r;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 1, .maxvictim = 4}); /* 6 buckets of local memory in all */
  assert_int_equal(local(&r, 0, 2, NULL), 0);
  assert_int_equal(local(&held, 10, 4, NULL), 0);
  struct fh_request waits;
  assert_int_equal(local(&waits, 20, 3, &granted), EINPROGRESS);
  fh_release(net.fh[0], &held);
  assert_int_equal(granted, 1);
  fh_release(net.fh[0], &waits);
  fh_release(net.fh[0], &r);
  granted = 0;
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 5), 1, &held, NULL, 0), 0);
  assert_int_equal(fh_remote_pin(net.fh[2], 1, at(1, 9), 1, &r, NULL, 0), 0); /* no share is free */
  assert_int_equal(remote(&waits, 1, 7, 1, &granted), EINPROGRESS);
  deliver_all();
  assert_int_equal(granted, 0);
  net.sent = 0;
  fh_release(net.fh[0], &held);
  assert_int_equal(net.sent, 1);
  deliver_all();
  assert_int_equal(granted, 1);
  fh_release(net.fh[0], &waits);
  fh_release(net.fh[2], &r);
  close_net();
}

int cases_contention(void) {
  const struct CMUnitTest tests[] = {CASE(test_release_serves), CASE(test_large_request_is_served),
                                     CASE(test_many_small_for_a_large),
                                     CASE(test_winner_is_not_overtaken)};
  return cmocka_run_group_tests_name("contention", tests, NULL, NULL);
}

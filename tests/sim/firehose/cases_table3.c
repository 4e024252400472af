/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_table3.c: each row of the SMP paper's table 3: what may go wrong when threads share a
 * node's tables.
 */
#include "tests/sim/firehose/cases.h"

#include <errno.h>

/* "Competing threads can hit on a firehose that was used as a replacement." */
static void test_replacement_is_no_hit(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 2, .maxvictim = 8});
  use(0), use(1);
  assert_true(is_hit(0)); /* used again, so 1 is the victim, though it came later */
  assert_int_equal(remote(&r, 1, 9, 1, NULL), EINPROGRESS);
  assert_false(is_hit(1));
  assert_true(is_hit(0));
  deliver_all();
  assert_true(is_hit(9));
  fh_release(net.fh[0], &r);
  close_net();
}

/* "Hitting on a PENDING_UNCOMMITTED firehose would not create a reliable estimation." */
static void test_who_waits_is_no_hit(void **state) {
  struct fh_request all, a, b;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 2, .maxvictim = 8});
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 0), 2 * BUCKET, &all, NULL, 0), 0);
  assert_int_equal(remote(&a, 1, 5, 2, &granted), EINPROGRESS);
  assert_int_equal(remote(&b, 1, 6, 1, &granted), EINPROGRESS);
  deliver_all();
  assert_int_equal(granted, 0);
  net.sent = 0;
  fh_release(net.fh[0], &all);
  fh_poll(net.fh[0]);
  deliver_all();
  fh_poll(net.fh[0]);
  deliver_all();
  assert_int_equal(granted, 2); /* the second hits what the first has brought */
  assert_int_equal(stats(0).moves, 2);
  fh_release(net.fh[0], &a);
  fh_release(net.fh[0], &b);
  close_net();
}

static struct fh_request meanwhile;
static unsigned meanwhile_granted, pins_meanwhile;

static void ask_meanwhile(void) {
  assert_int_equal(fh_local_pin_nb(net.fh[0], at(0, 4), BUCKET, &meanwhile, done,
                                   &meanwhile_granted),
                   EINPROGRESS);
  pins_meanwhile = net.pins;
}

/* "Hitting on a PENDING local page cannot count for a hit." */
static void test_local_pending_is_no_hit(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 2, .maxvictim = 8});
  meanwhile_granted = 0;
  net.in_pin = ask_meanwhile;
  assert_int_equal(local(&r, 3, 2, NULL), 0);
  assert_int_equal(pins_meanwhile, 1);
  assert_int_equal(meanwhile_granted, 1); /* served after the pin, without a poll */
  assert_int_equal(net.pins, 1);
  fh_release(net.fh[0], &meanwhile);
  fh_release(net.fh[0], &r);
  close_net();
}

static void move_meanwhile(void) {
  while (net.mails.head && net.mails.head->to == 1) deliver();
  pins_meanwhile = net.sent;
}

/* "Requests to pin local memory hit a PENDING page and AM handlers can't poll or rollback." */
static void test_handler_meets_pending(void **state) {
  struct fh_request r, mine;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 2, .maxvictim = 8});
  assert_int_equal(remote(&r, 1, 4, 1, &granted), EINPROGRESS);
  net.in_pin = move_meanwhile;
  assert_int_equal(fh_local_pin(net.fh[1], at(1, 3), 2 * BUCKET, &mine), 0);
  assert_int_equal(pins_meanwhile, 1); /* no answer while it was being pinned ... */
  assert_int_equal(net.sent, 2);       /* ... but at once after that */
  deliver_all();
  assert_int_equal(granted, 1);
  assert_int_equal(net.pins, 1);
  fh_release(net.fh[0], &r);
  fh_release(net.fh[1], &mine);
  close_net();
}

/* "Before a node reaches steady-state, no firehoses are mapped and available for replacement." */
static void test_unused_firehoses_first(void **state) {
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  for (uint64_t b = 0; b < 4; b++) use(b);
  assert_int_equal(stats(0).moved, 0);
  use(4);
  assert_int_equal(stats(0).moved, 1);
  close_net();
}

int cases_table3(void) {
  const struct CMUnitTest tests[] = {CASE(test_replacement_is_no_hit),
                                     CASE(test_who_waits_is_no_hit),
                                     CASE(test_local_pending_is_no_hit),
                                     CASE(test_handler_meets_pending),
                                     CASE(test_unused_firehoses_first)};
  return cmocka_run_group_tests_name("table3", tests, NULL, NULL);
}

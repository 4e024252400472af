/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_strategies.c: other ways than firehoses.
 */
#include "tests/sim/firehose/cases.h"

#include <errno.h>

static void test_unpin(void **state) {
  struct fh_request r;
  (void)state;
  for (int regions = 0; regions < 2; regions++) {
    open_net(
        (struct sizes){.f = 8, .maxvictim = 8, .regions = regions, .strategy = FH_STRATEGY_UNPIN});
    assert_int_equal(fh_local_pin(net.fh[0], at(0, 3), 2 * BUCKET, &r), 0);
    assert_true(nic_reaches(&net.nic[0], base_of(0) + 3, 2));
    fh_release(net.fh[0], &r);
    assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 3), 2 * BUCKET, &r, NULL, 0), 0);
    assert_true(nic_reaches(&net.nic[1], base_of(1) + 3, 2));
    fh_release(net.fh[0], &r);
    fh_poll(net.fh[0]);
    deliver_all();
    assert_int_equal(net.nic[0].pinned + net.nic[1].pinned, 0);
    assert_int_equal(stats(0).unwatched, 0);
    close_net();
  }
}

/* Whatever was pinned stays, and what does not fit is refused, here and there; more than the share
 * is not lent. */
static void test_rendezvous(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 4, .strategy = FH_STRATEGY_RENDEZVOUS});
  for (uint64_t b = 0; b < 4; b++) use(b);
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 9), BUCKET, &r, NULL, 0), ENOMEM);
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 3), 2 * BUCKET, &r, NULL, 0), ENOMEM);
  for (uint64_t b = 0; b < 4; b++) assert_true(is_hit(b));
  for (uint64_t b = 0; b < 12; b += 4) {
    assert_int_equal(fh_local_pin(net.fh[0], at(0, b), 4 * BUCKET, &r), 0);
    fh_release(net.fh[0], &r);
  }
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 10), 4 * BUCKET, &r), ENOMEM);
  assert_int_equal(fh_try_local_pin(net.fh[0], at(0, 8), 4 * BUCKET, &r), 0);
  fh_release(net.fh[0], &r);
  assert_int_equal(stats(0).unpins + stats(1).unpins, 0);
  close_net();
}

static void test_strategy_names(void **state) {
  (void)state;
  for (int i = FH_STRATEGY_FIREHOSE; i <= FH_STRATEGY_ODP; i++)
    assert_int_equal(fh_strategy_named(fh_strategy_name((enum fh_strategy)i)), i);
  assert_int_equal(fh_strategy_named("Pin-All"), FH_STRATEGY_PIN_ALL);
  assert_int_equal(fh_strategy_named("pin"), -1);
  assert_null(fh_strategy_name((enum fh_strategy)(FH_STRATEGY_ODP + 1)));
}

int cases_strategies(void) {
  const struct CMUnitTest tests[] = {CASE(test_unpin), CASE(test_rendezvous),
                                     CASE(test_strategy_names)};
  return cmocka_run_group_tests_name("strategies", tests, NULL, NULL);
}

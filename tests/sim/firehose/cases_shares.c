/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_shares.c: what nodes lend each other, and what a silent one costs.
 */
#include "tests/sim/firehose/cases.h"

static void test_stealing(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 8});
  for (int round = 0; round < 12; round++)
    for (uint64_t b = 0; b < 14; b++) use(b);
  assert_true(stats(1).stolen >= 4);
  net.sent = 0;
  for (uint64_t b = 0; b < 14; b++) use(b);
  assert_true(net.sent < 14); /* most of its 14 are hits now, though f is 8 */
  /* The other node is sure of its share, at once. */
  for (uint64_t b = 40; b < 48; b++) {
    assert_int_equal(fh_remote_pin(net.fh[2], 1, at(1, b), 1, &r, NULL, 0), 0);
    fh_release(net.fh[2], &r);
  }
  assert_int_equal(stats(2).moved, 0);
  deliver_all();
  assert_int_equal(stats(1).stolen, 0);
  close_net();
}

static void test_silent_peers_cost_little(void **state) {
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 8});
  assert_true(fh_peer_bytes(net.fh[0], 2) <= 64);
  use(0);
  assert_true(fh_peer_bytes(net.fh[0], 2) <= 64);
  close_net();
}

int cases_shares(void) {
  const struct CMUnitTest tests[] = {CASE(test_stealing), CASE(test_silent_peers_cost_little)};
  return cmocka_run_group_tests_name("shares", tests, NULL, NULL);
}

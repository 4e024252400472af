/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_failures.c: pins that are refused, nodes that are lost, messages that are none.
 */
#include "tests/sim/firehose/cases.h"

#include <errno.h>

#include "contrib/tools/sim/rng.h"

/* A request that waits for the same move asks for itself then: memory of its own may be all right.
 */
static void test_pin_fails_there(void **state) {
  struct fh_request r, s;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  net.refuse = 1;
  net.error = EFAULT;
  assert_int_equal(remote(&r, 1, 2, 2, NULL), EINPROGRESS);
  assert_int_equal(remote(&s, 1, 3, 1, NULL), EINPROGRESS); /* waits for the same move */
  deliver_all();
  assert_int_equal(called, 2);
  assert_int_equal(r.status, EFAULT);
  assert_int_equal(s.status, 0);
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 3, 1));
  fh_release(net.fh[0], &s);
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 2), 2 * BUCKET, &r, NULL, 0), 0);
  fh_release(net.fh[0], &r);
  close_net();
}

static void test_too_much_is_pinned(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 1, .maxvictim = 8});
  for (uint64_t b = 0; b < 4; b++) {
    assert_int_equal(fh_local_pin(net.fh[0], at(0, b), 1, &r), 0);
    fh_release(net.fh[0], &r);
  }
  net.refuse = 2;
  net.error = ENOMEM;
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 10), 1, &r),
                   0); /* after two victims were unpinned */
  assert_int_equal(stats(0).unpins, 2);
  fh_release(net.fh[0], &r);
  net.refuse = 1000;
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 20), 1, &r), ENOMEM);
  net.refuse = 0;
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 20), 1, &r), 0);
  fh_release(net.fh[0], &r);
  close_net();
}

static void test_lost(void **state) {
  struct fh_request r, s;
  (void)state;
  open_net((struct sizes){.f = 2, .maxvictim = 2});
  assert_int_equal(fh_remote_pin(net.fh[2], 1, at(1, 40), 2 * BUCKET, &s, NULL, 0), 0);
  use(0);
  assert_int_equal(remote(&r, 1, 5, 2, NULL), EINPROGRESS);
  drop_mail();
  fh_lost(net.fh[0], 1);
  assert_int_equal(last_status, EHOSTDOWN);
  assert_false(is_hit(0));
  assert_int_equal(remote(&r, 1, 5, 1, NULL), EHOSTDOWN);
  fh_release(net.fh[2], &s);
  drop_mail();
  fh_lost(net.fh[1], 2); /* what it held is free again: room for as much as before */
  fh_lost(net.fh[1], 0);
  {
    struct fh_request all[3];
    for (uint64_t k = 0; k < 3; k++)
      assert_int_equal(fh_local_pin_nb(net.fh[1], at(1, 20 + 2 * k), 2 * BUCKET, &all[k], done,
                                       NULL),
                       0);
    for (int k = 0; k < 3; k++) fh_release(net.fh[1], &all[k]);
  }
  for (uint64_t b = 0; b < 6; b++) {
    assert_int_equal(fh_local_pin(net.fh[1], at(1, b), 1, &r), 0);
    fh_release(net.fh[1], &r);
  }
  assert_false(nic_reaches(&net.nic[1], base_of(1) + 40, 1));
  close_net();
}

/* Whatever comes is taken apart without harm, and what is no message is refused. */
static void test_garbage(void **state) {
  struct sim_rng g = sim_stream(1, 1);
  unsigned char bytes[200];
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  use(0);
  for (int i = 0; i < 200000; i++) {
    size_t len = sim_below(&g, sizeof bytes);
    for (size_t k = 0; k < len; k++)
      bytes[k] = (unsigned char)(sim_chance(&g, 700000) ? 0 : sim_next(&g));
    if (len > 3) fh_input(net.fh[1], 0, bytes, len);
    if (len > 3)
      bytes[0] = 0x46, bytes[1] = 0x48, bytes[3] = 0,
      bytes[2] = (unsigned char)sim_between(&g, 0, 7);
    fh_input(net.fh[1], 2, bytes, len);
    drop_mail();
  }
  assert_int_equal(fh_input(net.fh[1], 1, bytes, 100), EPROTO); /* its own */
  assert_int_equal(fh_input(net.fh[1], NODES, bytes, 100), EPROTO);
  assert_true(net.nic[1].pinned <= net.nic[1].limit);
  net.nic[1].wrong =
      NULL; /* pins outside of the emulated memory were asked for, and refused there */
  close_net();
}

int cases_failures(void) {
  const struct CMUnitTest tests[] = {CASE(test_pin_fails_there), CASE(test_too_much_is_pinned),
                                     CASE(test_lost), CASE(test_garbage)};
  return cmocka_run_group_tests_name("failures", tests, NULL, NULL);
}

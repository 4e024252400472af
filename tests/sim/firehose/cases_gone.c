/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_gone.c: memory that goes while it is pinned, and memory that cannot be watched.
 */
#include "tests/sim/firehose/cases.h"

#include <errno.h>

#include "firehose/memory_watch.h"

static void test_gone_locally(void **state) {
  struct fh_request r, s;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 2), 3 * BUCKET, &r),
                   0); /* a transfer is going on */
  remap(0, 3, 1);
  assert_int_equal(fh_try_local_pin(net.fh[0], at(0, 3), 1, &s), EAGAIN);
  assert_int_equal(fh_try_local_pin(net.fh[0], at(0, 4), 1, &s), 0);
  fh_release(net.fh[0], &s);
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 3), 1, &s), 0);
  assert_true(nic_reaches(&net.nic[0], base_of(0) + 3, 1));
  assert_true(fh_is_settled(net.fh[0])); /* no other node was concerned */
  fh_release(net.fh[0], &r);
  fh_release(net.fh[0], &s);
  assert_int_equal(stats(0).stale, 1);
  close_net();
}

static void test_gone_for_others(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  use(3), use(4);
  remap(1, 3, 1);
  assert_false(fh_is_settled(net.fh[1]));
  fh_settle(net.fh[1]);
  assert_true(fh_is_settled(net.fh[1]));
  assert_false(is_hit(3));
  assert_true(is_hit(4));
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 3), 1, &r, NULL, 0), 0);
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 3, 1));
  fh_release(net.fh[0], &r);
  close_net();
}

/* The word that memory has gone overtakes the firehose on it. */
static void test_gone_on_the_way(void **state) {
  struct fh_request r;
  struct mail *moved;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  assert_int_equal(remote(&r, 1, 3, 1, &granted), EINPROGRESS);
  deliver(); /* it is pinned there; the answer is on its way */
  moved = net.mails.head;
  net.mails.head = NULL;
  net.mails.end = &net.mails.head;
  remap(1, 3, 1);
  fh_settle(net.fh[1]);
  *net.mails.end = moved;
  net.mails.end = &moved->next;
  moved->next = NULL;
  deliver_all();
  assert_int_equal(granted, 1);
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 3, 1));
  fh_release(net.fh[0], &r);
  close_net();
}

static void remap_meanwhile(void) { remap(0, 4, 1); }

static void test_gone_while_pinned(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  net.in_pin = remap_meanwhile;
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 3), 3 * BUCKET, &r), 0);
  assert_true(nic_reaches(&net.nic[0], base_of(0) + 3, 3));
  fh_release(net.fh[0], &r);
  close_net();
}

/* What cannot be watched is pinned for as long as it is used, here and there, and no longer. */
static void test_unwatched(void **state) {
  struct fh_request r, s;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  net.unwatched = 1;
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 3), 2 * BUCKET, &r), 0);
  assert_true(nic_reaches(&net.nic[0], base_of(0) + 3, 2));
  assert_int_equal(fh_try_local_pin(net.fh[0], at(0, 3), 1, &s), EAGAIN);
  fh_release(net.fh[0], &r);
  fh_poll(net.fh[0]);
  assert_int_equal(net.nic[0].pinned, 0);
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 3), 2 * BUCKET, &r, "note", 5), 0);
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 3, 2));
  assert_false(is_hit(3));
  fh_release(net.fh[0], &r);
  fh_poll(net.fh[0]);
  deliver_all();
  assert_int_equal(net.nic[1].pinned, 0);
  close_net();
}

/* What was pinned for one use may be other memory for the next use, and no event tells: SysV
 * memory, detached. */
static void test_unwatched_is_not_joined(void **state) {
  struct fh_request r, s;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  net.unwatched = 1;
  assert_int_equal(remote(&r, 1, 3, 1, NULL), EINPROGRESS);
  net.clock = 5;
  assert_int_equal(deliver(), 1); /* pinned there; the answer is on its way */
  nic_remap(&net.nic[1], base_of(1) + 3, 1);
  assert_int_equal(remote(&s, 1, 3, 1, NULL), EINPROGRESS);
  deliver_all();
  assert_int_equal(called, 2);
  assert_int_equal(stats(0).waited_ns, 5); /* of the first: the second came when it was 5 */
  assert_true(nic_reaches(&net.nic[1], base_of(1) + 3, 1));
  fh_release(net.fh[0], &s);
  fh_release(net.fh[0], &r);
  fh_poll(net.fh[0]);
  deliver_all();
  assert_int_equal(net.nic[1].pinned, 0);
  close_net();
}

/* More ranges than are kept, told by several messages whose answers overtake each other. */
static void test_many_ranges_gone(void **state) {
  (void)state;
  for (int regions = 0; regions < 2; regions++) {
    open_net(
        (struct sizes){.f = 64, .maxvictim = 8, .regions = regions, .message = FH_MESSAGE_MIN});
    for (uint64_t b = 0; b < 64; b += 2) use(b);
    for (uint64_t b = 0; b < 60; b += 2) remap(1, b, 1);
    fh_gone(net.fh[1], at(1, 62), at(1, 62)); /* no bytes */
    assert_false(fh_is_settled(net.fh[1]));
    fh_settle(net.fh[1]);
    assert_true(fh_is_settled(net.fh[1]));
    for (uint64_t b = 0; b < 60; b += 2) assert_false(is_hit(b));
    assert_true(is_hit(60) && is_hit(62));
    assert_int_equal(stats(1).stale, 30);
    net.sent = 0;
    fh_settle(net.fh[1]);
    assert_int_equal(net.sent, 0);
    close_net();
  }
}

/* A registration that begins before the range, or ends behind it, goes as a whole. */
static void test_gone_in_a_region(void **state) {
  struct fh_request r;
  (void)state;
  for (uint64_t gone = 2; gone < 8; gone++) {
    open_net((struct sizes){.f = 16, .maxvictim = 16, .regions = 1});
    assert_int_equal(fh_local_pin(net.fh[0], at(0, 3), 4 * BUCKET, &r), 0);
    fh_release(net.fh[0], &r);
    remap(0, gone, 1);
    assert_int_equal(fh_try_local_pin(net.fh[0], at(0, 3), 4 * BUCKET, &r),
                     gone >= 3 && gone < 7 ? EAGAIN : 0);
    if (gone < 3 || gone > 6) fh_release(net.fh[0], &r);
    close_net();
  }
}

/* When nothing watches any more, as in a child after fork, no registration can be trusted. */
static void test_watch_ended(void **state) {
  struct fh_watch watch = {2};
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8, .watcher = &watch});
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 3), 1, &r), 0);
  fh_release(net.fh[0], &r);
  assert_int_equal(fh_try_local_pin(net.fh[0], at(0, 3), 1, &r), 0);
  fh_release(net.fh[0], &r);
  watch.round = 0;
  assert_int_equal(fh_try_local_pin(net.fh[0], at(0, 3), 1, &r), EAGAIN);
  assert_int_equal(stats(0).stale, 1);
  close_net();
}

int cases_gone(void) {
  const struct CMUnitTest tests[] = {CASE(test_watch_ended),
                                     CASE(test_many_ranges_gone),
                                     CASE(test_gone_in_a_region),
                                     CASE(test_gone_locally),
                                     CASE(test_gone_for_others),
                                     CASE(test_gone_on_the_way),
                                     CASE(test_gone_while_pinned),
                                     CASE(test_unwatched),
                                     CASE(test_unwatched_is_not_joined)};
  return cmocka_run_group_tests_name("gone", tests, NULL, NULL);
}

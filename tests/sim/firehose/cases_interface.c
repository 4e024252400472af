/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_interface.c: requests of local and remote memory: hits, misses, parts, sizes, notes,
 * regions.
 */
#include "tests/sim/firehose/cases.h"

#include <errno.h>

static void test_miss_then_hits(void **state) {
  struct fh_request r;
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 8});
  assert_int_equal(fh_try_remote_pin(net.fh[0], 1, at(1, 3) + 100, 8, &r), EAGAIN);
  assert_int_equal(remote(&r, 1, 3, 2, &granted), EINPROGRESS);
  assert_int_equal(granted, 0);
  deliver_all();
  assert_int_equal(granted, 1);
  assert_true(r.addr == at(1, 3) && r.base == r.addr && r.len == 2 * BUCKET && r.node == 1 &&
              nic_reaches(&net.nic[1], base_of(1) + 3, 2));
  fh_release(net.fh[0], &r);
  net.sent = 0;
  for (int i = 0; i < 5; i++) assert_true(is_hit(3) && is_hit(4));
  assert_int_equal(net.sent, 0);
  assert_int_equal(stats(1).pins, 1);
  close_net();
}

static void test_pending_hits_send_nothing(void **state) {
  struct fh_request r[3];
  unsigned granted = 0;
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 8});
  assert_int_equal(remote(&r[0], 1, 3, 2, &granted), EINPROGRESS);
  assert_int_equal(remote(&r[1], 1, 3, 1, &granted), EINPROGRESS);
  assert_int_equal(remote(&r[2], 1, 4, 1, &granted), EINPROGRESS);
  assert_int_equal(net.sent, 1);
  deliver_all();
  assert_int_equal(granted, 3);
  for (int i = 0; i < 3; i++) fh_release(net.fh[0], &r[i]);
  close_net();
}

static void test_partial(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 8});
  assert_int_equal(fh_partial_remote_pin(net.fh[0], 1, at(1, 0), 8 * BUCKET, &r), EAGAIN);
  use(1), use(3), use(4), use(6);
  assert_int_equal(fh_partial_remote_pin(net.fh[0], 1, at(1, 0), 8 * BUCKET, &r), 0);
  assert_true(r.addr == at(1, 3) && r.len == 2 * BUCKET);
  fh_release(net.fh[0], &r);
  for (uint64_t first = 5; first <= 6; first++) { /* alone, at either end */
    assert_int_equal(fh_partial_remote_pin(net.fh[0], 1, at(1, first), 2 * BUCKET, &r), 0);
    assert_true(r.addr == at(1, 6) && r.len == BUCKET);
    fh_release(net.fh[0], &r);
  }
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 9), 2 * BUCKET, &r), 0);
  fh_release(net.fh[0], &r);
  assert_int_equal(fh_partial_local_pin(net.fh[0], at(0, 8), 3 * BUCKET, &r), 0);
  assert_true(r.addr == at(0, 9) && r.len == 2 * BUCKET);
  fh_release(net.fh[0], &r);
  close_net();
}

static void test_sizes(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 3});
  assert_int_equal(fh_remote_max(net.fh[0], 1), 3 * BUCKET + 1);
  assert_int_equal(fh_local_max(net.fh[0]), 2 * BUCKET + 1);
  assert_int_equal(remote(&r, 1, 0, 5, NULL), EMSGSIZE);
  assert_int_equal(local(&r, 0, 4, NULL), EMSGSIZE);
  assert_int_equal(remote(&r, 0, 0, 1, NULL), EINVAL);
  assert_int_equal(remote(&r, NODES, 0, 1, NULL), EINVAL);
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 1) - 1, fh_remote_max(net.fh[0], 1), &r, NULL,
                                 0),
                   0);
  fh_release(net.fh[0], &r);
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 1) - 1, fh_local_max(net.fh[0]), &r), 0);
  fh_release(net.fh[0], &r);
  close_net();
}

static void test_lazy_unpinning(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 1, .maxvictim = 4}); /* 6 buckets in all */
  for (uint64_t b = 0; b < 6; b++) {
    assert_int_equal(fh_local_pin(net.fh[0], at(0, b), 1, &r), 0);
    fh_release(net.fh[0], &r);
  }
  assert_int_equal(stats(0).unpins, 0);
  for (uint64_t b = 0; b < 6;
       b++) { /* all are hits, which marks them as used; then the oldest goes first */
    assert_int_equal(fh_try_local_pin(net.fh[0], at(0, b), 1, &r), 0);
    fh_release(net.fh[0], &r);
  }
  assert_int_equal(fh_local_pin(net.fh[0], at(0, 7), 1, &r), 0);
  fh_release(net.fh[0], &r);
  assert_int_equal(stats(0).unpins, 1);
  assert_int_equal(fh_try_local_pin(net.fh[0], at(0, 0), 1, &r), EAGAIN);
  close_net();
}

static void test_revived(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 4});
  assert_int_equal(fh_local_pin(net.fh[1], at(1, 5), 1, &r), 0);
  fh_release(net.fh[1], &r);
  net.pins = 0;
  use(5);
  assert_int_equal(net.pins, 0);
  assert_int_equal(stats(1).revived, 1);
  close_net();
}

static void test_prepinned(void **state) {
  const struct fh_prepinned pre = {at(1, 8), 8 * BUCKET, 77};
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 1, .prepinned = &pre});
  assert_int_equal(fh_local_pin(net.fh[1], at(1, 8), 8 * BUCKET, &r), EMSGSIZE); /* still bounded */
  assert_int_equal(fh_local_pin(net.fh[1], at(1, 9), BUCKET, &r), 0);
  assert_int_equal(r.key, 77);
  fh_release(net.fh[1], &r);
  for (uint64_t b = 8; b < 16; b++) use(b); /* moves, but no pins */
  assert_int_equal(net.pins, 0);
  close_net();
}

static void test_note(void **state) {
  struct fh_request r;
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 4});
  for (int hit = 0; hit < 2; hit++) {
    unsigned granted = 0;
    assert_int_equal(fh_remote_pin_nb(net.fh[0], 1, at(1, 2), 2 * BUCKET, &r, "note", 5, done,
                                      &granted),
                     EINPROGRESS);
    deliver();
    assert_int_equal(net.notes, hit + 1);
    assert_int_equal(granted, 0);
    deliver_all();
    assert_int_equal(granted, 1);
    assert_string_equal(net.note, "note");
    fh_release(net.fh[0], &r);
  }
  close_net();
}

static void test_regions(void **state) {
  struct fh_request r, s;
  (void)state;
  open_net((struct sizes){.f = 8, .maxvictim = 16, .regions = 1});
  assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 2), 4 * BUCKET, &r, NULL, 0), 0);
  assert_int_equal(r.key, at(1, 2)); /* one registration, by whose key all of it goes */
  assert_int_equal(fh_try_remote_pin(net.fh[0], 1, at(1, 3), 2 * BUCKET, &s), 0);
  assert_int_equal(s.key, r.key);
  fh_release(net.fh[0], &s);
  assert_int_equal(fh_try_remote_pin(net.fh[0], 1, at(1, 4), 3 * BUCKET, &s), EAGAIN);
  fh_release(net.fh[0], &r);
  close_net();
}

/* Neighbours become one registration, of a quarter of MAXVICTIM at most. */
static void test_unions(void **state) {
  struct fh_request r;
  (void)state;
  for (uint64_t n = 3; n <= 5; n++) {
    open_net((struct sizes){.f = 16, .maxvictim = 32, .regions = 1});
    assert_int_equal(fh_local_pin(net.fh[0], at(0, 0), 4 * BUCKET, &r), 0);
    fh_release(net.fh[0], &r);
    assert_int_equal(fh_local_pin(net.fh[0], at(0, 4), n * BUCKET, &r), 0);
    fh_release(net.fh[0], &r);
    assert_int_equal(stats(0).merged, n <= 4);
    assert_int_equal(stats(0).regions, n <= 4 ? 1 : 2);
    use(0);
    assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 1), BUCKET, &r, NULL, 0), 0);
    assert_true(r.addr == at(1, 1) && r.base == at(1, 0)); /* its key is that of both */
    fh_release(net.fh[0], &r);
    assert_int_equal(fh_remote_pin(net.fh[0], 1, at(1, 1), 2 * BUCKET, &r, NULL, 0), 0);
    assert_true(r.base == at(1, 0)); /* no union was refused there */
    fh_release(net.fh[0], &r);
    close_net();
  }
}

int cases_interface(void) {
  const struct CMUnitTest tests[] = {
      CASE(test_miss_then_hits), CASE(test_pending_hits_send_nothing),
      CASE(test_partial),        CASE(test_sizes),
      CASE(test_lazy_unpinning), CASE(test_revived),
      CASE(test_prepinned),      CASE(test_note),
      CASE(test_regions),        CASE(test_unions)};
  return cmocka_run_group_tests_name("interface", tests, NULL, NULL);
}

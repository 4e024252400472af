/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_refused.c: configurations and messages at the edge of what is taken, and just beyond.
 */
#include "tests/sim/firehose/cases.h"

#include <errno.h>

#include "firehose/hash_table.h"
#include "firehose/instance.h"
#include "firehose/wire.h"

/* --- configurations ------------------------------------------------------- */

static int no_pin(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  (void)ctx, (void)addr, (void)len, (void)out;
  return EFAULT;
}
static void no_unpin(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *p) {
  (void)ctx, (void)addr, (void)len, (void)p;
}
static void no_send(void *ctx, uint32_t to, const void *bytes, size_t len) {
  (void)ctx, (void)to, (void)bytes, (void)len;
}
static void no_poll(void *ctx) { (void)ctx; }

static const struct fh_ops all_ops = {.pin = no_pin,
                                      .unpin = no_unpin,
                                      .send = no_send,
                                      .poll = no_poll};

static struct fh_config config_of(void) {
  struct fh_config c = fh_config_default;
  c.nodes = 3;
  c.bucket = BUCKET;
  c.m = 2 * BUCKET;
  c.maxvictim = BUCKET;
  c.ops = &all_ops;
  return c;
}

/* Whether it is refused for a reason that has this word, or taken (NULL). */
static void judge(struct fh_config c, const char *word) {
  const char *why = NULL;
  struct fh *fh = fh_open(&c, &why);
  if (word == NULL) assert_non_null(fh);
  if (word) assert_null(fh);
  if (word) assert_non_null(strstr(why, word));
  if (fh) fh_close(fh);
}

static void test_configurations(void **state) {
  struct fh_config c;
  struct fh_ops ops;
  (void)state;
  judge(config_of(), NULL);
  for (int missing = 0; missing < 5; missing++) {
    c = config_of();
    ops = all_ops;
    c.ops = missing ? &ops : NULL;
    if (missing == 1) ops.pin = NULL;
    if (missing == 2) ops.unpin = NULL;
    if (missing == 3) ops.send = NULL;
    if (missing == 4) ops.poll = NULL;
    judge(c, "functions are missing");
  }
  c = config_of(), c.nodes = 0, judge(c, "a node's number");
  c = config_of(), c.node = 2, judge(c, NULL);
  c = config_of(), c.node = 3, judge(c, "a node's number");
  c = config_of(), c.nodes = 524289, c.m = 524288ull * BUCKET, judge(c, "a node's number");
  c = config_of(), c.bucket = 2048, judge(c, "a bucket is not");
  c = config_of(), c.bucket = 12288, c.m = 24576, c.maxvictim = 12288, judge(c, "a bucket is not");
  c = config_of(), c.m = 2 * BUCKET - 1, judge(c, "M is less");
  c = config_of(), c.nodes = 1, c.m = 0, judge(c, NULL);
  c = config_of(), c.maxvictim = BUCKET - 1, judge(c, "MAXVICTIM is less");
  c = config_of(), c.m = (1ull << 28) * BUCKET, judge(c, "too small");
  c = config_of(), c.regions = 1, c.max_regions = 2, judge(c, "fewer registrations");
  c = config_of(), c.regions = 1, c.max_regions = 3, judge(c, NULL);
  c = config_of(), c.max_regions = 2, judge(c, NULL); /* of page-based no limit */
  c = config_of(), c.strategy = FH_STRATEGY_UNPIN, judge(c, NULL);
  c = config_of(), c.strategy = FH_STRATEGY_PIN_ALL, judge(c, "the client's business");
  c = config_of(), c.message = FH_MESSAGE_MIN, judge(c, NULL);
  c = config_of(), c.message = FH_MESSAGE_MIN - 1, judge(c, "messages are not");
  c = config_of(), c.message = FH_MESSAGE_MAX, judge(c, NULL);
  c = config_of(), c.message = FH_MESSAGE_MAX + 1, judge(c, "messages are not");
}

/* --- messages ------------------------------------------------------------- */

/* A message to node 1, with a body of so many bytes; what becomes of it. */
static int input(uint32_t from, enum hyd_fh_kind kind, uint32_t a, uint64_t c,
                 const unsigned char *body, size_t len) {
  static unsigned char bytes[FH_MESSAGE_MAX + 1];
  hyd_fh_put_header(bytes, kind, a, 0, c);
  if (len) memcpy(bytes + FH_HEADER, body, len);
  return fh_input(net.fh[1], from, bytes, FH_HEADER + len);
}

/* A MOVE of one pin, of n buckets from `first` on, and a note, if it has bytes. */
static int move(uint64_t first, uint32_t n, uint32_t note, uint64_t note_first,
                uint64_t note_last) {
  unsigned char body[FH_PIN + FH_NOTE_HEAD + 2 * FH_NOTE_MAX] = {0};
  hyd_fh_put(body, first, 8);
  hyd_fh_put(body + 8, n, 4);
  hyd_fh_put(body + FH_PIN, note_first, 8);
  hyd_fh_put(body + FH_PIN + 8, note_last, 8);
  return input(0, FH_MOVE, 1, 1u << 16 | (uint64_t)note << 32, body, FH_PIN + note);
}

static void test_moves(void **state) {
  const uint64_t b = base_of(1), beyond = UINT64_C(1) << FH_NODE_SHIFT;
  (void)state;
  for (int regions = 0; regions < 2; regions++) {
    uint32_t m = regions ? 4 : 8; /* of one node, if it is one registration */
    open_net((struct sizes){.f = 4, .maxvictim = 8, .regions = regions});
    assert_int_equal(move(b, 0, 0, 0, 0), EPROTO);
    assert_int_equal(move(beyond, 1, 0, 0, 0), EPROTO);
    assert_int_equal(move(beyond - 1, 2, 0, 0, 0), EPROTO);
    assert_int_equal(move(b, m + 1, 0, 0, 0), EPROTO);
    assert_int_equal(move(b, 1, FH_NOTE_HEAD - 1, b, b), EPROTO);
    assert_int_equal(move(b, 1, FH_NOTE_HEAD + FH_NOTE_MAX + 1, b, b), EPROTO);
    assert_int_equal(move(b, 1, FH_NOTE_HEAD + 1, b + 1, b), EPROTO);
    assert_int_equal(move(b, 1, FH_NOTE_HEAD + 1, b, beyond), EPROTO);
    assert_int_equal(net.pins, 0);
    assert_int_equal(move(b, m, 0, 0, 0), 0);
    drop_mail();
    assert_int_equal(move(b + 9, 1, FH_NOTE_HEAD + FH_NOTE_MAX, b + 9, b + 9), 0);
    drop_mail();
    close_net();
  }
}

/* Whole messages: not a byte more or less than their parts. */
static void test_lengths(void **state) {
  static const struct {
    enum hyd_fh_kind kind;
    uint64_t c;
    size_t len;
    int status;
  } message[] = {{FH_RELEASE, 0, 0, 0},
                 {FH_RELEASE, 0, 8, EPROTO},
                 {FH_RELEASE, 1, 0, EPROTO},
                 {FH_RELEASE, 1, 8, EPROTO}, /* a handle that node 0 does not have */
                 {FH_MOVED, 1, FH_ENTRY - 1, EPROTO},
                 {FH_MOVED, 0, 1, EPROTO},
                 {FH_GONE_RANGES, 1, FH_RANGE, 0},
                 {FH_GONE_RANGES, 1, FH_RANGE + 1, EPROTO},
                 {FH_GONE_RANGES, 2, FH_RANGE, EPROTO},
                 {FH_SHARE, 4, 0, 0},
                 {FH_SHARE, 4, 1, EPROTO},
                 {FH_NOTED, 0, 0, 0},
                 {FH_NOTED, 0, 1, EPROTO},
                 {FH_MOVE, 0, 0, 0},
                 {FH_MOVE, 0, 1, EPROTO},
                 {(enum hyd_fh_kind)(FH_NOTED + 1), 0, 0, EPROTO},
                 {(enum hyd_fh_kind)0, 0, 0, EPROTO}};
  unsigned char zeros[64] = {0}, turned[FH_RANGE], header[FH_HEADER];
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  for (size_t i = 0; i < sizeof message / sizeof message[0]; i++) {
    assert_int_equal(input(0, message[i].kind, 0, message[i].c, zeros, message[i].len),
                     message[i].status);
    drop_mail();
  }
  hyd_fh_put(turned, 5, 8);
  hyd_fh_put(turned + 8, 4, 8);
  assert_int_equal(input(0, FH_GONE_RANGES, 0, 1, turned, FH_RANGE), EPROTO);
  hyd_fh_put_header(header, FH_NOTED, 0, 0, 0);
  assert_int_equal(fh_input(net.fh[1], 0, header, FH_HEADER), 0);
  assert_int_equal(fh_input(net.fh[1], 0, header, FH_HEADER - 1), EPROTO);
  assert_int_equal(fh_input(net.fh[1], NODES - 1, header, FH_HEADER), 0);
  assert_int_equal(fh_input(net.fh[1], NODES, header, FH_HEADER), EPROTO);
  header[0] ^= 1;
  assert_int_equal(fh_input(net.fh[1], 0, header, FH_HEADER), EPROTO);
  close_net();
}

/* A node may release what it holds, once; neither what another holds, nor a slot's next life. */
static void test_releases(void **state) {
  struct fh_request r;
  struct mail *moved;
  unsigned char handle[8];
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  assert_int_equal(remote(&r, 1, 3, 1, NULL), EINPROGRESS);
  deliver();
  assert_non_null(moved =
                      net.mails.head); /* the answer has one entry, which begins with a handle */
  memcpy(handle, moved->bytes + FH_HEADER, sizeof handle);
  deliver_all();
  fh_release(net.fh[0], &r);
  assert_int_equal(input(2, FH_RELEASE, 0, 1, handle, 8), EPROTO);
  use(4); /* node 2 is unknown there, node 0 is not */
  handle[4] ^= 1;
  assert_int_equal(input(0, FH_RELEASE, 0, 1, handle, 8), EPROTO);
  handle[4] ^= 1;
  assert_int_equal(input(0, FH_RELEASE, 0, 1, handle, 8), 0);
  assert_int_equal(input(0, FH_RELEASE, 0, 1, handle, 8), EPROTO);
  drop_mail();
  fh_lost(net.fh[0], 1);
  drop_mail();
  close_net();
}

/* An answer of another number of firehoses than were asked for changes nothing. */
static void test_answers(void **state) {
  struct fh_request r;
  unsigned granted = 0;
  unsigned char answer[FH_HEADER + FH_ENTRY] = {0};
  (void)state;
  open_net((struct sizes){.f = 4, .maxvictim = 8});
  assert_int_equal(remote(&r, 1, 3, 1, &granted), EINPROGRESS);
  deliver();
  assert_non_null(net.mails.head);
  memcpy(answer, net.mails.head->bytes, FH_HEADER);
  hyd_fh_put(answer + 16, 0, 8);
  assert_int_equal(fh_input(net.fh[0], 1, answer, FH_HEADER), EPROTO);
  assert_int_equal(fh_input(net.fh[0], 2, answer, FH_HEADER), EPROTO);
  hyd_fh_put(answer + 8, 77, 4); /* of another question */
  assert_int_equal(fh_input(net.fh[0], 1, answer, FH_HEADER), EPROTO);
  deliver_all();
  assert_int_equal(granted, 1);
  fh_release(net.fh[0], &r);
  close_net();
}

/* --- the table ------------------------------------------------------------ */

static void test_table(void **state) {
  struct hyd_fh_table t;
  (void)state;
  assert_int_equal(hyd_fh_table_init(&t, 3), 0);
  for (int round = 0; round < 3; round++) {
    for (uint32_t k = 1; k <= 3; k++)
      assert_int_equal(hyd_fh_table_set(&t, hyd_fh_table_key(k, 9), 10 + k), 0);
    assert_int_equal(hyd_fh_table_set(&t, hyd_fh_table_key(4, 9), 14), -1); /* no room */
    assert_int_equal(hyd_fh_table_set(&t, hyd_fh_table_key(2, 9), 20), 0); /* a change needs none */
    assert_int_equal(hyd_fh_table_get(&t, hyd_fh_table_key(1, 9)), 11);
    assert_int_equal(hyd_fh_table_get(&t, hyd_fh_table_key(2, 9)), 20);
    assert_int_equal(hyd_fh_table_get(&t, hyd_fh_table_key(4, 9)), 0);
    hyd_fh_table_unset(&t, hyd_fh_table_key(2, 9), 12); /* is of another slot by now */
    assert_int_equal(hyd_fh_table_get(&t, hyd_fh_table_key(2, 9)), 20);
    hyd_fh_table_unset(&t, hyd_fh_table_key(2, 9), 20);
    assert_int_equal(hyd_fh_table_get(&t, hyd_fh_table_key(2, 9)), 0);
    hyd_fh_table_unset(&t, hyd_fh_table_key(1, 9), 11);
    hyd_fh_table_unset(&t, hyd_fh_table_key(3, 9), 13);
  }
  hyd_fh_table_done(&t);
}

int cases_refused(void) {
  const struct CMUnitTest tests[] = {CASE(test_configurations), CASE(test_moves),
                                     CASE(test_lengths),        CASE(test_releases),
                                     CASE(test_answers),        CASE(test_table)};
  return cmocka_run_group_tests_name("refused", tests, NULL, NULL);
}

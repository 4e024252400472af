/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_recv_test.c: the receiving half of the udp conduit (conduits/udp/recv.c) by itself: a stream
 * of records is cut into bodies that come in any order, twice, or when nothing is taken. Each
 * message must be delivered once, in the order of its channel, and whole.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "conduits/udp/proto_int.h"

#define REQUESTS 0u /* the channel of small requests */
#define BULK_TRANSFERS 5u
#define SIZE 512u /* bytes of a datagram's body */
#define MOST 400u /* messages */

static struct udp_proto proto;
static struct udp_session session;

/* What was delivered: the payloads' first words. */
static uint32_t got[MOST];
static unsigned ngot;
static unsigned char place[100000];
static unsigned stop_after; /* requests until no more are taken */
static enum udp_taken last; /* what is answered then */

static unsigned char stream[200000] __attribute__((aligned(16)));
static uint32_t length;

static enum udp_taken deliver(void *arg, uint32_t src, const struct udp_msg *m) {
  (void)arg;
  assert_int_equal(src, 3);
  if (m->kind == UDP_MEDIUM) assert_int_equal((uintptr_t)m->payload % 16, 0);
  if (ngot == stop_after && last == UDP_NOT_TAKEN) return last;
  assert_true(ngot < MOST);
  if (m->nbytes) memcpy(&got[ngot], m->payload, 4);
  ngot++;
  return ngot == stop_after && last == UDP_TAKEN_STOP ? last : UDP_TAKEN;
}

static void *where(void *arg, uint32_t src, const struct udp_msg *m) {
  (void)arg;
  (void)src;
  return m->addr[0] + m->nbytes <= sizeof place ? place + m->addr[0] : NULL;
}

static int setup(void **state) {
  (void)state;
  proto = (struct udp_proto){.c = {.window = 1u << 20, .room = 1u << 20},
                             .e = {.deliver = deliver, .place = where}};
  proto.n.sessions = 1;
  hyd_udp_share_out(&proto);
  session = (struct udp_session){.peer = 3};
  for (unsigned c = 0; c < UDP_CHANNELS; c++) session.in[c].limit = 1u << 20;
  ngot = length = 0;
  stop_after = MOST;
  last = UDP_NOT_TAKEN;
  memset(place, 0, sizeof place);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  for (unsigned c = 0; c < UDP_CHANNELS; c++) hyd_udp_in_free(&session.in[c]);
  hyd_udp_blocks_free(&proto);
  return 0;
}

/* Appends a record to the stream, with a payload that begins with its serial number. */
static void record(unsigned kind, unsigned class, uint32_t serial, uint32_t nbytes, uint64_t addr) {
  struct udp_msg m = {.kind = (uint8_t)kind, .class = (uint8_t) class, .nbytes = nbytes};
  m.addr[0] = addr;
  length += (uint32_t)hyd_udp_write_record(&m, stream + length);
  memset(stream + length, (int)serial, nbytes);
  if (nbytes >= 4) memcpy(stream + length, &serial, 4);
  length += (uint32_t)udp_pad(nbytes);
}

static void mediums(unsigned n) {
  for (unsigned i = 0; i < n; i++)
    record(i % 3 ? UDP_MEDIUM : UDP_LONG, UDP_REQUESTS, i, 4 + i * 37 % 900, 64 * i);
}

static int feed(unsigned channel, uint32_t from, uint32_t to, int take_requests) {
  struct udp_head h = {.channel = (uint8_t)channel, .seq = from};
  return hyd_udp_take_data(&proto, &session, &h, stream + from, to - from, take_requests);
}

static uint32_t bodies(void) { return (length + SIZE - 1) / SIZE; }

static void feed_body(unsigned channel, uint32_t i) {
  uint32_t to = (i + 1) * SIZE;
  feed(channel, i * SIZE, to < length ? to : length, 1);
}

static void assert_all(unsigned n) {
  assert_int_equal(ngot, n);
  for (unsigned i = 0; i < n; i++) assert_int_equal(got[i], i);
  assert_int_equal(proto.n.malformed, 0);
}

static void test_in_order(void **state) {
  (void)state;
  mediums(60);
  for (uint32_t i = 0; i < bodies(); i++) feed_body(REQUESTS, i);
  assert_all(60);
  assert_int_equal(session.in[REQUESTS].next, length);
  assert_int_equal(proto.n.held, 0);
}

/* Cut at every multiple of 16 bytes: heads and payloads come in parts. */
static void test_cut_anywhere(void **state) {
  (void)state;
  mediums(20);
  for (uint32_t at = 0; at < length; at += UDP_QUANTUM) feed(REQUESTS, at, at + UDP_QUANTUM, 1);
  assert_all(20);
}

static void test_reversed(void **state) {
  (void)state;
  mediums(60);
  for (uint32_t i = bodies(); i-- > 0;) {
    assert_int_equal(ngot, 0);
    feed_body(REQUESTS, i);
  }
  assert_all(60);
  assert_null(session.in[REQUESTS].held);
}

/* Any order, some bodies twice, and cut otherwise the second time. */
static void test_shuffled_and_twice(void **state) {
  (void)state;
  mediums(60);
  srand(7);
  while (session.in[REQUESTS].next < length) {
    uint32_t next = session.in[REQUESTS].next, back = (uint32_t)rand() % 30 * UDP_QUANTUM;
    uint32_t at = (next < back ? 0 : next - back) + (uint32_t)rand() % 60 * UDP_QUANTUM;
    uint32_t to = at + (1 + (uint32_t)rand() % 40) * UDP_QUANTUM;
    if (at < length) feed(REQUESTS, at, to < length ? to : length, 1);
  }
  assert_true(proto.n.doubled > 0 && proto.n.held > 0);
  assert_all(60);
}

static void test_doubled_is_told_at_once(void **state) {
  (void)state;
  mediums(1);
  feed(REQUESTS, 0, length, 1);
  assert_int_equal(session.due.ack_now, 0);
  feed(REQUESTS, 0, length, 1);
  assert_all(1);
  assert_int_equal(proto.n.doubled, 1);
  assert_int_equal(session.due.ack_now, 1);
}

/* What is kept is named by ranges, and so is nothing else. */
static void test_ranges(void **state) {
  struct udp_range range[UDP_MAX_RANGES];
  (void)state;
  mediums(60);
  feed_body(REQUESTS, 2);
  feed_body(REQUESTS, 3);
  feed_body(REQUESTS, 6);
  assert_int_equal(session.due.ack_now, 1); /* a gap is told at once */
  assert_int_equal(hyd_udp_ranges(&session, range), 2);
  assert_int_equal(udp_range_from(range[0]), 2 * SIZE);
  assert_int_equal(range[0].to, 4 * SIZE);
  assert_int_equal(udp_range_from(range[1]), 6 * SIZE);
  assert_int_equal(udp_range_channel(range[1]), REQUESTS);
  for (uint32_t i = 0; i < bodies(); i++) feed_body(REQUESTS, i);
  assert_int_equal(hyd_udp_ranges(&session, range), 0);
  assert_all(60);
}

/* A datagram names the first and the last gap, if there are more than it has room for. */
static void test_many_ranges(void **state) {
  struct udp_range range[UDP_MAX_RANGES];
  (void)state;
  mediums(100);
  assert_true(bodies() > 70);
  for (uint32_t i = 1; i < 80; i += 2) feed_body(REQUESTS, i);
  assert_int_equal(hyd_udp_ranges(&session, range), UDP_MAX_RANGES);
  assert_int_equal(udp_range_from(range[0]), SIZE);
  assert_int_equal(udp_range_from(range[UDP_MAX_RANGES - 1]), 79 * SIZE);
  for (unsigned i = 1; i < UDP_MAX_RANGES; i++) assert_true(range[i].from > range[i - 1].to);
}

/* Beyond what the sender was allowed nothing is kept: it is to be sent again. */
static void test_limit(void **state) {
  (void)state;
  mediums(60);
  session.in[REQUESTS].limit = 2 * SIZE;
  feed_body(REQUESTS, 1);
  feed_body(REQUESTS, 2);
  assert_int_equal(proto.n.no_room, 1);
  assert_int_equal(session.in[REQUESTS].nheld, 1);
  for (uint32_t i = 0; i < bodies(); i++) feed_body(REQUESTS, i);
  assert_all(60);
}

/* While requests are not taken they are kept; replies go on. */
static void test_requests_wait(void **state) {
  int take = 0;
  (void)state;
  mediums(10);
  for (uint32_t at = 0; at < length; at += SIZE)
    feed(REQUESTS, at, at + SIZE < length ? at + SIZE : length, 0);
  assert_int_equal(ngot, 0);
  assert_ptr_equal(proto.blocked, &session);
  assert_int_equal(hyd_udp_take_held(&proto, &session, &take), 0);
  take = 1;
  assert_int_equal(hyd_udp_take_held(&proto, &session, &take), 10);
  assert_all(10);
  length = 0;
  record(UDP_MEDIUM, UDP_REPLIES, 10, 16, 0);
  assert_int_equal(feed(2, 0, length, 0), 1);
  assert_all(11);
}

/* A message that the user does not take now comes again later, once. */
static void test_stopped(void **state) {
  int take = 1;
  (void)state;
  mediums(10);
  stop_after = 4;
  for (uint32_t i = 0; i < bodies(); i++) feed_body(REQUESTS, i);
  assert_int_equal(ngot, 4);
  stop_after = MOST;
  hyd_udp_take_held(&proto, &session, &take);
  assert_all(10);
}

/* A message that is taken, and then no more. */
static void test_taken_last(void **state) {
  int take = 1;
  (void)state;
  mediums(10);
  stop_after = 4;
  last = UDP_TAKEN_STOP;
  feed(REQUESTS, 0, length, 1);
  assert_int_equal(ngot, 4);
  assert_int_equal(hyd_udp_take_held(&proto, &session, &take), 6);
  assert_all(10);
}

/* A long message that is not taken when it has come: its last bytes are kept, and bring it again.
 */
static void test_bulk_not_taken(void **state) {
  int take = 1;
  (void)state;
  record(UDP_MEDIUM, UDP_REQUESTS, 0, 5000, 0);
  record(UDP_MEDIUM, UDP_REQUESTS, 1, 2000, 0);
  stop_after = 0;
  for (uint32_t i = 0; i < bodies(); i++) feed_body(1, i);
  assert_int_equal(ngot, 0);
  assert_int_equal(hyd_udp_take_held(&proto, &session, &take), 0);
  stop_after = MOST;
  take = 1;
  assert_int_equal(hyd_udp_take_held(&proto, &session, &take), 2);
  assert_all(2);
}

/* A put of many datagrams goes to its place as it comes. */
static void test_bulk(void **state) {
  (void)state;
  record(UDP_PUT, UDP_TRANSFERS, 0, 50000, 64);
  record(UDP_PUT, UDP_TRANSFERS, 1, 3001, 60000);
  for (uint32_t i = bodies(); i-- > 1;) feed_body(BULK_TRANSFERS, i);
  feed_body(BULK_TRANSFERS, 0);
  assert_all(2);
  assert_int_equal(place[63], 0);
  for (unsigned i = 4; i < 50000; i++) assert_int_equal(place[64 + i], 0);
  assert_int_equal(place[60000 + 3000], 1);
  assert_int_equal(place[60000 + 3001], 0);
}

/* A place that the user does not have: the bytes are dropped, and what follows is read. */
static void test_no_place(void **state) {
  (void)state;
  record(UDP_PUT, UDP_TRANSFERS, 9, 5000, sizeof place);
  record(UDP_PUT, UDP_TRANSFERS, 0, 3000, 0);
  for (uint32_t i = 0; i < bodies(); i++) feed_body(BULK_TRANSFERS, i);
  assert_int_equal(ngot, 1);
  assert_int_equal(proto.n.malformed, 1);
}

/* What is no record of the channel ends the body, is counted, and delivers nothing. */
static void test_malformed(void **state) {
  (void)state;
  record(UDP_PUT, UDP_TRANSFERS, 0, 64, 0);
  feed(REQUESTS, 0, length, 1);
  assert_int_equal(ngot, 0);
  assert_int_equal(proto.n.malformed, 1);
}

/* Many peers share memory and the socket; each may always send something. */
static void test_shares(void **state) {
  (void)state;
  assert_int_equal(proto.share.room, 1u << 19);
  assert_int_equal(udp_limit(&proto, &session.in[0]), 1u << 20);
  session.in[0].next = 3 * SIZE;
  assert_int_equal(udp_limit(&proto, &session.in[0]), (1u << 20) + 3 * SIZE);
  session.in[0].next = 0;
  proto.n.sessions = 4096;
  hyd_udp_share_out(&proto);
  session.in[0].limit = 0;
  assert_int_equal(proto.share.room, 4096);
  assert_int_equal(udp_limit(&proto, &session.in[0]), UDP_WINDOW_UNIT);
  session.in[0].limit = 1u << 20; /* what was allowed stays allowed */
  assert_int_equal(udp_limit(&proto, &session.in[0]), 1u << 20);
}

/* Heads of records: 8 bytes, 8 for each address, 4 for each argument, and on to the next 16. */
static void test_heads_of_records(void **state) {
  static const struct {
    unsigned kind, nargs;
    size_t size;
  } head[] = {{UDP_SHORT, 0, 16}, {UDP_SHORT, 2, 16}, {UDP_SHORT, 3, 32}, {UDP_MEDIUM, 16, 80},
              {UDP_LONG, 0, 16},  {UDP_LONG, 1, 32},  {UDP_LONG, 4, 32},  {UDP_LONG, 5, 48},
              {UDP_PUT, 0, 16},   {UDP_PUT, 16, 80},  {UDP_GET, 0, 32},   {UDP_GET, 1, 48},
              {UDP_DATA, 2, 32},  {UDP_DATA, 3, 48},  {UDP_DATA, 16, 96}};
  (void)state;
  for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
    assert_int_equal(udp_record_head(head[i].kind, head[i].nargs), head[i].size);
}

/* Large blocks are kept for a second, a few megabytes of them, and given out for what they fit. */
static void test_blocks(void **state) {
  void *b[5], *other;
  (void)state;
  hyd_udp_block_put(&proto, hyd_udp_block_get(&proto, 16383));
  assert_null(proto.blocks);
  b[0] = hyd_udp_block_get(&proto, 16384);
  hyd_udp_block_put(&proto, b[0]);
  assert_int_equal(proto.block_bytes, 16384);
  assert_ptr_equal(hyd_udp_block_get(&proto, 16384), b[0]);
  assert_int_equal(proto.block_bytes, 0);
  hyd_udp_block_put(&proto, b[0]);
  other = hyd_udp_block_get(&proto, 16385);
  assert_ptr_not_equal(other, b[0]);
  hyd_udp_block_free(other);
  hyd_udp_blocks_free(&proto);
  b[0] = hyd_udp_block_get(&proto, 40000);
  hyd_udp_block_put(&proto, b[0]);
  other = hyd_udp_block_get(&proto, 19999); /* for which that would be much too large */
  assert_ptr_not_equal(other, b[0]);
  hyd_udp_block_free(other);
  assert_ptr_equal(hyd_udp_block_get(&proto, 20000), b[0]);
  hyd_udp_block_free(b[0]);
  for (int i = 0; i < 5; i++) b[i] = hyd_udp_block_get(&proto, 1u << 20);
  for (int i = 0; i < 5; i++) hyd_udp_block_put(&proto, b[i]);
  assert_int_equal(proto.block_bytes, 4u << 20);
  hyd_udp_blocks_tick(&proto, 5000000000u);
  hyd_udp_blocks_tick(&proto, 6000000000u);
  assert_non_null(proto.blocks);
  hyd_udp_blocks_tick(&proto, 6000000001u);
  assert_null(proto.blocks);
  assert_int_equal(proto.block_bytes, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_in_order),
    TEST(test_cut_anywhere),
    TEST(test_reversed),
    TEST(test_shuffled_and_twice),
    TEST(test_doubled_is_told_at_once),
    TEST(test_ranges),
    TEST(test_many_ranges),
    TEST(test_limit),
    TEST(test_requests_wait),
    TEST(test_stopped),
    TEST(test_bulk),
    TEST(test_no_place),
    TEST(test_malformed),
    TEST(test_taken_last),
    TEST(test_bulk_not_taken),
    TEST(test_shares),
    TEST(test_blocks),
    TEST(test_heads_of_records),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_cc_test.c: the udp conduit's congestion window and time-outs (conduits/udp/cc.c) by
 * themselves: a session of zeros, and samples of our own making in place of a network.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "conduits/udp/proto_int.h"

#define US 1000u
#define MS 1000000u
#define SECOND 1000000000u
#define DATAGRAM 1472u

static struct udp_proto proto;
static struct udp_session session;

static int setup(void **state) {
  (void)state;
  proto = (struct udp_proto){.c = {.window = 4u << 20,
                                   .rto_min_ns = 2 * MS,
                                   .rto_max_ns = 500 * MS,
                                   .delay_ns = 100 * US}};
  session = (struct udp_session){.path.size = DATAGRAM};
  hyd_udp_cc_init(&proto, &session);
  return 0;
}

/* `bytes` arrive while the window is in use. */
static void arrive(uint64_t now, uint64_t bytes) {
  session.flying_bytes = (uint64_t)session.cc.cwnd;
  hyd_udp_cc_arrived(&proto, &session, now, 1, bytes);
}

/* A round trip without a host's delay. */
static void trip(uint64_t now, uint64_t ns) { hyd_udp_cc_rtt(&proto, &session, now, ns, 1); }

static void assert_about(double is, double expected) {
  assert_true(is > expected * 0.999 && is < expected * 1.001);
}

static void test_first_window(void **state) {
  (void)state;
  assert_about(session.cc.cwnd, 16.0 * DATAGRAM);
  assert_int_equal(session.due.rto_ns, 20 * MS);
  proto.c.rto_min_ns = 50 * MS;
  hyd_udp_cc_init(&proto, &session);
  assert_int_equal(session.due.rto_ns, 50 * MS);
}

/* RFC 6298: SRTT and RTTVAR of the first sample, of later ones, and the time-out's bounds. */
static void test_time_out(void **state) {
  (void)state;
  trip(SECOND, 8 * MS);
  assert_int_equal(session.cc.srtt, 8 * MS);
  assert_int_equal(session.cc.rttvar, 4 * MS);
  assert_int_equal(session.due.rto_ns, 24 * MS);
  trip(SECOND + 8 * MS, 16 * MS);
  assert_int_equal(session.cc.rttvar, 5 * MS); /* 3/4 of 4, 1/4 of 8 */
  assert_int_equal(session.cc.srtt, 9 * MS);
  assert_int_equal(session.due.rto_ns, 29 * MS);
  for (int i = 0; i < 200; i++) trip(2ull * SECOND, 10 * US);
  assert_int_equal(session.due.rto_ns, proto.c.rto_min_ns);
  trip(3ull * SECOND, 4ull * SECOND);
  assert_int_equal(session.due.rto_ns, proto.c.rto_max_ns);
}

/* At first the window grows by what arrives: it is twice as large after a round trip. */
static void test_slow_start(void **state) {
  double before = session.cc.cwnd;
  (void)state;
  trip(SECOND, 100 * US);
  for (int i = 0; i < 16; i++) arrive(SECOND, DATAGRAM);
  assert_about(session.cc.cwnd, 2 * before);
}

static void test_unused_window_stays(void **state) {
  double before = session.cc.cwnd;
  (void)state;
  session.flying_bytes = 0;
  hyd_udp_cc_arrived(&proto, &session, SECOND, 1, DATAGRAM);
  assert_about(session.cc.cwnd, before);
}

/* After a cut the window grows by one datagram in a round trip. */
static void test_avoidance(void **state) {
  double before;
  (void)state;
  trip(SECOND, 100 * US);
  session.cc.slow_start = 0;
  before = session.cc.cwnd;
  arrive(SECOND, (uint64_t)session.cc.cwnd);
  assert_about(session.cc.cwnd, before + DATAGRAM);
}

/* Where the delay is not known, a quarter of what arrives. */
static void test_growth_without_delay_known(void **state) {
  double before = session.cc.cwnd;
  (void)state;
  session.cc.slow_start = 0;
  arrive(SECOND, 4000);
  assert_about(session.cc.cwnd, before + 1000);
}

/* A round trip longer than the shortest plus the aim cuts in proportion, and ends slow start; a
 * second cut comes a round trip later at the earliest. */
static void test_delay_cuts_once_a_round_trip(void **state) {
  double before = session.cc.cwnd;
  (void)state;
  trip(SECOND, 400 * US);
  trip(SECOND + 1, 1000 * US); /* 500 us too long, of 1000: by 0.8 * 0.5 */
  arrive(SECOND + 2, DATAGRAM);
  assert_about(session.cc.cwnd, before * 0.6);
  assert_int_equal(session.cc.slow_start, 0);
  arrive(SECOND + 3, DATAGRAM);
  assert_about(session.cc.cwnd, before * 0.6);
  trip(SECOND + MS, 1000 * US);
  arrive(SECOND + MS, DATAGRAM);
  assert_about(session.cc.cwnd, before * 0.36);
}

static void test_cut_is_half_at_most(void **state) {
  (void)state;
  proto.c.window = 64u << 20;
  session.cc.cwnd = 1e6;
  trip(SECOND, 100 * US);
  trip(SECOND + 1, 800 * US); /* in proportion it would be 0.4 */
  arrive(SECOND + 2, DATAGRAM);
  assert_about(session.cc.cwnd, 5e5);
}

/* A delay by a host is none of the network's: the window grows on. */
static void test_host_delay_does_not_count(void **state) {
  double before = session.cc.cwnd;
  (void)state;
  trip(SECOND, 100 * US);
  hyd_udp_cc_rtt(&proto, &session, SECOND + 1, 50 * MS, 0);
  assert_int_equal(session.cc.last_rtt, 100 * US);
  arrive(SECOND + 2, DATAGRAM);
  assert_about(session.cc.cwnd, before + DATAGRAM);
}

static void test_shortest_trip_is_forgotten(void **state) {
  (void)state;
  trip(SECOND, 100 * US);
  trip(2ull * SECOND, 300 * US);
  assert_int_equal(session.cc.min_rtt, 100 * US);
  trip(11ull * SECOND + 1, 300 * US);
  assert_int_equal(session.cc.min_rtt, 300 * US);
}

/* Loss without delay is noise until it is more than an eighth of 64 packets. */
static void test_loss_of_an_eighth(void **state) {
  double before = session.cc.cwnd;
  (void)state;
  hyd_udp_cc_lost(&proto, &session, SECOND, 8);
  assert_about(session.cc.cwnd, before);
  hyd_udp_cc_lost(&proto, &session, SECOND, 1);
  assert_about(session.cc.cwnd, before * 0.85);
}

static void test_losses_are_of_an_epoch(void **state) {
  double before = session.cc.cwnd;
  (void)state;
  hyd_udp_cc_lost(&proto, &session, SECOND, 8);
  hyd_udp_cc_arrived(&proto, &session, SECOND, 64, 0);
  hyd_udp_cc_lost(&proto, &session, SECOND, 8);
  assert_about(session.cc.cwnd, before);
}

/* Loss with half of the delay that is aimed at is congestion. */
static void test_loss_with_delay(void **state) {
  double before = session.cc.cwnd;
  (void)state;
  trip(SECOND, 100 * US);
  trip(SECOND + 1, 160 * US);
  hyd_udp_cc_lost(&proto, &session, SECOND + 2, 1);
  assert_about(session.cc.cwnd, before * 0.7);
}

/* Each question that was not answered halves the window. */
static void test_silence(void **state) {
  (void)state;
  session.cc.cwnd = 1e6;
  session.due.backoff = 4;
  hyd_udp_cc_lost(&proto, &session, SECOND, 1);
  assert_about(session.cc.cwnd, 1e6 / 8);
  session.due.backoff = 100;
  hyd_udp_cc_lost(&proto, &session, 2ull * SECOND, 1);
  assert_about(session.cc.cwnd, 1e6 / 8 / 128 < 4 * 1472 ? 4 * 1472 : 1e6 / 8 / 128);
}

static void test_bounds(void **state) {
  (void)state;
  for (int i = 0; i < 100; i++) arrive(SECOND, 1u << 20);
  assert_about(session.cc.cwnd, 2.0 * (4u << 20));
  for (int i = 1; i < 100; i++) {
    session.due.backoff = 8;
    hyd_udp_cc_lost(&proto, &session, (uint64_t)i * SECOND, 1);
  }
  assert_about(session.cc.cwnd, 4 * 1472);
  session.path.size = 9000;
  hyd_udp_cc_resized(&proto, &session);
  assert_about(session.cc.cwnd, 2 * 9000);
}

/* Larger datagrams: the first window is 16 of them, of 256 KB at most, as long as nothing was lost.
 */
static void test_resized(void **state) {
  (void)state;
  session.path.size = 9000;
  hyd_udp_cc_resized(&proto, &session);
  assert_about(session.cc.cwnd, 16 * 9000);
  session.path.size = 60000;
  hyd_udp_cc_resized(&proto, &session);
  assert_about(session.cc.cwnd, 256 * 1024);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(test_first_window, setup),
      cmocka_unit_test_setup(test_time_out, setup),
      cmocka_unit_test_setup(test_slow_start, setup),
      cmocka_unit_test_setup(test_unused_window_stays, setup),
      cmocka_unit_test_setup(test_avoidance, setup),
      cmocka_unit_test_setup(test_growth_without_delay_known, setup),
      cmocka_unit_test_setup(test_delay_cuts_once_a_round_trip, setup),
      cmocka_unit_test_setup(test_cut_is_half_at_most, setup),
      cmocka_unit_test_setup(test_host_delay_does_not_count, setup),
      cmocka_unit_test_setup(test_shortest_trip_is_forgotten, setup),
      cmocka_unit_test_setup(test_loss_of_an_eighth, setup),
      cmocka_unit_test_setup(test_losses_are_of_an_epoch, setup),
      cmocka_unit_test_setup(test_loss_with_delay, setup),
      cmocka_unit_test_setup(test_silence, setup),
      cmocka_unit_test_setup(test_bounds, setup),
      cmocka_unit_test_setup(test_resized, setup),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_socket_test.c: the udp conduit's socket (conduits/udp/socket.c) receives what follows the
 * heads of datagrams where it is expected to go, and brings it back when that was wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <errno.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "conduits/udp/socket.h"

#define HEAD sizeof(struct udp_head)
#define BODY 3000u
#define TAG 8u
#define DATAGRAM (HEAD + BODY + TAG)
#define MOST 8

static const struct udp_ports any_port;
static struct hyd_ip table[2];
static struct udp_socket *from, *to;
static unsigned char place[MOST * BODY];

/* What came: the datagrams in one piece, and whether their bodies were away. */
static unsigned char got[MOST][DATAGRAM];
static size_t size[MOST];
static int was_away[MOST], ngot, refuse_from;

static int take(void *arg, const struct udp_came *c) {
  struct udp_came whole = *c;
  (void)arg;
  if (c->naway && ngot >= refuse_from) return -1;
  assert_true(ngot < MOST && c->n <= DATAGRAM);
  was_away[ngot] = c->naway != 0;
  if (c->naway) {
    assert_ptr_equal(c->away, place + (size_t)ngot * BODY);
    hyd_udp_come_back(&whole);
  }
  memcpy(got[ngot], whole.bytes, whole.n);
  size[ngot++] = whole.n;
  return 0;
}

static void no_refusal(void *arg, uint32_t peer, size_t n) {
  (void)arg, (void)peer, (void)n;
  fail();
}

static struct udp_socket *open_one(int i) {
  struct hyd_ip any;
  assert_int_equal(hyd_ip_parse("127.0.0.1", &any), 0);
  int fd = hyd_udp_socket_bind(&any, &any_port, 0, &table[i]);
  assert_true(fd >= 0);
  return hyd_udp_socket_open(fd, table, &any_port, no_refusal, NULL);
}

static int open_both(void **state) {
  (void)state;
  from = open_one(0);
  to = open_one(1);
  return from && to ? 0 : -1;
}

static int setup(void **state) {
  (void)state;
  memset(place, 0, sizeof place);
  ngot = 0;
  refuse_from = MOST;
  hyd_udp_socket_expect_many(to);
  return 0;
}

/* n datagrams of the given size, each full of its own number, each by a call of its own. */
static void send_all(int n, size_t bytes) {
  static unsigned char full[DATAGRAM];
  struct udp_datagram d = {.peer = 1, .parts = 1, .alone = 1, .size = bytes};
  for (int i = 0; i < n; i++) {
    memset(full, i + 1, sizeof full);
    d.part[0] = (struct iovec){full, bytes};
    assert_int_equal(hyd_udp_socket_send(from, &d, 1), 0);
  }
}

/* Until n are here, a second at most. */
static void receive(int n, const struct udp_expected *x) {
  struct timespec pause = {0, 1000000};
  for (int tries = 0; ngot < n && tries < 1000; tries++) {
    assert_true(hyd_udp_socket_receive(to, x, take, NULL) >= 0);
    if (ngot < n) nanosleep(&pause, NULL);
  }
}

static void assert_whole(int n, size_t bytes) {
  assert_int_equal(ngot, n);
  for (int i = 0; i < n; i++) {
    assert_int_equal(size[i], bytes);
    for (size_t k = 0; k < bytes; k++) assert_int_equal(got[i][k], i + 1);
  }
}

static void bodies_go_to_their_places(void **state) {
  struct udp_expected x = {place, 3 * BODY + 1, BODY}; /* three whole ones */
  (void)state;
  send_all(4, DATAGRAM);
  receive(4, &x);
  assert_whole(4, DATAGRAM);
  assert_true(was_away[0] && was_away[1] && was_away[2] && !was_away[3]);
  for (size_t k = 0; k < 3 * BODY; k++) assert_int_equal(place[k], k / BODY + 1);
  assert_int_equal(place[3 * BODY], 0);
}

static void what_is_refused_comes_back_with_the_rest(void **state) {
  struct udp_expected x = {place, MOST * BODY, BODY};
  (void)state;
  refuse_from = 2;
  send_all(5, DATAGRAM);
  receive(5, &x);
  assert_whole(5, DATAGRAM);
  assert_true(was_away[0] && was_away[1]);
  assert_false(was_away[2] || was_away[3] || was_away[4]);
}

static void shorter_ones_are_whole(void **state) {
  struct udp_expected x = {place, MOST * BODY, BODY};
  (void)state;
  refuse_from = 0;
  send_all(2, HEAD + 40);
  receive(2, &x);
  assert_whole(2, HEAD + 40);
  ngot = 0;
  send_all(2, HEAD);
  receive(2, &x);
  assert_whole(2, HEAD);
}

/* One datagram is lost if the kernel cannot write to its place, as any may be; later ones come. */
static void a_place_that_is_not_there(void **state) {
  unsigned char *nowhere = mmap(NULL, MOST * BODY, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct udp_expected x = {nowhere, MOST * BODY, BODY};
  (void)state;
  send_all(1, DATAGRAM);
  receive(1, &x);
  assert_int_equal(ngot, 0);
  send_all(2, DATAGRAM);
  receive(2, &x);
  assert_whole(2, DATAGRAM);
  munmap(nowhere, MOST * BODY);
}

static int parses(const char *text, unsigned first, unsigned last) {
  struct udp_ports p;
  return hyd_udp_ports_parse(text, &p) == 0 && p.first == first && p.last == last;
}

static void ranges_of_ports(void **state) {
  static const char *const bad[] = {"-",         "0",       "5000-", "-5000",
                                    "5001-5000", "1-65536", "5000 ", "x"};
  struct udp_ports p;
  (void)state;
  assert_true(parses("", 0, 0) && parses("5000", 5000, 5000) && parses("1-65535", 1, 65535));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (hyd_udp_ports_parse(bad[i], &p) == 0) fail_msg("'%s' is taken for a range", bad[i]);
}

/* Each takes the next that is free, round the end of the range; then none is left. Another program
 * may have one of them: fewer are got then, never one from outside. */
static void ports_of_a_range(void **state) {
  const struct udp_ports ports = {47110, 47113};
  struct hyd_ip at, got;
  int fd[4], n = 0, seen[4] = {0};
  (void)state;
  hyd_ip_parse("127.0.0.1", &at);
  while (n < 4 && (fd[n] = hyd_udp_socket_bind(&at, &ports, 3, &got)) >= 0) {
    int k = ntohs(got.port) - ports.first;
    assert_true(k >= 0 && k < 4 && !seen[k]++);
    n++;
  }
  assert_true(n > 0);
  assert_int_equal(hyd_udp_socket_bind(&at, &ports, 0, &got), -1);
  assert_int_equal(errno, EADDRINUSE);
  while (n) close(fd[--n]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ranges_of_ports),
      cmocka_unit_test(ports_of_a_range),
      cmocka_unit_test_setup(bodies_go_to_their_places, setup),
      cmocka_unit_test_setup(what_is_refused_comes_back_with_the_rest, setup),
      cmocka_unit_test_setup(shorter_ones_are_whole, setup),
      cmocka_unit_test_setup(a_place_that_is_not_there, setup),
  };
  return cmocka_run_group_tests(tests, open_both, NULL);
}

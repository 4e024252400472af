/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ip_where_test.c: which address GASNET_WORKERIP, ssh and the machine's interfaces lead to, and
 * which lead to another host.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "conduits/ip/where.h"

static char why[256];

static struct hyd_ip_places found;

static int leads_to(const char *wanted, int alone, const char *expected) {
  char text[80];
  if (hyd_ip_where(wanted, alone, &found, why, sizeof why)) return 0;
  hyd_ip_text(&found.at[0], text, sizeof text);
  return strcmp(text, expected) == 0 && found.at[0].port == 0 && found.interface[0][0];
}

static int refused(const char *wanted, const char *reason) {
  why[0] = '\0';
  return hyd_ip_where(wanted, 0, &found, why, sizeof why) == -1 && strstr(why, reason) != NULL;
}

static void test_alone(void **state) {
  (void)state;
  assert_true(leads_to("", 1, "127.0.0.1:0"));
}

static void test_wanted(void **state) {
  static const char *const ways[] = {"127.0.0.1",   "lo",           "127.0.0.0",
                                     "127.0.0.0/8", "127.0.0.0/31", "127.0.0.1/32"};
  (void)state;
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
    if (!leads_to(ways[i], 0, "127.0.0.1:0")) fail_msg("%s: %s", ways[i], why);
}

static void test_refused(void **state) {
  (void)state;
  assert_true(refused("127.0.0.2/32", "no such address"));
  assert_true(refused("203.0.113.7", "no such address"));
  assert_true(refused("203.0.113.0/24", "no such address"));
  assert_true(refused("nosuchif0", "no such address"));
  assert_true(refused("127.0.0.0/33", "expected an address"));
  assert_true(refused("127.0.0.0/", "expected an address"));
  assert_true(refused("127.0.0.0/8x", "expected an address"));
  assert_true(refused("lo/8", "expected an address"));
}

static int is_loopback(const struct hyd_ip *a) {
  static const unsigned char one[16] = {[15] = 1};
  return a->family == AF_INET6 ? memcmp(a->ip, one, 16) == 0 : a->ip[0] == 127;
}

/* The loopback is no way to this host, by whatever name ssh came, unless there is no other. */
static void test_loopback(void **state) {
  static const char *const came[] = {"203.0.113.9 50000 127.0.0.1 22", "::1 50000 ::1 22",
                                     "nonsense"};
  (void)state;
  for (size_t i = 0; i < sizeof came / sizeof came[0]; i++) {
    unsigned loops = 0;
    setenv("SSH_CONNECTION", came[i], 1);
    assert_int_equal(hyd_ip_where("", 0, &found, why, sizeof why), 0);
    for (unsigned k = 0; k < found.n; k++) loops += is_loopback(&found.at[k]) != 0;
    assert_true(loops == 0 || loops == found.n);
  }
  unsetenv("SSH_CONNECTION");
}

/* The address by which ssh came is the first. */
static void test_ssh(void **state) {
  struct hyd_ip_places all;
  char line[200], text[80];
  (void)state;
  assert_int_equal(hyd_ip_where("", 0, &all, why, sizeof why), 0);
  for (unsigned i = 0; i < all.n; i++) {
    hyd_ip_text(&all.at[i], text, sizeof text);
    text[strcspn(text, all.at[i].family == AF_INET6 ? "]" : ":")] = '\0';
    snprintf(line, sizeof line, "203.0.113.9 50000 %s 22", text + (text[0] == '['));
    setenv("SSH_CONNECTION", line, 1);
    assert_int_equal(hyd_ip_where("", 0, &found, why, sizeof why), 0);
    assert_true(hyd_ip_is_equal(&found.at[0], &all.at[i]));
  }
  unsetenv("SSH_CONNECTION");
}

static void add(struct hyd_ip_places *p, const char *text, unsigned bits) {
  assert_int_equal(hyd_ip_parse(text, &p->at[p->n]), 0);
  p->bits[p->n++] = (unsigned char)bits;
}

/* By the kernel, or by the networks; never by an address that both hosts have. */
static void test_ways(void **state) {
  struct hyd_ip_places here = {0}, there = {0}, kernel = {0}, far = {0};
  (void)state;
  add(&here, "203.0.113.1", 24); /* a bridge of containers */
  add(&here, "198.51.100.1", 25);
  add(&here, "2001:db8::1", 64);
  add(&here, "192.0.2.1", 0);
  add(&there, "203.0.113.1", 0);
  assert_int_equal(hyd_ip_ways(&here, &there), 0);
  add(&there, "198.51.100.129", 0); /* another network */
  assert_int_equal(hyd_ip_ways(&here, &there), 0);
  add(&there, "198.51.100.3", 0);
  assert_int_equal(hyd_ip_ways(&here, &there), 2);
  add(&there, "2001:db8::ffff", 0);
  assert_int_equal(hyd_ip_ways(&here, &there), 6);
  add(&kernel, "198.51.100.1", 0);
  add(&kernel, "127.0.0.1", 0);
  add(&far, "127.0.0.9", 0);
  assert_int_equal(hyd_ip_ways(&kernel, &far), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alone),   cmocka_unit_test(test_wanted),
      cmocka_unit_test(test_refused), cmocka_unit_test(test_loopback),
      cmocka_unit_test(test_ssh),     cmocka_unit_test(test_ways),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

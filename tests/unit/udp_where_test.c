/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_where_test.c: which address GASNET_WORKERIP, ssh and the machine's interfaces lead to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "conduits/udp/socket.h"

static char why[256];

static struct udp_places found;

static int leads_to(const char *wanted, int alone, const char *expected) {
  char text[80];
  if (hyd_udp_where(wanted, alone, &found, why, sizeof why)) return 0;
  hyd_udp_address_text(&found.at[0], text, sizeof text);
  return strcmp(text, expected) == 0 && found.at[0].port == 0 && found.interface[0][0];
}

static int refused(const char *wanted, const char *reason) {
  why[0] = '\0';
  return hyd_udp_where(wanted, 0, &found, why, sizeof why) == -1 && strstr(why, reason) != NULL;
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

static int is_loopback(const struct udp_address *a) {
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
    assert_int_equal(hyd_udp_where("", 0, &found, why, sizeof why), 0);
    for (unsigned k = 0; k < found.n; k++) loops += is_loopback(&found.at[k]) != 0;
    assert_true(loops == 0 || loops == found.n);
  }
  unsetenv("SSH_CONNECTION");
}

/* The address by which ssh came is the first. */
static void test_ssh(void **state) {
  struct udp_places all;
  char line[200], text[80];
  (void)state;
  assert_int_equal(hyd_udp_where("", 0, &all, why, sizeof why), 0);
  for (unsigned i = 0; i < all.n; i++) {
    hyd_udp_address_text(&all.at[i], text, sizeof text);
    text[strcspn(text, all.at[i].family == AF_INET6 ? "]" : ":")] = '\0';
    snprintf(line, sizeof line, "203.0.113.9 50000 %s 22", text + (text[0] == '['));
    setenv("SSH_CONNECTION", line, 1);
    assert_int_equal(hyd_udp_where("", 0, &found, why, sizeof why), 0);
    assert_true(udp_address_is(&found.at[0], &all.at[i]));
  }
  unsetenv("SSH_CONNECTION");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alone),   cmocka_unit_test(test_wanted),
      cmocka_unit_test(test_refused), cmocka_unit_test(test_loopback),
      cmocka_unit_test(test_ssh),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

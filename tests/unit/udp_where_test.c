/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_where_test.c: which address GASNET_WORKERIP, ssh and the machine's interfaces lead to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "conduits/udp/socket.h"

static char why[256];

static int leads_to(const char *wanted, int alone, const char *expected) {
  struct udp_address at;
  char text[80];
  if (hyd_udp_where(wanted, alone, &at, why, sizeof why)) return 0;
  hyd_udp_address_text(&at, text, sizeof text);
  return strcmp(text, expected) == 0 && at.port == 0;
}

static int refused(const char *wanted, const char *reason) {
  struct udp_address at;
  why[0] = '\0';
  return hyd_udp_where(wanted, 0, &at, why, sizeof why) == -1 && strstr(why, reason) != NULL;
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

static void test_ssh(void **state) {
  (void)state;
  setenv("SSH_CONNECTION", "203.0.113.9 50000 127.0.0.1 22", 1);
  assert_true(leads_to("", 0, "127.0.0.1:0"));
  setenv("SSH_CONNECTION", "nonsense", 1); /* is passed over */
  assert_false(leads_to("", 0, "203.0.113.9:0"));
  unsetenv("SSH_CONNECTION");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alone),
      cmocka_unit_test(test_wanted),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_ssh),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

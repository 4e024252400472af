/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ibv_ports_test.c: what GASNET_IBV_PORTS may say, and which port of made-up machines a rank uses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "conduits/ibv/ports.h"

static struct hyd_ibv_allowed allowed;
static char why[512];

/* --- the list ------------------------------------------------------------- */

static void test_list(void **state) {
  (void)state;
  assert_int_equal(hyd_ibv_allowed_read(&allowed, "", why, sizeof why), 0);
  assert_true(hyd_ibv_allows(&allowed, "anything", 9));
  assert_true(hyd_ibv_allows_some(&allowed, "anything"));
  assert_int_equal(hyd_ibv_allowed_read(&allowed, "mlx5_0:2,13+mlx5_1", why, sizeof why), 0);
  assert_true(hyd_ibv_allows(&allowed, "mlx5_0", 2));
  assert_true(hyd_ibv_allows(&allowed, "mlx5_0", 13));
  assert_false(hyd_ibv_allows(&allowed, "mlx5_0", 1));
  assert_false(hyd_ibv_allows(&allowed, "mlx5_", 1));
  assert_false(hyd_ibv_allows(&allowed, "mlx5_00", 2));
  assert_true(hyd_ibv_allows(&allowed, "mlx5_1", 7));
  assert_true(hyd_ibv_allows_some(&allowed, "mlx5_0"));
  assert_false(hyd_ibv_allows_some(&allowed, "mlx5_2"));
  assert_int_equal(hyd_ibv_allowed_read(&allowed, "a:1+b:2+a:3", why, sizeof why),
                   0); /* twice the same: both */
  assert_true(hyd_ibv_allows(&allowed, "a", 1) && hyd_ibv_allows(&allowed, "a", 3) &&
              !hyd_ibv_allows(&allowed, "a", 2));
}

/* Each is refused, and that piece of it is named. */
static void test_bad_list(void **state) {
  static const char *const lists[][2] = {
      {"+", "\"\""},
      {"a+", "\"\""},
      {"a++b", "\"\""},
      {":1", "\":1\""},
      {"a:", "\"\""},
      {"a:1,", "\"\""},
      {"a:,1", "\"\""},
      {"a:x", "\"x\""},
      {"a:1x", "\"1x\""},
      {"a:0", "\"0\""},
      {"a:256", "\"256\""},
      {"a:-1", "\"-1\""},
      {"a:1:2", "\"1:2\""},
      {"a,b", "\"a,b\""},
      {"a + b", "\"a \""},
      {"a:1, 2", "\"a:1, 2\""},
      {"a:4294967297", "\"4294967297\""},
      {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaa"}};
  (void)state;
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
    why[0] = '\0';
    if (hyd_ibv_allowed_read(&allowed, lists[i][0], why, sizeof why) != -1)
      fail_msg("%s is taken", lists[i][0]);
    if (!strstr(why, lists[i][1]) || !strstr(why, "expected")) fail_msg("%s: %s", lists[i][0], why);
  }
}

static void test_long_list(void **state) {
  char list[1000] = "d0";
  (void)state;
  for (int i = 1; i < 65; i++) snprintf(list + strlen(list), 8, "+d%d", i);
  assert_int_equal(hyd_ibv_allowed_read(&allowed, list, why, sizeof why), -1);
  strcpy(list, "d:1");
  for (int i = 1; i < 65; i++) strcat(list, ",1");
  assert_int_equal(hyd_ibv_allowed_read(&allowed, list, why, sizeof why), -1);
}

/* --- machines ------------------------------------------------------------- */

static struct hyd_ibv_port port(const char *device, unsigned n, enum hyd_ibv_net net,
                                unsigned network, unsigned gbit, unsigned far) {
  struct hyd_ibv_port p = {.port = (uint8_t)n,
                           .active = 1,
                           .net = (uint8_t)net,
                           .distance = (uint8_t)far};
  strcpy(p.device, device);
  p.mbit = gbit * 1000;
  p.prefix[0] = (unsigned char)network;
  return p;
}

/* The port, as device:port, that rank number `turn` of a host with these ports takes; or "none". */
static const char *takes(struct hyd_ibv_port *at, uint32_t n, const char *list, uint32_t turn) {
  static char text[2 * HYD_IBV_DEVICE_NAME];
  struct hyd_ibv_ports p = {n, at};
  struct hyd_ibv_port *found;
  assert_int_equal(hyd_ibv_allowed_read(&allowed, list, why, sizeof why), 0);
  hyd_ibv_ports_judge(&p, &allowed);
  found = hyd_ibv_ports_take(&p, turn);
  if (found) assert_int_equal(found->verdict, HYD_IBV_PORT_USED);
  snprintf(text, sizeof text, found ? "%s:%u" : "none", found ? found->device : "",
           found ? found->port : 0);
  return text;
}

static void test_filter(void **state) {
  struct hyd_ibv_port at[] = {port("a", 1, HYD_IBV_NET_IB, 1, 100, 0),
                              port("a", 2, HYD_IBV_NET_IB, 1, 100, 0),
                              port("b", 1, HYD_IBV_NET_IB, 1, 100, 0)};
  (void)state;
  assert_string_equal(takes(at, 3, "", 0), "a:1");
  assert_string_equal(takes(at, 3, "a:2", 0), "a:2");
  assert_string_equal(takes(at, 3, "b", 1), "b:1");
  assert_int_equal(at[0].verdict, HYD_IBV_PORT_NOT_LISTED);
  at[0].active = 0;
  at[1].net = HYD_IBV_NET_NONE;
  assert_string_equal(takes(at, 3, "", 0), "b:1");
  assert_int_equal(at[0].verdict, HYD_IBV_PORT_DOWN);
  assert_int_equal(at[1].verdict, HYD_IBV_PORT_NO_ADDRESS);
  at[2].active = 0;
  assert_string_equal(takes(at, 3, "", 5), "none");
  hyd_ibv_ports_excuse(&(struct hyd_ibv_ports){3, at}, why, sizeof why);
  assert_non_null(strstr(why, "a:1: not active; a:2: no address (GID); b:1: not active"));
  hyd_ibv_ports_excuse(&(struct hyd_ibv_ports){0, NULL}, why, sizeof why);
  assert_non_null(strstr(why, "no RDMA device"));
}

/* Two sockets with two ports each: a rank's own, in turn. */
static void test_near(void **state) {
  struct hyd_ibv_port at[] = {port("a", 1, HYD_IBV_NET_IB, 1, 100, 2),
                              port("b", 1, HYD_IBV_NET_IB, 1, 100, 0),
                              port("c", 1, HYD_IBV_NET_IB, 1, 100, 2),
                              port("d", 1, HYD_IBV_NET_IB, 1, 100, 0)};
  (void)state;
  assert_string_equal(takes(at, 4, "", 0), "b:1");
  assert_int_equal(at[0].verdict, HYD_IBV_PORT_FARTHER);
  assert_int_equal(at[3].verdict, HYD_IBV_PORT_EQUAL);
  assert_string_equal(takes(at, 4, "", 1), "d:1");
  assert_string_equal(takes(at, 4, "", 2), "b:1");
  assert_string_equal(takes(at, 4, "", 4000000001u), "d:1");
  assert_string_equal(takes(at, 4, "a+c", 1), "c:1"); /* what is listed goes before what is near */
  at[1].distance = at[3].distance = 1;
  assert_string_equal(takes(at, 4, "", 0), "b:1");
}

/* A slow port beside does not draw the ranks that it is near to; nor does one of another
 * network. */
static void test_networks(void **state) {
  struct hyd_ibv_port at[] = {port("eth", 1, HYD_IBV_NET_ROCE4, 7, 25, 0),
                              port("a", 1, HYD_IBV_NET_IB, 1, 200, 1),
                              port("b", 1, HYD_IBV_NET_IB, 2, 200, 0),
                              port("c", 1, HYD_IBV_NET_IB, 1, 100, 0)};
  (void)state;
  assert_string_equal(takes(at, 4, "", 0), "a:1");
  assert_string_equal(takes(at, 4, "", 1), "a:1");
  assert_int_equal(at[0].verdict, HYD_IBV_PORT_OTHER_NET);
  assert_int_equal(at[2].verdict, HYD_IBV_PORT_OTHER_NET);
  assert_int_equal(at[3].verdict, HYD_IBV_PORT_SLOWER);
  assert_string_equal(takes(at, 4, "eth+c", 0), "c:1");
  assert_string_equal(takes(at, 4, "eth", 0), "eth:1");
}

/* An address of the link only is the last resort, however fast. */
static void test_link_local(void **state) {
  struct hyd_ibv_port at[] = {port("a", 1, HYD_IBV_NET_ROCE6_LINK, 1, 200, 0),
                              port("b", 1, HYD_IBV_NET_ROCE4, 2, 10, 2)};
  (void)state;
  assert_string_equal(takes(at, 2, "", 0), "b:1");
  assert_string_equal(takes(at, 1, "", 0), "a:1");
}

/* Ranks share out what they have in common with others, and only that. */
static void test_choice(void **state) {
  struct hyd_ibv_port at[] = {port("a", 1, HYD_IBV_NET_IB, 1, 100, 0),
                              port("b", 1, HYD_IBV_NET_IB, 1, 100, 0),
                              port("c", 1, HYD_IBV_NET_IB, 1, 100, 1)};
  struct hyd_ibv_ports p = {3, at};
  uint64_t first;
  (void)state;
  allowed.n = 0;
  assert_int_equal(hyd_ibv_ports_judge(&p, &allowed), 2);
  first = hyd_ibv_ports_choice(&p);
  hyd_ibv_ports_take(&p, 1);
  hyd_ibv_ports_judge(&p, &allowed);
  assert_true(hyd_ibv_ports_choice(&p) == first);
  at[0].distance = 1;
  at[2].distance = 0;
  assert_int_equal(hyd_ibv_ports_judge(&p, &allowed), 2);
  assert_true(hyd_ibv_ports_choice(&p) != first);
}

/* The rails of the first rank, as "b:1 a:2 ". */
static const char *rails(struct hyd_ibv_port *at, uint32_t n, const char *list, uint32_t most) {
  static char text[200];
  struct hyd_ibv_ports p = {n, at};
  struct hyd_ibv_port *used, rail[8];
  assert_int_equal(hyd_ibv_allowed_read(&allowed, list, why, sizeof why), 0);
  hyd_ibv_ports_judge(&p, &allowed);
  used = hyd_ibv_ports_take(&p, 0);
  assert_non_null(used);
  n = hyd_ibv_ports_rails(&p, &allowed, used, rail, most);
  assert_int_equal(used->verdict, HYD_IBV_PORT_USED);
  text[0] = '\0';
  for (uint32_t i = 0; i < n; i++)
    snprintf(text + strlen(text), 20, "%.8s:%u ", rail[i].device, rail[i].port);
  return text;
}

static void test_rails(void **state) {
  struct hyd_ibv_port at[] = {port("a", 1, HYD_IBV_NET_IB, 1, 100, 0),
                              port("a", 2, HYD_IBV_NET_IB, 1, 100, 0),
                              port("b", 1, HYD_IBV_NET_IB, 2, 100, 1),
                              port("c", 1, HYD_IBV_NET_ROCE4, 3, 100, 0),
                              port("d", 1, HYD_IBV_NET_IB, 1, 100, 0)};
  (void)state;
  assert_string_equal(rails(at, 5, "", 8), "a:1 "); /* several were not listed */
  assert_string_equal(rails(at, 5, "b", 8), "b:1 ");
  assert_string_equal(rails(at, 5, "b+a", 8), "b:1 a:1 a:2 ");
  assert_int_equal(at[2].verdict, HYD_IBV_PORT_RAIL);
  assert_string_equal(rails(at, 5, "a:2,1+d+c", 8), "a:2 a:1 d:1 "); /* c is of another kind */
  assert_int_equal(at[3].verdict, HYD_IBV_PORT_OTHER_NET);
  assert_string_equal(rails(at, 5, "b+a:2+b", 8), "b:1 a:2 ");
  assert_string_equal(rails(at, 5, "b+a+d", 2), "b:1 a:1 ");
  assert_string_equal(rails(at, 5, "b+a+d", 1), "a:1 ");
  at[1].active = 0;
  assert_string_equal(rails(at, 5, "b+a", 8), "b:1 a:1 ");
  assert_int_equal(at[1].verdict, HYD_IBV_PORT_DOWN);
}

static int lacks(struct hyd_ibv_port *at, uint32_t n, const char *list, const char *expected) {
  assert_int_equal(hyd_ibv_allowed_read(&allowed, list, why, sizeof why), 0);
  why[0] = '\0';
  return hyd_ibv_ports_check(&(struct hyd_ibv_ports){n, at}, &allowed, why, sizeof why) == -1 &&
         strstr(why, expected);
}

static void test_missing(void **state) {
  struct hyd_ibv_port at[] = {port("a", 1, HYD_IBV_NET_IB, 1, 100, 0),
                              port("a", 2, HYD_IBV_NET_IB, 1, 100, 0),
                              port("b", 1, HYD_IBV_NET_NONE, 1, 100, 0)};
  (void)state;
  assert_true(lacks(at, 3, "a+z", "no z; expected some of a:1, a:2, b:1"));
  assert_true(lacks(at, 3, "b:1,2", "no b:2; expected"));
  assert_false(lacks(at, 3, "a:2+b", ""));
}

/* --- addresses ------------------------------------------------------------ */

static void test_addresses(void **state) {
  static const unsigned char v4[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 77, 0, 1},
                             link[16] = {0xfe, 0x80}, v6[16] = {0xfd, 0, 1};
  char text[64];
  (void)state;
  assert_int_equal(hyd_ibv_gid_net(v4), HYD_IBV_NET_ROCE4);
  assert_int_equal(hyd_ibv_gid_net(v6), HYD_IBV_NET_ROCE6);
  assert_int_equal(hyd_ibv_gid_net(link), HYD_IBV_NET_ROCE6_LINK);
  assert_null(
      hyd_ibv_nets_apart(HYD_IBV_NET_ROCE4, v4, HYD_IBV_NET_ROCE4, link)); /* IPv4 may be routed */
  assert_null(hyd_ibv_nets_apart(HYD_IBV_NET_IB, v6, HYD_IBV_NET_IB, v6));
  assert_non_null(hyd_ibv_nets_apart(HYD_IBV_NET_IB, v6, HYD_IBV_NET_IB, link));
  assert_non_null(hyd_ibv_nets_apart(HYD_IBV_NET_IB, v6, HYD_IBV_NET_ROCE6, v6));
  assert_non_null(hyd_ibv_nets_apart(HYD_IBV_NET_ROCE4, v4, HYD_IBV_NET_ROCE6, v6));
  hyd_ibv_gid_text(v4, text, sizeof text);
  assert_string_equal(text, "10.77.0.1");
  hyd_ibv_gid_text(link, text, sizeof text);
  assert_string_equal(text, "fe80::");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_list),       cmocka_unit_test(test_bad_list),
      cmocka_unit_test(test_long_list),  cmocka_unit_test(test_filter),
      cmocka_unit_test(test_near),       cmocka_unit_test(test_networks),
      cmocka_unit_test(test_link_local), cmocka_unit_test(test_choice),
      cmocka_unit_test(test_rails),      cmocka_unit_test(test_missing),
      cmocka_unit_test(test_addresses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ofi_choice_test.c: which entry of made-up lists of libfabric's the ofi conduit uses, and why not
 * the others (contrib/spec/ofi.md 1.3, 1.4).
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "conduits/ofi/choice.h"
#include "core/sys/interfaces.h"

#define BASIC (FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY)
static const struct hyd_ofi_wish any = {.provider = "", .device = "", .message = 8288},
                                 here = {.provider = "",
                                         .device = "",
                                         .message = 8288,
                                         .one_host = 1};
static struct fid_nic a_nic;

/* An entry like those of software providers, in front of `next`. */
static struct fi_info *entry(const char *provider, const char *domain, struct fi_info *next) {
  struct fi_info *i = calloc(1, sizeof *i);
  i->caps = FI_MSG | FI_RMA | FI_MULTI_RECV;
  i->tx_attr = calloc(1, sizeof *i->tx_attr);
  i->ep_attr = calloc(1, sizeof *i->ep_attr);
  i->domain_attr = calloc(1, sizeof *i->domain_attr);
  i->fabric_attr = calloc(1, sizeof *i->fabric_attr);
  i->fabric_attr->prov_name = strdup(provider);
  i->domain_attr->name = strdup(domain);
  i->domain_attr->mr_key_size = 8;
  i->ep_attr->type = FI_EP_RDM;
  i->ep_attr->max_msg_size = SIZE_MAX;
  i->tx_attr->iov_limit = i->tx_attr->rma_iov_limit = 4;
  i->next = next;
  return i;
}

static struct fi_info *at(const char *address, struct fi_info *i) {
  struct sockaddr_in *v4 = calloc(1, sizeof *v4);
  struct sockaddr_in6 *v6 = calloc(1, sizeof *v6);
  if (inet_pton(AF_INET, address, &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    i->addr_format = FI_SOCKADDR_IN;
    i->src_addr = v4;
    i->src_addrlen = sizeof *v4;
  } else {
    assert_int_equal(inet_pton(AF_INET6, address, &v6->sin6_addr), 1);
    v6->sin6_family = AF_INET6;
    i->addr_format = FI_SOCKADDR_IN6;
    i->src_addr = v6;
    i->src_addrlen = sizeof *v6;
  }
  return i;
}

static struct fi_info *card(int mr_mode, struct fi_info *i) {
  i->nic = &a_nic;
  i->domain_attr->mr_mode = mr_mode;
  return i;
}

/* The k-th best is "PROVIDER on DOMAIN"; an empty text: there is none. */
static void expect(struct fi_info *list, const struct hyd_ofi_wish *w, unsigned k,
                   const char *name) {
  const struct fi_info *i = hyd_ofi_choose(list, w, k);
  char text[128] = "";
  if (i) hyd_ofi_name(i, text, sizeof text);
  assert_string_equal(text, name);
}

/* --- what a host offers --------------------------------------------------- */

static void test_plain_host(void **state) {
  struct fi_info *l = entry("sockets", "eth0", NULL);
  (void)state;
  l = entry("shm", "shm", l);
  l = at("10.1.0.1", entry("udp;ofi_rxd", "eth0", l));
  l = at("10.1.0.1", entry("net", "eth0", l));
  l = at("127.0.0.1", entry("tcp;ofi_rxm", "lo", l));
  l = at("fe80::1", entry("tcp;ofi_rxm", "eth0", l));
  l = at("fd00::1", entry("tcp;ofi_rxm", "eth0", l));
  l = at("10.1.0.1", entry("tcp;ofi_rxm", "eth0", l));
  l = at("127.0.0.1", entry("tcp;ofi_rxm", "lo", l)); /* the first is not the best */
  expect(l, &any, 0, "tcp;ofi_rxm on eth0");
  expect(l, &any, 1, "net on eth0");
  expect(l, &any, 2, "tcp;ofi_rxm on eth0"); /* IPv6; the link-local one repeats it */
  expect(l, &any, 3, "tcp;ofi_rxm on lo");
  expect(l, &any, 4, "");
  expect(l, &here, 4, "shm on shm");
  expect(l, &here, 5, ""); /* not by themselves: sockets, udp;ofi_rxd */
}

static void test_cards(void **state) {
  struct fi_info *l = at("10.1.0.1", entry("tcp;ofi_rxm", "eth0", NULL));
  (void)state;
  l = card(0, entry("opx", "hfi0", l));
  l = card(FI_MR_ENDPOINT | FI_MR_ALLOCATED | FI_MR_PROV_KEY, entry("cxi", "cxi0", l));
  l = card(BASIC | FI_MR_LOCAL, entry("efa", "rdmap0", l));
  l = at("10.2.0.1", entry("tcp;ofi_rxm", "eth1", l));
  expect(l, &any, 0, "cxi on cxi0");
  expect(l, &any, 1, "efa on rdmap0"); /* wants more of its user */
  expect(l, &any, 2, "opx on hfi0");
  expect(l, &any, 3, "tcp;ofi_rxm on eth1");
}

/* --- several cards -------------------------------------------------------- */

/* cxi0 and cxi1 are beside other processors than cxi2 and cxi3. */
static unsigned from_place(const struct fi_info *i, const void *place) {
  int beside = i->domain_attr->name[3] >= '2';
  return i->nic && beside != *(const int *)place;
}

static struct fi_info *four_cards(void) {
  struct fi_info *l = at("10.1.0.1", entry("tcp;ofi_rxm", "eth0", NULL));
  for (char name[] = "cxi3"; name[3] >= '0'; name[3]--)
    l = card(FI_MR_ENDPOINT, entry("cxi", name, card(FI_MR_ENDPOINT, entry("cxi", name, l))));
  return l;
}

static void test_near_cards(void **state) {
  static const char *const taken[2][4] = {{"cxi on cxi0", "cxi on cxi1", "cxi on cxi0",
                                           "cxi on cxi1"},
                                          {"cxi on cxi2", "cxi on cxi3", "cxi on cxi2",
                                           "cxi on cxi3"}};
  (void)state;
  for (int place = 0; place < 2; place++)
    for (unsigned turn = 0; turn < 3; turn++) {
      struct fi_info *l = four_cards();
      struct hyd_ofi_wish w = any;
      w.distance = from_place;
      w.place = &place;
      assert_true(hyd_ofi_kind(l, &w) != 0);
      w.turn = turn;
      expect(l, &w, 0, taken[place][turn]);
      expect(l, &w, 1, taken[place][turn + 1]);
      expect(l, &w, 2, place ? "cxi on cxi0" : "cxi on cxi2"); /* farther away */
      expect(l, &w, 4, "tcp;ofi_rxm on eth0");                 /* none is lost */
      expect(l, &w, 5, "");
    }
}

/* Without cards ranks do not take turns: networks over IP have names, not places. */
static void test_no_cards(void **state) {
  struct fi_info *l = at("10.1.0.1", entry("tcp;ofi_rxm", "eth0", NULL));
  struct hyd_ofi_wish w = any;
  (void)state;
  l = at("10.2.0.1", entry("tcp;ofi_rxm", "eth1", l));
  assert_int_equal(hyd_ofi_kind(l, &any), 0);
  assert_int_equal(hyd_ofi_kind(NULL, &any), 0);
  w.turn = 1;
  expect(l, &w, 0, "tcp;ofi_rxm on eth1");
  expect(NULL, &w, 0, "");
}

/* --- addresses and other hosts --------------------------------------------------- */

static void has(struct hyd_ofi_addresses *w, const char *address, uint32_t missed) {
  assert_int_equal(hyd_ip_parse(address, &w->here.at[w->here.n]), 0);
  w->missed[w->here.n++] = missed;
}

/* What reaches more hosts comes first within its class, whatever the list's order. */
static void test_addresses(void **state) {
  struct fi_info *l = at("10.2.0.1", entry("tcp;ofi_rxm", "eth1", NULL));
  struct hyd_ofi_addresses addresses = {.hosts = 3};
  struct hyd_ofi_wish w = any;
  (void)state;
  l = at("10.1.0.1", entry("tcp;ofi_rxm", "eth0", l));
  l = at("192.0.2.1", entry("tcp;ofi_rxm", "eth0", l)); /* the interface's first address */
  l = at("fd00::1", entry("tcp;ofi_rxm", "eth2", l));
  l = at("172.17.0.1", entry("tcp;ofi_rxm", "docker0", l));
  l = at("10.9.0.1", entry("tcp;ofi_rxm", "tun0", l)); /* it is not among the host's addresses */
  expect(l, &w, 0, "tcp;ofi_rxm on tun0");
  w.addresses = &addresses;
  has(&addresses, "172.17.0.1", 2);
  has(&addresses, "192.0.2.1", 3);
  has(&addresses, "10.1.0.1", 0);
  has(&addresses, "10.2.0.1", 0);
  has(&addresses, "fd00::1", 1);
  expect(l, &w, 0, "tcp;ofi_rxm on eth0");
  assert_string_equal(inet_ntoa(
                          ((struct sockaddr_in *)hyd_ofi_choose(l, &w, 0)->src_addr)->sin_addr),
                      "10.1.0.1");
  expect(l, &w, 1, "tcp;ofi_rxm on eth1"); /* as many: as in the list */
  expect(l, &w, 2, "tcp;ofi_rxm on eth2"); /* more than by docker0, though by IPv6 */
  expect(l, &w, 3, "tcp;ofi_rxm on docker0");
  expect(l, &w, 4, "tcp;ofi_rxm on tun0");
  l = card(0, at("172.17.0.1", entry("verbs;ofi_rxm", "mlx5_0", l)));
  l = card(0, at("10.1.0.1", entry("verbs;ofi_rxm", "mlx5_1", l)));
  expect(l, &w, 0, "verbs;ofi_rxm on mlx5_1");
  expect(l, &w, 1, "verbs;ofi_rxm on mlx5_0"); /* a card, nevertheless */
  expect(l, &w, 2, "tcp;ofi_rxm on eth0");
  l = card(0, entry("opx", "hfi0", l)); /* needs no address */
  expect(l, &w, 0, "verbs;ofi_rxm on mlx5_1");
  expect(l, &w, 1, "opx on hfi0");
  expect(l, &w, 2, "verbs;ofi_rxm on mlx5_0");
  w.device = "docker0"; /* what the user says is done */
  expect(l, &w, 0, "tcp;ofi_rxm on docker0");
}

/* --- wishes --------------------------------------------------------------- */

static void test_wishes(void **state) {
  struct fi_info *l = at("10.1.0.1", entry("net;ofi_rxm", "eth0", NULL));
  struct ifaddrs interfaces[2] = {{.ifa_next = &interfaces[1],
                                   .ifa_name = (char *)"eth0",
                                   .ifa_addr = l->src_addr},
                                  {.ifa_name = (char *)"eth1", .ifa_flags = IFF_UP | IFF_RUNNING}};
  struct hyd_ofi_wish w = any;
  (void)state;
  l = at("10.1.0.1", entry("net", "eth0", l));
  l = at("10.2.0.1", entry("net", "eth1", l));
  l = at("10.2.0.1", entry("sockets", "eth1", l));
  w.provider = "net";
  w.device = "eth0";
  expect(l, &w, 0, "net on eth0"); /* exactly: not net;ofi_rxm */
  expect(l, &w, 1, "");
  w.device = "eth[1-9]";
  expect(l, &w, 0, "net on eth1");
  w.provider = "sockets";
  expect(l, &w, 0, "sockets on eth1");
  w.device = "eth7";
  expect(l, &w, 0, "");
  w = any;
  w.interfaces = interfaces; /* eth0 is down */
  interfaces[1].ifa_addr = l->src_addr;
  expect(l, &w, 0, "net on eth1");
  expect(l, &w, 1, "");
}

/* --- checks --------------------------------------------------------------- */

static void refuses(struct fi_info *i, const char *why) {
  const char *said = hyd_ofi_unfit(i, &any);
  assert_non_null(said);
  assert_non_null(strstr(said, why));
}

static void test_checks(void **state) {
  struct fi_info *i = entry("p", "d", NULL);
  (void)state;
  assert_null(hyd_ofi_unfit(i, &any));
  i->ep_attr->type = FI_EP_DGRAM;
  refuses(i, "endpoints");
  i = entry("p", "d", NULL);
  i->caps = FI_TAGGED | FI_RMA; /* lnx */
  refuses(i, "no messages");
  i = entry("p", "d", NULL);
  i->mode = FI_BUFFERED_RECV; /* 1.17's rxm, when it is offered */
  refuses(i, "modes");
  i->mode = FI_CONTEXT | FI_CONTEXT2 | FI_ASYNC_IOV;
  assert_null(hyd_ofi_unfit(i, &any));
  i->domain_attr->mr_mode = FI_MR_RAW;
  refuses(i, "registered");
  i->domain_attr->mr_mode = BASIC | FI_MR_LOCAL | FI_MR_ENDPOINT;
  assert_null(hyd_ofi_unfit(i, &any));
  i->domain_attr->mr_key_size = 64;
  refuses(i, "keys");
  i = entry("p", "d", NULL);
  i->ep_attr->max_msg_size = 8287;
  refuses(i, "too short");
  i = entry("p", "d", NULL);
  i->tx_attr->rma_iov_limit = 0;
  refuses(i, "no memory");
}

/* The line for a user whose wishes leave nothing names them, and an offer. */
static void test_explained(void **state) {
  struct fi_info *l = at("10.1.0.1", entry("net", "eth0", NULL));
  const struct hyd_ofi_wish w = {.provider = "cxi", .device = "cxi0", .message = 8288};
  char why[512];
  (void)state;
  hyd_ofi_explain(l, &w, why, sizeof why);
  assert_non_null(strstr(why, "GASNET_OFI_PROVIDER=cxi"));
  assert_non_null(strstr(why, "GASNET_OFI_DEVICE=cxi0"));
  assert_non_null(strstr(why, "net on eth0"));
  l = at("10.2.0.1", entry("cxi", "cxi0", l));
  l->mode = FI_MSG_PREFIX;
  l->next->next = at("10.2.0.1", entry("tcp", "eth1", NULL));
  hyd_ofi_explain(l, &w, why, sizeof why); /* what is named, wherever it is in the list */
  assert_non_null(strstr(why, "cxi on cxi0: it wants modes"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain_host), cmocka_unit_test(test_cards),
      cmocka_unit_test(test_near_cards), cmocka_unit_test(test_no_cards),
      cmocka_unit_test(test_wishes),     cmocka_unit_test(test_checks),
      cmocka_unit_test(test_addresses),  cmocka_unit_test(test_explained),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_reach_test.c: hosts find out by which of their addresses others reach them, over a network
 * that is a table: to which host a datagram comes that is sent from a host to an address.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "conduits/udp/reach.h"

#define MS UINT64_C(1000000)
#define MOST 48u

static struct net {
  uint32_t hosts;
  struct udp_reach host[MOST];
  struct udp_reach_peer peer[MOST][HYD_IP_PARTNERS];
  uint64_t now, ended[MOST];
  unsigned loss; /* percent */
  int (*goes_to)(uint32_t from, const struct hyd_ip *to);
  uint32_t from;
} net;

static const unsigned char key[UDP_KEY] = "a key of the job";

static struct hyd_ip address(const char *text) {
  struct hyd_ip a;
  assert_int_equal(hyd_ip_parse(text, &a), 0);
  a.port = 7;
  return a;
}

static void give(uint32_t host, const char *text) {
  struct hyd_ip_places *p = &net.host[host].here;
  p->at[p->n++] = address(text);
}

static void new_net(uint32_t hosts, int (*goes_to)(uint32_t, const struct hyd_ip *)) {
  memset(&net, 0, sizeof net);
  net.hosts = hosts;
  net.goes_to = goes_to;
  srand(1);
}

/* As peers.c does it. */
static void join_all(unsigned families) {
  uint32_t partner[HYD_IP_PARTNERS];
  for (uint32_t i = 0; i < net.hosts; i++) {
    struct udp_reach *r = &net.host[i];
    r->rank = i;
    r->job = 4711;
    r->security = UDP_UMAC;
    r->seal = hyd_udp_seal_new(UDP_UMAC, key);
    r->families = families;
    r->peer = net.peer[i];
    r->peers = hyd_ip_partners(i, net.hosts, partner);
    for (unsigned k = 0; k < HYD_IP_PLACES; k++) r->order[k] = k;
    for (uint32_t k = 0; k < r->peers; k++) {
      struct hyd_ip_offer offer;
      r->peer[k].rank = partner[k];
      hyd_ip_offer_write(&offer, &net.host[partner[k]].here);
      hyd_ip_offer_read(&offer, &r->peer[k].there);
    }
  }
}

static void carry(void *arg, const struct hyd_ip *to, const void *datagram, size_t n) {
  unsigned char copy[256];
  int host = net.goes_to(net.from, to);
  (void)arg;
  if (host < 0 || (unsigned)rand() % 100 < net.loss) return;
  memcpy(copy, datagram, n);
  hyd_udp_reach_input(&net.host[host], copy, n);
}

/* Until all have ended, or so long. */
static int run(uint64_t ms) {
  uint32_t left = net.hosts;
  for (net.now = MS; left && net.now < ms * MS; net.now += MS)
    for (net.from = 0; net.from < net.hosts; net.from++) {
      struct udp_reach *r = &net.host[net.from];
      if (net.ended[net.from]) continue;
      if (hyd_udp_reach_ends(r, net.now)) {
        for (uint32_t k = 0; k < r->peers; k++) r->peer[k].due = 1;
        net.ended[net.from] = net.now;
        left--;
      }
      (void)hyd_udp_reach_output(r, net.now, carry, NULL);
    }
  for (uint32_t i = 0; i < net.hosts; i++) hyd_udp_seal_free(net.host[i].seal);
  return left == 0;
}

static uint64_t last_end(void) {
  uint64_t last = 0;
  for (uint32_t i = 0; i < net.hosts; i++)
    if (net.ended[i] > last) last = net.ended[i];
  return last / MS;
}

static void is_at(uint32_t host, enum hyd_ip_family family, const char *text) {
  int best = hyd_udp_reach_best(&net.host[host], family);
  struct hyd_ip a = address(text);
  assert_true(best >= 0);
  assert_true(hyd_ip_is_equal(&net.host[host].here.at[best], &a));
}

/* --- networks ------------------------------------------------------------- */

/* 10.0.0.N is host N, and fd00::N; 172.17.0.1 is whoever sends there. */
static int flat(uint32_t from, const struct hyd_ip *to) {
  if (to->family == AF_INET && to->ip[0] == 172) return (int)from;
  if (to->family == AF_INET && to->ip[0] != 10) return -1;
  return to->ip[to->family == AF_INET ? 3 : 15];
}

static int only_v6(uint32_t from, const struct hyd_ip *to) {
  return to->family == AF_INET6 ? flat(from, to) : -1;
}

static int nowhere_from_1(uint32_t from, const struct hyd_ip *to) {
  return from == 1 ? -1 : flat(from, to);
}

/* Host 0 has two networks, with host 1 on the one and 2 on the other, by which these reach each
 * other, too. */
static int two_nets(uint32_t from, const struct hyd_ip *to) {
  if (to->ip[3] == 0) return (to->ip[1] == 1) == (from == 1) ? 0 : -1;
  return to->ip[3];
}

/* --- tests ---------------------------------------------------------------- */

static void flat_hosts(uint32_t hosts, const char *first) {
  new_net(hosts, flat);
  for (uint32_t i = 0; i < hosts; i++) {
    char text[32];
    snprintf(text, sizeof text, "10.0.0.%u", i);
    if (first) give(i, first);
    give(i, text);
  }
}

static void test_plain(void **state) {
  (void)state;
  for (uint32_t hosts = 2; hosts <= MOST; hosts += 1 + hosts / 4) {
    flat_hosts(hosts, NULL);
    join_all(1);
    assert_true(run(100));
    assert_true(last_end() <= 10);
  }
}

/* The first choice is the sender itself: no answer of one's own counts. */
static void test_same_bridge(void **state) {
  (void)state;
  flat_hosts(3, "172.17.0.1");
  join_all(1);
  assert_true(run(300));
  for (uint32_t i = 0; i < 3; i++) {
    char text[32];
    snprintf(text, sizeof text, "10.0.0.%u", i);
    is_at(i, HYD_IP_V4, text);
  }
}

static void test_loss(void **state) {
  (void)state;
  flat_hosts(40, "192.0.2.1");
  net.loss = 40;
  join_all(1);
  assert_true(run(6000));
}

/* One family is enough: once the preferred one is reached, the other is not waited for. */
static void test_families(void **state) {
  (void)state;
  for (int dead = 0; dead < 2; dead++) {
    new_net(2, dead ? only_v6 : flat);
    for (uint32_t i = 0; i < 2; i++) {
      char text[32];
      snprintf(text, sizeof text, "10.0.0.%u", i);
      give(i, text);
      snprintf(text, sizeof text, "fd00::%u", i);
      give(i, text);
    }
    join_all(3);
    assert_true(run(200));
    is_at(1, HYD_IP_V6, "fd00::1");
    assert_int_equal(hyd_udp_reach_best(&net.host[1], HYD_IP_V4), dead ? -1 : 0);
    assert_true(last_end() < 60);
  }
}

/* Whoever is not heard is not reached; it itself may go on, and the others do not. */
static void test_one_way(void **state) {
  (void)state;
  flat_hosts(2, NULL);
  net.goes_to = nowhere_from_1;
  join_all(1);
  assert_false(run(5000));
  assert_int_equal(net.ended[0], 0);
  assert_int_equal(hyd_udp_reach_best(&net.host[0], HYD_IP_V4), -1);
  is_at(1, HYD_IP_V4, "10.0.0.1");
}

/* No address does for all: each peer has one. */
static void test_two_nets(void **state) {
  unsigned found = 0;
  (void)state;
  new_net(3, two_nets);
  give(0, "10.1.0.0");
  give(0, "10.2.0.0");
  give(1, "10.1.0.1");
  give(2, "10.2.0.2");
  join_all(1);
  assert_true(run(300));
  for (uint32_t k = 0; k < 2; k++) {
    const struct udp_reach_peer *p = &net.host[1].peer[k];
    if (p->rank) continue;
    assert_int_equal(p->reached, 1);
    found++;
  }
  assert_int_equal(found, 1);
}

static void test_strangers(void **state) {
  unsigned char datagram[sizeof(struct udp_head) + UDP_UMAC_TAG] = "";
  struct udp_head h = {.magic = 0x3f555948u, .job = 4711, .src = 1, .number = 1};
  (void)state;
  flat_hosts(2, NULL);
  join_all(1);
  memcpy(datagram, &h, sizeof h);
  hyd_udp_reach_input(&net.host[0], datagram, sizeof datagram); /* without the key */
  hyd_udp_reach_input(&net.host[0], datagram, 3);
  assert_int_equal(net.host[0].peer[0].heard, 0);
  assert_true(run(100));
}

static void test_offers(void **state) {
  struct hyd_ip_offer o = {.v4 = 255, .v6 = 255};
  struct hyd_ip_places p = {.n = 0}, got;
  (void)state;
  hyd_ip_offer_read(&o, &got);
  assert_int_equal(got.n, 7);
  for (p.n = 0; p.n < 5; p.n++) p.at[p.n] = address(p.n % 3 ? "10.0.0.1" : "fd00::9");
  p.at[4] = address("10.0.0.2");
  hyd_ip_offer_cut(&p); /* the second one of IPv6 is too many */
  assert_int_equal(p.n, 4);
  assert_int_equal(p.at[3].family, AF_INET6);
  p.at[0].port = 99;
  hyd_ip_offer_write(&o, &p);
  hyd_ip_offer_read(&o, &got);
  assert_int_equal(got.n, 4);
  for (unsigned i = 0; i < 4; i++) {
    assert_true(hyd_ip_is_equal(&p.at[i], &got.at[i]));
    assert_int_equal(got.at[i].port, 99);
  }
}

/* Each is tried by those that it tries. */
static void test_partners(void **state) {
  uint32_t partner[HYD_IP_PARTNERS], back[HYD_IP_PARTNERS];
  (void)state;
  for (uint32_t n = 2; n < 70000; n = n < 20 ? n + 1 : 3 * n) {
    uint32_t count = hyd_ip_partners(n / 3, n, partner);
    assert_true(n > 16 || count == n - 1);
    for (uint32_t i = 0; i < count; i++) {
      uint32_t others = hyd_ip_partners(partner[i], n, back), found = 0;
      assert_true(partner[i] < n && partner[i] != n / 3);
      for (uint32_t k = 0; k < others; k++) found += back[k] == n / 3;
      assert_int_equal(found, 1);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain),     cmocka_unit_test(test_same_bridge),
      cmocka_unit_test(test_loss),      cmocka_unit_test(test_families),
      cmocka_unit_test(test_one_way),   cmocka_unit_test(test_two_nets),
      cmocka_unit_test(test_strangers), cmocka_unit_test(test_offers),
      cmocka_unit_test(test_partners),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

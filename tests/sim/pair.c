/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pair.c: the events only count.
 */
#include "tests/sim/pair.h"

#include <stdlib.h>
#include <string.h>

static const int32_t args[UDP_MAX_ARGS] = {1, -2, 3, -4};

static enum udp_taken on_message(void *arg, uint32_t src, const struct udp_msg *m) {
  static const struct udp_msg answer = {.kind = UDP_SHORT, .class = UDP_REPLIES};
  struct pair_end *e = arg;
  e->events++;
  if (e->answers == NULL || m->class != UDP_REQUESTS) return UDP_TAKEN;
  hyd_udp_proto_send(e->proto, e->answers->now, src, &answer, 0, NULL);
  pair_output(e->answers, (int)(e - e->answers->end));
  return UDP_TAKEN;
}

static void *on_place(void *arg, uint32_t src, const struct udp_msg *m) {
  (void)src;
  ((struct pair_end *)arg)->events++;
  return m->nbytes <= 65536 ? (void *)(uintptr_t)m->addr[0] : NULL;
}

static void on_done(void *arg, void *cookie) {
  (void)cookie;
  ((struct pair_end *)arg)->events++;
}

static void on_dead(void *arg, uint32_t peer, uint64_t silent_ns, uint32_t size) {
  (void)peer, (void)silent_ns, (void)size;
  ((struct pair_end *)arg)->events++;
}

int pair_open(struct pair *p, enum udp_security security, uint32_t job) {
  static const struct udp_events events = {on_message, on_place, on_done, on_dead, NULL, NULL};
  struct udp_config c = hyd_udp_config_default;
  memset(p, 0, sizeof *p);
  p->now = 1000000000;
  c.size = 3;
  c.job = job;
  c.mtu = PAIR_MTU;
  c.room = 1u << 20;
  c.security = security;
  memset(c.key, 7, sizeof c.key);
  for (uint32_t i = 0; i < 2; i++) {
    c.rank = i;
    if ((p->end[i].proto = hyd_udp_proto_new(&c, &events, &p->end[i])) == NULL) return -1;
  }
  return 0;
}

void pair_close(struct pair *p) {
  for (int i = 0; i < 2; i++) hyd_udp_proto_free(p->end[i].proto);
}

int pair_output(struct pair *p, int end) {
  unsigned char room[PAIR_MTU] __attribute__((aligned(8)));
  struct udp_datagram d;
  int first = p->n;
  while (p->n < PAIR_KEPT && hyd_udp_proto_output(p->end[end].proto, p->now, &d, room)) {
    struct pair_packet *k = &p->kept[p->n++];
    *k = (struct pair_packet){.src = (uint32_t)end, .dst = d.peer};
    for (int i = 0; i < d.parts; i++) {
      memcpy(k->bytes + k->size, d.part[i].iov_base, d.part[i].iov_len);
      k->size += d.part[i].iov_len;
    }
  }
  return first;
}

void pair_input(struct pair *p, const struct pair_packet *k) {
  struct pair_packet copy = *k;
  if (k->dst < 2) hyd_udp_proto_input(p->end[k->dst].proto, p->now, copy.bytes, copy.size, 1);
}

void pair_settle(struct pair *p) {
  for (int round = 0; round < 50; round++) {
    for (int end = 0; end < 2; end++) {
      int i = pair_output(p, end);
      for (; i < p->n; i++) pair_input(p, &p->kept[i]);
      hyd_udp_proto_tick(p->end[end].proto, p->now);
    }
    p->now += 300000;
  }
}

void pair_send(struct pair *p, int end, unsigned kind, uint32_t nbytes, void *cookie) {
  static unsigned char payload[65536];
  struct udp_msg m = {
      .kind = (uint8_t)kind, .nargs = 3, .nbytes = nbytes, .args = args, .payload = payload};
  m.class = kind == UDP_DATA ? UDP_ANSWERS : kind >= UDP_PUT ? UDP_TRANSFERS : UDP_REQUESTS;
  m.addr[0] = m.addr[1] = (uintptr_t)p->landing;
  hyd_udp_proto_send(p->end[end].proto, p->now, (uint32_t)!end, &m, 0, cookie);
}

uint64_t pair_refused(const struct pair *p, int end) {
  const struct udp_counts *n = hyd_udp_proto_counts(p->end[end].proto);
  return n->forged + n->malformed + n->not_ours;
}

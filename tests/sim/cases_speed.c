/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_speed.c: goodput under loss, and the time of a lone round trip, on a network of 10 Gbit/s
 * and 20 us.
 */
#include "tests/sim/cases.h"
#include "tests/sim/stream.h"

#define MEGABYTES 64u

/* Bytes per second of a stream of PUTs of 1 MB; 0: it did not come to its end. */
static double goodput(uint32_t mtu, uint32_t loss, uint64_t seed) {
  struct stream s = {.m = {.kind = UDP_PUT, .class = UDP_TRANSFERS, .nbytes = 1u << 20},
                     .to = 1,
                     .count = MEGABYTES};
  struct udp_config c = stream_config(mtu);
  struct sim_world *w = stream_world(&s, 2, mtu);
  double rate = 0;
  w->faults.loss = loss;
  w->seed = seed;
  if (stream_run(w, &c, 60) == 0) rate = MEGABYTES * 1048576e9 / (double)(s.ended - 1000000000);
  stream_close(w);
  return rate;
}

static void under_loss(uint32_t mtu) {
  double all = goodput(mtu, 0, 1), one = goodput(mtu, 10000, 2), five = goodput(mtu, 50000, 3);
  case_verdict(all > 0.8 * 1.25e9, "goodput, mtu %u: %.0f MB/s without loss", mtu, all / 1e6);
  case_verdict(one >= 0.7 * all, "goodput, mtu %u: %.0f MB/s at 1 %% loss, %.2f of that", mtu,
               one / 1e6, one / all);
  case_verdict(five >= 0.4 * all, "goodput, mtu %u: %.0f MB/s at 5 %% loss, %.2f of that", mtu,
               five / 1e6, five / all);
}

/* A request and its answer: one packet each way, and no waiting. */
static void round_trip(void) {
  struct stream s = {.m = {.kind = UDP_SHORT}, .to = 1, .count = 1, .answer = 1};
  struct udp_config c = stream_config(1472);
  struct sim_world *w = stream_world(&s, 2, 1472);
  uint64_t bytes = sizeof(struct udp_head) + UDP_UMAC_TAG + 8, took;
  uint64_t least = 2 * (w->link.latency_ns + w->link.send_ns + w->link.receive_ns +
                        2 * bytes * w->link.ps_per_byte / 1000);
  int bad = stream_run(w, &c, 1);
  took = s.ended - 1000000000;
  case_verdict(!bad && took <= least + 1000,
               "a lone round trip: %llu ns, of which %llu cannot be avoided",
               (unsigned long long)took, (unsigned long long)least);
  case_verdict(w->packets == 2, "a lone round trip: %llu packets until then",
               (unsigned long long)w->packets);
  stream_close(w);
}

/* The acknowledgement of a message of many packets travels with what the client says after the poll
 * that took it. */
static void bulk_round_trip(void) {
  struct stream s = {
      .m = {.kind = UDP_LONG, .nbytes = 65000}, .to = 1, .count = 20, .answer = 1, .later = 1};
  struct udp_config c = stream_config(65507);
  struct sim_world *w = stream_world(&s, 2, 65507);
  int bad = stream_run(w, &c, 1);
  uint64_t packets;
  s.count = 21;
  packets = hyd_udp_proto_counts(w->rank[1].proto)->sent;
  sim_wake(w, 0, w->now + 1000000);
  sim_world_run(w, w->now + 1200000, NULL);
  packets = hyd_udp_proto_counts(w->rank[1].proto)->sent - packets;
  case_verdict(!bad && s.answers == 21 && packets == 1,
               "a bulk message and its answer: %llu packets back", (unsigned long long)packets);
  stream_close(w);
}

void cases_speed(void) {
  round_trip();
  bulk_round_trip();
  under_loss(1472);
  under_loss(8952);
}

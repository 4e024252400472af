/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_flow.c: short messages share packets, senders share a receiver, numbers wrap around, and a
 * receiver that is away for long is not sent more than it said it has room for.
 */
#include <stdlib.h>

#include "tests/sim/cases.h"
#include "tests/sim/pair.h"
#include "tests/sim/run.h"
#include "tests/sim/stream.h"

static void packing(void) {
  struct stream s = {.m = {.kind = UDP_SHORT}, .to = 1, .count = 20000};
  struct udp_config c = stream_config(1472);
  struct sim_world *w = stream_world(&s, 2, 1472);
  int bad = stream_run(w, &c, 10);
  uint64_t packets = hyd_udp_proto_counts(w->rank[0].proto)->sent;
  case_verdict(!bad && s.count / packets >= 50, "a flood of %llu SHORTs: %llu packets",
               (unsigned long long)s.count, (unsigned long long)packets);
  stream_close(w);
}

/* A put of 4 MB whose source is not stable: parts are copied while others are on the way, so that
 * none waits for the acknowledgement of all before it. */
static void copied_parts(void) {
  struct stream s = {.m = {.kind = UDP_PUT, .class = UDP_TRANSFERS, .nbytes = UDP_COPIED_PUT},
                     .to = 1,
                     .count = (4u << 20) / UDP_COPIED_PUT,
                     .copied = 1};
  struct udp_config c = stream_config(8952);
  struct sim_world *w = stream_world(&s, 2, 8952);
  int bad = stream_run(w, &c, 1);
  case_verdict(!bad && s.dry == 0,
               "parts of a put of 4 MB, copied: the way was empty %llu times, %.0f us",
               (unsigned long long)s.dry, (double)(s.ended - 1000000000) / 1e3);
  stream_close(w);
}

static int count_output(struct pair *p) {
  int before = pair_output(p, 0);
  return p->n - before;
}

/* Queues a put of n bytes; returns how many datagrams go then. */
static int count_put(struct pair *p, uint32_t n) {
  pair_send(p, 0, UDP_PUT, n, p);
  return count_output(p);
}

/* Puts that are outstanding go together: the first at once, and the others as a run, when they are one,
 * when the client waits, or when their time has come. */
static void company(uint32_t bytes) {
  struct pair *p = malloc(sizeof *p);
  int first = 0, others = 0, puts = 0, released, late, packets = bytes > 1400 ? 2 : 1;
  if (p == NULL || pair_open(p, UDP_NONE, 1)) abort();
  pair_settle(p);
  while (first < 8 && count_put(p, bytes)) first++;
  while (others == 0 && puts++ < 100) others = count_put(p, bytes);
  case_verdict(first > 0 && first * packets < 8 && others > 8,
               "puts of %u bytes: %d go at once, and then %d in %d datagrams", bytes, first,
               puts + 1, others);
  pair_close(p);
  if (pair_open(p, UDP_NONE, 1)) abort();
  while (count_put(p, bytes)) continue;
  released = count_put(p, bytes);
  hyd_udp_proto_release(p->end[0].proto);
  released = released ? 0 : count_output(p);
  late = count_put(p, bytes);
  p->now += hyd_udp_config_default.hold_ns;
  hyd_udp_proto_tick(p->end[0].proto, p->now);
  late = late ? 0 : count_output(p);
  case_verdict(released && late, "puts of %u bytes: %d datagrams when the client waits, %d in time",
               bytes, released, late);
  pair_close(p);
  free(p);
}

/* A handler's answer acknowledges its request. */
static void answering(void) {
  enum { REQUESTS = 20 };
  struct pair *p = malloc(sizeof *p);
  int answers = 0;
  if (p == NULL || pair_open(p, UDP_UMAC, 1)) abort();
  pair_settle(p);
  p->end[1].answers = p;
  for (int i = 0; i < REQUESTS; i++) {
    pair_send(p, 0, UDP_MEDIUM, i % 2 ? 900 : 8, NULL);
    pair_settle(p);
  }
  for (int i = 0; i < p->n; i++) answers += p->kept[i].src == 1;
  case_verdict(answers == REQUESTS, "%d requests are answered by %d datagrams", REQUESTS, answers);
  pair_close(p);
  free(p);
}

/* `enough`: of its share, what the slowest must have when the fastest is done. */
static void fairness(uint32_t senders, uint32_t mtu, double enough) {
  struct stream s = {.m = {.kind = UDP_PUT, .class = UDP_TRANSFERS, .nbytes = 1u << 18},
                     .to = senders,
                     .count = 64,
                     .enough = 1};
  struct udp_config c = stream_config(mtu);
  struct sim_world *w = stream_world(&s, senders + 1, mtu);
  int never = stream_run(w, &c, 10);
  uint64_t all = 0, least = s.count;
  for (uint32_t i = 0; i < senders; i++) {
    all += s.came[i];
    if (s.came[i] < least) least = s.came[i];
  }
  case_verdict(!never && (double)least >= enough * (double)all / senders,
               "%u senders to one, mtu %u: the slowest has %.2f of its share", senders, mtu,
               (double)least * senders / (double)all);
  stream_close(w);
}

static void wrap(uint32_t mtu) {
  struct stream s = {.m = {.kind = UDP_PUT, .class = UDP_TRANSFERS, .nbytes = 100000},
                     .to = 1,
                     .count = 200,
                     .answer = 1};
  struct udp_config c = stream_config(mtu);
  struct sim_world *w = stream_world(&s, 2, mtu);
  int bad = 1;
  w->faults.loss = 20000;
  w->faults.reorder = 50000;
  w->faults.reorder_ns = 100000;
  if (sim_world_open(w, &c, 1000000000) == 0 &&
      sim_number_from(w, 0u - 100000 * UDP_QUANTUM) == 0) {
    sim_world_run(w, 20000000000, NULL);
    bad = w->failed || s.came[0] != s.count || s.answers != s.count;
  }
  case_verdict(!bad, "numbers wrap around, mtu %u: %llu messages, %llu answers", mtu,
               (unsigned long long)s.came[0], (unsigned long long)s.answers);
  stream_close(w);
}

/* Rank `senders` sleeps for two seconds in the middle; its socket must not overflow. */
static void away(uint32_t senders, uint32_t mtu, uint32_t room) {
  struct stream s = {.m = {.kind = UDP_PUT, .class = UDP_TRANSFERS, .nbytes = 1u << 18},
                     .to = senders,
                     .count = 200,
                     .answer = 1};
  struct udp_config c = stream_config(mtu);
  struct sim_world *w = stream_world(&s, senders + 1, mtu);
  struct sim_wire *wire = &w->wire[senders];
  int bad;
  c.room = room;
  w->link.socket_bytes = UINT64_MAX / 2;
  w->faults.npauses = 1;
  w->faults.pause[0] = (struct sim_span){1001000000, 3001000000, senders};
  bad = stream_run(w, &c, 20);
  case_verdict(!bad && wire->most <= room,
               "%u senders to one that is away, mtu %u, room %u: %llu bytes wait", senders, mtu,
               room, (unsigned long long)wire->most);
  stream_close(w);
}

/* A receiver that polls, but takes no requests for two seconds: it is asked ever more rarely. */
static void closed(uint32_t mtu) {
  struct stream s = {.m = {.kind = UDP_LONG, .nbytes = 1u << 18},
                     .to = 1,
                     .count = 100,
                     .small = 1,
                     .closed_until = 3000000000};
  struct udp_config c = stream_config(mtu);
  struct sim_world *w = stream_world(&s, 2, mtu);
  uint64_t until_then = 0;
  int bad = sim_world_open(w, &c, 1000000000);
  if (!bad) {
    sim_world_run(w, 2999000000, NULL);
    until_then = w->packets;
    sim_world_run(w, 6000000000, NULL);
    bad = w->failed || s.came[0] != s.count;
  }
  case_verdict(hyd_udp_proto_counts(w->rank[0].proto)->sent_again == 0,
               "what is kept there in two channels is not sent again, mtu %u", mtu);
  case_verdict(!bad && until_then < 6 * (c.window / (mtu - 200)) / 5 + 400,
               "a receiver that takes nothing for 2 s, mtu %u: %llu packets", mtu,
               (unsigned long long)until_then);
  stream_close(w);
}

/* A receiver that looks at its socket only now and then is as fast as its socket allows: nothing is
 * sent twice, and the window of the network stays open. */
static void seldom(uint32_t mtu, uint64_t nap_ns, double enough) {
  struct stream s = {.m = {.kind = UDP_PUT, .class = UDP_TRANSFERS, .nbytes = 65000},
                     .to = 1,
                     .count = 2000};
  struct udp_config c = stream_config(mtu);
  struct sim_world *w = stream_world(&s, 2, mtu);
  double rate, possible = (double)c.room / 2 / (double)nap_ns;
  int bad = sim_world_open(w, &c, 1000000000);
  uint64_t before;
  if (possible > 1.25) possible = 1.25; /* the wire */
  sim_world_run(w, 1005000000,
                NULL); /* at first it looks at once, so the shortest round trip is known */
  before = s.came[0];
  w->rank[1].nap_ns = nap_ns;
  sim_world_run(w, 20000000000, NULL);
  bad |= w->failed || s.came[0] != s.count;
  rate = (double)(s.count - before) * s.m.nbytes / (double)(s.ended - 1005000000);
  case_verdict(!bad && rate > enough * possible,
               "a receiver that looks every %llu us, mtu %u: %.2f of what its socket allows",
               (unsigned long long)nap_ns / 1000, mtu, rate / possible);
  case_verdict(hyd_udp_proto_counts(w->rank[0].proto)->sent_again == 0,
               "and nothing is sent twice");
  stream_close(w);
}

void cases_flow(void) {
  packing();
  copied_parts();
  company(512);
  company(2000);
  answering();
  fairness(2, 1472, 0.66); /* a third of the whole */
  fairness(2, 8952, 0.66);
  fairness(6, 8952, 0.33);
  wrap(1472);
  wrap(8952);
  closed(1472);
  closed(8952);
  away(1, 8952, 400000);
  away(1, 1472, 400000);
  away(4, 1472, 400000);
  away(8, 8952, 4u << 20);
  seldom(1472, 500000, 0.5);
  seldom(8952, 500000, 0.5);
  seldom(1472, 5000000, 0.5);
  seldom(65507, 5000000, 0.5);
}

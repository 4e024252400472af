/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases_path.c: ways that take smaller datagrams than the hosts believe, or that change: what is
 * lost for its size goes again in smaller datagrams, soon, and larger ones are used again when they
 * pass.
 */
#include "tests/sim/cases.h"
#include "tests/sim/stream.h"

#include <string.h>

#define START 1000000000u
#define MS 1000000u

/* Rank 0's messages have come to rank 1, up to that time. */
static uint64_t came(struct sim_world *w, uint64_t until) {
  sim_world_run(w, until, NULL);
  return ((struct stream *)w->shared)->came[0];
}

static void narrow(struct sim_world *w, uint64_t from, uint64_t to, uint32_t size) {
  w->faults.narrow[w->faults.nnarrows++] = (struct sim_span){from, to, size};
}

/* A switch that drops large frames without a word, from the start. */
static void black_hole(uint32_t hosts, uint32_t way) {
  struct stream s = {.m = {.kind = UDP_LONG, .nbytes = 65000}, .to = 1, .count = 1000, .answer = 1};
  struct udp_config c = stream_config(hosts);
  struct sim_world *w = stream_world(&s, 2, hosts);
  int bad;
  narrow(w, 0, UDP_NEVER, way);
  bad = stream_run(w, &c, 2);
  sim_world_run(w, START + 1000 * MS, NULL); /* the search goes on */
  case_verdict(!bad && s.ended - START < 500 * MS,
               "hosts of %u, a way that takes %u: 65 MB in %.0f ms", hosts, way,
               (double)(s.ended - START) / 1e6);
  case_verdict(hyd_udp_proto_path(w->rank[0].proto, 1) + 64 >= way,
               "datagrams of %u bytes are used", hyd_udp_proto_path(w->rank[0].proto, 1));
  stream_close(w);
}

/* A way that becomes narrow under way, and wide again: each time something arrives within a
 * second. */
static void changes(void) {
  struct stream s = {.m = {.kind = UDP_PUT, .class = UDP_TRANSFERS, .nbytes = 65000},
                     .to = 1,
                     .count = 100000};
  struct udp_config c = stream_config(8952);
  struct sim_world *w = stream_world(&s, 2, 8952);
  uint64_t n[4];
  c.raise_ns = 500 * (uint64_t)MS;
  narrow(w, START + 100 * MS, START + 2000ull * MS, 1472);
  narrow(w, START + 1000 * MS, START + 2000ull * MS, 1300);
  if (sim_world_open(w, &c, START)) return;
  n[0] = came(w, START + 100 * MS);
  case_verdict(n[0] && hyd_udp_proto_path(w->rank[0].proto, 1) == 8952,
               "the largest datagrams are found");
  n[1] = came(w, START + 400 * MS);
  case_verdict(n[1] > n[0] + 100, "a way becomes narrow: %llu messages in the next 300 ms",
               (unsigned long long)(n[1] - n[0]));
  n[2] = came(w, START + 1000 * MS);
  n[3] = came(w, START + 1300 * MS);
  case_verdict(n[3] > n[2] + 100, "and narrower: %llu messages", (unsigned long long)(n[3] - n[2]));
  came(w, START + 3000ull * MS);
  case_verdict(hyd_udp_proto_path(w->rank[0].proto, 1) == 8952,
               "and wide again: datagrams of %u bytes", hyd_udp_proto_path(w->rank[0].proto, 1));
  stream_close(w);
}

/* The kernel refuses what it took before. */
static void refused(void) {
  struct stream s = {.m = {.kind = UDP_PUT, .class = UDP_TRANSFERS, .nbytes = 65000},
                     .to = 1,
                     .count = 100000};
  struct udp_config c = stream_config(8952);
  struct sim_world *w = stream_world(&s, 2, 8952);
  uint64_t before;
  narrow(w, START + 100 * MS, UDP_NEVER, 1400);
  if (sim_world_open(w, &c, START)) return;
  before = came(w, START + 100 * MS);
  hyd_udp_proto_too_large(w->rank[0].proto, w->rank[0].now, 1, 8952);
  case_verdict(hyd_udp_proto_path(w->rank[0].proto, 1) < 1400,
               "refused by the kernel: datagrams of %u bytes",
               hyd_udp_proto_path(w->rank[0].proto, 1));
  case_verdict(came(w, START + 102 * MS) > before, "and what was on the way goes again at once");
  stream_close(w);
}

static uint32_t told_size;
static uint64_t told_ns, told_at;
static void on_dead(void *arg, uint32_t peer, uint64_t ns, uint32_t size) {
  (void)peer;
  if (told_at) return; /* the first of both ranks that is told */
  told_size = size;
  told_ns = ns;
  told_at = ((struct sim_rank *)arg)->now;
}

/* Each rank puts to the other, so that datagrams of data also say which bytes have come. */
static uint64_t put_both_ways(struct sim_rank *r) {
  struct stream *s = r->w->shared;
  while (s->sent[r->id] < s->count &&
         hyd_udp_proto_send(r->proto, r->now, 1 - r->id, &s->m, UDP_BY_REFERENCE, NULL) == 0)
    s->sent[r->id]++;
  return UDP_NEVER;
}

/* A way on which, from some time on, only the least of packets pass: the peer answers, and nothing
 * arrives, or now and then what was cut very small. */
static void nothing_passes(uint64_t from, uint32_t size, int both_ways) {
  struct stream s = {.m = {.kind = UDP_PUT, .class = UDP_TRANSFERS, .nbytes = 65000},
                     .to = 1,
                     .count = 1000};
  struct udp_config c = stream_config(1472);
  struct sim_world *w = stream_world(&s, 2, 1472);
  struct sim_app app = *w->app;
  app.events.dead = on_dead;
  if (both_ways) app.step = put_both_ways;
  w->app = &app;
  c.dead_ns = 3000ull * MS;
  told_size = 0;
  told_ns = told_at = 0;
  narrow(w, from, UDP_NEVER, size);
  if (sim_world_open(w, &c, START) == 0) sim_world_run(w, START + 8000ull * MS, NULL);
  case_verdict(told_size > size && told_size <= UDP_MIN_DATAGRAM && told_ns >= c.dead_ns &&
                   told_at <= START + 2 * c.dead_ns,
               "where nothing passes but packets of %u bytes%s, the user is told of %u bytes after "
               "%.1f s",
               size, both_ways ? ", both ways" : "", told_size, (double)told_ns / 1e9);
  stream_close(w);
}

void cases_path(void) {
  black_hole(8972, 1472);
  black_hole(8972, 1300);
  black_hole(65507, 8972);
  black_hole(1472, UDP_MIN_DATAGRAM);
  changes();
  refused();
  nothing_passes(0, 300, 0);
  nothing_passes(START + 10 * MS, 472, 0);
  nothing_passes(START + 10 * MS, 472, 1);
  nothing_passes(START + 10 * MS, 500, 1);
  nothing_passes(START + 10 * MS, 530, 1);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * many_settings.c: from a seed to settings. Most runs are of few ranks, where there are many edges;
 * one in 500 is of 65,536.
 */
#include "tests/sim/many_settings.h"

#include <stdio.h>
#include <string.h>

#define NS 1000u
#define US 1000000u
#define MS 1000000000u
#define PICK(g, table) table[sim_below(g, sizeof(table) / sizeof *(table))]

static uint32_t choose_ranks(uint64_t seed, struct sim_rng *g) {
  if (seed % 500 == 0) return 65536;
  switch (sim_below(g, 40)) {
  case 0: return (uint32_t)sim_between(g, 1000, 5000);
  case 1:
  case 2: return (uint32_t)1 << sim_between(g, 4, 10);
  case 3:
  case 4: return (uint32_t)sim_between(g, 100, 1000);
  case 5:
  case 6:
  case 7:
  case 8:
  case 9: return (uint32_t)sim_between(g, 17, 100);
  default: return (uint32_t)sim_between(g, 1, 16);
  }
}

static void choose_net(struct many_settings *s, struct sim_rng *g) {
  static const uint64_t latency[] = {200 * NS, 1 * US, 1 * US, 10 * US, 10 * US, 50 * US, 1 * MS};
  static const uint64_t gap[] = {0, 100 * NS, 1 * US};
  static const uint64_t byte[] = {0, 10, 80, 800, 8000};
  s->net =
      (struct many_loggp){PICK(g, latency), sim_below(g, 2000) * NS, PICK(g, gap), PICK(g, byte)};
}

static void choose_luck(struct many_settings *s, struct sim_rng *g) {
  struct many_luck *l = &s->luck;
  uint64_t longest = sim_between(g, 1, 100) * s->net.L;
  if (sim_below(g, 2)) l->jitter = sim_below(g, 3 * s->net.L);
  if (sim_below(g, 2)) l->late = (uint32_t)sim_below(g, 400000);
  l->late_by = sim_between(g, 1, 20) * s->net.L;
  if (sim_below(g, 2)) l->twice = (uint32_t)sim_below(g, 300000);
  if (sim_below(g, 3) == 0) l->npauses = (unsigned)sim_between(g, 1, MANY_PAUSES);
  for (unsigned i = 0; i < l->npauses; i++) {
    l->pause[i].rank = (uint32_t)sim_below(g, s->ranks);
    l->pause[i].from = sim_below(g, 20 * s->net.L);
    l->pause[i].to = l->pause[i].from + sim_below(g, longest + 1);
  }
}

static uint32_t rarely(struct sim_rng *g) {
  return sim_below(g, 3) ? 0 : (uint32_t)sim_below(g, 1000000 / 4);
}

static size_t wire(const struct many_gather *what, size_t bytes) {
  (void)what;
  return 64 + bytes;
}

static void choose_what(struct many_settings *s, struct sim_rng *g) {
  const uint32_t n = s->ranks;
  const uint32_t most = n > 1000 ? 2 : 12;
  uint64_t delay = sim_below(g, 2) ? 0 : sim_below(g, 30 * s->net.L);
  s->barriers = (struct many_barriers){.phases = (uint32_t)sim_between(g, 0, most),
                                       .counts = (uint32_t)sim_between(g, 0, most),
                                       .window = (uint32_t)sim_between(g, 1, 4),
                                       .delay = delay,
                                       .other = rarely(g) / n,
                                       .anonymous = rarely(g),
                                       .mismatch = rarely(g) / n,
                                       .bytes = 104};
  s->meetings = (struct many_meetings){(uint32_t)sim_between(g, 1, most),
                                       (uint32_t)sim_between(g, 1, 3), delay, 104};
  s->gather = (struct many_gather){.most = n > 1000 ? n / 4 + (uint32_t)sim_below(g, n)
                                                    : (uint32_t)sim_between(g, 1 + n / 20, 2 * n),
                                   .uneven = sim_below(g, 2) ? (uint32_t)sim_between(g, 1, 4) : 0,
                                   .bytes = sim_between(g, 4, 64),
                                   .wire = wire,
                                   .delay = delay,
                                   .real = n <= 300};
}

void many_settings_choose(struct many_settings *s, uint64_t seed) {
  struct sim_rng g = sim_stream(seed, 0);
  memset(s, 0, sizeof *s);
  s->seed = seed;
  s->kind = (enum many_kind)sim_below(&g, MANY_KINDS);
  s->ranks = choose_ranks(seed, &g);
  choose_net(s, &g);
  choose_luck(s, &g);
  choose_what(s, &g);
  if (s->kind == MANY_GATHER) s->luck.twice = 0; /* pieces come once */
}

void many_settings_print(const struct many_settings *s) {
  static const char *const kind[] = {"barriers", "meetings", "gathering"};
  const struct many_luck *l = &s->luck;
  printf("#   %u ranks, %s; L %llu, o %llu, g %llu ns, G %llu ps; jitter %llu ns, %u ppm late by "
         "%llu ns, "
         "%u ppm twice\n",
         s->ranks, kind[s->kind], (unsigned long long)s->net.L / NS,
         (unsigned long long)s->net.o / NS, (unsigned long long)s->net.g / NS,
         (unsigned long long)s->net.G, (unsigned long long)l->jitter / NS, l->late,
         (unsigned long long)l->late_by / NS, l->twice);
  printf("#   barriers: %u phases, %u unnamed, %u in flight; meetings: %u, %u; gathering: %u in a "
         "message, up to "
         "%u each\n",
         s->barriers.phases, s->barriers.counts, s->barriers.window, s->meetings.counts,
         s->meetings.window, s->gather.most, s->gather.uneven);
  for (unsigned i = 0; i < l->npauses; i++)
    printf("#   rank %u pauses from %.3f to %.3f us\n", l->pause[i].rank,
           (double)l->pause[i].from / US, (double)l->pause[i].to / US);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs_steps.c: from a seed to a job. Most have few ranks; some have hundreds, one in 100 has 1024.
 */
#include "tests/sim/jobs_steps.h"

#include <stdio.h>
#include <string.h>

#define NS 1000u
#define US 1000000u
#define PICK(g, table) table[sim_below(g, sizeof(table) / sizeof *(table))]

const char *sim_step_name(enum sim_kind k) {
  static const char *const name[SIM_DO_KINDS] = {"named barrier",    "barrier",
                                                 "broadcast",        "reduction to one",
                                                 "reduction to all", "reduction in order",
                                                 "requests",         "meeting",
                                                 "exchange",         "split",
                                                 "destroy"};
  return name[k];
}

static uint32_t choose_ranks(uint64_t seed, struct sim_rng *g) {
  if (seed % 100 == 0) return 1024;
  switch (sim_below(g, 20)) {
  case 0: return (uint32_t)sim_between(g, 200, 400);
  case 1:
  case 2:
  case 3: return (uint32_t)sim_between(g, 33, 130);
  default: return (uint32_t)sim_between(g, 2, 32);
  }
}

static void choose_net(struct sim_steps *s, struct sim_rng *g) {
  static const uint64_t latency[] = {1 * US, 1 * US, 10 * US, 50 * US};
  struct many_luck *l = &s->luck;
  s->net = (struct many_loggp){PICK(g, latency), sim_below(g, 2000) * NS, sim_below(g, 500) * NS,
                               sim_below(g, 800)};
  if (sim_below(g, 2)) l->jitter = sim_below(g, 3 * s->net.L);
  if (sim_below(g, 2)) l->late = (uint32_t)sim_below(g, 400000);
  l->late_by = sim_between(g, 1, 20) * s->net.L;
  if (sim_below(g, 3) == 0) l->npauses = (unsigned)sim_between(g, 1, MANY_PAUSES);
  for (unsigned i = 0; i < l->npauses; i++) {
    l->pause[i].rank = (uint32_t)sim_below(g, s->n);
    l->pause[i].from = sim_below(g, 40 * s->net.L);
    l->pause[i].to = l->pause[i].from + sim_below(g, 100 * s->net.L);
  }
}

static uint32_t choose_size(const struct sim_steps *s, struct sim_rng *g, enum sim_kind k) {
  static const uint32_t bytes[] = {0, 1, 8, 100, 5000, 70000, 300000};
  switch (k) {
  case SIM_BROADCAST: return bytes[sim_below(g, s->n > 130 ? 5 : s->n > 32 ? 6 : 7)];
  case SIM_REQUESTS: return (uint32_t)sim_between(g, 1, s->n > 130 ? 4 : 40);
  case SIM_SPLIT: return (uint32_t)sim_between(g, 1, 5);
  default:
    return (uint32_t)(sim_below(g, 6) || s->n > 32 ? sim_between(g, 1, 6)
                                                   : sim_between(g, 1, 5000));
  }
}

static struct sim_step choose_step(const struct sim_steps *s, struct sim_rng *g, int *split) {
  struct sim_step t = {(enum sim_kind)sim_below(g, SIM_DO_KINDS), 0, 0, 0, 0, 0};
  if (t.kind == SIM_DESTROY && !*split)
    t.kind = SIM_SPLIT;
  else if (t.kind == SIM_SPLIT && *split)
    t.kind = SIM_DESTROY;
  if (t.kind == SIM_SPLIT || t.kind == SIM_DESTROY) *split = !*split;
  t.size = choose_size(s, g, t.kind);
  t.root = (uint32_t)sim_next(g);
  t.flies = sim_below(g, 2) == 0;
  t.id_of = sim_below(g, 4) ? -1 : (int)sim_below(g, s->n);
  t.flags = (int)sim_below(g, 3);
  return t;
}

void sim_steps_choose(struct sim_steps *s, uint64_t seed) {
  static const uint32_t room[] = {1, 2, 8, 64, 1000, 1000};
  struct sim_rng g = sim_stream(seed, 0);
  int split = 0;
  memset(s, 0, sizeof *s);
  s->seed = seed;
  s->n = choose_ranks(seed, &g);
  s->room = PICK(&g, room);
  s->refuse = sim_below(&g, 2) ? 0 : (uint32_t)sim_below(&g, 300000);
  choose_net(s, &g);
  s->delay = sim_below(&g, 2) ? 0 : sim_below(&g, 50 * s->net.L);
  s->steps = (uint32_t)sim_between(&g, 1, s->n > 400 ? 8 : SIM_STEPS);
  for (uint32_t i = 0; i < s->steps; i++) s->step[i] = choose_step(s, &g, &split);
}

void sim_steps_print(const struct sim_steps *s) {
  printf("#   %u ranks, room for %u, %u ppm refused; L %llu, o %llu, g %llu ns, G %llu ps; jitter "
         "%llu ns, %u ppm "
         "late by %llu ns; delays %llu ns\n#  ",
         s->n, s->room, s->refuse, (unsigned long long)s->net.L / NS,
         (unsigned long long)s->net.o / NS, (unsigned long long)s->net.g / NS,
         (unsigned long long)s->net.G, (unsigned long long)s->luck.jitter / NS, s->luck.late,
         (unsigned long long)s->luck.late_by / NS, (unsigned long long)s->delay / NS);
  for (uint32_t i = 0; i < s->steps; i++)
    printf(" %s %u%s", sim_step_name(s->step[i].kind), s->step[i].size,
           i + 1 < s->steps ? "," : "\n");
  for (unsigned i = 0; i < s->luck.npauses; i++)
    printf("#   rank %u pauses from %.3f to %.3f us\n", s->luck.pause[i].rank,
           (double)s->luck.pause[i].from / US, (double)s->luck.pause[i].to / US);
}

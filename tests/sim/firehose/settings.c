/* SPDX-License-Identifier: BSD-3-Clause
 *
 * settings.c: how large the world of a seed is, and how unkind.
 */
#include <stdio.h>

#include "tests/sim/firehose/world.h"

/* Between, mostly nearer to the smaller one. */
static uint64_t small(struct sim_rng *g, uint64_t lo, uint64_t hi) {
  return sim_between(g, lo, sim_between(g, lo, hi));
}

void world_settings_choose(struct world_settings *s, uint64_t seed) {
  struct sim_rng g = sim_stream(seed, 1);
  uint64_t f;
  *s = (struct world_settings){.nodes = (uint32_t)sim_between(&g, 2, WORLD_NODES),
                               .ops = (uint32_t)small(&g, 20, 120)};
  s->regions = sim_chance(&g, 300000);
  s->longest = small(&g, 1, 12);
  f = s->longest + small(&g, 0, 12);
  s->m = f * (s->nodes - 1) + sim_below(&g, s->nodes - 1);
  s->maxvictim = s->longest + small(&g, 0, 20);
  s->memory = small(&g, s->longest + 4, 200);
  s->da_limit = (uint32_t)sim_between(&g, 1, 10);
  s->hot_ppm = (uint32_t)sim_below(&g, 900000);
  s->local_ppm = (uint32_t)sim_below(&g, 600000);
  s->note_ppm = sim_chance(&g, 500000) ? (uint32_t)sim_below(&g, 400000) : 0;
  s->remap_ppm = sim_chance(&g, 500000) ? (uint32_t)sim_below(&g, 200000) : 0;
  s->probe_ppm = (uint32_t)sim_below(&g, 300000);
  s->unwatched_ppm = sim_chance(&g, 200000) ? (uint32_t)sim_below(&g, 500000) : 0;
  s->delay = sim_between(&g, 1, 5000);
  s->hold = sim_between(&g, 1, 8000);
  s->pause = small(&g, 1, 4000);
  if (sim_chance(&g, 100000)) s->refuse = s->longest + sim_below(&g, s->m + s->maxvictim);
  s->ahead = sim_chance(&g, 500000) ? small(&g, 1, 16) : 0;
  s->unpin = sim_chance(&g, 100000);
  if (sim_chance(&g, 100000)) s->lost = (uint32_t)sim_below(&g, s->nodes);
  if (s->regions && sim_chance(&g, 700000)) s->max_regions = s->nodes + (uint32_t)small(&g, 0, 24);
  if (s->regions && sim_chance(&g, 300000)) s->mapping = small(&g, 2, 40);
}

void world_settings_print(const struct world_settings *s) {
  printf(
      "  %u nodes, %u operations each, %s-based%s; M %llu, MAXVICTIM %llu, memory %llu, requests "
      "of up to %llu buckets; "
      "DA_LIMIT %u, hot %u, local %u, notes %u, remaps %u, probes %u, unwatched %u of a million; ",
      s->nodes, s->ops, s->regions ? "region" : "page", s->unpin ? ", unpins" : "",
      (unsigned long long)s->m, (unsigned long long)s->maxvictim, (unsigned long long)s->memory,
      (unsigned long long)s->longest, s->da_limit, s->hot_ppm, s->local_ppm, s->note_ppm,
      s->remap_ppm, s->probe_ppm, s->unwatched_ppm);
  printf("delay %llu, hold %llu, pause %llu ns; %llu ahead; pins refused beyond %llu; %u "
         "registrations (0: any); "
         "mappings of %llu buckets (0: one); lost: node %u (0: none)\n",
         (unsigned long long)s->delay, (unsigned long long)s->hold, (unsigned long long)s->pause,
         (unsigned long long)s->ahead, (unsigned long long)s->refuse, s->max_regions,
         (unsigned long long)s->mapping, s->lost);
}

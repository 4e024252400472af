/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sim_ranks.c: the engines that work over a tree of all ranks (barriers, meetings, gathering
 * records), on up to 65,536 simulated ranks, by seeds (options: seeds.h).
 */
#include "tests/sim/many_settings.h"
#include "tests/sim/seeds.h"

static void run_kind(struct sim_many *m, const struct many_settings *s) {
  struct many_result result;
  if (s->kind == MANY_BARRIERS)
    many_barriers(m, &s->barriers, &result);
  else if (s->kind == MANY_MEETINGS)
    many_meetings(m, &s->meetings, &result);
  else
    many_gather(m, &s->gather, &result);
}

static int run(uint64_t seed, int trace, int verbose, struct sim_totals *t) {
  struct many_settings s;
  struct sim_many m;
  many_settings_choose(&s, seed);
  if (verbose) many_settings_print(&s);
  m = (struct sim_many){.seed = seed, .n = s.ranks, .net = s.net, .luck = s.luck, .trace = trace};
  run_kind(&m, &s);
  *t = (struct sim_totals){m.messages, 0, m.steps};
  if (m.failed && !verbose) many_settings_print(&s);
  many_close(&m);
  return m.failed;
}

int main(int argc, char **argv) {
  const struct sim_program p = {.name = "sim-ranks", .what = "messages", .run = run, .seeds = 1000};
  return sim_seeds_main(&p, argc, argv);
}

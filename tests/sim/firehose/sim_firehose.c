/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sim_firehose.c: the firehose library on simulated nodes, by seeds (options: tests/sim/seeds.h).
 */
#include <stdio.h>

#include "tests/sim/firehose/world.h"
#include "tests/sim/seeds.h"

static int run(uint64_t seed, int trace, int verbose, struct sim_totals *t) {
  struct world_settings s;
  struct world w;
  int failed;
  world_settings_choose(&s, seed);
  if (verbose) world_settings_print(&s);
  failed = world_run(&w, &s, seed, trace);
  *t = (struct sim_totals){w.messages, w.failed_requests, w.granted};
  if (failed) printf("seed %llu: %s\n", (unsigned long long)seed, w.wrong);
  if (failed && !verbose) world_settings_print(&s);
  return failed;
}

int main(int argc, char **argv) {
  const struct sim_program p = {.name = "sim-firehose",
                                .what = "messages",
                                .run = run,
                                .seeds = 1000};
  return sim_seeds_main(&p, argc, argv);
}

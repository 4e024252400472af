/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sim_udp.c: the udp conduit's protocol engine on a simulated network, by seeds (options: seeds.h);
 * how many by default: SIM_SEEDS of the environment, else 1000.
 */
#include <stdlib.h>

#include "tests/sim/run.h"

int main(int argc, char **argv) {
  const char *wanted = getenv("SIM_SEEDS");
  const struct sim_program p = {.name = "sim-udp",
                                .what = "datagrams",
                                .run = sim_run,
                                .seeds = wanted ? strtoull(wanted, NULL, 10) : 1000};
  return sim_seeds_main(&p, argc, argv);
}

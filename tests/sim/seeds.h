/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seeds.h: what the simulators' programs have in common: so many seeds, in a few processes, a
 * tally.
 *
 *   PROGRAM [--seeds N] [--seed-base S] [--seed S] [--jobs J] [--trace] [--verbose]
 *     --seeds N       how many (default: the program's)
 *     --seed-base S   the first of them (default: 1)
 *     --seed S        this one alone, with its settings
 *     --jobs J        processes at a time (default: 2)
 *     --trace         every event of them, a line each
 *     --verbose       the settings of each
 *
 * A seed decides everything. Prints each that fails, what was wrong, its settings, how to run it
 * again, and `N passed, N failed`.
 */
#ifndef HYD_SIM_SEEDS_H
#define HYD_SIM_SEEDS_H

#include <stdint.h>

struct sim_totals {
  uint64_t packets, dropped, steps;
};

struct sim_program {
  const char *name, *what; /* of what there are `packets` */
  uint64_t seeds;
  /* 0: all is well; else what is not has been printed, with the settings. */
  int (*run)(uint64_t seed, int trace, int verbose, struct sim_totals *t);
};

/* The program's main. */
int sim_seeds_main(const struct sim_program *p, int argc, char **argv);

#endif

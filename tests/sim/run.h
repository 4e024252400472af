/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run.h: one seed from its beginning to its end.
 */
#ifndef HYD_SIM_RUN_H
#define HYD_SIM_RUN_H

#include <stdint.h>

#include "tests/sim/seeds.h"
#include "tests/sim/world.h"

/* 0: all is well; else what is not has been printed. */
int sim_run(uint64_t seed, int trace, int verbose, struct sim_totals *t);
/* Lets every session begin with these sequence numbers; both ends of a session must do the same. */
int sim_number_from(struct sim_world *w, uint32_t first_seq);

#endif

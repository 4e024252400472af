/* SPDX-License-Identifier: BSD-3-Clause
 *
 * spawner.h: what starts the ranks of a job (gasnet-env-launch.md 4, 8.1).
 */
#ifndef HYD_GASNETRUN_SPAWNER_H
#define HYD_GASNETRUN_SPAWNER_H

#include "contrib/gasnetrun/run.h"

enum hyd_spawner {
  HYD_BY_FORK,   /* the program itself, on this host */
  HYD_BY_SSH,    /* agents, started by ssh */
  HYD_BY_CUSTOM, /* agents, started by a user's command */
  HYD_BY_MPI,    /* an MPI's mpirun, */
  HYD_BY_PMI     /* or another process manager */
};

const char *hyd_spawner_name(enum hyd_spawner spawner);

/* The spawner of a job of that conduit. is_ours: the program's file says
 * that it is linked with a GASNet. 0, or -1 with run->error set. */
int hyd_spawner_choose(struct hyd_run *run, const char *conduit, int is_ours,
                       enum hyd_spawner *spawner_p);
/* Name of the conduit's variable, GASNET_<CONDUIT>_SPAWNER. */
void hyd_spawner_variable(const char *conduit, char *name, size_t size);

/* A variable that has several names: GASNET_<name>, AMUDP_<name>, <name>, whichever is there and
 * not empty. NULL: none. */
const char *hyd_run_variable(const char *name);

#endif

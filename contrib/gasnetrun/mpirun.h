/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mpirun.h: jobs whose ranks a process manager starts, by its own command.
 */
#ifndef HYD_GASNETRUN_MPIRUN_H
#define HYD_GASNETRUN_MPIRUN_H

#include "contrib/gasnetrun/spawner.h"

/* Becomes MPIRUN_CMD, or PMIRUN_CMD for HYD_BY_PMI, filled in. Returns 0 if that was only to be
 * said (-t); -1 with run->error set, which is a matter of the command line, but for *status_p. */
int hyd_mpirun_job(struct hyd_run *run, enum hyd_spawner spawner, const char *self,
                   const char *program, int *status_p);

#endif

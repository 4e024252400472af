/* SPDX-License-Identifier: BSD-3-Clause
 *
 * world.h: MPI in this process, initialised by the client or here, as the job's process manager
 * (core/boot/pm.h). A rank has one object, in pm->state, from before the conduit is opened; also if
 * all ranks share memory and the conduit is never opened.
 */
#ifndef HYD_MPI_WORLD_H
#define HYD_MPI_WORLD_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "core/boot/pm.h"
#include "core/boot/told_values.h"
#include "core/sys/cpu.h"

#define HYD_MPI_WHERE "mpi conduit"
/* The longest wait for all ranks at the end; a dead rank ends the job before. */
#define HYD_MPI_LINGER_SECONDS 20u

struct hyd_mpi_world {
  struct hyd_pm *pm;
  MPI_Comm comm;          /* a copy of MPI_COMM_WORLD, without messages of the client */
  int ours;               /* MPI was initialised here, not by the client */
  int level;              /* MPI_THREAD_... */
  int finalised;          /* MPI is finalised, or is about to be */
  int lost;               /* the job is aborted, or some rank has not come to the end */
  struct hyd_told mine;   /* values that were put since the last fence */
  struct hyd_told *known; /* [size]: the values of each rank */
  /* Called when MPI_Finalize begins, by the client or here. NULL: the conduit is not open. */
  void (*when_finalised)(void *state);
  void *state;
};

extern const struct hyd_pm_ops hyd_mpi_manager;

const char *hyd_mpi_level_name(int level);
/* Ends the job: a call of MPI has failed. */
void hyd_mpi_failed(const char *call, int err) __attribute__((noreturn, cold));
static inline void hyd_mpi_check(const char *call, int err) {
  if (hyd_unlikely(err != MPI_SUCCESS)) hyd_mpi_failed(call, err);
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * world.h: MPI in this process, initialised by the client or here, as what ranks find each other by
 * (core/boot/pm.h). It is there before the conduit is open, also where ranks share memory and it is
 * never opened; of a rank there is one, in pm->state.
 */
#ifndef HYD_MPI_WORLD_H
#define HYD_MPI_WORLD_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "core/boot/pm.h"
#include "core/sys/cpu.h"

#define HYD_MPI_WHERE "mpi conduit"
#define HYD_MPI_LINGER_SECONDS                                                                     \
  20u /* for what ends with all ranks; a dead one ends the job before */

struct hyd_mpi_text {
  char *at; /* KEY=VALUE and a zero byte, again and again */
  size_t size;
};

struct hyd_mpi_world {
  struct hyd_pm *pm;
  MPI_Comm comm;              /* a copy of MPI_COMM_WORLD: what comes here is never the client's */
  int ours;                   /* initialised here, not by the client */
  int level;                  /* MPI_THREAD_... */
  int finalised;              /* or about to be */
  int lost;                   /* the job is aborted, or a rank has not come to its end */
  struct hyd_mpi_text mine;   /* put since the last fence */
  struct hyd_mpi_text *known; /* of each rank */
  /* MPI_Finalize has begun: by the client, or here. The conduit's; NULL: it is not open. */
  void (*when_finalised)(void *state);
  void *state;
};

extern const struct hyd_pm_ops hyd_mpi_manager;

const char *hyd_mpi_level_name(int level);
/* A call of MPI's has failed: the job ends. */
void hyd_mpi_failed(const char *call, int err) __attribute__((noreturn, cold));
static inline void hyd_mpi_check(const char *call, int err) {
  if (hyd_unlikely(err != MPI_SUCCESS)) hyd_mpi_failed(call, err);
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mpi_wait.h: waits for MPI, during which this rank serves others.
 */
#ifndef HYD_ARMCI_MPI_WAIT_H
#define HYD_ARMCI_MPI_WAIT_H
#include "contrib/layers/armci/job.h"

/* status: MPI_STATUS_IGNORE, or what came. */
void hyd_armci_mpi_wait(MPI_Request *request, MPI_Status *status);

/* Each rank's `bytes` bytes go to all members of `comm`. */
void hyd_armci_allgather(MPI_Comm comm, const void *mine, int bytes, void *all);

#endif

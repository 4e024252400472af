/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mpi_wait.c: see mpi_wait.h.
 */
#include "contrib/layers/armci/mpi_wait.h"

#include "contrib/layers/armci/pause.h"

void hyd_armci_mpi_wait(MPI_Request *request, MPI_Status *status) {
  struct armci_pause pause = {0};
  int done = 0;
  for (;;) {
    MPI_Test(request, &done, status);
    if (done) return;
    hyd_armci_pause(&pause);
  }
}

void hyd_armci_allgather(MPI_Comm comm, const void *mine, int bytes, void *all) {
  MPI_Request request;
  MPI_Iallgather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, comm, &request);
  hyd_armci_mpi_wait(&request, MPI_STATUS_IGNORE);
}

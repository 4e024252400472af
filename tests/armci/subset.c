/* SPDX-License-Identifier: BSD-3-Clause
 *
 * subset.c: the halves of MPI_COMM_WORLD use ARMCI one after the other, each by its own
 * communicator, while the other half waits in MPI, whose messages go on all the time. The ranks of
 * a half are in reverse order. Memory has a limit.
 */
#include "check.h"

static void work(MPI_Comm comm) {
  int rank, size;
  ARMCI_Set_shm_limit(1 << 20);
  EXPECT(ARMCI_Init_mpi_comm(comm) == 1);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  me = armci_msg_me();
  ranks = armci_msg_nproc();
  EXPECT(me == rank && ranks == size);
  char **all = make_memory(64);
  for (int i = 0; i < 100; i++) {
    int got = -1, to = (me + 1) % ranks;
    ARMCI_PutValueInt(i * 100 + me, all[to], to);
    ARMCI_Barrier();
    EXPECT(*(int *)(void *)all[me] == i * 100 + (me + ranks - 1) % ranks);
    MPI_Sendrecv(&me, 1, MPI_INT, to, 1, &got, 1, MPI_INT, MPI_ANY_SOURCE, 1, comm,
                 MPI_STATUS_IGNORE);
    EXPECT(got == (me + ranks - 1) % ranks);
  }
  free_memory(all);
  all = calloc((size_t)ranks, sizeof *all);
  EXPECT(ARMCI_Malloc((void **)all, 100 << 20) == 1);
  free(all);
  ARMCI_Finalize();
}

int main(int argc, char **argv) {
  int world, half;
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  alarm(BOUND);
  MPI_Comm_rank(MPI_COMM_WORLD, &world);
  half = world % 2;
  MPI_Comm_split(MPI_COMM_WORLD, half, -world, &comm);
  for (int turn = 0; turn < 2; turn++) {
    if (turn == half) work(comm);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (world == 0) printf("%s\n", wrong ? "wrong" : "passed");
  MPI_Finalize();
  return wrong != 0;
}

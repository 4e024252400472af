/* SPDX-License-Identifier: BSD-3-Clause
 *
 * load.c: the program's own MPI is busy all the time: a second thread of each rank passes messages
 * round, and reduces, while the first one uses ARMCI, whose messages are MPI's, too.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "check.h"

enum { N = 20000, ROUNDS = 40 };

static MPI_Comm own;          /* of the second threads */
static atomic_int is_over;    /* in this rank */
static int rounds, bad_words; /* of the second thread */

/* Until all first threads are done: the ranks agree on that by the reduction. */
static void *work_by_mpi(void *unused) {
  static int out[N], in[N];
  int rank, size, over = 0;
  MPI_Comm_rank(own, &rank);
  MPI_Comm_size(own, &size);
  for (int k = 0; !over; k++, rounds++) {
    for (int i = 0; i < N; i++) out[i] = rank * N + i + k;
    MPI_Sendrecv(out, N, MPI_INT, (rank + 1) % size, 1, in, N, MPI_INT, (rank + size - 1) % size, 1,
                 own, MPI_STATUS_IGNORE);
    for (int i = 0; i < N; i++) bad_words += in[i] != (rank + size - 1) % size * N + i + k;
    over = is_over;
    MPI_Allreduce(MPI_IN_PLACE, &over, 1, MPI_INT, MPI_MIN, own);
  }
  return unused;
}

static void work_by_armci(void) {
  char **all = make_memory((N + 2) * sizeof(int));
  int next = (me + 1) % ranks, from = (me + ranks - 1) % ranks, one = 1;
  int *out = malloc(N * sizeof *out), *in = malloc(N * sizeof *in);
  int *sum = (int *)(void *)all[0] + N, *counter = sum + 1;
  ARMCI_Create_mutexes(1);
  for (int k = 0; k < ROUNDS; k++) {
    int word, there = 1;
    for (int i = 0; i < N; i++) out[i] = me - i * k;
    ARMCI_Put(out, all[next], N * (int)sizeof *out, next);
    ARMCI_Get(all[next], in, N * (int)sizeof *in, next);
    EXPECT(memcmp(in, out, N * sizeof *in) == 0);
    ARMCI_Acc(ARMCI_ACC_INT, &one, &one, sum, sizeof one, 0);
    ARMCI_Lock(0, 0);
    ARMCI_Rmw(ARMCI_FETCH_AND_ADD, &word, counter, 1, 0);
    ARMCI_Unlock(0, 0);
    armci_msg_snd(k, &me, sizeof me, next);
    armci_msg_rcv(k, &word, sizeof word, NULL, from);
    EXPECT(word == from);
    armci_msg_igop(&there, 1, (char *)"+");
    EXPECT(there == ranks);
  }
  ARMCI_Barrier();
  EXPECT(ARMCI_GetValueInt(sum, 0) == ROUNDS * ranks);
  EXPECT(ARMCI_GetValueInt(counter, 0) == ROUNDS * ranks);
  free(out);
  free(in);
  ARMCI_Destroy_mutexes();
  free_memory(all);
}

int main(int argc, char **argv) {
  pthread_t thread;
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  armci_msg_init(&argc, &argv); /* has no effect */
  alarm(BOUND);
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  EXPECT(ARMCI_Init_thread_comm(MPI_THREAD_MULTIPLE, MPI_COMM_WORLD) == 1);
  me = armci_msg_me();
  ranks = armci_msg_nproc();
  pthread_create(&thread, NULL, work_by_mpi, NULL);
  work_by_armci();
  is_over = 1;
  pthread_join(thread, NULL);
  EXPECT(bad_words == 0 && rounds > 0);
  armci_msg_igop(&wrong, 1, (char *)"+");
  if (me == 0) printf("%s\n", wrong ? "wrong" : "passed");
  ARMCI_Finalize();
  MPI_Comm_free(&own);
  armci_msg_finalize();
  return wrong != 0;
}

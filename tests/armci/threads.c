/* SPDX-License-Identifier: BSD-3-Clause
 *
 * threads.c: four threads of each rank put, get and accumulate at once, with handles of their own.
 * ARMCI_Init_thread initialises MPI.
 */
#include <pthread.h>

#include "check.h"

enum { THREADS = 4, TIMES = 200, N = 64 };
static char **all;

static void *work(void *number) {
  int mine = (int)(size_t)number, to = (me + mine) % ranks, one = 1;
  int *remote = (int *)(void *)all[to] + (me * THREADS + mine) * N, *sum = (int *)(void *)all[0];
  int out[N], in[N];
  sum += ranks * THREADS * N;
  for (int k = 0; k < TIMES; k++) {
    armci_hdl_t h;
    ARMCI_INIT_HANDLE(&h);
    for (int i = 0; i < N; i++) out[i] = k * N + i + mine;
    ARMCI_NbPut(out, remote, sizeof out, to, &h);
    ARMCI_Wait(&h);
    ARMCI_NbGet(remote, in, sizeof in, to, &h);
    ARMCI_Wait(&h);
    if (memcmp(in, out, sizeof in)) __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
    ARMCI_Acc(ARMCI_ACC_INT, &one, &one, sum, sizeof one, 0);
  }
  ARMCI_Fence(0);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[THREADS];
  (void)argc;
  (void)argv;
  alarm(BOUND);
  ARMCI_Init_thread(MPI_THREAD_MULTIPLE);
  me = armci_msg_me();
  ranks = armci_msg_nproc();
  all = make_memory((size_t)(ranks * THREADS * N + 1) * sizeof(int));
  for (int i = 0; i < THREADS; i++) pthread_create(&thread[i], NULL, work, (void *)(size_t)i);
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  ARMCI_Barrier();
  EXPECT(ARMCI_GetValueInt((int *)(void *)all[0] + ranks * THREADS * N, 0) ==
         ranks * THREADS * TIMES);
  free_memory(all);
  return end_checks();
}

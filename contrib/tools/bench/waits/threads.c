/* SPDX-License-Identifier: BSD-3-Clause
 *
 * threads.c: what it costs that the threads of a rank outnumber its cores: each of ten asks for
 * something again and again and polls until the rank's first thread, which polls as well, has
 * answered. Rank 0 prints "ROUND_NS CPU_NS": the time of a round, in which every thread of every
 * rank gets one answer, and the processor time that a rank uses for it, the means over the ranks.
 */
#include <gasnet_coll.h>
#include <gasnetex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define THREADS 10
#define ROUNDS 300

static gex_TM_t tm;
/* What each thread asks for last, and has been answered: each is written by one thread and read by
 * one, seq_cst, which pairs the two. */
static _Atomic int want[THREADS], have[THREADS];
static _Atomic int left; /* threads that have not ended */

static double clock_ns(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void run_barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(tm, 0)); }

static void *ask_rounds(void *arg) {
  int i = (int)(intptr_t)arg;
  for (int k = 1; k <= ROUNDS; k++) {
    want[i] = k;
    while (have[i] < k) gasnet_AMPoll();
  }
  left--;
  return NULL;
}

static void answer_rounds(void) {
  while (left) {
    for (int i = 0; i < THREADS; i++) have[i] = want[i];
    gasnet_AMPoll();
  }
}

static void run_threads(void) {
  pthread_t thread[THREADS];
  left = THREADS;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, ask_rounds, (void *)(intptr_t)i);
  answer_rounds();
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
}

int main(int argc, char **argv) {
  gex_Client_t client;
  gex_EP_t ep;
  double spent[2], sum[2];
  gex_Rank_t size;
  gex_Client_Init(&client, &ep, &tm, "threads", &argc, &argv, 0);
  size = gex_TM_QuerySize(tm);
  run_barrier();
  spent[0] = clock_ns(CLOCK_MONOTONIC);
  spent[1] = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  run_threads();
  spent[0] = clock_ns(CLOCK_MONOTONIC) - spent[0];
  spent[1] = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - spent[1];
  gex_Event_Wait(gex_Coll_ReduceToOneNB(tm, 0, sum, spent, GEX_DT_DBL, sizeof(double), 2,
                                        GEX_OP_ADD, NULL, NULL, 0));
  if (gex_TM_QueryRank(tm) == 0)
    printf("%.0f %.0f\n", sum[0] / size / ROUNDS, sum[1] / size / ROUNDS);
  fflush(stdout);
  run_barrier();
  gasnet_exit(0);
}

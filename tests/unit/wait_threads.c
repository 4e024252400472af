/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait_threads.c: ranks whose threads mostly wait, for wait_threads_test.sh: a message for each of
 * THREADS threads goes round the ranks ROUNDS times, half a millisecond apart. The library counts
 * how often who waited went to sleep.
 */
#include <gasnetex.h>

#include <pthread.h>
#include <time.h>

#define THREADS 10
#define ROUNDS 50
#define H_TURN (GEX_AM_INDEX_BASE + 1)

static gex_TM_t tm;
static gex_Rank_t me, ranks;
static _Atomic int32_t turn[THREADS];

static void on_turn(gex_Token_t token, gex_AM_Arg_t thread, gex_AM_Arg_t round) {
  (void)token;
  turn[thread] = round;
}

static void *pass_on(void *arg) {
  const struct timespec apart = {0, 500000};
  int thread = (int)((_Atomic int32_t *)arg - turn);
  for (int i = 1; i <= ROUNDS; i++) {
    if (me == 0) {
      nanosleep(&apart, NULL);
      gex_AM_RequestShort2(tm, 1 % ranks, H_TURN, 0, thread, i);
    }
    GASNET_BLOCKUNTIL(turn[thread] == i);
    if (me != 0) gex_AM_RequestShort2(tm, (me + 1) % ranks, H_TURN, 0, thread, i);
  }
  return NULL;
}

int main(int argc, char **argv) {
  gex_AM_Entry_t entry[] = {
      {H_TURN, (gex_AM_Fn_t)on_turn, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 2, NULL, "turn"}};
  pthread_t thread[THREADS];
  gex_Client_t client;
  gex_EP_t ep;
  if (gex_Client_Init(&client, &ep, &tm, "wait", &argc, &argv, 0)) return 3;
  gex_EP_RegisterHandlers(ep, entry, 1);
  me = gex_TM_QueryRank(tm);
  ranks = gex_TM_QuerySize(tm);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  for (int i = 0; i < THREADS; i++) pthread_create(&thread[i], NULL, pass_on, (void *)&turn[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  gasnet_exit(0);
  return 0;
}

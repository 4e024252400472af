/* SPDX-License-Identifier: BSD-3-Clause
 *
 * waits.c: ranks that wait in every way there is, for the dumps; and ranks that do a known number
 * of operations, for the statistics.
 *
 *   do=waits    rank 0 barrier, 1 GASNET_BLOCKUNTIL, 2 an event (get from rank 3), 4 room in the
 *               queue of rank 3, which computes until the driver says go; then all goes on. Ranks
 *               after these wait in the barrier. Needs GASNET_NO_CMA, so that a get needs its
 *               target
 *   do=barrier  all but the last rank wait in gex_Coll_BarrierNB until go
 *   do=counts   known operations
 *   threads=1   every rank has two more threads: one says "beat" all the time, one keeps
 *               signals out
 *   release=1   on SIGUSR2 a rank does to itself what a debugger would: gasnet_frozen = 0
 */
#include "fault.h"

#include <signal.h>

enum { H_FLAG = 150, H_FLOOD, H_ECHO, H_ECHOED, H_BULK };
static volatile int flag, flooded, echoed;
static char block[4096];

static void flag_handler(gasnet_token_t t) { (void)t, flag = 1; }
static void flood_handler(gasnet_token_t t) { (void)t, flooded++; }
static void echo_handler(gasnet_token_t t) { gasnet_AMReplyShort0(t, H_ECHOED); }
static void echoed_handler(gasnet_token_t t) { (void)t, echoed++; }
static void bulk_handler(gasnet_token_t t, void *buf, size_t n) { (void)t, (void)buf, (void)n; }
static gasnet_handlerentry_t table[] = {{H_FLAG, (void (*)())flag_handler},
                                        {H_FLOOD, (void (*)())flood_handler},
                                        {H_ECHO, (void (*)())echo_handler},
                                        {H_ECHOED, (void (*)())echoed_handler},
                                        {H_BULK, (void (*)())bulk_handler}};

static void enter(void) { gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS); }
static void leave(void) {
  if (gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS) != GASNET_OK) fault_die("barrier");
}

/* Where block is in another rank: the same place as here, as the ranks are forked. */
static void wait_for_event(void) {
  char got[64];
  gasnet_handle_t h;
  GASNET_BLOCKUNTIL(flag); /* rank 3 has polled for the last time: not even in the barrier */
  h = gasnet_get_nb_bulk(got, 3, block, sizeof got);
  if (gasnet_nodes() > 4) gasnet_AMRequestShort0(4, H_FLAG); /* now the queue may be filled */
  if (h == GASNET_INVALID_HANDLE) fault_die("the get was complete at once");
  gasnet_wait_syncnb(h);
}

/* Not visible to the compiler as free of side effects. */
static void compute_until_go(void) { fault_wait_go(); }

static void waits(void) {
  const int floods = 100000;
  switch (gasnet_mynode()) {
  case 1: GASNET_BLOCKUNTIL(flag); break;
  case 2: wait_for_event(); break;
  case 3:
    gasnet_AMRequestShort0(2, H_FLAG);
    compute_until_go();
    gasnet_AMRequestShort0(1, H_FLAG);
    if (gasnet_nodes() > 4) GASNET_BLOCKUNTIL(flooded == floods);
    break;
  case 4:
    GASNET_BLOCKUNTIL(flag);
    for (int i = 0; i < floods; i++) gasnet_AMRequestShort0(3, H_FLOOD);
    break;
  default: break;
  }
}

static void late_barrier(void) {
  gex_TM_t tm;
  gasnet_QueryGexObjects(NULL, NULL, &tm, NULL);
  if (gasnet_mynode() + 1 == gasnet_nodes()) compute_until_go();
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
}

/* To the next rank; all sizes differ, so that totals tell. */
static void counts(void) {
  gasnet_node_t to = (gasnet_mynode() + 1) % gasnet_nodes();
  for (int i = 0; i < 3; i++) gasnet_put(to, block, block + 2048, 8);
  for (int i = 0; i < 2; i++) gasnet_get(block + 2048, to, block, 100);
  gasnet_put_val(to, block, 1, 4);
  if (gasnet_get_val(to, block + 1024, 2) != 0) fault_die("get_val");
  gasnet_memset(to, block, 0, 32);
  for (int i = 0; i < 5; i++) gasnet_AMRequestShort0(to, H_ECHO);
  for (int i = 0; i < 4; i++) gasnet_AMRequestMedium0(to, H_BULK, block, 64);
  gasnet_AMRequestLong0(to, H_BULK, block, 1000, block);
  GASNET_BLOCKUNTIL(echoed == 5);
}

static void *beat(void *arg) {
  while (arg == NULL) {
    fault_say("beat");
    fault_sleep_ms(20);
  }
  return NULL;
}

static void *keep_signals_out(void *arg) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  fault_say("deaf");
  while (arg == NULL) fault_sleep_ms(1000);
  return NULL;
}

static void start_threads(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, beat, NULL) || pthread_create(&t, NULL, keep_signals_out, NULL))
    fault_die("pthread_create");
}

static void release(int sig) {
  (void)sig;
  gasnet_frozen = 0;
}

int main(int argc, char **argv) {
  fault_options(argc, argv);
  if (gasnet_init(&argc, &argv) != GASNET_OK) fault_die("gasnet_init");
  if (gasnet_attach(table, sizeof table / sizeof table[0], 1 << 16, 0)) fault_die("gasnet_attach");
  enter();
  leave();
  if (fault_opt_int("release", 0)) signal(SIGUSR2, release);
  if (fault_opt_int("threads", 0)) start_threads();
  fault_say("ready");
  if (fault_opt_is("do", "waits")) waits();
  if (fault_opt_is("do", "barrier")) late_barrier();
  if (fault_opt_is("do", "counts")) counts();
  enter();
  leave();
  fault_output();
  gasnet_exit(0);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * locus.C: wires on a board, by atomics and conditions as the fourth version of the family has
 * them; GET_PID; workers are started twice.
 */
#include <stdio.h>
#define WIRES 60

MAIN_ENV

struct global {
  int next, sum, round, waiting;
  LOCKDEC(lock)
  CONDVARDEC(all)
  BARDEC(end)
} *Global;
int P;
void route();

int main(int argc, char **argv)
{
  int i, round;

  P = ANL_WORKERS();
  MAIN_INITENV(, 100)
  Global = (struct global *) G_MALLOC(sizeof(*Global));
  LOCKINIT(Global->lock)
  CONDVARINIT(Global->all)
  BARINIT(Global->end, P)
  for (round = 1; round <= 2; round++) {
    STORE(Global->next, 0);
    Global->round = round;
    SPLASH4_ROI_BEGIN();
    for (i = 1; i < P; i++) CREATE(route)
    route();
    WAIT_FOR_END(P - 1)
    SPLASH4_ROI_END();
  }
  printf("locus %d\n", LOAD(Global->sum));
  MAIN_END
}

void route()
{
  int wire, pid;

  GET_PID(pid)
  while ((wire = FETCH_ADD(Global->next, 1)) < WIRES) FETCH_ADD(Global->sum, wire * Global->round);
  if (pid < 0 || pid >= P) exit(1);
  LOCK(Global->lock)
  if (++Global->waiting == P) {
    Global->waiting = 0;
    CONDVARBCAST(Global->all)
  } else {
    CONDVARWAIT(Global->all, Global->lock)
  }
  UNLOCK(Global->lock)
  BARRIER(Global->end, P)
}

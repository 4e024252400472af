/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pause.c: see pause.h.
 */
#include "contrib/layers/armci/pause.h"

#include <sched.h>
#include <time.h>

#include "contrib/layers/armci/job.h"

enum { SPINS = 64, YIELDS = 4096, NAPS_EACH = 16, LEAST_NAP_NS = 20000, DOUBLINGS = 5 };

/* The longer the wait was, the longer a nap is. */
static void nap(unsigned naps) {
  unsigned doublings = naps / NAPS_EACH < DOUBLINGS ? naps / NAPS_EACH : DOUBLINGS;
  nanosleep(&(struct timespec){.tv_nsec = (long)LEAST_NAP_NS << doublings}, NULL);
}

/* If the memory of some rank is not mapped, the service thread polls: a second thread that polls
 * would only hinder it. */
void hyd_armci_pause(struct armci_pause *pause) {
  if (hyd_armci.all_mapped) gasnet_AMPoll();
  if (++pause->rounds < SPINS) return;
  if (pause->rounds < SPINS + YIELDS)
    sched_yield();
  else
    nap(pause->rounds - SPINS - YIELDS);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pause.c: see pause.h.
 */
#include "contrib/layers/armci/pause.h"

#include <sched.h>
#include <time.h>

#include "contrib/layers/armci/job.h"

enum { SPINS = 64, YIELDS = 4096, NAP_NS = 20000 };

void hyd_armci_pause(struct armci_pause *pause) {
  gasnet_AMPoll();
  if (++pause->rounds < SPINS) return;
  if (pause->rounds < SPINS + YIELDS)
    sched_yield();
  else
    nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
}

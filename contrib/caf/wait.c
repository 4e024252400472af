/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait.c: waits for memory that another image changes.
 */
#include <sched.h>
#include <time.h>

#include "contrib/caf/caf.h"

enum { SPINS = 300, YIELDS = 4000, SLEEP_NS = 30000 };

void hyd_caf_pause(struct caf_wait *wait) {
  gasnet_AMPoll();
  if (++wait->rounds < SPINS) return;
  if (wait->rounds < YIELDS) {
    sched_yield();
    return;
  }
  nanosleep(&(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
}

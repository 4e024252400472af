/* SPDX-License-Identifier: BSD-3-Clause
 *
 * world.h: ranks of a host for scenarios: jobs with shared memory, and what their handlers have
 * seen. The library's own files send, take and wait.
 */
#ifndef HYD_WEAK_WORLD_H
#define HYD_WEAK_WORLD_H

#include "core/am/ring_am.h"
#include "tests/weak/explore.h"

#define WORLD_RANKS 3u

struct world_seen {
  unsigned requests, replies; /* that this rank's handlers took */
};

struct world {
  struct hyd_job job[WORLD_RANKS];
  struct world_seen seen[WORLD_RANKS];
  int answers;                      /* request handlers reply */
  int done[WEAK_THREADS];           /* what a thread has come to */
  struct hyd_thread thread[WEAK_THREADS];
};
extern struct world world;

/* Of so many ranks. fences: producers fence (W2); else sleepers use membarrier. */
void world_make(unsigned ranks, int fences);
/* A medium request with payload and argument made of `value`: by the mailbox; by the ring. */
int world_send_box(unsigned from, unsigned to, uint32_t value);
int world_send_ring(unsigned from, unsigned to, uint32_t value);
/* Waits in `pauses` steps at most until the counter is not 0; whether it is. */
int world_wait(unsigned rank, const unsigned *counter, unsigned pauses);

extern const struct weak_scenario *const weak_ring_scenarios[], *const weak_mailbox_scenarios[],
    *const weak_sleep_scenarios[];

#endif

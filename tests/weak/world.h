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
  int answers;              /* request handlers reply */
  _Atomic uint32_t flag[2]; /* what threads wait for in place of messages */
  struct hyd_thread thread[WEAK_THREADS];
};
extern struct world world;

/* Makes a world of that many ranks. fences: producers fence (W2); else sleepers use membarrier. */
void world_make(unsigned ranks, int fences);
/* A medium request with payload and argument made of `value`: by the mailbox; by the ring. */
int world_send_box(unsigned from, unsigned to, uint32_t value);
int world_send_ring(unsigned from, unsigned to, uint32_t value);
/* Looks for messages. */
void world_poll(unsigned rank, unsigned times);
/* Waits as the library does, in `pauses` steps at most. */
void world_wait(unsigned rank, int (*done)(void), unsigned pauses);

#endif

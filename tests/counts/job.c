/* SPDX-License-Identifier: BSD-3-Clause
 *
 * job.c: see job.h. Whose turn it is stands in memory that both ranks have from before they were
 * forked.
 */
#include "tests/counts/job.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/counts/count.h"

#define NAP_US 20
#define MOST_NAPS 2000000

struct job job;
char job_local[4096] __attribute__((aligned(4096)));
static _Atomic gex_Rank_t *turn;

static void pass_turn(void) {
  atomic_store_explicit(turn, job.peer, memory_order_release); /* pairs with await_turn's load */
}

static void await_turn(void) {
  for (int naps = 0; atomic_load_explicit(turn, memory_order_acquire) != job.rank; naps++) {
    if (naps == MOST_NAPS) {
      fprintf(stderr, "rank %u: the other rank does not pass its turn\n", job.rank);
      _exit(1);
    }
    usleep(NAP_US);
  }
}

/* One round of an exchange; step `counted` of this rank is counted. */
static void take_turns(const struct exchange *x, int counted) {
  for (int k = 0; k < 3; k++) {
    if (job.rank != (k == 1)) continue;
    await_turn();
    if (k == counted)
      count_step(x->step[k]);
    else
      x->step[k]();
    if (k != 2) pass_turn();
  }
}

static void count_part(const struct exchange *x, int part) {
  int mine = job.rank == (part == 1);
  for (int i = 0; i < COUNT_WARM; i++) take_turns(x, -1);
  count_begin();
  for (int i = 0; i < COUNT_RUNS; i++) take_turns(x, mine ? part : -1);
  if (mine) count_end(x->name[part]);
}

void job_exchange(const struct exchange *x) {
  for (int part = 0; part < 3; part++)
    if (x->name[part]) count_part(x, part);
}

void job_alone(void (*rows)(void)) {
  await_turn();
  if (job.rank == 0) rows();
  pass_turn();
}

void job_start(int *argc, char ***argv, gex_AM_Entry_t *handlers, size_t n) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  void *owner, *local;
  uintptr_t size;
  turn = mmap(NULL, sizeof *turn, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (turn == MAP_FAILED) exit(1);
  gex_Client_Init(&client, &ep, &job.tm, "counts", argc, argv, 0);
  gex_Segment_Attach(&segment, job.tm, JOB_SEGMENT);
  gex_EP_RegisterHandlers(ep, handlers, n);
  job.rank = gex_TM_QueryRank(job.tm);
  job.peer = !job.rank;
  job.own = gex_Segment_QueryAddr(segment);
  gex_Segment_QueryBound(job.tm, job.peer, &owner, &local, &size);
  job.there = owner;
  job.here = local;
  gex_Event_Wait(gex_Coll_BarrierNB(job.tm, 0));
}

void job_end(void) {
  gex_Event_Wait(gex_Coll_BarrierNB(job.tm, 0));
  gasnet_exit(0);
}

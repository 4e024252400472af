/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ends.c: the end of a thread, by exit or by return from main, and of the job (libupc.md 3.7).
 *
 * A thread that ends tells thread 0 its status; when all have, thread 0 tells them the largest
 * status, with which the job ends. Until that comes the thread tells all others, every half second,
 * how many steps it took part in: one that has begun a later step reports that.
 */
#include "contrib/layers/upc/ends.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "contrib/layers/upc/answers.h"
#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/report.h"
#include "contrib/layers/upc/stats.h"

enum { GRACE_NS = 500000000 };
enum what { HAS_ENDED, ALL_ENDED, NEVER_COMES };

static struct {
  _Atomic uint32_t count; /* thread 0: threads that have ended */
  _Atomic int status;     /* thread 0: the largest; the others: the job's */
  _Atomic int all;        /* not 0: all have ended */
  /* The ended thread with the fewest steps, of those that have told: steps << 32 | thread. */
  _Atomic uint64_t earliest;
} ended = {.earliest = UINT64_MAX};

/* Called by the thread at the begin of a step, and by the handler of the news. Both may just miss
 * each other; then the news come again. */
void hyd_upc_check_ended(void) {
  uint64_t first = atomic_load_explicit(&ended.earliest, memory_order_relaxed);
  if (UPC_UNLIKELY(first != UINT64_MAX) && (int32_t)(hyd_upc_steps() - (uint32_t)(first >> 32)) > 0)
    hyd_upc_fail(
        "thread %u has returned from main or called exit, and never comes to the barrier or "
        "collective function where this thread is",
        (uint32_t)first);
}

static void raise_status(int status) {
  int old = atomic_load(&ended.status);
  while (status > old && !atomic_compare_exchange_weak(&ended.status, &old, status)) {
  }
}

static void note_early(uint32_t thread, uint32_t steps) {
  uint64_t mine = (uint64_t)steps << 32 | thread, old = atomic_load(&ended.earliest);
  while (mine < old && !atomic_compare_exchange_weak(&ended.earliest, &old, mine)) {
  }
  hyd_upc_check_ended();
}

/* Status and order: the statuses precede the count, the status precedes `all` (seq_cst). */
void hyd_upc_handle_end(gex_Token_t token, gex_AM_Arg_t what, gex_AM_Arg_t thread,
                        gex_AM_Arg_t status, gex_AM_Arg_t steps) {
  (void)token;
  if (what == NEVER_COMES) {
    note_early((uint32_t)thread, (uint32_t)steps);
    return;
  }
  raise_status(status);
  if (what == HAS_ENDED) atomic_fetch_add(&ended.count, 1);
  if (what == ALL_ENDED) atomic_store(&ended.all, 1);
}

static void tell_end(uint32_t to, enum what what, int status) {
  gex_AM_RequestShort4(hyd_upc.all, to, UPC_AM_END, 0, (gex_AM_Arg_t)what,
                       (gex_AM_Arg_t)hyd_upc.rank, (gex_AM_Arg_t)status,
                       (gex_AM_Arg_t)hyd_upc_steps());
}

/* Whether all have ended; thread 0 finds that, and tells the others. */
static bool test_all_ended(void) {
  if (hyd_upc.rank) return atomic_load(&ended.all);
  if (atomic_load(&ended.count) < hyd_upc.size) return false;
  for (uint32_t i = 1; i < hyd_upc.size; i++) tell_end(i, ALL_ENDED, atomic_load(&ended.status));
  return true;
}

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void await_all_ended(void) {
  for (bool all = false;;) {
    int64_t until = now_ns() + GRACE_NS;
    GASNET_BLOCKUNTIL((all = test_all_ended()) || now_ns() > until);
    if (all) return;
    for (uint32_t i = 0; i < hyd_upc.size; i++)
      if (i != hyd_upc.rank) tell_end(i, NEVER_COMES, 0);
  }
}

/* Runs after the program's own exit handlers; glibc goes on with the other handlers if one exits.
 */
static void end_thread(int status, void *unused) {
  (void)unused;
  if (getpid() != hyd_upc.process) return; /* a child of the program */
  hyd_upc_fence();
  hyd_upc_stats_report();
  fflush(NULL);
  if (hyd_upc.size > 1) {
    tell_end(0, HAS_ENDED, status & 0xff);
    await_all_ended();
    if (atomic_load(&ended.status) != (status & 0xff)) exit(atomic_load(&ended.status));
  }
  /* The process goes on to exit: destructors run. */
}

void hyd_upc_watch_exit(void) {
  hyd_upc.process = getpid();
  on_exit(end_thread, NULL);
}

void __upc_exit(int status) { exit(status); }

void upc_global_exit(int status) {
  fflush(NULL);
  gasnet_exit(status & 0xff);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * explore.h: runs a few threads of a scenario in all the ways that a weak memory model allows.
 *
 * What is run is the library's own code, compiled once more with access.h. A scenario is executed
 * again and again from its start; whenever there is more than one way to go on (which thread is
 * next, which store a load reads from, where in a location's order a store goes) the explorer takes
 * the next one that was not yet taken. States that were seen before are not gone on from.
 *
 * The model: C11 as in RC11 (Lahav et al., PLDI 2017), by views (Kang et al., POPL 2017, without
 * promises). A location has an order of its stores; a thread, a message and the order of
 * sequentially consistent fences have a view: for each location the oldest store that may still be
 * read, and for each thread how much of it happened before. A relaxed load reads any store that is
 * not older than its thread's view; an acquire load joins the view that came with the store; a
 * release store, and each read-modify-write that follows in its release sequence, carries it.
 * Fences are those of C11. A plain access that does not happen after the last conflicting one is a
 * race, and an error: that is how a stale or torn payload is found. membarrier(2) is a sequentially
 * consistent fence of each thread, one after the other, between two of the caller's; futex wait and
 * wake are atomic steps with such a fence before (futex(2): what the kernel promises).
 *
 * Not in the model: loads that see stores which come later in program order (load buffering),
 * speculation of compilers, spurious failures of compare-and-swap, the stronger order of
 * sequentially consistent loads and stores (they count as acquire and release), out-of-date plain
 * reads beyond the race itself, accesses of mixed sizes, timeouts, and more threads or messages
 * than a scenario has.
 */
#ifndef HYD_WEAK_EXPLORE_H
#define HYD_WEAK_EXPLORE_H

#include <stddef.h>
#include <stdint.h>

#define WEAK_THREADS 4

struct weak_scenario {
  const char *name;
  int nthreads, is_long; /* it takes more than a second */
  void (*set_up)(void);  /* once; what threads change is put back before each execution */
  void (*thread[WEAK_THREADS])(void);
  void (*check)(void); /* when each thread has ended or sleeps for good; calls weak_fail */
};

/* All, each list ended by NULL. */
extern const struct weak_scenario *const weak_ring_scenarios[],
    *const weak_mailbox_scenarios[], *const weak_poll_scenarios[], *const weak_sleep_scenarios[];

/* Memory that threads share: plain accesses to it are checked. */
void weak_share(void *at, size_t size);
/* An atomic object whose value decides nothing in this scenario: no order is explored for it. */
void weak_hint(const volatile void *at);
/* Ends this execution: it broke what must hold. */
void weak_fail(const char *what);
/* Whether a thread sleeps for good. */
int weak_sleeps(int thread);
/* The thread that calls. */
int weak_self(void);

#endif

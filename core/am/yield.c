/* SPDX-License-Identifier: BSD-3-Clause
 *
 * yield.c: what yields and lost cores say of the programs that compute here (the head of wait.c).
 */
#include <unistd.h>

#include "core/am/wait_int.h"
#include "core/sys/clock.h"
#include "core/sys/run_delay.h"

#define YIELD_AFTER_NS 2000u  /* of spinning, where every rank has a core */
#define YIELD_CALLS_NS 16000u /* the same, where messages come by calls of the kernel */
#define PLACE_AFTER 256u      /* yields to the awaited rank, then a sleep: to be woken elsewhere */
/* A yield in vain takes a call of the kernel and a little more: 0.4 us, or 1.5 us where the kernel
 * has to hide its memory (page-table isolation). One that lets another thread run takes two calls
 * at least, this thread's and the other one's. */
#define VAIN_CALLS 2u
#define VAIN_MORE_NS 600u
#define CALLS_MEASURED 8
#define LONGEST_CALL_NS 1000000u

/* A foreign load: a yield beyond a tick adds LONG_YIELD_WEIGHT to the suspicion, a short one takes
 * 1 away; from SUSPICION on, yields are given up for FOREIGN_NS. */
#define LONG_YIELD_WEIGHT 8
#define SUSPICION 28
#define MANY_SHARERS 9u /* ranks of a core, from which on a long yield adds only 1 */
#define FOREIGN_NS 50000000u

/* A crowded core. */
#define ROUND_NS 12000000u /* four time slices; for each rank that shares the core */
#define LEAST_SHARE 3u     /* times as long as it ran, the thread was ready */
#define CROWDED 32u        /* times as long as the core was lost, the belief lasts */

/* Decides whether the core is crowded, after this thread has not run for `away` although it did not
 * sleep in the library. */
static HYD_COLD void weigh_loss(struct hyd_job *job, uint64_t away, uint64_t now) {
  struct hyd_vain *v = &hyd_self(job)->vain;
  struct hyd_run_times t = hyd_run_times();
  uint64_t ran = t.ran_ns - v->ran_ns, delay = t.delay_ns - v->delay_ns;
  v->ran_ns = t.ran_ns;
  v->delay_ns = t.delay_ns;
  if (delay < away / 2 || delay < LEAST_SHARE * ran) return;
  atomic_store_explicit(&job->wait.crowded_until_ns, now + CROWDED * away, memory_order_relaxed);
}

void hyd_measure_calls(struct hyd_job *job) {
  uint64_t least = LONGEST_CALL_NS;
  for (int i = 0; i < CALLS_MEASURED; i++) {
    uint64_t before = hyd_now_ns(), took;
    getppid(); /* the C library keeps no copy of the answer */
    took = hyd_now_ns() - before;
    if (took < least) least = took;
  }
  job->wait.vain_yield_ns = VAIN_CALLS * (uint32_t)least + VAIN_MORE_NS;
}

static int is_round(const struct hyd_job *job, uint64_t ns) {
  return ns >= (uint64_t)ROUND_NS * job->wait.sharers;
}

/* Notes that this thread means to run from `now` until its next look at the clock; 0: that it does
 * not. */
void hyd_begin_look(struct hyd_job *job, uint64_t now) { hyd_self(job)->vain.looked_ns = now; }

void hyd_look_at_clock(struct hyd_job *job, uint64_t now) {
  uint64_t before = hyd_self(job)->vain.looked_ns;
  if (before && now > before && hyd_unlikely(is_round(job, now - before)))
    weigh_loss(job, now - before, now);
  hyd_begin_look(job, now);
}

/* Yields; returns whether that lasted beyond a tick. */
int hyd_yield_core(struct hyd_job *job) {
  uint64_t before = hyd_tick_ns(), after;
  hyd_begin_look(job, before);
  sched_yield();
  after = hyd_tick_ns();
  hyd_look_at_clock(job, after);
  return after != before;
}

/* Yields, and learns whether there is a foreign load. Threads may race on the suspicion: it is a
 * hint. */
void hyd_timed_yield(struct hyd_job *job) {
  int s = atomic_load_explicit(&job->wait.suspicion, memory_order_relaxed);
  int weight = job->wait.sharers >= MANY_SHARERS ? 1 : LONG_YIELD_WEIGHT;
  s += hyd_yield_core(job) ? weight : s > 0 ? -1 : 0;
  if (s >= SUSPICION) {
    atomic_store_explicit(&job->wait.foreign_until_ns, hyd_tick_ns() + FOREIGN_NS,
                          memory_order_relaxed);
    s = SUSPICION - LONG_YIELD_WEIGHT / 2; /* then fewer will do */
  }
  atomic_store_explicit(&job->wait.suspicion, s, memory_order_relaxed);
}

/* How long a thread spins before it yields, if nothing is known of the rank that it waits for. */
static uint32_t yield_after_most(const struct hyd_job *job) {
  return job->net.state ? YIELD_CALLS_NS : YIELD_AFTER_NS;
}

/* How long it spins now. */
uint32_t hyd_yield_after_ns(const struct hyd_job *job) {
  uint32_t ns = atomic_load_explicit(&job->wait.yield_after_ns, memory_order_relaxed);
  return ns ? ns : yield_after_most(job);
}

/* Yields `now`, beside spinning. A yield that let no other thread run was in vain: the next waits
 * spin longer. */
void hyd_yield_while_spinning(struct hyd_wait *w, uint64_t now) {
  uint32_t after = hyd_yield_after_ns(w->job), most = yield_after_most(w->job);
  hyd_timed_yield(w->job);
  w->gave_way = hyd_now_ns() - now > w->job->wait.vain_yield_ns;
  if (w->gave_way || after == most) return;
  atomic_store_explicit(&w->job->wait.yield_after_ns, after < most / 2 ? 2 * after : most,
                        memory_order_relaxed);
}

/* What was awaited has come. If the thread has just let another one run, that was the rank which it
 * waited for: the next waits yield soon. */
void hyd_learn_who_shares(struct hyd_wait *w) {
  if (w->gave_way) {
    atomic_store_explicit(&w->job->wait.yield_after_ns, YIELD_SOON_NS, memory_order_relaxed);
    atomic_fetch_add_explicit(&w->job->wait.shared_waits, 1, memory_order_relaxed);
  }
  w->gave_way = 0;
}

/* Whether it is time to sleep in place of a yield. The kernel may leave two ranks that yield to
 * each other on one core for long, though another is idle; but a thread that is woken goes to an
 * idle one. */
int hyd_wants_place(struct hyd_job *job) {
  if (atomic_load_explicit(&job->wait.shared_waits, memory_order_relaxed) < PLACE_AFTER) return 0;
  atomic_store_explicit(&job->wait.shared_waits, 0, memory_order_relaxed);
  return 1;
}

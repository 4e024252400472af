/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait.c: whether a thread that waits spins, yields or sleeps.
 *
 * Terms.
 *   spin            look again and again
 *   yield           let the other threads that are ready on this core run first
 *   sleep           be out of the kernel's queue until a bell, the network or a clock wakes the
 *                   thread
 *   bell            the futex of a rank, on which its threads sleep; `armed` tells producers to
 *                   ring
 *   producer        a thread, of any rank, that gives the sleeper something to do
 *   share           the part of a core that the kernel owes a thread beside the others ready there
 *   foreign load    other programs that compute on the cores of the job
 *   a lost core     a thread is ready and does not run
 *   a crowded core  a core that is lost for as long as a round of many programs takes
 *
 * --- when a thread spins, yields, sleeps ---
 *
 * Spinning is for a thread whose rank has a core for it. It spins for about as long as a sleep and
 * its wake-up take: then it never takes more than twice the better of both.
 *
 * A wake-up takes microseconds where a core is idle, and up to a time slice where other programs
 * compute. Some sleeps measure it, by the kernel's account of how long the thread was ready and did
 * not run.
 *
 * Yielding is for a thread that shares its core with others of the job. Where ranks outnumber cores
 * it yields at once; elsewhere after it has spun for so long that the rank it waits for may want
 * this core. If what it waits for comes right after a yield that let another thread run, the two
 * ranks share this core: the next waits yield soon, until a yield lets no other thread run. One
 * wait of many sleeps then, so that the kernel may wake the thread on a core that is idle.
 *
 * A yield costs less than a sleep and a wake-up if only ranks of the job compete for the core. If
 * another program computes there, it costs a whole time slice, which ends with a timer tick. So
 * several yields in a row that last beyond a tick are taken for a foreign load: for a while waits
 * go from spinning straight to sleeping.
 *
 * Where many ranks share a core, more evidence is asked for. A yield lasts there until all that
 * woke up have had their turn. If some ranks took that for a foreign load and slept, their wake-ups
 * would make the yields of the rest longer still, until all sleep.
 *
 * Sleeping at once is for all threads of a rank whose core is crowded. The kernel lets a thread
 * that has slept run before those that have not, as long as it has used less than its share. A
 * thread that spins or yields uses up its small share, and then runs 60 ms late beside 20 programs;
 * a thread that sleeps whenever it finds nothing runs within 0.1 ms.
 *
 * A core is taken for crowded if the clock has stood still, while a thread spun, yielded or polled,
 * for four time slices for each rank that shares the core, and if the kernel says that the thread
 * was ready meanwhile and gets less than a quarter of the core altogether. Only a thread that spins
 * could find out that this is over, and would lose a round if it is not: so the belief lasts for 32
 * times as long as the core was lost.
 *
 * --- what waits learn ---
 *
 * A rank whose waits are mostly long has spun and yielded in vain before each sleep. So a long wait
 * halves the time of both for the next waits, down to a few microseconds, and a short wait doubles
 * it.
 *
 * A wait is short if spinning would have seen the end of it. A wait that slept is short, too, if it
 * lasted no longer than two wake-ups take: two ranks that answer each other and both sleep wait for
 * each other's wake-up. It is long if what the thread spun for came as soon as the thread slept:
 * then the two ranks share a core. Where many ranks share a core, each waits for the turns of the
 * others, and only a wait beyond that many times the usual bound is long.
 *
 * A program whose waits become short again loses a few wake-ups.
 *
 * --- threads of one rank ---
 *
 * No more of them spin or yield than the rank has cores, because one that polls takes the messages
 * of all. The others sleep until handlers have run.
 */
#include "core/am/wait_int.h"

#include <limits.h>

#include "core/diag/wait_record.h"
#include "core/base/err.h"
#include "core/mem/guard.h"
#include "core/sys/clock.h"
#include "core/watch/watch.h"

#define SPINS_BEFORE_CLOCK 32u     /* pauses between looks at the clock */
#define CALLS_BEFORE_CLOCK 4u      /* the same, where a pause may be a call of the kernel */
#define SPIN_NS 200000u            /* covers a copy of some megabytes by the peer */
#define SPIN_LITTLE_NS 2000u       /* for a thread beyond the cores of its rank */
#define YIELDS 40u                 /* before a sleep, at most */
#define MORE_LOOKS 15u             /* before each yield, where the kernel wants the core */
#define HASTE_MOST 6u              /* halvings: 3 microseconds of spinning are left, and no yield */
#define RECORD_NS UINT64_C(500000) /* after this long, a wait is recorded again */

void hyd_wait_begin(struct hyd_wait *w, struct hyd_job *job, enum hyd_wait_reason reason,
                    gex_Rank_t peer, uint64_t detail) {
  w->job = job;
  w->at = (struct hyd_wait_record){.reason = reason, .peer = peer, .detail = detail};
  w->idle_ns = 0;
  w->pauses = w->bell = w->naps = w->wants = w->wants_reply = 0;
  w->armed = w->yields = w->recorded = w->spins = w->vain = w->led = 0;
  w->slept_us = w->spun_us = 0;
  w->timed = reason == HYD_WAIT_BLOCKUNTIL || reason == HYD_WAIT_QUEUE || reason == HYD_WAIT_HSL;
  w->dumped_ns = 0;
  hyd_probe_wait(reason, peer);
  w->watched = hyd_watched(job) != 0;
  if (w->watched) hyd_watch_wait_begin(job, reason, peer);
}

void hyd_wait_share_cores(struct hyd_job *job) {
  if (job->wait.oversubscribed || 2 * job->shared->kernel_ranks <= job->wait.host_cpus) return;
  job->wait.oversubscribed = 1;
  job->wait.more_looks = MORE_LOOKS;
  hyd_threads_weigh(job);
}

/* --- learning ------------------------------------------------------------- */

/* How long a thread spins before it sleeps if its waits are short. */
static uint64_t patience_ns(const struct hyd_job *job) {
  uint64_t wake = atomic_load_explicit(&job->wait.wake_ns, memory_order_relaxed);
  return wake + wake / 2 > SPIN_NS ? wake + wake / 2 : SPIN_NS;
}

/* Whether the wait was short (see the head). */
static int was_short(const struct hyd_wait *w) {
  struct hyd_job *job = w->job;
  uint64_t wakes = 3 * atomic_load_explicit(&job->wait.wake_ns, memory_order_relaxed);
  uint64_t turns = (uint64_t)SPIN_NS * job->wait.sharers;
  if (!job->wait.oversubscribed && w->naps && w->slept_us < w->spun_us) return 0;
  return 1000 * (uint64_t)w->slept_us < (wakes > turns ? wakes : turns);
}

/* Learns from a stretch without work that is over. Threads may race: it is a hint. */
static void learn_haste(struct hyd_wait *w) {
  struct hyd_job *job = w->job;
  unsigned haste = atomic_load_explicit(&job->wait.haste, memory_order_relaxed);
  int less = was_short(w);
  if (less ? haste == 0 : haste == HASTE_MOST) return;
  atomic_store_explicit(&job->wait.haste, less ? haste - 1 : haste + 1, memory_order_relaxed);
}

/* Whether this thread may spin and yield: one of as many as there are cores for the rank. */
static int may_spin(struct hyd_wait *w) {
  struct hyd_job *job = w->job;
  if (!job->threads.many || w->spins) return 1;
  if (atomic_fetch_add_explicit(&job->wait.spinners, 1, memory_order_relaxed) < job->wait.cores) {
    w->spins = 1;
    return 1;
  }
  atomic_fetch_sub_explicit(&job->wait.spinners, 1, memory_order_relaxed);
  return 0;
}

static void stop_spinning(struct hyd_wait *w) {
  if (w->spins) atomic_fetch_sub_explicit(&w->job->wait.spinners, 1, memory_order_relaxed);
  w->spins = 0;
}

/* --- the decision --------------------------------------------------------- */

/* Fatal if the thread that runs exit() waits after the end (core/exit/after_end.c), when no other
 * rank answers any more. */
static HYD_COLD void check_late(const struct hyd_wait *w, uint64_t now) {
  const struct hyd_job *job = w->job;
  if (!pthread_equal(job->end.thread, pthread_self()) ||
      now - w->at.start_ns < job->end.patience_ns)
    return;
  hyd_fatal(hyd_the_thread && hyd_the_thread->place.file ? hyd_the_thread->place.call : "exit",
            "a call waits for other ranks, but this rank has left the job; expected no "
            "communication in destructors of static objects, nor in exit handlers that were set "
            "before init");
}

/* Looks after the end of the job, the recorder and the time limit. Recording looks at all
 * operations of the rank, which may be many: so it is done at first, since a long sleep may follow,
 * after RECORD_NS, and each time that the wait has become twice as long. */
static HYD_COLD void look_around(struct hyd_wait *w, uint64_t now) {
  struct hyd_job *job = w->job;
  hyd_leave_if_ending(job);
  if (atomic_load_explicit(&job->end.over, memory_order_acquire)) check_late(w, now); /* AE2 */
  if (w->recorded == 0 || now - w->at.start_ns >= RECORD_NS << (w->recorded - 1)) {
    hyd_diag_record_wait(job, &w->at);
    w->recorded++;
  }
  if (job->wait.hang_ns && now - w->at.start_ns > job->wait.hang_ns &&
      now - w->dumped_ns > job->wait.hang_ns) {
    w->dumped_ns = now;
    hyd_diag_report_hang(job, &w->at, now - w->at.start_ns);
  }
}

static unsigned haste_now(const struct hyd_job *job) {
  return atomic_load_explicit(&job->wait.haste, memory_order_relaxed);
}

static uint64_t spin_ns(struct hyd_wait *w) {
  return may_spin(w) ? patience_ns(w->job) >> haste_now(w->job) : SPIN_LITTLE_NS;
}

static void note_spun(struct hyd_wait *w, uint64_t now) {
  uint64_t us = (now - w->idle_ns) / 1000;
  if (w->naps == 0) w->spun_us = us < UINT16_MAX ? (uint16_t)us : UINT16_MAX;
}

/* Arms the bell: the thread sleeps if it finds nothing in one more look. */
static void sleep_next(struct hyd_wait *w, uint64_t now) {
  stop_spinning(w);
  note_spun(w, now);
  hyd_bell_arm(w);
}

static void escalate_wait(struct hyd_wait *w) {
  struct hyd_job *job = w->job;
  uint64_t now = job->wait.oversubscribed ? hyd_tick_ns() : hyd_now_ns();
  if (w->at.start_ns == 0) w->at.start_ns = now;
  if (w->idle_ns == 0) {
    w->idle_ns = now;
    hyd_begin_look(job, now);
  } else if (w->naps == 0) {
    hyd_look_at_clock(job, now);
  }
  if (w->armed) {
    look_around(w, now);
    hyd_wait_sleep(w);
  } else if (job->wait.mode == GASNET_WAIT_SPIN) {
    if (now - w->at.start_ns > 1000000) look_around(w, now);
    if (job->wait.oversubscribed) sched_yield();
  } else if (job->wait.mode == GASNET_WAIT_BLOCK) {
    hyd_bell_arm(w);
  } else if (hyd_is_crowded(job, now)) {
    sleep_next(w, now);
  } else if (!job->wait.oversubscribed && now - w->idle_ns < spin_ns(w)) {
    if (now - w->idle_ns > hyd_yield_after_ns(job) && job->wait.yields_help &&
        !hyd_has_foreign_load(job, now)) {
      if (hyd_wants_place(job))
        sleep_next(w, now);
      else
        hyd_yield_while_spinning(w, now);
    }
  } else if (w->yields < YIELDS >> haste_now(job) && job->wait.yields_help &&
             !hyd_has_foreign_load(job, now) && may_spin(w)) {
    w->yields++;
    hyd_timed_yield(job);
  } else {
    sleep_next(w, now);
  }
}

/* Ends a stretch without work: what follows soon is worth spinning for again. */
static HYD_COLD void end_idle(struct hyd_wait *w) {
  if (w->armed) hyd_bell_disarm(w);
  learn_haste(w);
  hyd_learn_who_shares(w);
  w->idle_ns = 0;
  w->pauses = w->naps = 0;
  w->yields = 0;
  w->slept_us = w->spun_us = 0;
}

/* Pauses between looks at the clock, less 1: a mask. */
static unsigned pauses_before_clock(const struct hyd_job *job) {
  if (atomic_load_explicit(&job->wait.yield_after_ns, memory_order_relaxed) == YIELD_SOON_NS)
    return 0;
  return (job->net.state ? CALLS_BEFORE_CLOCK : SPINS_BEFORE_CLOCK) - 1;
}

void hyd_wait_pause(struct hyd_wait *w) {
  struct hyd_job *job = w->job;
  if (hyd_poll(job)) {
    if (w->idle_ns) end_idle(w);
    return;
  }
  if (hyd_guard_needs_core(job)) hyd_give_way(job);
  w->pauses++;
  if (hyd_unlikely(w->pauses & job->wait.more_looks) && !w->armed &&
      job->wait.mode != GASNET_WAIT_BLOCK)
    return;
  if (w->armed || w->yields || w->naps || job->wait.oversubscribed ||
      (w->pauses & pauses_before_clock(job)) == 0)
    escalate_wait(w);
  else
    hyd_cpu_relax();
}

/* Ends a wait that was long enough to look at the clock. */
static HYD_COLD void end_long_wait(struct hyd_wait *w) {
  hyd_count(w->job, HYD_COUNT_WAITS, 1);
  stop_spinning(w);
  if (w->idle_ns) learn_haste(w);
  hyd_learn_who_shares(w);
  if (w->recorded) hyd_diag_record_wait(w->job, NULL);
}

void hyd_wait_end(struct hyd_wait *w) {
  if (w->armed) hyd_bell_disarm(w);
  if (w->at.start_ns) end_long_wait(w);
  if (w->led) hyd_wait_hand_over(w->job);
  hyd_probe_wait_done(w->at.reason);
  if (hyd_unlikely(w->watched)) hyd_watch_wait_end(w->job);
}

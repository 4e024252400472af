/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait.c: who spins, who yields, who sleeps, and when.
 *
 * Losing no wake-up. A sleeper arms its bell (W1), makes every producer's earlier stores visible to
 * itself, looks once more for work, and sleeps on the bell's old value. A producer publishes its
 * message and then looks at `armed`. Either the producer sees `armed`, or the sleeper sees the
 * message, if there is a full fence between store and load on both sides. The producer's would cost
 * every message; so the sleeper makes it for all producers with membarrier(2) (W1). Where ranks
 * outnumber cores sleeping is common and membarrier is not worth its interrupts, which stop other
 * cores; where a rank is alone in its memory no message pays: there producers fence (W2). Where the
 * kernel has no membarrier the sleeper sleeps for a millisecond at most. A thread that finds the
 * bell armed, by one whose barrier has been since the bell last changed (W3), needs none. The
 * ringer clears `armed` and then changes the bell; so a thread that read it before (W4) does not
 * sleep.
 *
 * Terms of what follows. To spin is to look again and again; to yield is to let all run that are
 * ready on this core, and to go on behind them; to sleep is to be out of the kernel's queue until a
 * bell, the network or a clock wakes the thread. The share of a thread is the part of a core that
 * the kernel owes it beside the others that are ready there. A foreign load is what other programs
 * compute on the cores of the job. A core is lost while a thread is ready and does not run, and it
 * is crowded if it is lost for a round of many programs.
 *
 * Spinning. A thread of a rank that has a core for it, for as long as a sleep and its wake-up
 * would take: that is at most twice the better of both. A wake-up takes microseconds where a core
 * is idle, and up to a time slice where other programs compute: some sleeps measure it, by the
 * kernel's account of how long the thread was ready and did not run.
 *
 * Yielding. A thread that shares its core with others of the job: where ranks outnumber cores, at
 * once; else after spinning for so long that it may be the rank it waits for that wants the core. A
 * yield costs less than a sleep and a wake-up if only ranks of the job compete for the core, and a
 * whole time slice, which ends with a timer tick, if another program computes there. So when
 * several yields in a row last beyond a tick that is taken as a foreign load, and for a while waits
 * go from spinning straight to sleeping. Where many threads share a core more evidence is asked
 * for: there a yield lasts until all that woke up have had their turn, and if some took that for a
 * foreign load and slept, their wake-ups would make the yields of the rest longer still, until all
 * sleep.
 *
 * Sleeping at once. All threads of a rank whose core is crowded. The kernel lets a thread that
 * has slept run before those that have not, as long as it has used less than its share. A thread
 * that spins or yields among many programs uses up its small share, and is then behind all of them,
 * for 60 milliseconds beside 20; one that sleeps whenever it finds nothing runs within 0.1. So the
 * clock is looked at while a thread spins, yields or polls: if it has stood still for four time
 * slices, and the kernel says that the thread was ready meanwhile, and that it gets less than a
 * quarter of the core altogether, the core is crowded. Whether it still is only a spinning thread
 * can find out, and that costs a round if it is: so the belief lasts for 32 times as long as the
 * core was lost.
 *
 * Polls. A client that loops around a call that polls, but does not wait, cannot be put to sleep
 * until a bell rings: what it looks for may change without one. Such calls give way after some
 * polls in a row that found nothing (vain.c): not at all, if neither the client's threads outnumber
 * the cores of their rank nor ranks those of the host; else they yield; and where the core is
 * crowded, or a yield gives nothing to other ranks, they nap for 50 microseconds.
 *
 * Learning. A rank whose waits are mostly long has spun and yielded in vain before each of its
 * sleeps; so each wait that slept for long halves both for the next ones, down to a few
 * microseconds, and a short one doubles them: also one that slept, if spinning would have had what
 * came. Where two ranks answer each other and both sleep, each waits for two wake-ups, its own and
 * the other's: that, too, is short. Where they share a core, what a thread spins for comes as soon
 * as it sleeps: that is long. Where many ranks share a core each waits for the turns of the others:
 * there only a wait beyond so many times the usual bound is long. What a program loses where its
 * waits become short is a few wake-ups.
 *
 * Threads. Of those of a rank no more spin or yield than the rank has cores, as a thread that polls
 * takes the messages of all; the others sleep until handlers have run. One of the sleepers sleeps
 * in the conduit, so that not all are woken by each datagram; when it leaves while others sleep, it
 * wakes one that takes its place.
 */
#include "core/am/wait.h"

#include <limits.h>

#include "conduits/dispatch.h"
#include "core/diag/wait_record.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/mem/guard.h"
#include "core/sys/clock.h"
#include "core/sys/futex.h"
#include "core/sys/run_delay.h"
#include "core/watch/watch.h"

#define SPINS_BEFORE_CLOCK 32u /* pauses between looks at the clock */
#define SPIN_NS                                                                                    \
  200000u /* there are cores for all ranks: covers a copy of some megabytes by the peer */
#define WAKE_MOST_NS 1000000u /* of what is measured */
#define WAKE_SAMPLE 16u       /* one of so many sleeps measures */
#define YIELD_AFTER_NS 2000u  /* of spinning: another rank may be about to run on this core */
#define SPIN_LITTLE_NS 2000u  /* a thread beyond the cores of its rank */
#define YIELDS 40u            /* at most, before sleeping */
#define HASTE_MOST 6u  /* times that both were halved: 3 microseconds are left, and no yield */
#define MORE_LOOKS 15u /* before each of them, where it is the kernel that wants the core */
/* suspicion: a yield over a tick adds this, a short one takes 1 away, */
#define LONG_YIELD_WEIGHT 8
#define SUSPICION 28    /* and from here on it is believed: a rank that computes is no foreigner */
#define MANY_SHARERS 9u /* of a core: there a long yield adds no more than a short one takes */
#define FOREIGN_NS 50000000u /* for so long */
/* The core was lost to many others if it came back after this, for each rank that shares it: four
 * time slices, ... */
#define ROUND_NS 12000000u
#define LEAST_SHARE 3u       /* ... and the thread was ready for so many times as long as it ran. */
#define CROWDED 32u          /* That is believed for so many times as long as the core was away. */
#define POLL_NAP_NS 50000    /* of a client that polls in a loop, in place of a yield */
#define NAP_MIN_NS 50000u    /* sleeps of waits that may end without a ring: first, ... */
#define NAP_MAX_NS 10000000u /* ... and longest */
#define NAP_TWO_WAYS_NS 1000000u /* longest where a message can come by ring or by conduit */
#define AT_ONCE_NS 5000u         /* the conduit woke a thread at once, ... */
/* ... so often, although it finds nothing: another is about to take what came */
#define MOST_VAIN 3u
#define RECORD_NS UINT64_C(500000)
#define SLEEP_NS 200000000u /* sleeps of the others: only to look at the clock */

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
  w->watched = (uint8_t)hyd_watched(job);
  if (w->watched) hyd_watch_wait_begin(job, reason, peer);
}

void hyd_wait_share_cores(struct hyd_job *job) {
  if (job->wait.oversubscribed || 2 * job->shared->kernel_ranks <= job->wait.host_cpus) return;
  job->wait.oversubscribed = 1;
  job->wait.more_looks = MORE_LOOKS;
  hyd_threads_weigh(job);
}

/* --- sleeping ------------------------------------------------------------- */

static void arm_bell(struct hyd_wait *w) {
  struct hyd_job *job = w->job;
  atomic_fetch_add_explicit(&job->wait.threads, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&job->shared->sleepers, 1, memory_order_relaxed);
  w->bell =
      atomic_load_explicit(&job->me->bell, memory_order_acquire); /* W4, pairs with hyd_rouse */
  if (w->wants) {
    atomic_store_explicit(&job->me->wants, w->wants, memory_order_relaxed);
    atomic_fetch_add_explicit(&hyd_inbox_at(job, w->wants - 1)->request.space_waiters, 1,
                              memory_order_relaxed);
  }
  w->wants_reply = atomic_load_explicit(&job->rx.parked_for, memory_order_relaxed);
  if (w->wants_reply) {
    atomic_store_explicit(&job->me->wants_reply, w->wants_reply, memory_order_relaxed);
    atomic_fetch_add_explicit(&hyd_inbox_at(job, w->wants_reply - 1)->reply.space_waiters, 1,
                              memory_order_relaxed);
  }
  w->armed = 1;
  if (job->threads.many && !w->wants && !w->wants_reply &&
      atomic_load_explicit(&job->me->armed, memory_order_relaxed) &&
      atomic_load_explicit(&job->wait.settled, memory_order_acquire) ==
          w->bell) /* W3, pairs with the store below */
    return;
  atomic_store_explicit(&job->me->armed, 1, memory_order_seq_cst); /* W1 */
  atomic_thread_fence(memory_order_seq_cst);
  if (!job->wait.fence_mode && (!job->wait.membarrier || hyd_membarrier() != 0))
    w->timed = 1;
  else
    atomic_store_explicit(&job->wait.settled, w->bell, memory_order_release); /* pairs with W3 */
}

static void disarm_bell(struct hyd_wait *w) {
  struct hyd_job *job = w->job;
  /* With several threads asleep the bell stays armed: a needless ring is harmless, a lost one
   * not. */
  if (atomic_fetch_sub_explicit(&job->wait.threads, 1, memory_order_relaxed) == 1 &&
      !job->threads.many)
    atomic_store_explicit(&job->me->armed, 0, memory_order_relaxed);
  atomic_fetch_sub_explicit(&job->shared->sleepers, 1, memory_order_relaxed);
  if (w->wants)
    atomic_fetch_sub_explicit(&hyd_inbox_at(job, w->wants - 1)->request.space_waiters, 1,
                              memory_order_relaxed);
  if (w->wants_reply)
    atomic_fetch_sub_explicit(&hyd_inbox_at(job, w->wants_reply - 1)->reply.space_waiters, 1,
                              memory_order_relaxed);
  w->armed = 0;
}

static uint64_t nap_ns(const struct hyd_wait *w, int in_conduit) {
  uint64_t ns = NAP_MIN_NS << (w->naps < 10 ? w->naps : 10);
  uint64_t max = in_conduit ? NAP_TWO_WAYS_NS : NAP_MAX_NS;
  if (atomic_load_explicit(&w->job->rx.todo, memory_order_relaxed) & (HYD_TODO_NOW | HYD_TODO_SOON))
    return NAP_MIN_NS;
  if (!w->timed && !in_conduit) return SLEEP_NS;
  return ns < max ? ns : max;
}

/* Whether this thread sleeps in the conduit, for all of its rank. */
static int try_take_conduit(struct hyd_job *job) {
  if (job->net.state == NULL) return 0;
  return !job->threads.many ||
         !atomic_exchange_explicit(&job->wait.in_conduit, 1, memory_order_relaxed);
}

static void leave_conduit(struct hyd_job *job) {
  atomic_store_explicit(&job->wait.in_conduit, 0, memory_order_relaxed);
}

/* The end of a wait that slept in the conduit: if no thread does now, and others sleep, one of them
 * shall. The bell changes, so that one which is about to sleep looks once more whether it is to be
 * that one. */
static void hand_over(struct hyd_job *job) {
  if (!atomic_load_explicit(&job->wait.threads, memory_order_relaxed) ||
      atomic_load_explicit(&job->wait.in_conduit, memory_order_relaxed))
    return;
  atomic_fetch_add_explicit(&job->me->bell, 1, memory_order_release);
  hyd_futex_wake(&job->me->bell, 1);
}

/* What one wake-up took: the thread had been ready for so long before, and after; threads may race:
 * it is a hint. */
static void learn_wake_up(struct hyd_job *job, uint64_t before, uint64_t after) {
  uint64_t old = atomic_load_explicit(&job->wait.wake_ns, memory_order_relaxed);
  uint64_t ns = after > before ? after - before : 0;
  if (ns > WAKE_MOST_NS) ns = WAKE_MOST_NS;
  atomic_store_explicit(&job->wait.wake_ns, old - old / 4 + ns / 4, memory_order_relaxed);
}

/* The bell is armed and the caller has looked again in vain. */
static void sleep_once(struct hyd_wait *w) {
  struct hyd_job *job = w->job;
  int in_conduit = try_take_conduit(job);
  uint64_t began, slept, delay;
  int measures;
  hyd_count(job, HYD_COUNT_SLEEPS, 1);
  measures =
      atomic_fetch_add_explicit(&job->wait.sleeps, 1, memory_order_relaxed) % WAKE_SAMPLE == 0;
  delay = measures ? hyd_run_delay_ns() : 0;
  began = hyd_now_ns();
  if (!in_conduit || w->vain >= MOST_VAIN || !hyd_conduit_sleep(job, nap_ns(w, 1))) {
    hyd_futex_wait(&job->me->bell, w->bell,
                   w->vain >= MOST_VAIN ? NAP_MIN_NS : nap_ns(w, in_conduit));
    w->vain = 0;
  }
  if (in_conduit) leave_conduit(job);
  slept = hyd_now_ns() - began;
  if (measures) learn_wake_up(job, delay, hyd_run_delay_ns());
  if (in_conduit && job->threads.many) {
    w->led = 1;
    w->vain = slept < AT_ONCE_NS ? w->vain + 1 : 0;
  }
  w->slept_us += (uint32_t)(slept / 1000);
  w->naps += w->naps < UINT16_MAX;
  disarm_bell(w);
}

/* --- learning ------------------------------------------------------------- */

/* How long a thread spins before it sleeps, if its waits are short. */
static uint64_t patience_ns(const struct hyd_job *job) {
  uint64_t wake = atomic_load_explicit(&job->wait.wake_ns, memory_order_relaxed);
  return wake + wake / 2 > SPIN_NS ? wake + wake / 2 : SPIN_NS;
}

/* Whether spinning would have had what came: not if this thread spun, and it came soon after the
 * thread had slept (the other rank shares the core), nor if it came later than two ranks wake up.
 */
static int was_short(const struct hyd_wait *w) {
  struct hyd_job *job = w->job;
  uint64_t wakes = 3 * atomic_load_explicit(&job->wait.wake_ns, memory_order_relaxed);
  uint64_t turns = (uint64_t)SPIN_NS * job->wait.sharers;
  if (!job->wait.oversubscribed && w->naps && w->slept_us < w->spun_us) return 0;
  return 1000 * (uint64_t)w->slept_us < (wakes > turns ? wakes : turns);
}

/* A stretch without work is over; threads may race: it is a hint. */
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

static int has_foreign_load(const struct hyd_job *job, uint64_t now) {
  return now < atomic_load_explicit(&job->wait.foreign_until_ns, memory_order_relaxed);
}

static int is_crowded(const struct hyd_job *job, uint64_t now) {
  return now < atomic_load_explicit(&job->wait.crowded_until_ns, memory_order_relaxed);
}

/* This thread has not run for so long, without having slept in the library. If it was ready all the
 * time, and gets little of the core altogether, the core is crowded. */
static HYD_COLD void weigh_loss(struct hyd_job *job, uint64_t away, uint64_t now) {
  struct hyd_vain *v = &hyd_self(job)->vain;
  struct hyd_run_times t = hyd_run_times();
  uint64_t ran = t.ran_ns - v->ran_ns, delay = t.delay_ns - v->delay_ns;
  v->ran_ns = t.ran_ns;
  v->delay_ns = t.delay_ns;
  if (delay < away / 2 || delay < LEAST_SHARE * ran) return;
  atomic_store_explicit(&job->wait.crowded_until_ns, now + CROWDED * away, memory_order_relaxed);
}

static int is_round(const struct hyd_job *job, uint64_t ns) {
  return ns >= (uint64_t)ROUND_NS * job->wait.sharers;
}

/* From here on, until the next look, this thread means to run; 0: it does not. */
static void begin_look(struct hyd_job *job, uint64_t now) { hyd_self(job)->vain.looked_ns = now; }

static void look_at_clock(struct hyd_job *job, uint64_t now) {
  uint64_t before = hyd_self(job)->vain.looked_ns;
  if (before && now > before && hyd_unlikely(is_round(job, now - before)))
    weigh_loss(job, now - before, now);
  begin_look(job, now);
}

/* Whether it lasted beyond a tick. */
static int yield_core(struct hyd_job *job) {
  uint64_t before = hyd_tick_ns(), after;
  begin_look(job, before);
  sched_yield();
  after = hyd_tick_ns();
  look_at_clock(job, after);
  return after != before;
}

/* Threads may race on the suspicion: it is a hint. */
static void timed_yield(struct hyd_job *job) {
  int s = atomic_load_explicit(&job->wait.suspicion, memory_order_relaxed);
  int weight = job->wait.sharers >= MANY_SHARERS ? 1 : LONG_YIELD_WEIGHT;
  s += yield_core(job) ? weight : s > 0 ? -1 : 0;
  if (s >= SUSPICION) {
    atomic_store_explicit(&job->wait.foreign_until_ns, hyd_tick_ns() + FOREIGN_NS,
                          memory_order_relaxed);
    s = SUSPICION - LONG_YIELD_WEIGHT / 2; /* then fewer will do */
  }
  atomic_store_explicit(&job->wait.suspicion, s, memory_order_relaxed);
}

void hyd_give_way(struct hyd_job *job) {
  uint64_t now = hyd_tick_ns();
  if (job->wait.yields_help && !has_foreign_load(job, now) && !is_crowded(job, now))
    timed_yield(job);
}

static int may_yield_in_polls(const struct hyd_job *job) {
  return atomic_load_explicit(&job->wait.polls_yield, memory_order_relaxed);
}

int hyd_shares_core(const struct hyd_job *job) {
  return may_yield_in_polls(job) || is_crowded(job, hyd_tick_ns());
}

void hyd_give_way_or_nap(struct hyd_job *job) {
  uint64_t now = hyd_tick_ns();
  look_at_clock(job, now);
  if (!is_crowded(job, now) && !may_yield_in_polls(job)) return;
  if (!is_crowded(job, now) && job->wait.yields_help) {
    (void)yield_core(job);
    return;
  }
  nanosleep(&(struct timespec){0, POLL_NAP_NS}, NULL);
  begin_look(job, 0);
}

/* After the end (core/exit/after_end.c) the thread that runs exit() waits for others in vain. */
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

/* What a long wait looks after: the end of the job, the recorder, the time limit. To record looks
 * at all operations of the rank, which may be many: it is done at first, since a long sleep may
 * follow, after RECORD_NS, and each time that the wait has become twice as long. */
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

/* After one more look. */
static void sleep_next(struct hyd_wait *w, uint64_t now) {
  stop_spinning(w);
  note_spun(w, now);
  arm_bell(w);
}

static void escalate_wait(struct hyd_wait *w) {
  struct hyd_job *job = w->job;
  uint64_t now = job->wait.oversubscribed ? hyd_tick_ns() : hyd_now_ns();
  if (w->at.start_ns == 0) w->at.start_ns = now;
  if (w->idle_ns == 0) {
    w->idle_ns = now;
    begin_look(job, now);
  } else if (w->naps == 0) {
    look_at_clock(job, now);
  }
  if (w->armed) {
    look_around(w, now);
    sleep_once(w);
  } else if (job->wait.mode == GASNET_WAIT_SPIN) {
    if (now - w->at.start_ns > 1000000) look_around(w, now);
    if (job->wait.oversubscribed) sched_yield();
  } else if (job->wait.mode == GASNET_WAIT_BLOCK) {
    arm_bell(w);
  } else if (is_crowded(job, now)) {
    sleep_next(w, now);
  } else if (!job->wait.oversubscribed && now - w->idle_ns < spin_ns(w)) {
    if (now - w->idle_ns > YIELD_AFTER_NS && job->wait.yields_help && !has_foreign_load(job, now))
      timed_yield(job);
  } else if (w->yields < YIELDS >> haste_now(job) && job->wait.yields_help &&
             !has_foreign_load(job, now) && may_spin(w)) {
    w->yields++;
    timed_yield(job);
  } else {
    sleep_next(w, now);
  }
}

/* Work came: what follows soon is worth spinning for again. */
static HYD_COLD void end_idle(struct hyd_wait *w) {
  if (w->armed) disarm_bell(w);
  learn_haste(w);
  w->idle_ns = 0;
  w->pauses = w->naps = 0;
  w->yields = 0;
  w->slept_us = w->spun_us = 0;
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
      w->pauses % SPINS_BEFORE_CLOCK == 0)
    escalate_wait(w);
  else
    hyd_cpu_relax();
}

/* A wait that was long enough to look at the clock. */
static HYD_COLD void end_long_wait(struct hyd_wait *w) {
  hyd_count(w->job, HYD_COUNT_WAITS, 1);
  stop_spinning(w);
  if (w->idle_ns) learn_haste(w);
  if (w->recorded) hyd_diag_record_wait(w->job, NULL);
}

void hyd_wait_end(struct hyd_wait *w) {
  if (w->armed) disarm_bell(w);
  if (w->at.start_ns) end_long_wait(w);
  if (w->led) hand_over(w->job);
  hyd_probe_wait_done(w->at.reason);
  if (hyd_unlikely(w->watched)) hyd_watch_wait_end(w->job);
}

/* --- GASNET_BLOCKUNTIL ---------------------------------------------------- */

void hyd_blockuntil_begin(struct hyd_wait_state *s) {
  if (HYD_DEBUG) hyd_check_call("GASNET_BLOCKUNTIL");
  hyd_check_ready("GASNET_BLOCKUNTIL");
  hyd_wait_begin((struct hyd_wait *)s, hyd_the_job, HYD_WAIT_BLOCKUNTIL, HYD_NO_PEER, 0);
}

void hyd_blockuntil_pause(struct hyd_wait_state *s) { hyd_wait_pause((struct hyd_wait *)s); }

void hyd_blockuntil_end(struct hyd_wait_state *s) { hyd_wait_end((struct hyd_wait *)s); }

int gasnet_set_waitmode(int wait_mode) {
  hyd_check_ready("gasnet_set_waitmode");
  if (wait_mode != GASNET_WAIT_SPIN && wait_mode != GASNET_WAIT_BLOCK &&
      wait_mode != GASNET_WAIT_SPINBLOCK)
    return hyd_error(GASNET_ERR_BAD_ARG, "gasnet_set_waitmode",
                     "mode %d; expected GASNET_WAIT_SPIN, _BLOCK or _SPINBLOCK", wait_mode);
  hyd_the_job->wait.mode = wait_mode;
  return GASNET_OK;
}

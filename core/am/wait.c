/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait.c: whether a thread that waits spins, yields or sleeps, and how no wake-up is lost.
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
 * --- no wake-up is lost ---
 *
 * The sleeper arms its bell (W1), makes all earlier stores of producers visible to itself, looks
 * once more for work, and sleeps on the bell's old value.
 *
 * The producer publishes its message, and then reads `armed`. If there is a full fence between
 * store and load on both sides, the producer sees `armed` or the sleeper sees the message.
 *
 * The producer's fence would cost every message. So the sleeper makes it for all producers, by
 * membarrier(2) (W1), which interrupts their cores.
 *
 * Producers fence by themselves (W2) in two cases: where ranks outnumber cores, because sleeps are
 * frequent there and each membarrier would interrupt the other ranks; and where a rank shares
 * memory with no other, because no message pays for the fence.
 *
 * Where the kernel has no membarrier, sleeps are naps, of 10 milliseconds at most.
 *
 * Threads of one rank share the bell. A thread that finds the bell armed needs no membarrier, if
 * the thread that armed the bell has made one since the bell last changed (W3).
 *
 * The ringer clears `armed`, and then changes the bell. A thread that read the bell before (W4)
 * does not fall asleep.
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
 * --- calls that poll in a loop of the client's ---
 *
 * Such a call does not wait, so it cannot sleep for as long as no bell rings: what the client looks
 * for may change without one. After some polls in a row that found nothing (vain.c) the thread
 * gives way: not at all, if there is a core for every thread; by a yield, if there is not; by a nap
 * of 50 to 200 microseconds, if the core is crowded or yields give nothing to other ranks.
 *
 * The bell is armed during a nap. A rank that sends a message then wakes the thread, and the kernel
 * runs a thread that is woken so where the sender goes to sleep; one whose clock has run out waits
 * for a turn of the program that computes there.
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
 * of all. The others sleep until handlers have run. One of the sleepers sleeps in the conduit, so
 * that a datagram does not wake them all; when it ends its wait while others sleep, it wakes one
 * that takes its place.
 */
#include "core/am/wait.h"

#include <limits.h>

#include "conduits/dispatch.h"
#include "core/diag/wait_record.h"
#include "core/base/err.h"
#include "core/mem/guard.h"
#include "core/sys/clock.h"
#include "core/sys/futex.h"
#include "core/sys/run_delay.h"
#include "core/watch/watch.h"

#define SPINS_BEFORE_CLOCK 32u /* pauses between looks at the clock */
#define CALLS_BEFORE_CLOCK 4u  /* the same, where a pause may be a call of the kernel */
#define SPIN_NS 200000u        /* covers a copy of some megabytes by the peer */
#define SPIN_LITTLE_NS 2000u   /* for a thread beyond the cores of its rank */
#define YIELD_AFTER_NS 2000u   /* of spinning, where every rank has a core */
#define YIELD_CALLS_NS 16000u  /* the same, where messages come by calls of the kernel */
#define YIELD_SOON_NS 50u      /* the same, where the awaited rank is known to share the core */
#define SWITCH_NS 1000u        /* a yield that takes longer has let another thread run */
#define PLACE_AFTER 256u       /* such yields, and then a sleep: a wake-up chooses an idle core */
#define YIELDS 40u             /* before a sleep, at most */
#define MORE_LOOKS 15u         /* before each yield, where the kernel wants the core */

/* Learning. */
#define WAKE_MOST_NS 1000000u /* the longest wake-up that counts */
#define WAKE_SAMPLE 16u       /* one of so many sleeps measures its wake-up */
#define HASTE_MOST 6u         /* halvings: 3 microseconds of spinning are left, and no yield */

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

/* Sleeps. */
#define NAP_MIN_NS 50000u          /* the first sleep of a wait that may end without a ring */
#define POLL_NAPS 2u               /* doublings of it at most, for a client that polls in a loop */
#define NAP_MAX_NS 10000000u       /* the longest such sleep */
#define NAP_TWO_WAYS_NS 1000000u   /* the longest, where messages come by ring and by conduit */
#define SLEEP_NS 200000000u        /* of other waits, which wake up to look at the clock */
#define AT_ONCE_NS 5000u           /* a sleep in the conduit that is shorter ended at once */
#define MOST_VAIN 3u               /* sleeps in a row that ended at once and found nothing */
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
  /* The bell stays armed while other threads sleep: a needless ring is harmless, a lost one is
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

/* Returns 1 if this thread is the one of its rank that sleeps in the conduit now. */
static int try_take_conduit(struct hyd_job *job) {
  if (job->net.state == NULL) return 0;
  return !job->threads.many ||
         !atomic_exchange_explicit(&job->wait.in_conduit, 1, memory_order_relaxed);
}

static void leave_conduit(struct hyd_job *job) {
  atomic_store_explicit(&job->wait.in_conduit, 0, memory_order_relaxed);
}

/* Ends a wait that slept in the conduit: if no thread does now, wakes one of those that sleep. The
 * bell changes, so that a thread which is about to sleep tries once more to sleep in the conduit.
 */
static void hand_over(struct hyd_job *job) {
  if (!atomic_load_explicit(&job->wait.threads, memory_order_relaxed) ||
      atomic_load_explicit(&job->wait.in_conduit, memory_order_relaxed))
    return;
  atomic_fetch_add_explicit(&job->me->bell, 1, memory_order_release);
  hyd_futex_wake(&job->me->bell, 1);
}

/* Notes what a wake-up took, from the times that the thread had been ready before and after the
 * sleep. Threads may race: it is a hint. */
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

static int has_foreign_load(const struct hyd_job *job, uint64_t now) {
  return now < atomic_load_explicit(&job->wait.foreign_until_ns, memory_order_relaxed);
}

static int is_crowded(const struct hyd_job *job, uint64_t now) {
  return now < atomic_load_explicit(&job->wait.crowded_until_ns, memory_order_relaxed);
}

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

static int is_round(const struct hyd_job *job, uint64_t ns) {
  return ns >= (uint64_t)ROUND_NS * job->wait.sharers;
}

/* Notes that this thread means to run from `now` until its next look at the clock; 0: that it does
 * not. */
static void begin_look(struct hyd_job *job, uint64_t now) { hyd_self(job)->vain.looked_ns = now; }

static void look_at_clock(struct hyd_job *job, uint64_t now) {
  uint64_t before = hyd_self(job)->vain.looked_ns;
  if (before && now > before && hyd_unlikely(is_round(job, now - before)))
    weigh_loss(job, now - before, now);
  begin_look(job, now);
}

/* Yields; returns whether that lasted beyond a tick. */
static int yield_core(struct hyd_job *job) {
  uint64_t before = hyd_tick_ns(), after;
  begin_look(job, before);
  sched_yield();
  after = hyd_tick_ns();
  look_at_clock(job, after);
  return after != before;
}

/* Yields, and learns whether there is a foreign load. Threads may race on the suspicion: it is a
 * hint. */
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

/* How long a thread spins before it yields, if nothing is known of the rank that it waits for. */
static uint32_t yield_after_most(const struct hyd_job *job) {
  return job->net.state ? YIELD_CALLS_NS : YIELD_AFTER_NS;
}

/* How long it spins now. */
static uint32_t yield_after_ns(const struct hyd_job *job) {
  uint32_t ns = atomic_load_explicit(&job->wait.yield_after_ns, memory_order_relaxed);
  return ns ? ns : yield_after_most(job);
}

/* Yields `now`, beside spinning. A yield that let no other thread run was in vain: the next waits
 * spin longer. */
static void yield_while_spinning(struct hyd_wait *w, uint64_t now) {
  uint32_t after = yield_after_ns(w->job), most = yield_after_most(w->job);
  timed_yield(w->job);
  w->gave_way = hyd_now_ns() - now > SWITCH_NS;
  if (w->gave_way || after == most) return;
  atomic_store_explicit(&w->job->wait.yield_after_ns, after < most / 2 ? 2 * after : most,
                        memory_order_relaxed);
}

/* What was awaited has come. If the thread has just let another one run, that was the rank which it
 * waited for: the next waits yield soon. */
static void learn_who_shares(struct hyd_wait *w) {
  if (w->gave_way) {
    atomic_store_explicit(&w->job->wait.yield_after_ns, YIELD_SOON_NS, memory_order_relaxed);
    atomic_fetch_add_explicit(&w->job->wait.shared_waits, 1, memory_order_relaxed);
  }
  w->gave_way = 0;
}

/* Whether it is time to sleep in place of a yield. The kernel may leave two ranks that yield to
 * each other on one core for long, though another is idle; but a thread that is woken goes to an
 * idle one. */
static int wants_place(struct hyd_job *job) {
  if (atomic_load_explicit(&job->wait.shared_waits, memory_order_relaxed) < PLACE_AFTER) return 0;
  atomic_store_explicit(&job->wait.shared_waits, 0, memory_order_relaxed);
  return 1;
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

/* A nap, which ends when the bell rings or the network brings something. The next one is twice as
 * long if nothing has ended this one. Within a handler the thread may hold the conduit's lock. */
static void nap_or_be_woken(struct hyd_job *job) {
  struct hyd_thread *t = hyd_self(job);
  struct hyd_wait w = {.job = job, .timed = 1, .naps = t->vain.naps};
  if (t->in_request || t->in_reply) {
    nanosleep(&(struct timespec){0, NAP_MIN_NS}, NULL);
    return;
  }
  arm_bell(&w);
  if (!hyd_is_quiet(job)) {
    disarm_bell(&w);
    return;
  }
  sleep_once(&w);
  if (w.led) hand_over(job);
  if (1000 * (uint64_t)w.slept_us < (uint64_t)NAP_MIN_NS << t->vain.naps)
    t->vain.naps = 0;
  else if (t->vain.naps < POLL_NAPS)
    t->vain.naps++;
}

void hyd_give_way_or_nap(struct hyd_job *job) {
  uint64_t now = hyd_tick_ns();
  look_at_clock(job, now);
  if (!is_crowded(job, now) && !may_yield_in_polls(job)) return;
  if (!is_crowded(job, now) && job->wait.yields_help) {
    (void)yield_core(job);
    return;
  }
  nap_or_be_woken(job);
  begin_look(job, 0);
}

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
    if (now - w->idle_ns > yield_after_ns(job) && job->wait.yields_help &&
        !has_foreign_load(job, now)) {
      if (wants_place(job))
        sleep_next(w, now);
      else
        yield_while_spinning(w, now);
    }
  } else if (w->yields < YIELDS >> haste_now(job) && job->wait.yields_help &&
             !has_foreign_load(job, now) && may_spin(w)) {
    w->yields++;
    timed_yield(job);
  } else {
    sleep_next(w, now);
  }
}

/* Ends a stretch without work: what follows soon is worth spinning for again. */
static HYD_COLD void end_idle(struct hyd_wait *w) {
  if (w->armed) disarm_bell(w);
  learn_haste(w);
  learn_who_shares(w);
  w->idle_ns = 0;
  w->pauses = w->naps = 0;
  w->yields = 0;
  w->slept_us = w->spun_us = 0;
}

/* Pauses between looks at the clock. */
static unsigned pauses_before_clock(const struct hyd_job *job) {
  if (atomic_load_explicit(&job->wait.yield_after_ns, memory_order_relaxed) == YIELD_SOON_NS)
    return 1;
  return job->net.state ? CALLS_BEFORE_CLOCK : SPINS_BEFORE_CLOCK;
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
      w->pauses % pauses_before_clock(job) == 0)
    escalate_wait(w);
  else
    hyd_cpu_relax();
}

/* Ends a wait that was long enough to look at the clock. */
static HYD_COLD void end_long_wait(struct hyd_wait *w) {
  hyd_count(w->job, HYD_COUNT_WAITS, 1);
  stop_spinning(w);
  if (w->idle_ns) learn_haste(w);
  learn_who_shares(w);
  if (w->recorded) hyd_diag_record_wait(w->job, NULL);
}

void hyd_wait_end(struct hyd_wait *w) {
  if (w->armed) disarm_bell(w);
  if (w->at.start_ns) end_long_wait(w);
  if (w->led) hand_over(w->job);
  hyd_probe_wait_done(w->at.reason);
  if (hyd_unlikely(w->watched)) hyd_watch_wait_end(w->job);
}

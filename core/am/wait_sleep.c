/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait_sleep.c: how a waiting thread sleeps, and how no wake-up is lost.
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
 * Several threads of one rank: one of the sleepers sleeps in the conduit, so that a datagram does
 * not wake them all; when it ends its wait while others sleep, it wakes one that takes its place.
 */
#include "core/am/wait_int.h"
#include "conduits/dispatch.h"
#include "core/sys/clock.h"
#include "core/sys/futex.h"
#include "core/sys/run_delay.h"

#define WAKE_MOST_NS 1000000u    /* the longest wake-up that counts */
#define WAKE_SAMPLE 16u          /* one of so many sleeps measures its wake-up */
#define NAP_MAX_NS 10000000u     /* the longest sleep of a wait that may end without a ring */
#define NAP_TWO_WAYS_NS 1000000u /* the longest, where messages come by ring and by conduit */
#define SLEEP_NS 200000000u      /* of other waits, which wake up to look at the clock */
#define AT_ONCE_NS 5000u         /* a sleep in the conduit that is shorter ended at once */
#define MOST_VAIN 3u             /* sleeps in a row that ended at once and found nothing */

void hyd_bell_arm(struct hyd_wait *w) {
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

void hyd_bell_disarm(struct hyd_wait *w) {
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
void hyd_wait_hand_over(struct hyd_job *job) {
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
void hyd_wait_sleep(struct hyd_wait *w) {
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
  hyd_bell_disarm(w);
}

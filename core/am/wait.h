/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait.h: the one way in which the library waits: spin for about a line transfer, yield, then sleep
 * on the rank's bell, which a rank rings that has something for this one.
 *
 *   struct hyd_wait w;
 *   hyd_wait_begin(&w, job, HYD_WAIT_EVENT, peer, detail);
 *   while (!done()) hyd_wait_pause(&w);
 *   hyd_wait_end(&w);
 *
 * pause polls first. Before it sleeps it returns once with the bell armed, so that the caller looks
 * again; nothing that happened before the arming can be missed, and what happens after it rings.
 */
#ifndef HYD_AM_WAIT_H
#define HYD_AM_WAIT_H

#include "core/shm/bell.h"
#include "core/base/job.h"
#include "core/diag/wait_record.h"

struct hyd_wait {
  struct hyd_job *job;
  struct hyd_wait_record at; /* start_ns: 0, not yet known */
  uint64_t idle_ns;          /* since when there was no work; 0: not yet known */
  uint32_t pauses, bell;
  uint8_t armed, yields, timed, recorded; /* timed: wake now and then whatever happens */
  uint8_t spins;                          /* it is one of job->wait.spinners */
  uint8_t vain;                           /* sleeps in the conduit in a row that ended at once */
  uint8_t led;                            /* it slept there for all threads */
  uint8_t watched;                        /* its begin was told (core/watch) */
  uint64_t dumped_ns;
  uint16_t naps, spun_us; /* since idle_ns: sleeps, and how long it spun before the first */
  uint32_t wants;         /* rank + 1 whose request ring must get space, or 0 */
  uint32_t wants_reply;   /* while armed: the same for a parked reply */
  uint32_t slept_us;      /* since idle_ns */
};
_Static_assert(sizeof(struct hyd_wait) <= sizeof(struct hyd_wait_state), "public size");

void hyd_wait_begin(struct hyd_wait *w, struct hyd_job *job, enum hyd_wait_reason reason,
                    gex_Rank_t peer, uint64_t detail);
void hyd_wait_pause(struct hyd_wait *w);
void hyd_wait_end(struct hyd_wait *w);

/* The kernel moves this conduit's data with threads of its own, as busy as the ranks are: where
 * there are not cores for both, a rank that spins keeps its own data from coming. Waits give way
 * early then, nearly as where ranks alone outnumber cores. From the conduit's open. */
void hyd_wait_share_cores(struct hyd_job *job);

/* Runs arrived messages and what progress there is to make; how much that was. poll.c */
int hyd_poll_arrived(struct hyd_job *job);
/* The same without what comes by shared memory. */
int hyd_poll_more(struct hyd_job *job);

/* There is something to send that a handler decided on, or that found no room: poll calls
 * progress. */
static inline void hyd_poll_todo(struct hyd_job *job) {
  atomic_fetch_or_explicit(&job->rx.todo, HYD_TODO_NOW,
                           memory_order_release); /* T1, pairs with T2 in poll.c */
}
/* While something in shared memory must be looked at: poll calls progress each time. What changes
 * there rings, so that naps may be long. */
static inline void hyd_poll_watch(struct hyd_job *job, int on) {
  if (on)
    atomic_fetch_or_explicit(&job->rx.todo, HYD_TODO_WATCH, memory_order_relaxed);
  else
    atomic_fetch_and_explicit(&job->rx.todo, ~HYD_TODO_WATCH, memory_order_relaxed);
}
/* The same, while what is looked at changes without a ring. Under a lock of the caller's. */
static inline void hyd_poll_soon(struct hyd_job *job, int on) {
  if (on)
    atomic_fetch_or_explicit(&job->rx.todo, HYD_TODO_SOON, memory_order_relaxed);
  else
    atomic_fetch_and_explicit(&job->rx.todo, ~HYD_TODO_SOON, memory_order_relaxed);
}
/* To a thread of this job that may need the core; not where another program would have it. */
void hyd_give_way(struct hyd_job *job);
/* The same, of a thread whose client loops: where no yield helps, the thread naps. */
void hyd_give_way_or_nap(struct hyd_job *job);
/* Whether such a thread is to give way early: others of the job want its core, or many do. */
int hyd_shares_core(const struct hyd_job *job);
/* vain.c: polls, for calls that clients loop around. */
void hyd_poll_politely(struct hyd_job *job);
/* Such a call has found nothing. */
void hyd_looked_in_vain(struct hyd_job *job);
/* A call that never polls has found an operation incomplete; of so many one makes progress. */
#define HYD_TESTS 64u
void hyd_tested_enough(struct hyd_job *job, struct hyd_thread *t);
static inline void hyd_tested_in_vain(struct hyd_job *job) {
  struct hyd_thread *t = hyd_self(job);
  if (hyd_unlikely(++t->vain.tests >= HYD_TESTS)) hyd_tested_enough(job, t);
}
/* An atomic that need not poll has changed nothing. */
void hyd_changed_nothing(struct hyd_job *job);
void hyd_poll_init(struct hyd_job *job);

/* Whether no message has come by shared memory and nothing waits to be sent: a few loads from lines
 * that stay in this core's cache until there is something. */
HYD_HOT_INLINE int hyd_is_quiet(const struct hyd_job *job) {
  const struct hyd_line *q = atomic_load_explicit(&job->rx.request_line, memory_order_relaxed);
  const struct hyd_line *p = atomic_load_explicit(&job->rx.reply_line, memory_order_relaxed);
  const struct hyd_line *mine = job->mailbox.watched;
  /* R2 (X2, X4) follows in hyd_poll_arrived, which looks again before it reads the message */
  return atomic_load_explicit(&q->seq, memory_order_relaxed) !=
             atomic_load_explicit(&job->rx.request_seq, memory_order_relaxed) &&
         atomic_load_explicit(&p->seq, memory_order_relaxed) !=
             atomic_load_explicit(&job->rx.reply_seq, memory_order_relaxed) &&
         (atomic_load_explicit(&job->me->mailbox.seq, memory_order_relaxed) & 3) != 2 &&
         atomic_load_explicit(&mine->seq, memory_order_relaxed) != job->mailbox.reply_word &&
         !atomic_load_explicit(&job->rx.todo, memory_order_relaxed);
}

/* Looks for messages. */
HYD_HOT_INLINE int hyd_poll(struct hyd_job *job) {
  if (hyd_unlikely(!hyd_is_quiet(job))) return hyd_poll_arrived(job);
  return atomic_load_explicit(&job->rx.poll_more, memory_order_relaxed) ? hyd_poll_more(job) : 0;
}

#endif

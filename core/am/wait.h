/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait.h: how the library waits: a wait spins, yields, and then sleeps on the rank's bell, which is
 * rung by any rank that has something for this one (wait.c).
 *
 *   struct hyd_wait w;
 *   hyd_wait_begin(&w, job, HYD_WAIT_EVENT, peer, detail);
 *   while (!done()) hyd_wait_pause(&w);
 *   hyd_wait_end(&w);
 *
 * hyd_wait_pause polls first. Before it sleeps, it returns once with the bell armed, so that the
 * caller looks again: what happened before that is seen by this look, and what happens later rings.
 */
#ifndef HYD_AM_WAIT_H
#define HYD_AM_WAIT_H

#include "core/shm/bell.h"
#include "core/base/job.h"
#include "core/diag/wait_record.h"

struct hyd_wait {
  struct hyd_job *job;
  struct hyd_wait_record at; /* start_ns 0: not known yet */
  uint64_t idle_ns;          /* since when there was no work; 0: not known yet */
  uint32_t pauses;           /* since idle_ns */
  uint32_t bell;             /* its value when it was armed */
  uint8_t armed;             /* the next pause sleeps */
  uint8_t yields;            /* since idle_ns */
  uint8_t recorded;          /* times that the wait was recorded */
  uint8_t vain;              /* sleeps in the conduit in a row that ended at once */
  uint8_t timed : 1;         /* the wait may end without a ring: sleeps are short */
  uint8_t spins : 1;         /* counted in job->wait.spinners */
  uint8_t led : 1;           /* slept in the conduit for all threads of the rank */
  uint8_t watched : 1;       /* its begin was told (core/watch) */
  uint8_t gave_way : 1;      /* the last yield let another thread run */
  uint64_t dumped_ns;        /* when a dump was last printed because the wait was too long */
  uint16_t naps, spun_us;    /* since idle_ns: sleeps, and how long it spun before the first */
  uint32_t wants;            /* rank + 1 whose request ring must get room, or 0 */
  uint32_t wants_reply;      /* while armed: rank + 1 whose reply ring must get room, or 0 */
  uint32_t slept_us;         /* since idle_ns */
};
_Static_assert(sizeof(struct hyd_wait) <= sizeof(struct hyd_wait_state), "public size");

/* Measures what a call of the kernel takes here, by which waits tell a yield in vain from one that
 * let another thread run. Once, before the first wait. */
void hyd_measure_calls(struct hyd_job *job);

void hyd_wait_begin(struct hyd_wait *w, struct hyd_job *job, enum hyd_wait_reason reason,
                    gex_Rank_t peer, uint64_t detail);
void hyd_wait_pause(struct hyd_wait *w);
void hyd_wait_end(struct hyd_wait *w);

/* Makes waits give way early where ranks and the kernel's threads outnumber the cores. A conduit
 * calls it in its open if threads of the kernel move its data and are as busy as the ranks: a rank
 * that spins would keep its own data from coming. */
void hyd_wait_share_cores(struct hyd_job *job);

/* poll.c: runs the handlers of arrived messages and makes progress; returns how much was done. */
int hyd_poll_arrived(struct hyd_job *job);
/* The same without messages that come by shared memory. */
int hyd_poll_more(struct hyd_job *job);

/* Asks the next poll to make progress: there is something to send, on which a handler decided or
 * which found no room. */
static inline void hyd_poll_todo(struct hyd_job *job) {
  atomic_fetch_or_explicit(&job->rx.todo, HYD_TODO_NOW,
                           memory_order_release); /* T1, pairs with T2 in poll.c */
}
/* Asks every poll to make progress, while something in shared memory must be looked at. A change
 * there rings the bell, so that naps may be long. */
static inline void hyd_poll_watch(struct hyd_job *job, int on) {
  if (on)
    atomic_fetch_or_explicit(&job->rx.todo, HYD_TODO_WATCH, memory_order_relaxed);
  else
    atomic_fetch_and_explicit(&job->rx.todo, ~HYD_TODO_WATCH, memory_order_relaxed);
}
/* The same for what changes without a ring: naps are short. Under a lock of the caller. */
static inline void hyd_poll_soon(struct hyd_job *job, int on) {
  if (on)
    atomic_fetch_or_explicit(&job->rx.todo, HYD_TODO_SOON, memory_order_relaxed);
  else
    atomic_fetch_and_explicit(&job->rx.todo, ~HYD_TODO_SOON, memory_order_relaxed);
}
/* Yields to threads of this job that may need the core, unless another program would get it. */
void hyd_give_way(struct hyd_job *job);
/* The same for a thread whose client polls in a loop: where yields do not help, the thread naps. */
void hyd_give_way_or_nap(struct hyd_job *job);
/* Whether such a thread gives way early: its core is wanted by others of the job, or crowded. */
int hyd_shares_core(const struct hyd_job *job);
/* vain.c: polls in a call that clients loop around. */
void hyd_poll_politely(struct hyd_job *job);
/* Notes that such a call has found nothing. */
void hyd_looked_in_vain(struct hyd_job *job);
#define HYD_TESTS                                                                                  \
  64u /* of so many tests that found an operation incomplete, one makes progress                   \
       */
void hyd_tested_enough(struct hyd_job *job, struct hyd_thread *t);
/* Notes that a call which never polls has found an operation incomplete. */
static inline void hyd_tested_in_vain(struct hyd_job *job) {
  struct hyd_thread *t = hyd_self(job);
  if (hyd_unlikely(++t->vain.tests >= HYD_TESTS)) hyd_tested_enough(job, t);
}
/* Notes that an atomic, which need not poll, has changed nothing. */
void hyd_changed_nothing(struct hyd_job *job);
void hyd_poll_init(struct hyd_job *job);

/* Whether a message has come, by each of the four places in shared memory. R2 (X2, X4) follows in
 * hyd_poll_arrived, which looks again before it reads the message. */
HYD_HOT_INLINE int hyd_has_ring_request(const struct hyd_job *job) {
  const struct hyd_line *l = atomic_load_explicit(&job->rx.request_line, memory_order_relaxed);
  return atomic_load_explicit(&l->seq, memory_order_relaxed) ==
         atomic_load_explicit(&job->rx.request_seq, memory_order_relaxed);
}
HYD_HOT_INLINE int hyd_has_ring_reply(const struct hyd_job *job) {
  const struct hyd_line *l = atomic_load_explicit(&job->rx.reply_line, memory_order_relaxed);
  return atomic_load_explicit(&l->seq, memory_order_relaxed) ==
         atomic_load_explicit(&job->rx.reply_seq, memory_order_relaxed);
}
HYD_HOT_INLINE int hyd_has_mailbox_request(const struct hyd_job *job) {
  return (atomic_load_explicit(&job->me->mailbox.seq, memory_order_relaxed) & 3) == 2;
}
HYD_HOT_INLINE int hyd_has_mailbox_reply(const struct hyd_job *job) {
  return atomic_load_explicit(&job->mailbox.watched->seq, memory_order_relaxed) ==
         job->mailbox.reply_word;
}

/* Whether no message has come by shared memory and nothing waits to be sent: a few loads from lines
 * that stay in this core's cache until there is something. */
HYD_HOT_INLINE int hyd_is_quiet(const struct hyd_job *job) {
  return !hyd_has_ring_request(job) && !hyd_has_ring_reply(job) && !hyd_has_mailbox_request(job) &&
         !hyd_has_mailbox_reply(job) && !atomic_load_explicit(&job->rx.todo, memory_order_relaxed);
}

/* Looks for messages. */
HYD_HOT_INLINE int hyd_poll(struct hyd_job *job) {
  if (hyd_unlikely(!hyd_is_quiet(job))) return hyd_poll_arrived(job);
  return atomic_load_explicit(&job->rx.poll_more, memory_order_relaxed) ? hyd_poll_more(job) : 0;
}
/* Whether a poll would do nothing. */
HYD_HOT_INLINE int hyd_poll_finds_nothing(const struct hyd_job *job) {
  return hyd_is_quiet(job) && !atomic_load_explicit(&job->rx.poll_more, memory_order_relaxed);
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * poll.c: takes arrived messages off the two rings and runs their handlers.
 *
 * Replies are taken first: their handlers need nothing, so that this always makes progress.
 *
 * A request whose reply found no room is the last request taken until that reply has gone
 * (reply.c). So two ranks cannot deadlock, and at most one reply is parked.
 *
 * One thread at a time takes messages.
 */
#include "core/am/ring_am.h"
#include "core/am/mailbox.h"
#include "core/am/later.h"
#include "core/am/deferred.h"

#define BATCH 64u       /* messages that a poll takes off one ring */
#define STREAM 4u       /* after so many messages in a row, more are likely to be there: */
#define STREAM_AHEAD 8u /* the line so far ahead is prefetched */
#define FREE_EVERY (HYD_RING_LINES / 8)

/* Wakes ranks that sleep until a ring of this rank has space. */
static HYD_COLD void wake_senders(struct hyd_job *job) {
  for (uint32_t i = 0; i < job->shared->nranks; i++) {
    struct hyd_rank_shared *r = &job->shared->rank[i];
    if (atomic_load_explicit(&r->wants, memory_order_relaxed) == job->rank + 1 ||
        atomic_load_explicit(&r->wants_reply, memory_order_relaxed) == job->rank + 1)
      hyd_wake(job, r);
  }
}

static void give_back(struct hyd_job *job, struct hyd_ring *ring, uint32_t line, uint32_t block,
                      uint32_t *freed) {
  if (line == *freed) return;
  *freed = line;
  hyd_ring_free(ring, line, block);
  hyd_wake_fence(job); /* W2 */
  if (hyd_unlikely(atomic_load_explicit(&ring->space_waiters, memory_order_relaxed)))
    wake_senders(job);
}

static void expect_reply(struct hyd_job *job, struct hyd_ring *ring, uint32_t pos) {
  job->rx.reply_pos = pos;
  atomic_store_explicit(&job->rx.reply_seq, pos + 1, memory_order_relaxed);
  atomic_store_explicit(&job->rx.reply_line, hyd_ring_line(ring, pos), memory_order_relaxed);
}

static void expect_request(struct hyd_job *job, struct hyd_ring *ring, uint32_t pos) {
  job->rx.request_pos = pos;
  atomic_store_explicit(&job->rx.request_seq, pos + 1, memory_order_relaxed);
  atomic_store_explicit(&job->rx.request_line, hyd_ring_line(ring, pos), memory_order_relaxed);
}

void hyd_poll_init(struct hyd_job *job) {
  struct hyd_inbox *inbox = hyd_inbox_at(job, job->rank);
  job->mailbox.on = !job->threads.many;
  job->mailbox.watched = &job->mailbox.none;
  job->mailbox.reply_word = hyd_mailbox_word(HYD_MAILBOX_REPLY, job->rank);
  expect_reply(job, &inbox->reply, 0);
  expect_request(job, &inbox->request, 0);
}

static int drain_replies(struct hyd_job *job, struct hyd_thread *t) {
  struct hyd_ring *ring = &hyd_inbox_at(job, job->rank)->reply;
  uint32_t pos = job->rx.reply_pos, n = 0;
  while (n < BATCH && hyd_ring_arrived(ring, pos)) {
    pos += hyd_ring_take(job, t, ring, pos, 0, &job->rx.reply_block);
    n++;
    if (pos - job->rx.reply_freed >= FREE_EVERY)
      give_back(job, ring, pos, job->rx.reply_block, &job->rx.reply_freed);
  }
  if (n == 0) return 0;
  expect_reply(job, ring, pos);
  give_back(job, ring, pos, job->rx.reply_block, &job->rx.reply_freed);
  return (int)n;
}

static int drain_requests(struct hyd_job *job, struct hyd_thread *t) {
  struct hyd_ring *ring = &hyd_inbox_at(job, job->rank)->request;
  uint32_t pos = job->rx.request_pos, n = 0;
  while (n < BATCH && hyd_ring_arrived(ring, pos)) {
    if (n > STREAM) __builtin_prefetch(hyd_ring_line(ring, pos + STREAM_AHEAD));
    pos += hyd_ring_take(job, t, ring, pos, 1, &job->rx.request_block);
    n++;
    if (pos - job->rx.request_freed >= FREE_EVERY)
      give_back(job, ring, pos, job->rx.request_block, &job->rx.request_freed);
    if (hyd_unlikely(hyd_am_closed(job))) break;
  }
  if (n == 0) return 0;
  expect_request(job, ring, pos);
  give_back(job, ring, pos, job->rx.request_block, &job->rx.request_freed);
  return (int)n;
}

/* Sends a parked reply, runs put-off handlers, and polls the conduit. */
static int unpark_and_conduit(struct hyd_job *job) {
  int n = 0;
  if (job->rx.parked != NULL) n += hyd_am_unpark(job);
  if (hyd_unlikely(atomic_load_explicit(&job->rx.later, memory_order_relaxed) != NULL))
    n += hyd_later_run(job);
  if (job->net.state) n += hyd_conduit_poll(job, !hyd_am_closed(job));
  return n;
}

/* The message's copy is in the frames of these two. */
static HYD_ASIDE int take_mailbox_reply(struct hyd_job *job, struct hyd_thread *t) {
  return hyd_mailbox_take_reply(job, t);
}
static HYD_ASIDE int take_mailbox_request(struct hyd_job *job, struct hyd_thread *t) {
  return hyd_mailbox_take_request(job, t);
}

/* Goes only where there is something: mostly that is one place. */
HYD_HOT_INLINE int take_messages(struct hyd_job *job) {
  struct hyd_thread *t = hyd_self(job);
  int n = 0;
  if (hyd_has_mailbox_reply(job)) n += take_mailbox_reply(job, t);
  if (hyd_has_ring_reply(job)) n += drain_replies(job, t);
  if (hyd_unlikely(atomic_load_explicit(&job->rx.poll_more, memory_order_relaxed)))
    n += unpark_and_conduit(job);
  if (hyd_has_mailbox_request(job) && hyd_likely(!hyd_am_closed(job)))
    n += take_mailbox_request(job, t);
  if (hyd_has_ring_request(job) && hyd_likely(!hyd_am_closed(job))) n += drain_requests(job, t);
  return n;
}

/* The flag HYD_TODO_NOW is for all progress functions: it is cleared here alone, before they look.
 */
static HYD_COLD int make_progress(struct hyd_job *job) {
  const struct hyd_thread *t = hyd_self(job);
  int was = 0;
  if (t->in_request || t->in_reply) return 0; /* within a handler nothing may be sent */
  atomic_fetch_and_explicit(&job->rx.todo, ~HYD_TODO_NOW,
                            memory_order_acquire); /* T2, pairs with T1 */
  for (int i = 0; i < HYD_PROGRESSES; i++)
    if (job->rx.progress[i]) was |= job->rx.progress[i](job);
  if (was & HYD_PROGRESS_MORE) hyd_poll_todo(job);
  return (was & HYD_PROGRESS_DONE) != 0;
}

/* After n messages, of which handlers may have something to go on: what waited for them goes on at
 * once, and need not wait for the next poll. A conduit's acknowledgements then travel with what is
 * sent now. */
static int go_on_after(struct hyd_job *job, int n) {
  if (n == 0 || !(atomic_load_explicit(&job->rx.todo, memory_order_relaxed) & HYD_TODO_NOW))
    return n;
  return n + make_progress(job);
}

int hyd_poll_arrived(struct hyd_job *job) {
  int n, done = 0;
  if (hyd_unlikely(atomic_load_explicit(&job->rx.todo, memory_order_relaxed)))
    done = make_progress(job);
  if (!job->threads.many) return done + go_on_after(job, take_messages(job));
  /* P1: acquire pairs with P2 of the thread that polled before. A thread that finds it taken goes
   * on: the holder takes the messages, and wakes this thread if it sleeps meanwhile. */
  if (atomic_exchange_explicit(&job->rx.poll_lock, 1, memory_order_acquire)) return done;
  n = take_messages(job);
  atomic_store_explicit(&job->rx.poll_lock, 0, memory_order_release); /* P2 */
  if (n) hyd_wake_own_threads(job);
  return done + go_on_after(job, n);
}

int hyd_poll_more(struct hyd_job *job) {
  int n;
  if (!job->threads.many) return go_on_after(job, unpark_and_conduit(job));
  if (atomic_exchange_explicit(&job->rx.poll_lock, 1, memory_order_acquire)) return 0; /* P1 */
  n = unpark_and_conduit(job);
  atomic_store_explicit(&job->rx.poll_lock, 0, memory_order_release); /* P2 */
  if (n) hyd_wake_own_threads(job);
  return go_on_after(job, n);
}

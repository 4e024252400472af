/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mailbox.h: the mailbox of a rank, by which a small request and its reply travel in the same cache
 * line. Clients with one thread use mailboxes; all other messages go by the rings (ring.h).
 *
 * Terms. The target owns the mailbox, a line beside its rings. The requester is the rank whose
 * request is in it. The word is the line's sequence number: it holds the state, and the requester's
 * jobrank + 1.
 *
 *   FREE -> BUSY (requester writes) -> REQUEST (target handles) -> REPLY (requester takes) -> FREE
 *                        ^                     \ no reply, or a big one -------------------> FREE
 *                        \---------------------------------------------/ the next request
 *
 * Why. A line that two cores write in turns moves once each way. A request in one line and a reply
 * in another move twice each, because a core that waits has a copy of the line that it expects the
 * message in, and the sender must take that copy back before it writes.
 *
 * One request. A mailbox holds one request at a time, and a rank has a request in one mailbox at a
 * time. A rank that does not get the mailbox at once uses the ring: no rank waits for a mailbox,
 * and a requester that never looks for its reply delays no other rank.
 *
 * The requester claims the mailbox (FREE to BUSY), writes the line, and publishes REQUEST. Later it
 * finds REPLY in a poll, copies the message out and runs the handler.
 *
 * The target finds REQUEST in a poll, copies the message out and runs the handler. If the handler
 * replies, and the reply fits, the target writes it over the request and publishes REPLY. If not,
 * the target sets the mailbox FREE.
 *
 * Keeping. A requester that has taken its reply keeps the mailbox until its next poll. If it sends
 * the next request to the same rank before that, it needs no claim, and the line moves once in
 * place of up to three times.
 *
 * Resting. A request that the mailbox does not answer (a one-way message), or that finds it taken,
 * was slower than by the ring. After it the requester uses the ring for 1, 2, 4 ... up to 64
 * requests; a reply by a mailbox starts the count again.
 *
 * Order of memory. X1, which publishes a request (release), pairs with X2 at the target (acquire).
 * X3, which publishes a reply (release), pairs with X4 at the requester (acquire). X5, which frees
 * the mailbox (release), pairs with X6, the claim (acquire).
 */
#ifndef HYD_AM_MAILBOX_H
#define HYD_AM_MAILBOX_H

#include "core/base/job.h"
#include "core/base/results.h"

#define HYD_MAILBOX_FREE 0u
#define HYD_MAILBOX_BUSY 1u
#define HYD_MAILBOX_REQUEST 2u
#define HYD_MAILBOX_REPLY 3u
#define HYD_MAILBOX_STATE 3u
#define HYD_MAILBOX_REST 6u /* binary logarithm of the longest rest, in requests */

HYD_HOT_INLINE uint32_t hyd_mailbox_word(uint32_t state, gex_Rank_t requester) {
  return (requester + 1) << 2 | state;
}

/* Whether the message fits in a mailbox. */
HYD_HOT_INLINE int hyd_mailbox_fits(uint32_t category, const struct hyd_am *m) {
  uint32_t at = category == HYD_AM_MEDIUM ? ((uint32_t)m->nbytes + 3) & ~3u : 0;
  return category != HYD_AM_LONG && !m->pool && m->nbytes <= HYD_LINE_DATA &&
         at + 4u * m->nargs <= HYD_LINE_DATA;
}

HYD_HOT_INLINE void hyd_mailbox_write(struct hyd_line *line, uint32_t category,
                                      const struct hyd_am *m) {
  uint32_t at = 0;
  line->handler = m->handler;
  line->nargs = m->nargs;
  line->kind = (uint8_t)category;
  line->nbytes = (uint32_t)m->nbytes;
  if (category == HYD_AM_MEDIUM) {
    at = ((uint32_t)m->nbytes + 3) & ~3u;
    hyd_put_inline(line->data, m);
  }
  hyd_put_args(line, line, at, m->args, m->nargs);
}

/* Begins a rest, which is twice as long as the one before. */
static HYD_COLD void hyd_mailbox_rest(struct hyd_job *job) {
  job->mailbox.rest = 1u << job->mailbox.misses;
  if (job->mailbox.misses < HYD_MAILBOX_REST) job->mailbox.misses++;
}

/* The last request had no reply when the next one was to be sent. */
static HYD_COLD void hyd_mailbox_look_again(struct hyd_job *job) {
  uint32_t word = atomic_load_explicit(&job->mailbox.watched->seq, memory_order_relaxed);
  hyd_mailbox_rest(job);
  if (word >> 2 == job->rank + 1) return; /* the target has not handled it yet */
  job->mailbox.watched = &job->mailbox.none;
}

/* Gives back the mailbox that this rank keeps. */
HYD_HOT_INLINE void hyd_mailbox_release(struct hyd_job *job) {
  atomic_store_explicit(&job->mailbox.watched->seq, HYD_MAILBOX_FREE,
                        memory_order_release); /* X5 */
  job->mailbox.watched = &job->mailbox.none;
  job->mailbox.taken = 0;
}

/* Makes the mailbox BUSY for this rank. Returns 0 or HYD_NO_ROOM. */
HYD_HOT_INLINE int hyd_mailbox_claim(struct hyd_job *job, struct hyd_line *line) {
  uint32_t free_word = HYD_MAILBOX_FREE;
  if (hyd_likely(job->mailbox.watched == line && job->mailbox.taken)) {
    job->mailbox.taken = 0;
    return 0;
  }
  if (job->mailbox.taken) hyd_mailbox_release(job);
  if (hyd_unlikely(job->mailbox.watched != &job->mailbox.none)) {
    hyd_mailbox_look_again(job);
    return HYD_NO_ROOM;
  }
  if (atomic_compare_exchange_strong_explicit(&line->seq, &free_word,
                                              hyd_mailbox_word(HYD_MAILBOX_BUSY, job->rank),
                                              memory_order_acquire, memory_order_relaxed)) /* X6 */
    return 0;
  hyd_mailbox_rest(job);
  return HYD_NO_ROOM;
}

/* Sends a request by the target's mailbox. Returns 0, or HYD_NO_ROOM: the ring must take it. */
HYD_HOT_INLINE int hyd_mailbox_send(struct hyd_job *job, gex_Rank_t peer, uint32_t category,
                                    const struct hyd_am *m) {
  struct hyd_line *line = &hyd_rank_at(job, peer)->mailbox;
  if (hyd_unlikely(job->mailbox.rest != 0)) {
    job->mailbox.rest--;
    return HYD_NO_ROOM;
  }
  if (!hyd_mailbox_fits(category, m) || hyd_unlikely(hyd_mailbox_claim(job, line)))
    return HYD_NO_ROOM;
  hyd_mailbox_write(line, category, m);
  job->mailbox.watched = line;
  atomic_store_explicit(&line->seq, hyd_mailbox_word(HYD_MAILBOX_REQUEST, job->rank),
                        memory_order_release); /* X1 */
  hyd_wake(job, hyd_rank_at(job, peer));
  return 0;
}

/* Answers the request in this rank's mailbox. Returns 0, or HYD_NO_ROOM: the ring must take it. */
HYD_HOT_INLINE int hyd_mailbox_reply(struct hyd_job *job, gex_Rank_t requester, uint32_t category,
                                     const struct hyd_am *m) {
  struct hyd_line *line = &job->me->mailbox;
  if (!hyd_mailbox_fits(category, m)) return HYD_NO_ROOM;
  hyd_mailbox_write(line, category, m);
  atomic_store_explicit(&line->seq, hyd_mailbox_word(HYD_MAILBOX_REPLY, requester),
                        memory_order_release); /* X3 */
  hyd_wake(job, hyd_rank_at(job, requester));
  return 0;
}

/* Copies a message out of the line: payload and arguments then outlive it. */
HYD_HOT_INLINE void hyd_mailbox_read(const struct hyd_line *line, int is_request, struct hyd_am *m,
                                     struct hyd_line *copy) {
  memcpy(copy->data, line->data, sizeof copy->data);
  m->category = line->kind;
  m->is_request = (uint8_t)is_request;
  m->handler = line->handler;
  m->nargs = line->nargs;
  m->nbytes = line->nbytes;
  m->payload = copy->data;
  m->args = (const gex_AM_Arg_t *)(const void *)(copy->data + (m->category == HYD_AM_MEDIUM
                                                                   ? (m->nbytes + 3) & ~(size_t)3
                                                                   : 0));
}

/* Runs the request in this rank's mailbox, if there is one. Returns how many. Poll lock held. */
HYD_HOT_INLINE int hyd_mailbox_take_request(struct hyd_job *job, struct hyd_thread *t) {
  struct hyd_line *line = &job->me->mailbox, copy;
  uint32_t word = atomic_load_explicit(&line->seq, memory_order_acquire); /* X2 */
  gex_Rank_t src = (word >> 2) - 1;
  struct hyd_am m;
  if ((word & HYD_MAILBOX_STATE) != HYD_MAILBOX_REQUEST) return 0;
  hyd_mailbox_read(line, 1, &m, &copy);
  job->mailbox.open = 1;
  hyd_am_deliver(job, t, src, &m, HYD_AM_BY_MAILBOX);
  if (job->mailbox.open)
    atomic_store_explicit(&line->seq, HYD_MAILBOX_FREE, memory_order_release); /* X5 */
  job->mailbox.open = 0;
  return 1;
}

/* Runs the reply to this rank's request, if it has come. If it was taken before this poll, gives
 * the mailbox back. Returns how many messages were run. Poll lock held. */
HYD_HOT_INLINE int hyd_mailbox_take_reply(struct hyd_job *job, struct hyd_thread *t) {
  struct hyd_line *line = job->mailbox.watched, copy;
  gex_Rank_t src;
  struct hyd_am m;
  if (atomic_load_explicit(&line->seq, memory_order_acquire) != job->mailbox.reply_word)
    return 0; /* X4 */
  if (job->mailbox.taken) {
    hyd_mailbox_release(job);
    return 0;
  }
  hyd_mailbox_read(line, 0, &m, &copy);
  src = (gex_Rank_t)((struct hyd_rank_shared *)((char *)line -
                                                offsetof(struct hyd_rank_shared, mailbox)) -
                     job->shared->rank) +
        job->place.host_first;
  job->mailbox.taken = 1;
  job->mailbox.misses = 0;
  hyd_am_deliver(job, t, src, &m, 0);
  return 1;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mailbox.h: the short way for a request and its reply: one line for each rank, beside its rings.
 *
 * A line that two cores write in turns moves once each way; a request in one line and its reply in
 * another move twice each, because the waiting side's look at the next line has to be taken back
 * before that can be written. So a small request that finds the target's box free goes there, and
 * its reply comes back in the same line. One request at a time uses a box, and a rank has one
 * request at a time in a box; everything else goes by the rings, so no rank ever waits for a
 * mailbox, and a requester that does not look for its reply delays no other.
 *
 *   FREE -> BUSY (requester writes) -> REQUEST (target handles) -> REPLY (requester takes) -> FREE
 *                        ^                     \ no reply, or a big one -------------------> FREE
 *                        \---------------------------------------------/ the next request
 *
 * A requester that has taken its reply keeps the box until it looks for messages again: its next
 * request to the same rank then needs no claim, and the line moves once instead of up to three
 * times.
 *
 * The line's sequence word holds the state and the requester, so that a requester knows its own use
 * of the box. Requests that get no reply by the box (one-way messages), or find it taken, send
 * their rank back to the rings for a while: for longer each time, until one is answered again.
 *
 * Atomics: X1 publish request (release) pairs with X2 (acquire) at the target; X3 publish reply
 * (release) with X4 (acquire) at the requester; X5 free (release) with X6 claim (acquire).
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
/* 2^this requests by ring, at most, after one that the box did not answer */
#define HYD_MAILBOX_REST 6u

HYD_HOT_INLINE uint32_t hyd_mailbox_word(uint32_t state, gex_Rank_t requester) {
  return (requester + 1) << 2 | state;
}

/* Whether the message fits in a box. */
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

static HYD_COLD void hyd_mailbox_rest(struct hyd_job *job) {
  job->box.rest = 1u << job->box.misses;
  if (job->box.misses < HYD_MAILBOX_REST) job->box.misses++;
}

/* A use of a box that ended without a reply in it. */
static HYD_COLD void hyd_mailbox_look_again(struct hyd_job *job) {
  uint32_t word = atomic_load_explicit(&job->box.watched->seq, memory_order_relaxed);
  hyd_mailbox_rest(job);
  if (word >> 2 == job->rank + 1) return; /* still mine */
  job->box.watched = &job->box.none;
}

/* Gives back the box that this rank's last request used. */
HYD_HOT_INLINE void hyd_mailbox_release(struct hyd_job *job) {
  atomic_store_explicit(&job->box.watched->seq, HYD_MAILBOX_FREE, memory_order_release); /* X5 */
  job->box.watched = &job->box.none;
  job->box.taken = 0;
}

/* Makes the box BUSY with this rank. 0 or HYD_NO_ROOM. */
HYD_HOT_INLINE int hyd_mailbox_claim(struct hyd_job *job, struct hyd_line *line) {
  uint32_t free_word = HYD_MAILBOX_FREE;
  if (hyd_likely(job->box.watched == line && job->box.taken)) {
    job->box.taken = 0;
    return 0;
  }
  if (job->box.taken) hyd_mailbox_release(job);
  if (hyd_unlikely(job->box.watched != &job->box.none)) {
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

/* Sends a request by the target's box. 0, or HYD_NO_ROOM: it must go by the ring. */
HYD_HOT_INLINE int hyd_mailbox_send(struct hyd_job *job, gex_Rank_t peer, uint32_t category,
                                    const struct hyd_am *m) {
  struct hyd_line *line = &hyd_rank_at(job, peer)->box;
  if (hyd_unlikely(job->box.rest != 0)) {
    job->box.rest--;
    return HYD_NO_ROOM;
  }
  if (!hyd_mailbox_fits(category, m) || hyd_unlikely(hyd_mailbox_claim(job, line)))
    return HYD_NO_ROOM;
  hyd_mailbox_write(line, category, m);
  job->box.watched = line;
  atomic_store_explicit(&line->seq, hyd_mailbox_word(HYD_MAILBOX_REQUEST, job->rank),
                        memory_order_release); /* X1 */
  hyd_wake(job, hyd_rank_at(job, peer));
  return 0;
}

/* Answers the request that is in this rank's box. 0, or HYD_NO_ROOM: by the ring. */
HYD_HOT_INLINE int hyd_mailbox_reply(struct hyd_job *job, gex_Rank_t requester, uint32_t category,
                                     const struct hyd_am *m) {
  struct hyd_line *line = &job->me->box;
  if (!hyd_mailbox_fits(category, m)) return HYD_NO_ROOM;
  hyd_mailbox_write(line, category, m);
  atomic_store_explicit(&line->seq, hyd_mailbox_word(HYD_MAILBOX_REPLY, requester),
                        memory_order_release); /* X3 */
  hyd_wake(job, hyd_rank_at(job, requester));
  return 0;
}

/* Copies a message out of a box: its payload and arguments then outlive the line. */
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

/* Runs the request in this rank's box, if there is one. Poll lock held. */
HYD_HOT_INLINE int hyd_mailbox_take_request(struct hyd_job *job, struct hyd_thread *t) {
  struct hyd_line *line = &job->me->box, copy;
  uint32_t word = atomic_load_explicit(&line->seq, memory_order_acquire); /* X2 */
  gex_Rank_t src = (word >> 2) - 1;
  struct hyd_am m;
  if ((word & HYD_MAILBOX_STATE) != HYD_MAILBOX_REQUEST) return 0;
  hyd_mailbox_read(line, 1, &m, &copy);
  job->box.open = 1;
  hyd_am_deliver(job, t, src, &m, HYD_AM_BY_MAILBOX);
  if (job->box.open)
    atomic_store_explicit(&line->seq, HYD_MAILBOX_FREE, memory_order_release); /* X5 */
  job->box.open = 0;
  return 1;
}

/* Runs the reply to this rank's request in a box, if it is there; if it was taken before, gives the
 * box back. Poll lock held. */
HYD_HOT_INLINE int hyd_mailbox_take_reply(struct hyd_job *job, struct hyd_thread *t) {
  struct hyd_line *line = job->box.watched, copy;
  gex_Rank_t src;
  struct hyd_am m;
  if (atomic_load_explicit(&line->seq, memory_order_acquire) != job->box.reply_word)
    return 0; /* X4 */
  if (job->box.taken) {
    hyd_mailbox_release(job);
    return 0;
  }
  hyd_mailbox_read(line, 0, &m, &copy);
  src = (gex_Rank_t)((struct hyd_rank_shared *)((char *)line -
                                                offsetof(struct hyd_rank_shared, box)) -
                     job->shared->rank) +
        job->place.host_first;
  job->box.taken = 1;
  job->box.misses = 0;
  hyd_am_deliver(job, t, src, &m, 0);
  return 1;
}

#endif

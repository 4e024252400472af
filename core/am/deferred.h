/* SPDX-License-Identifier: BSD-3-Clause
 *
 * deferred.h: what waits for guarded memory (core/mem/guard.h): transfers of this rank to segments
 * that it sees, and what messages ask for in memory of this process. A handler copies what is
 * present; for what is absent it leaves a struct hyd_deferred here, with the bytes in a buffer,
 * whose step is called after polls until all is done. Nothing else waits for it.
 *
 * What is kept is bounded: 64 requests of each rank, by the numbers that the guard's own messages
 * carry or by grants (grants.h). Answers, and parts of collectives,
 * are bounded by what this rank has asked for: it asks for no more while 256 wait.
 */
#ifndef HYD_AM_DEFERRED_H
#define HYD_AM_DEFERRED_H

#include "core/am/am.h"
#include "core/mem/guard.h"

/* What bounds how many there are: their initiator's window, grants that it has taken, or that this
 * rank has asked for them. */
enum hyd_deferred_cause { HYD_DEFERRED_BY_WINDOW, HYD_DEFERRED_BY_GRANT, HYD_DEFERRED_ANSWERED };

/* First in what its owner allocates. The owner fills in step, over, g, at, left, owner, initiator.
 */
struct hyd_deferred {
  struct hyd_deferred *next;
  /* Goes on as far as the memory is present; 1: all is done, else g, at and left say what is
   * absent. One thread at a time; never waits. */
  int (*step)(struct hyd_job *job, struct hyd_deferred *w);
  /* All is done; frees it. May wait, and poll. */
  void (*over)(struct hyd_job *job, struct hyd_deferred *w);
  const struct hyd_guarded *g;
  char *at;
  size_t left;
  const char *from; /* of hyd_deferred_new: the bytes that go there */
  gex_Rank_t owner, initiator;
  uint8_t cause;  /* enum hyd_deferred_cause */
  uint32_t shown; /* place in the list that dumps show + 1 */
};

struct hyd_deferred_all;
void hyd_deferred_init(struct hyd_job *job);
/* Any thread, also in handlers. */
void hyd_deferred_add(struct hyd_job *job, struct hyd_deferred *w);
/* The same for what a message of `src` asks for in this process. */
void hyd_deferred_keep(struct hyd_job *job, struct hyd_deferred *w, gex_Rank_t src,
                       enum hyd_deferred_cause cause);
/* How many there have been, how many there are, and the most there were at a time. */
void hyd_deferred_counts(struct hyd_job *job, uint64_t *all_p, uint64_t *now_p, uint64_t *most_p);

/* Whether many answers wait: a conduit whose sender keeps what is not taken takes no more of those
 * that may have to wait. */
int hyd_deferred_is_crowded(struct hyd_job *job);
/* --- memory of this process, for handlers ----------------------------------------
 * Where the process has no guarded segment these are plain copies. */

/* Copy or set as many bytes as are present, from the first on, and return how many; w, which may be
 * NULL, then says what of the rest is absent. */
size_t hyd_land(struct hyd_job *job, void *to, const void *from, size_t n, struct hyd_deferred *w);
size_t hyd_fetch(struct hyd_job *job, void *to, const void *from, size_t n, struct hyd_deferred *w);
size_t hyd_fill(struct hyd_job *job, void *to, int value, size_t n, struct hyd_deferred *w);

/* A word of this process under a lock, for an operation that must find it in place. */
struct hyd_lock {
  const struct hyd_guarded *g; /* NULL: the memory is not guarded */
  void *at;                    /* where the word is while it is locked */
  uint32_t held;
};
/* 0: the word is absent, and lock->g is set; nothing is locked. Fatal if a write is not allowed. */
int hyd_lock_own(struct hyd_job *job, void *addr, size_t n, int write, const char *call,
                 struct hyd_lock *lock);
static inline void hyd_unlock_own(struct hyd_job *job, const struct hyd_lock *lock) {
  if (hyd_unlikely(lock->g != NULL)) job->mem.guard->unlock(lock->g, lock->held);
}

/* A work of `size` bytes, which begins with a struct hyd_deferred: its steps copy `rest`, of which
 * it keeps a copy, to where `lacks` says. */
void *hyd_deferred_new(size_t size, const struct hyd_deferred *lacks, const void *rest,
                       void (*over)(struct hyd_job *job, struct hyd_deferred *w));
/* Bytes that `src` has sent for an operation of this rank. 1: they are there; 0: they will be, and
 * then hyd_op_done(op). */
int hyd_land_for(struct hyd_job *job, void *to, const void *from, size_t n, gex_Rank_t src,
                 struct hyd_op *op);

/* Counts bytes that a step has copied between its buffer and guarded memory. */
static inline void hyd_deferred_copied(struct hyd_job *job, size_t n) {
  if (n) hyd_count(job, HYD_COUNT_GUARD_COPY, n);
}

/* Whether a payload may stay where it lies until it has arrived, if its sender waits for that: the
 * conduit asks for it (hyd_conduit.keeps_longs). */
HYD_HOT_INLINE int hyd_am_may_stay(const struct hyd_job *job, enum hyd_am_way way,
                                   const void *payload, size_t n) {
  size_t least = hyd_conduit_of(job)->keeps_longs;
  return way == HYD_AM_BY_CONDUIT && least && n >= least &&
         hyd_guarded_own(job, payload, n) == NULL;
}

/* --- longs: landed.c ----------------------------------------------------------------------------
 */

/* A long whose payload, at m->payload, is not at its place yet: its handler runs when it is.
 * Otherwise as hyd_am_deliver. */
void hyd_am_land(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src, const struct hyd_am *m);
/* A message that has come: delivered, or landed if it is a long whose payload is not in its place.
 */
HYD_HOT_INLINE void hyd_am_take(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                                const struct hyd_am *m) {
  if (m->category == HYD_AM_LONG && hyd_unlikely(m->payload != m->dest))
    hyd_am_land(job, t, src, m);
  else
    hyd_am_deliver(job, t, src, m, 0);
}

#endif

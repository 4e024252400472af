/* SPDX-License-Identifier: BSD-3-Clause
 *
 * deferred.h: works that wait for guarded memory (core/mem/guard.h): transfers of this rank to
 * segments that it sees, and what messages ask for in memory of this process.
 *
 * A handler copies the bytes that are present. For absent ones it adds a work, a struct
 * hyd_deferred with the bytes in a buffer. Polls call the work's step until all is done. Nothing
 * else waits for the work.
 *
 * Works are bounded. There are at most 64 for requests of each rank, by the numbers that the
 * guard's messages carry, or by grants (grants.h). Answers, and parts of collectives, are bounded
 * by what this rank has asked for: it asks for no more while 256 of them wait.
 */
#ifndef HYD_AM_DEFERRED_H
#define HYD_AM_DEFERRED_H

#include "core/am/am.h"
#include "core/mem/guard.h"

/* What bounds the number of a kind of works: the initiator's window, grants that it has taken, or
 * the number of answers for which this rank has asked. */
enum hyd_deferred_cause { HYD_DEFERRED_BY_WINDOW, HYD_DEFERRED_BY_GRANT, HYD_DEFERRED_ANSWERED };

/* A work; first in a structure that its owner allocates. The owner sets step, over, g, at, left,
 * owner and initiator. */
struct hyd_deferred {
  struct hyd_deferred *next;
  /* Goes on as far as the memory is present. Returns 1 if all is done, else sets g, at and left to
   * what is absent. Called by one thread at a time; never waits. */
  int (*step)(struct hyd_job *job, struct hyd_deferred *w);
  /* Completes the work and frees it. May wait, and poll. */
  void (*over)(struct hyd_job *job, struct hyd_deferred *w);
  const struct hyd_guarded *g;
  char *at;
  size_t left;
  const char *from; /* hyd_deferred_new: the bytes that go to `at` */
  gex_Rank_t owner, initiator;
  uint8_t cause;  /* enum hyd_deferred_cause */
  uint32_t shown; /* number + 1 of the line in which dumps show the work; 0: none */
};

struct hyd_deferred_all;
void hyd_deferred_init(struct hyd_job *job);
/* Adds a work. Any thread, also in handlers. */
void hyd_deferred_add(struct hyd_job *job, struct hyd_deferred *w);
/* The same for a work that a message of `src` needs. */
void hyd_deferred_keep(struct hyd_job *job, struct hyd_deferred *w, gex_Rank_t src,
                       enum hyd_deferred_cause cause);
/* The number of works so far, the number that wait now, and the most that waited at a time. */
void hyd_deferred_counts(struct hyd_job *job, uint64_t *all_p, uint64_t *now_p, uint64_t *most_p);

/* Whether so many answers wait that this rank asks for no more. A conduit whose sender keeps what
 * is not taken takes no more answers then. */
int hyd_deferred_is_crowded(struct hyd_job *job);
/* --- memory of this process, for handlers ----------------------------------------
 * Where the process has no guarded segment these are plain copies. */

/* Copy or set as many bytes as are present, from the first on, and return how many. If that is not
 * all, *w (unless w is NULL) says what is absent. */
size_t hyd_land(struct hyd_job *job, void *to, const void *from, size_t n, struct hyd_deferred *w);
size_t hyd_fetch(struct hyd_job *job, void *to, const void *from, size_t n, struct hyd_deferred *w);
size_t hyd_fill(struct hyd_job *job, void *to, int value, size_t n, struct hyd_deferred *w);

/* A word of this process that is locked: it stays present. */
struct hyd_lock {
  const struct hyd_guarded *g; /* NULL: the memory is not guarded */
  void *at;                    /* address of the word while it is locked */
  uint32_t held;
};
/* Locks a word. Returns 0 if the word is absent: then lock->g is set, and nothing is locked. Fatal
 * if a write is not allowed. */
int hyd_lock_own(struct hyd_job *job, void *addr, size_t n, int write, const char *call,
                 struct hyd_lock *lock);
static inline void hyd_unlock_own(struct hyd_job *job, const struct hyd_lock *lock) {
  if (hyd_unlikely(lock->g != NULL)) job->mem.guard->unlock(lock->g, lock->held);
}

/* Makes a work of `size` bytes, which begins with a struct hyd_deferred. Its steps copy `rest`, of
 * which it keeps a copy, to the memory that `lacks` describes. */
void *hyd_deferred_new(size_t size, const struct hyd_deferred *lacks, const void *rest,
                       void (*over)(struct hyd_job *job, struct hyd_deferred *w));
/* Copies bytes that `src` has sent for an operation of this rank. Returns 1 if all are in place; 0
 * if a work will copy the rest, and then call hyd_op_done(op). */
int hyd_land_for(struct hyd_job *job, void *to, const void *from, size_t n, gex_Rank_t src,
                 struct hyd_op *op);

/* Counts bytes that a step has copied between its buffer and guarded memory. */
static inline void hyd_deferred_copied(struct hyd_job *job, size_t n) {
  if (n) hyd_count(job, HYD_COUNT_GUARD_COPY, n);
}

/* Whether a payload may be sent from where it lies, without a copy, if its sender waits until it
 * has arrived: the conduit asks for that (hyd_conduit.keeps_longs). */
HYD_HOT_INLINE int hyd_am_may_stay(const struct hyd_job *job, enum hyd_am_way way,
                                   const void *payload, size_t n) {
  size_t least = hyd_conduit_of(job)->keeps_longs;
  return way == HYD_AM_BY_CONDUIT && least && n >= least &&
         hyd_guarded_own(job, payload, n) == NULL;
}

/* --- longs: landed.c --------------------------------------------------------- */

/* Copies the payload of a long from m->payload to its place, and then runs the handler; perhaps in
 * a later poll. */
void hyd_am_land(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src, const struct hyd_am *m);
/* Delivers a message that has arrived; a long lands first if its payload is not in its place. */
HYD_HOT_INLINE void hyd_am_take(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                                const struct hyd_am *m) {
  if (m->category == HYD_AM_LONG && hyd_unlikely(m->payload != m->dest))
    hyd_am_land(job, t, src, m);
  else
    hyd_am_deliver(job, t, src, m, 0);
}

static HYD_COLD _Noreturn void hyd_am_misfits(gex_Rank_t src, const struct hyd_am *m) {
  static const char *const category[] = {"Short", "Medium", "Long"};
  hyd_fatal("active message",
            "rank %u sent a %s of %u argument%s for handler %u, which is not registered for that",
            src, category[m->category], m->nargs, m->nargs == 1 ? "" : "s", m->handler);
}

/* Does hyd_am_take for a message from a network. The sender may be broken: the category is checked
 * in every build, as the number of its arguments is (deliver.c). */
HYD_HOT_INLINE void hyd_am_receive(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                                   const struct hyd_am *m) {
  static const gex_Flags_t category[] = {GEX_FLAG_AM_SHORT, GEX_FLAG_AM_MEDIUM, GEX_FLAG_AM_LONG};
  const struct hyd_handler *h = &job->ep.handler[m->handler];
  unsigned takes = __atomic_load_n(&h->takes, __ATOMIC_ACQUIRE); /* pairs with registration */
  if (takes && !h->legacy && hyd_unlikely(!(h->entry.gex_flags & category[m->category])))
    hyd_am_misfits(src, m);
  hyd_am_take(job, t, src, m);
}

#endif

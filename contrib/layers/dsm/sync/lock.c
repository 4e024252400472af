/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lock.c: queue locks by atomics (Mellor-Crummey and Scott), without a manager. A word at the
 * lock's home names the last rank in the queue, or says that the lock is free and which rank held
 * it last:
 *
 *      0           free, and never taken yet
 *      r + 1       rank r holds it or waits at the end of the queue
 *      FREE + r    free; rank r has released it, and has the vector
 *
 * A rank that finds another rank in the word puts its own number into that rank's `next` and waits
 * for the grant, a message with the vector. Costs: one atomic operation if no other rank has held
 * the lock since; also a get of the vector if another rank released it; one message to hand it from
 * rank to rank.
 */
#include <sched.h>
#include <string.h>

#include "contrib/layers/dsm/dsm.h"

#define FREE ((uint64_t)1 << 32)

static void *tail_of(struct hyd_dsm *d, uint32_t lock) {
  return hyd_dsm_word_of(d, lock % d->ranks, d->at.tails, lock / d->ranks);
}
/* Reads this rank's own word; peers set it by the same atomic domain. */
static uint64_t next_of(struct hyd_dsm *d, uint32_t lock) {
  return hyd_dsm_op(d, d->rank, hyd_dsm_word(d, d->at.next, lock), GEX_OP_GET, 0, 0);
}
static size_t vector_at(struct hyd_dsm *d, uint32_t lock) {
  return d->at.vectors + (size_t)lock * d->ranks * sizeof(uint64_t);
}

/* --- handing over ---------------------------------------------------------- */

/* Spins: between its swap of the word and its put of `next`, a rank does nothing that takes
 * long. */
static uint32_t await_next(struct hyd_dsm *d, uint32_t lock) {
  uint64_t next;
  while ((next = next_of(d, lock)) == 0) {
    gasnet_AMPoll();
    sched_yield();
  }
  return (uint32_t)next - 1;
}

static void hand_over(struct hyd_dsm *d, uint32_t lock, uint32_t to) {
  gex_AM_RequestMedium1(d->tm, to, d->handler[HYD_DSM_H_GRANT], d->engine.vector,
                        d->ranks * sizeof(uint64_t), GEX_EVENT_NOW, 0,
                        (gex_AM_Arg_t)HYD_DSM_GRANT_LOCK(lock));
}

/* Tries to free the lock; 0: another rank waits for it. */
static int set_free(struct hyd_dsm *d, uint32_t lock) {
  memcpy(d->mine + vector_at(d, lock), d->engine.vector, d->ranks * sizeof(uint64_t));
  return hyd_dsm_op(d, lock % d->ranks, tail_of(d, lock), GEX_OP_FCAS, d->rank + 1,
                    FREE + d->rank) == d->rank + 1;
}

/* --- taking over ----------------------------------------------------------- */

static void wait_in_queue(struct hyd_dsm *d, uint32_t lock, uint32_t after) {
  d->counts.lock_waits++;
  hyd_dsm_op(d, after, hyd_dsm_word_of(d, after, d->at.next, lock), GEX_OP_SET, d->rank + 1, 0);
  hyd_dsm_note_wait(d, HYD_DSM_W_LOCK, lock, after);
  hyd_dsm_await_grant(d, HYD_DSM_GRANT_LOCK(lock));
}

static void acquire_after(struct hyd_dsm *d, uint32_t lock, uint32_t last) {
  if (last == d->rank) return;
  hyd_dsm_get(d, d->vectors, last, d->peer[last] + vector_at(d, lock), d->ranks * sizeof(uint64_t));
  hyd_dsm_acquire_from(d, d->vectors);
}

static void check_lock(struct hyd_dsm *d, uint32_t lock, int held, const char *call) {
  if (lock == 0 || lock >= HYD_DSM_LOCKS)
    hyd_dsm_fatal("%s(%u): expected a lock of hyd_dsm_lock_new", call, lock);
  if (d->held[lock] != held)
    hyd_dsm_fatal("%s(%u): expected a lock that this rank %s", call, lock,
                  held ? "holds" : "does not hold");
}

/* --- the calls ------------------------------------------------------------- */

hyd_dsm_lock_t hyd_dsm_lock_new(void) {
  struct hyd_dsm *d = hyd_dsm_started("hyd_dsm_lock_new");
  void *word = hyd_dsm_word_of(d, 0, d->at.counters, HYD_DSM_LOCK_NUMBER);
  uint64_t number = hyd_dsm_op(d, 0, word, GEX_OP_FADD, 1, 0) + 1;
  if (number >= HYD_DSM_LOCKS)
    hyd_dsm_fatal("hyd_dsm_lock_new: expected at most %u locks", HYD_DSM_LOCKS - 1);
  return (hyd_dsm_lock_t)number;
}

void hyd_dsm_lock(hyd_dsm_lock_t lock) {
  struct hyd_dsm *d = hyd_dsm_started("hyd_dsm_lock");
  uint64_t was;
  check_lock(d, lock, 0, "hyd_dsm_lock");
  d->counts.locks++;
  hyd_dsm_trace_enter(d);
  hyd_dsm_trace(d, HYD_DSM_E_LOCK, lock, 0, 0);
  hyd_dsm_op(d, d->rank, hyd_dsm_word(d, d->at.next, lock), GEX_OP_SET, 0, 0);
  was = hyd_dsm_op(d, lock % d->ranks, tail_of(d, lock), GEX_OP_SWAP, d->rank + 1, 0);
  if (was >= FREE)
    acquire_after(d, lock, (uint32_t)(was - FREE));
  else if (was)
    wait_in_queue(d, lock, (uint32_t)was - 1);
  d->held[lock] = 1;
  hyd_dsm_trace_leave(d);
}

void hyd_dsm_unlock(hyd_dsm_lock_t lock) {
  struct hyd_dsm *d = hyd_dsm_started("hyd_dsm_unlock");
  check_lock(d, lock, 1, "hyd_dsm_unlock");
  hyd_dsm_trace_enter(d);
  hyd_dsm_release_all(d);
  hyd_dsm_trace(d, HYD_DSM_E_UNLOCK, lock, 0, 0);
  d->held[lock] = 0;
  if (next_of(d, lock) || !set_free(d, lock)) hand_over(d, lock, await_next(d, lock));
  hyd_dsm_trace_leave(d);
}

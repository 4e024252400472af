/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged_atomic.c: see paged_atomic.h. Instructions of the processor change words. A queue has a
 * lock, which is held for the few instructions of one operation; a process that dies with the lock
 * ends the job.
 *
 * The queues are those of the thesis's chapter 8, with a defect mended: a wakeup is promised only
 * if there is a waiter to which none was promised (waiting > promised, where the thesis tests
 * waiting > 0). Ids are stored plus one, so that a queue of zeros is empty.
 */
#include "extended/paged/paged_atomic.h"

#include <sched.h>
#include <stdatomic.h>

size_t hyd_paged_rmw_bytes(hyd_paged_atomic_t op, unsigned size) {
  if ((unsigned)op > HYD_PAGED_SEM_V) return 0;
  if (hyd_paged_is_queue_op(op)) return size == 0 ? sizeof(struct hyd_paged_queue) : 0;
  return size == 4 || size == 8 ? size : 0;
}

/* --- words ---------------------------------------------------------------- */

#define WORD_OPERATION(BITS)                                                                       \
  static uint64_t word##BITS(_Atomic uint##BITS##_t *at, const struct hyd_paged_rmw *m) {          \
    uint##BITS##_t a = (uint##BITS##_t)m->a, old = a;                                              \
    switch (m->op) {                                                                               \
    case HYD_PAGED_SWAP: return atomic_exchange(at, a);                                            \
    case HYD_PAGED_CSWAP:                                                                          \
      atomic_compare_exchange_strong(at, &old, (uint##BITS##_t)m->b);                              \
      return old;                                                                                  \
    case HYD_PAGED_ADD: return atomic_fetch_add(at, a);                                            \
    case HYD_PAGED_AND: return atomic_fetch_and(at, a);                                            \
    case HYD_PAGED_OR: return atomic_fetch_or(at, a);                                              \
    case HYD_PAGED_XOR: return atomic_fetch_xor(at, a);                                            \
    default: return atomic_load(at);                                                               \
    }                                                                                              \
  }
WORD_OPERATION(32)
WORD_OPERATION(64)

/* --- queues --------------------------------------------------------------- */

static void lock_queue(_Atomic uint32_t *word) {
  /* Q1, with the release of Q2 */
  while (atomic_exchange_explicit(word, 1, memory_order_acquire))
    for (unsigned i = 0; atomic_load_explicit(word, memory_order_relaxed); i++)
      if (i > 100) sched_yield();
}

static void enqueue(struct hyd_paged_queue *q, uint32_t id, uint64_t *before) {
  *before = q->waiting ? q->tail - 1 : HYD_PAGED_EMPTY;
  if (q->waiting++ == 0) q->head = id + 1;
  q->tail = id + 1;
}

/* Takes a waiter off the queue, or promises a wakeup; returns 0 if every waiter has a promise. */
static int dequeue(struct hyd_paged_queue *q, uint64_t value[2]) {
  value[0] = HYD_PAGED_EMPTY;
  value[1] = ~(uint64_t)0;
  if (q->waiting <= q->promised) return 0;
  if (q->head) {
    value[0] = q->head - 1;
    q->head = 0;
    q->waiting--;
  } else {
    q->promised++;
  }
  value[1] = q->waiting;
  return 1;
}

static void new_head(struct hyd_paged_queue *q, uint32_t id, uint64_t value[2]) {
  value[0] = q->promised > 0;
  if (q->promised) {
    q->promised--;
    q->waiting--;
  } else {
    q->head = id + 1;
  }
  value[1] = q->waiting;
}

static void pass_semaphore(struct hyd_paged_queue *q, uint32_t id, uint64_t value[2]) {
  value[0] = q->count > 0;
  value[1] = HYD_PAGED_EMPTY;
  if (q->count)
    q->count--;
  else
    enqueue(q, id, &value[1]);
}

static void queue_operation(struct hyd_paged_queue *q, const struct hyd_paged_rmw *m,
                            uint64_t value[2]) {
  _Atomic uint32_t *word = (_Atomic uint32_t *)&q->lock;
  uint32_t id = (uint32_t)m->a;
  lock_queue(word);
  switch (m->op) {
  case HYD_PAGED_ENQUEUE:
    enqueue(q, id, &value[0]);
    value[1] = q->waiting;
    break;
  case HYD_PAGED_DEQUEUE: dequeue(q, value); break;
  case HYD_PAGED_NEW_HEAD: new_head(q, id, value); break;
  case HYD_PAGED_SEM_P: pass_semaphore(q, id, value); break;
  default: q->count += !dequeue(q, value);
  }
  atomic_store_explicit(word, 0, memory_order_release); /* Q2 */
}

void hyd_paged_rmw_do(const struct hyd_paged_rmw *m, void *at, uint64_t value[2]) {
  if (hyd_paged_is_queue_op(m->op))
    queue_operation(at, m, value);
  else if (m->size == 4)
    value[0] = word32(at, m);
  else
    value[0] = word64(at, m);
}

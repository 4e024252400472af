/* SPDX-License-Identifier: BSD-3-Clause
 *
 * op.h: operations in flight, the objects behind gex_Event_t.
 *
 * An op is one asynchronous operation, an access region, an unnamed barrier, or a handle of
 * GASNet-1's collectives. Its parts are what must be done before it is complete: pieces of a
 * transfer, answers to messages, and the initiation itself.
 *
 * The event of an op is its address. The leaves of a region (gex_Event_QueryLeaf) are the address
 * with low bits set, since ops are aligned to 64 bytes. So is the leaf for the local completion of
 * a put, if the put is sent from where its source lies: both complete together.
 *
 * The thread that retires an op recycles it through its own list. Ops are never given back to
 * malloc, so that a diagnostic scan can always read them.
 */
#ifndef HYD_OP_OP_H
#define HYD_OP_OP_H

#include "core/base/job.h"

enum hyd_op_kind { HYD_OP_FREE, HYD_OP_TRANSFER, HYD_OP_REGION, HYD_OP_BARRIER, HYD_OP_LEGACY };

#define HYD_LEAF_OF(cat) ((unsigned)(cat) + 1u) /* low bits of the handle of a category's leaf */
#define HYD_LEAF_MASK 63u

struct hyd_op {
  _Atomic uint32_t kind;    /* enum hyd_op_kind */
  _Atomic uint32_t pending; /* parts not done; O1 release decrement pairs with O2 acquire test */
  _Atomic uint32_t peer;    /* for diagnosis */
  _Atomic uint32_t cat;     /* put, get, atomic: enum hyd_nbi_cat; others: HYD_NBI_CATS */
  _Atomic uint64_t serial;  /* order of initiation, for diagnosis */
  int (*test)(struct hyd_job *job, struct hyd_op *op); /* NULL: complete when nothing is pending */
  struct hyd_nbi *nbi;            /* implicit operation: the set that counts its completion */
  const _Atomic uint64_t *counts; /* barrier: those of its members (hyd_team.counts) */
  uint32_t members;
  _Atomic uint32_t bytes; /* for diagnosis; UINT32_MAX: that many or more; 0: not known */
  /* Barrier: the count to reach. Get of a value: the bytes. Atomic: the result's address. Handle of
   * GASNet-1's collectives: its parts. */
  uint64_t value;
  uint32_t scanned; /* barrier: members below this number have arrived; atomic: result's size */
  uint32_t leaf_queried; /* the client may have handles of leaves */
  struct hyd_op *next;   /* free list */
  struct hyd_nbi set;    /* region: the operations that were started in it */
  struct hyd_ad *ad;     /* atomic: its domain, for the checking library */
} HYD_ALIGNED;

/* Makes an op with one part pending. */
struct hyd_op *hyd_op_new(struct hyd_thread *t, enum hyd_op_kind kind, gex_Rank_t peer);
/* Returns the handle of a leaf, and notes that the client has one. */
static inline gex_Event_t hyd_op_leaf(struct hyd_op *op, enum hyd_nbi_cat cat) {
  op->leaf_queried = 1;
  return (gex_Event_t)((uintptr_t)op | HYD_LEAF_OF(cat));
}
/* Recycles a retired op. */
void hyd_op_free(struct hyd_thread *t, struct hyd_op *op);
/* Adds parts, before any of them can be done. O0 (release) pairs with hyd_op_written in the thread
 * that takes the reply: the order comes through the peer, but no tool can see that. */
static inline void hyd_op_add(struct hyd_op *op, uint32_t parts) {
  atomic_fetch_add_explicit(&op->pending, parts, memory_order_release);
}
static inline void hyd_op_written(struct hyd_op *op) {
  (void)atomic_load_explicit(&op->pending, memory_order_acquire); /* O0 */
}
/* Ends one part. The end of the last one completes the op; an implicit op is then counted in its
 * set and recycled. Any thread, also in handlers. */
void hyd_op_done(struct hyd_job *job, struct hyd_op *op);
/* Whether an op has completed. */
static inline int hyd_op_test(struct hyd_job *job, struct hyd_op *op) {
  if (op->test) return op->test(job, op);
  return atomic_load_explicit(&op->pending, memory_order_acquire) == 0; /* O2 */
}
static inline int hyd_nbi_idle(const struct hyd_nbi *s, enum hyd_nbi_cat c) {
  /* O2: pairs with the release increment in hyd_op_done */
  return atomic_load_explicit(&s->done[c], memory_order_acquire) == s->started[c];
}

/* Makes the op of a put, get or atomic. `how` (HYD_RMA_*) says whether it is explicit, or counted
 * in the thread's implicit set or open region. */
struct hyd_op *hyd_op_for(struct hyd_thread *t, int how, enum hyd_nbi_cat cat, gex_Rank_t peer,
                          size_t bytes);
/* Ends the initiation's part, after the other parts were started, and returns what the call
 * returns: the event (NB), INVALID (NBI), or INVALID after a wait (blocking). */
gex_Event_t hyd_op_started(struct hyd_job *job, int how, struct hyd_op *op);
/* The same for an op whose initiation has no part of its own. */
gex_Event_t hyd_op_launched(struct hyd_job *job, int how, struct hyd_op *op);

/* Takes back an op of which no part was started. */
void hyd_op_cancel(struct hyd_thread *t, struct hyd_op *op);

/* Waits until an op has completed; does not retire it. */
void hyd_op_wait(struct hyd_job *job, struct hyd_op *op);

/* Diagnosis: how many operations are in flight, and the oldest of them. */
struct hyd_oldest_op {
  gex_Rank_t peer; /* or HYD_NO_PEER */
  uint32_t name;   /* 1 + enum hyd_nbi_cat; 0: another */
  uint32_t bytes;  /* as in struct hyd_op */
};
uint32_t hyd_ops_outstanding(struct hyd_job *job, struct hyd_oldest_op *oldest);
/* When the job object is made: the free ops of a thread that ends go to the job's. */
void hyd_ops_hook(struct hyd_job *job);

#endif

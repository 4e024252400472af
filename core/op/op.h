/* SPDX-License-Identifier: BSD-3-Clause
 *
 * op.h: operations in flight, the objects behind gex_Event_t.
 *
 * An op is one asynchronous operation, an access region, an unnamed barrier, or a handle of
 * GASNet-1's collectives. Its handle is its address; the leaves of a region (gex_Event_QueryLeaf)
 * are the address with a low bit set. Ops are 64-byte aligned, recycled through the list of the
 * thread that retires them, and never returned to malloc, so that a diagnostic scan can always read
 * them.
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
  _Atomic uint32_t cat;     /* enum hyd_nbi_cat of a put, get or atomic; HYD_NBI_CATS: another */
  _Atomic uint64_t serial;  /* order of initiation, for diagnosis */
  int (*test)(struct hyd_job *job, struct hyd_op *op); /* NULL: complete when nothing is pending */
  struct hyd_nbi *nbi;            /* implicit operations: where completion is counted */
  const _Atomic uint64_t *counts; /* barrier: of each of its members */
  uint32_t members;
  _Atomic uint32_t bytes; /* for diagnosis; UINT32_MAX: as many or more; 0: not known */
  uint64_t value;   /* barrier: count to reach; value get: the bytes; atomic: result's address;
                       handle: its parts */
  uint32_t scanned; /* barrier: ranks before this one have arrived; atomic: size of the result */
  uint32_t leaf_queried; /* region: a leaf handle is about */
  struct hyd_op *next;   /* free list */
  struct hyd_nbi set;    /* region: what was started in it */
  struct hyd_ad *ad;     /* atomic: its domain, for the checking library */
} HYD_ALIGNED;

/* A live op with one part pending. */
struct hyd_op *hyd_op_new(struct hyd_thread *t, enum hyd_op_kind kind, gex_Rank_t peer);
/* Recycles a retired op. */
void hyd_op_free(struct hyd_thread *t, struct hyd_op *op);
/* More parts; before any of them can be done. O0: release, pairs with hyd_op_written in whichever
 * thread takes the reply (the order comes through the peer, but no tool can see that). */
static inline void hyd_op_add(struct hyd_op *op, uint32_t parts) {
  atomic_fetch_add_explicit(&op->pending, parts, memory_order_release);
}
static inline void hyd_op_written(struct hyd_op *op) {
  (void)atomic_load_explicit(&op->pending, memory_order_acquire); /* O0 */
}
/* One part is done. The last one completes the operation; an implicit one is then counted in its
 * set and recycled. Any thread; also in handlers. */
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

/* The op for a put, get or atomic of so many bytes: explicit, or counted in the thread's implicit
 * set or open region. */
struct hyd_op *hyd_op_for(struct hyd_thread *t, int how, enum hyd_nbi_cat cat, gex_Rank_t peer,
                          size_t bytes);
/* After the parts were started, ends the initiation part and returns what the call returns: waits
 * (blocking), the event or INVALID (NB), INVALID (NBI). */
gex_Event_t hyd_op_started(struct hyd_job *job, int how, struct hyd_op *op);
/* The same where the initiation has no part of its own any more. */
gex_Event_t hyd_op_launched(struct hyd_job *job, int how, struct hyd_op *op);

/* Takes back an op of which nothing was started. */
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

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * op.c: see op.h.
 */
#include "core/op/op.h"

#include "core/base/err.h"
#include "core/watch/watch.h"

#define CHUNK 64

struct hyd_op_chunk {
  struct hyd_op op[CHUNK];
  struct hyd_op_chunk *next;
};

/* --- allocation: thread's list, then the job's orphans, then a new chunk --- */

static HYD_COLD void refill_ops(struct hyd_thread *t) {
  struct hyd_job *job = t->job;
  struct hyd_op_chunk *c;
  pthread_mutex_lock(&job->threads.lock);
  t->free_ops = job->ops.orphans;
  job->ops.orphans = NULL;
  pthread_mutex_unlock(&job->threads.lock);
  if (t->free_ops) return;
  c = aligned_alloc(HYD_LINE, (sizeof *c + HYD_LINE - 1) / HYD_LINE * HYD_LINE);
  if (c == NULL) hyd_fatal("operation", "out of memory for operations in flight");
  memset(c, 0, sizeof *c);
  for (int i = 0; i < CHUNK; i++) {
    c->op[i].next = t->free_ops;
    t->free_ops = &c->op[i];
  }
  pthread_mutex_lock(&job->threads.lock);
  c->next = job->ops.chunks;
  job->ops.chunks = c;
  pthread_mutex_unlock(&job->threads.lock);
}

/* Serial numbers rise for the ops of one thread, and nearly so for those of several threads, which
 * share a count that each advances only now and then. */
static uint64_t next_serial(struct hyd_thread *t) {
  uint64_t n = t->ops_begun++ % CHUNK;
  if (n == 0) atomic_fetch_add_explicit(&t->job->ops.serial, CHUNK, memory_order_relaxed);
  return atomic_load_explicit(&t->job->ops.serial, memory_order_relaxed) + n;
}

#define STORE(field, value) atomic_store_explicit(&(field), value, memory_order_relaxed)
#define LOAD(field) atomic_load_explicit(&(field), memory_order_relaxed)

static struct hyd_op *make_op(struct hyd_thread *t, enum hyd_op_kind kind, gex_Rank_t peer,
                              enum hyd_nbi_cat cat, uint32_t bytes) {
  struct hyd_op *op;
  if (t->free_ops == NULL) refill_ops(t);
  op = t->free_ops;
  t->free_ops = op->next;
  STORE(op->kind, kind);
  STORE(op->pending, 1);
  STORE(op->peer, peer);
  STORE(op->serial, next_serial(t));
  STORE(op->cat, cat);
  STORE(op->bytes, bytes);
  op->nbi = NULL;
  op->test = NULL;
  op->scanned = op->leaf_queried = 0;
  return op;
}

struct hyd_op *hyd_op_new(struct hyd_thread *t, enum hyd_op_kind kind, gex_Rank_t peer) {
  return make_op(t, kind, peer, HYD_NBI_CATS, 0);
}

void hyd_op_free(struct hyd_thread *t, struct hyd_op *op) {
  atomic_store_explicit(&op->kind, HYD_OP_FREE, memory_order_relaxed);
  op->next = t->free_ops;
  t->free_ops = op;
}

/* Drops the region of a thread that has ended inside of it. While operations count in the region,
 * it is not recycled. */
static void drop_region(struct hyd_job *job, struct hyd_thread *t) {
  if (hyd_op_test(job, t->region)) hyd_op_free(t, t->region);
  t->region = NULL;
}

static void adopt_ops(struct hyd_job *job, struct hyd_thread *t) {
  struct hyd_op **last = &t->free_ops;
  if (t->region) drop_region(job, t);
  while (*last) last = &(*last)->next;
  pthread_mutex_lock(&job->threads.lock);
  *last = job->ops.orphans;
  job->ops.orphans = t->free_ops;
  pthread_mutex_unlock(&job->threads.lock);
  t->free_ops = NULL;
}

void hyd_ops_hook(struct hyd_job *job) { job->hooks.on_thread_end = adopt_ops; }

uint32_t hyd_ops_outstanding(struct hyd_job *job, struct hyd_oldest_op *oldest) {
  uint64_t first = UINT64_MAX;
  uint32_t n = 0;
  *oldest = (struct hyd_oldest_op){.peer = HYD_NO_PEER};
  if (pthread_mutex_trylock(&job->threads.lock)) return 0;
  for (struct hyd_op_chunk *c = job->ops.chunks; c; c = c->next)
    for (int i = 0; i < CHUNK; i++) {
      struct hyd_op *op = &c->op[i];
      uint64_t serial = LOAD(op->serial);
      uint32_t kind = LOAD(op->kind), cat = LOAD(op->cat);
      if (kind == HYD_OP_FREE) continue;
      if (kind == HYD_OP_TRANSFER && !LOAD(op->pending)) continue; /* complete, not yet synced */
      n++;
      if (serial >= first) continue;
      first = serial;
      *oldest =
          (struct hyd_oldest_op){LOAD(op->peer), cat < HYD_NBI_CATS ? cat + 1 : 0, LOAD(op->bytes)};
    }
  pthread_mutex_unlock(&job->threads.lock);
  return n;
}

/* --- completion ----------------------------------------------------------- */

/* Ends a part; returns whether it was the last. If one part is left, it is the caller's, and no
 * other thread changes the count: only the holder of a part adds parts. */
static int end_part(struct hyd_op *op) {
  if (atomic_load_explicit(&op->pending, memory_order_acquire) !=
      1) /* O1: and with the other parts' releases */
    return atomic_fetch_sub_explicit(&op->pending, 1, memory_order_acq_rel) == 1; /* O1 */
  atomic_store_explicit(&op->pending, 0, memory_order_release);                   /* O1 */
  return 1;
}

/* The same for a watched job. The end of the op is traced before the op may be used again, if it is
 * known by then that this part is the last. */
static HYD_COLD int end_part_watched(struct hyd_job *job, struct hyd_op *op) {
  int sure = atomic_load_explicit(&op->pending, memory_order_acquire) == 1, last; /* O1 */
  if (sure) hyd_watch_op_end(job, op);
  last = end_part(op);
  if (last && !sure) hyd_watch_op_end(job, op);
  return last;
}

void hyd_op_done(struct hyd_job *job, struct hyd_op *op) {
  struct hyd_nbi *nbi;
  uint32_t cat;
  hyd_op_written(op);
  nbi = op->nbi; /* an explicit op may be retired as soon as pending is 0 */
  cat = LOAD(op->cat);
  if (hyd_watched(job) ? !end_part_watched(job, op) : !end_part(op)) return;
  hyd_probe_op_done(op);
  if (nbi == NULL) return;
  hyd_op_free(hyd_self(job), op);
  atomic_fetch_add_explicit(&nbi->done[cat], 1, memory_order_release); /* O1 */
}

struct hyd_op *hyd_op_for(struct hyd_thread *t, int how, enum hyd_nbi_cat cat, gex_Rank_t peer,
                          size_t bytes) {
  struct hyd_op *op =
      make_op(t, HYD_OP_TRANSFER, peer, cat, bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX);
  hyd_probe_op(op, peer, bytes);
  if (how != HYD_RMA_NBI) return op;
  op->nbi = t->region ? &t->region->set : t->nbi;
  op->nbi->started[cat]++;
  return op;
}

void hyd_op_cancel(struct hyd_thread *t, struct hyd_op *op) {
  if (op->nbi) op->nbi->started[LOAD(op->cat)]--;
  hyd_op_free(t, op);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_legacy_callbacks.c: calls of clients' reduction functions. Steps run under the engine's
 * lock, where a function that communicates would wait for itself (K27). So a step leaves such work
 * here; poll does it without a lock, one piece at a time, and the engine looks again.
 */
#include "extended/coll_legacy.h"

#include "core/am/wait.h"

enum { IDLE, QUEUED, DONE };

static void append(struct hyd_images *all, struct hyd_legacy *op) {
  struct hyd_legacy **last = &all->work;
  op->next = NULL;
  pthread_mutex_lock(&all->work_lock);
  while (*last) last = &(*last)->next;
  *last = op;
  pthread_mutex_unlock(&all->work_lock);
}

static struct hyd_legacy *take(struct hyd_images *all) {
  struct hyd_legacy *op;
  pthread_mutex_lock(&all->work_lock);
  op = all->work;
  if (op) all->work = op->next;
  pthread_mutex_unlock(&all->work_lock);
  return op;
}

int hyd_legacy_do(struct hyd_legacy *op, void (*fn)(struct hyd_legacy *op)) {
  struct hyd_job *job = op->team->team->job;
  int state = atomic_load_explicit(&op->red.work_state, memory_order_acquire); /* J2 */
  if (op->red.fn.flags & GASNET_COLL_AMSAFE) {
    fn(op);
    return 1;
  }
  if (state == QUEUED) return 0;
  if (state == DONE) {
    atomic_store_explicit(&op->red.work_state, IDLE, memory_order_relaxed);
    return 1;
  }
  op->red.work = fn;
  atomic_store_explicit(&op->red.work_state, QUEUED, memory_order_relaxed);
  append(job->images, op);
  hyd_poll_todo(job);
  return 0;
}

/* A function that polls finds this one at work and leaves the rest to it. */
int hyd_legacy_progress(struct hyd_job *job) {
  struct hyd_images *all = job->images;
  struct hyd_legacy *op;
  if (pthread_mutex_trylock(&all->working)) return HYD_PROGRESS_MORE;
  while ((op = take(all)) != NULL) {
    op->red.work(op);
    atomic_store_explicit(&op->red.work_state, DONE, memory_order_release); /* J1, pairs with J2 */
    hyd_poll_todo(job);
  }
  pthread_mutex_unlock(&all->working);
  return 0;
}

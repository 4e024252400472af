/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lock.h: the lock of the conduit's state. A client with threads takes a mutex. One without has
 * nobody beside it but the attendant, which looks a few times a second and never waits: there the
 * client only says that it is inside, with no fence and no locked instruction, and the attendant,
 * which asks, makes the fence for both (membarrier). Of the two, either the client sees that the
 * attendant asks, or the attendant sees the client inside.
 */
#ifndef HYD_IBV_LOCK_H
#define HYD_IBV_LOCK_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/base/job.h"
#include "core/sys/futex.h"

struct vb_lock {
  enum { VB_LOCK_NONE, VB_LOCK_MUTEX, VB_LOCK_ONE_CLIENT } kind;
  /* VB_LOCK_ONE_CLIENT. L1: acquire loads pair with the release of 0. */
  _Atomic uint32_t inside; /* the client is */
  _Atomic uint32_t asked;  /* the attendant is inside, or about to look whether it can be */
  pthread_mutex_t mutex;   /* there the attendant's, for a client that has to wait */
};

static inline void vb_lock_init(struct vb_lock *l, const struct hyd_job *job, int has_attendant) {
  pthread_mutex_init(&l->mutex, NULL);
  l->kind = job->threaded || (has_attendant && !job->have_membarrier) ? VB_LOCK_MUTEX
            : has_attendant                                           ? VB_LOCK_ONE_CLIENT
                                                                      : VB_LOCK_NONE;
}

/* The compiler keeps the order of the two; hyd_membarrier in vb_lock_try does so for the
 * processor. */
static inline int vb_lock_goes_in(struct vb_lock *l) {
  atomic_store_explicit(&l->inside, 1, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  return atomic_load_explicit(&l->asked, memory_order_acquire) == 0; /* L1 */
}

static HYD_COLD void vb_lock_wait(struct vb_lock *l) {
  do {
    atomic_store_explicit(&l->inside, 0, memory_order_release); /* L1 */
    pthread_mutex_lock(&l->mutex);
    pthread_mutex_unlock(&l->mutex);
  } while (!vb_lock_goes_in(l));
}

static inline void vb_lock_take(struct vb_lock *l) {
  if (l->kind == VB_LOCK_MUTEX)
    pthread_mutex_lock(&l->mutex);
  else if (l->kind == VB_LOCK_ONE_CLIENT && hyd_unlikely(!vb_lock_goes_in(l)))
    vb_lock_wait(l);
}

static inline void vb_lock_leave(struct vb_lock *l) {
  if (l->kind == VB_LOCK_MUTEX)
    pthread_mutex_unlock(&l->mutex);
  else
    atomic_store_explicit(&l->inside, 0, memory_order_release); /* L1 */
}

/* The attendant's two. 0, or not 0: the client is inside. */
static inline int vb_lock_try(struct vb_lock *l) {
  if (pthread_mutex_trylock(&l->mutex)) return -1;
  if (l->kind != VB_LOCK_ONE_CLIENT) return 0;
  atomic_store_explicit(&l->asked, 1, memory_order_relaxed);
  if (hyd_membarrier() == 0 && atomic_load_explicit(&l->inside, memory_order_acquire) == 0)
    return 0; /* L1 */
  atomic_store_explicit(&l->asked, 0, memory_order_release);
  pthread_mutex_unlock(&l->mutex);
  return -1;
}

static inline void vb_lock_give_back(struct vb_lock *l) {
  atomic_store_explicit(&l->asked, 0, memory_order_release); /* L1 */
  pthread_mutex_unlock(&l->mutex);
}

#endif

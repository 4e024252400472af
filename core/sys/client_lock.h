/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client_lock.h: the lock of the state that a client's threads share with the attending thread of a
 * conduit. A threaded client takes a mutex. In a client with one
 * thread the only other thread is the attending thread, which looks a few times a second and never
 * waits. There the client only stores that it is inside, with no fence and no locked instruction,
 * and the attending thread, which asks, makes the fence for both (membarrier). Either the client
 * sees that the attending thread asks, or the attending thread sees the client inside.
 */
#ifndef HYD_SYS_CLIENT_LOCK_H
#define HYD_SYS_CLIENT_LOCK_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/sys/cpu.h"
#include "core/sys/futex.h"

struct hyd_client_lock {
  enum { HYD_CLIENT_LOCK_NONE, HYD_CLIENT_LOCK_MUTEX, HYD_CLIENT_LOCK_ONE_CLIENT } kind;
  /* HYD_CLIENT_LOCK_ONE_CLIENT. L1: acquire loads pair with the release of 0. */
  _Atomic uint32_t inside; /* whether the client is inside */
  _Atomic uint32_t asked;  /* the attending thread is inside, or about to look whether it can be */
  pthread_mutex_t mutex;   /* HYD_CLIENT_LOCK_ONE_CLIENT: of the attending thread, for a client that
                            * has to wait */
};

/* threaded: the client has several threads; membarrier: the kernel has membarrier(2), and this
 * process is registered for it. */
static inline void hyd_client_lock_init(struct hyd_client_lock *l, int threaded,
                                        int has_attending_thread, int membarrier) {
  pthread_mutex_init(&l->mutex, NULL);
  l->kind = threaded || (has_attending_thread && !membarrier) ? HYD_CLIENT_LOCK_MUTEX
            : has_attending_thread                            ? HYD_CLIENT_LOCK_ONE_CLIENT
                                                              : HYD_CLIENT_LOCK_NONE;
}

/* The compiler keeps the order of the two accesses; for the processor, hyd_membarrier in
 * hyd_client_lock_try does. */
static inline int hyd_client_lock_goes_in(struct hyd_client_lock *l) {
  atomic_store_explicit(&l->inside, 1, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  return atomic_load_explicit(&l->asked, memory_order_acquire) == 0; /* L1 */
}

static HYD_COLD void hyd_client_lock_wait(struct hyd_client_lock *l) {
  do {
    atomic_store_explicit(&l->inside, 0, memory_order_release); /* L1 */
    pthread_mutex_lock(&l->mutex);
    pthread_mutex_unlock(&l->mutex);
  } while (!hyd_client_lock_goes_in(l));
}

static inline void hyd_client_lock_take(struct hyd_client_lock *l) {
  if (l->kind == HYD_CLIENT_LOCK_MUTEX)
    pthread_mutex_lock(&l->mutex);
  else if (l->kind == HYD_CLIENT_LOCK_ONE_CLIENT && hyd_unlikely(!hyd_client_lock_goes_in(l)))
    hyd_client_lock_wait(l);
}

static inline void hyd_client_lock_leave(struct hyd_client_lock *l) {
  if (l->kind == HYD_CLIENT_LOCK_MUTEX)
    pthread_mutex_unlock(&l->mutex);
  else
    atomic_store_explicit(&l->inside, 0, memory_order_release); /* L1 */
}

/* For the attending thread. 0, or not 0: the client is inside. */
static inline int hyd_client_lock_try(struct hyd_client_lock *l) {
  if (pthread_mutex_trylock(&l->mutex)) return -1;
  if (l->kind != HYD_CLIENT_LOCK_ONE_CLIENT) return 0;
  atomic_store_explicit(&l->asked, 1, memory_order_relaxed);
  if (!atomic_load_explicit(&l->inside, memory_order_relaxed) && /* else spare the barrier */
      hyd_membarrier() == 0 && atomic_load_explicit(&l->inside, memory_order_acquire) == 0)
    return 0; /* L1 */
  atomic_store_explicit(&l->asked, 0, memory_order_release);
  pthread_mutex_unlock(&l->mutex);
  return -1;
}

/* For a signal's handler, which may have interrupted a holder. 0, or not 0: a thread is inside, as
 * far as that is known: a client's only thread is where it was interrupted, and what it was writing
 * is read as it is. */
static inline int hyd_client_lock_peek(struct hyd_client_lock *l) {
  return l->kind == HYD_CLIENT_LOCK_MUTEX && pthread_mutex_trylock(&l->mutex) ? -1 : 0;
}

static inline void hyd_client_lock_peeked(struct hyd_client_lock *l) {
  if (l->kind == HYD_CLIENT_LOCK_MUTEX) pthread_mutex_unlock(&l->mutex);
}

static inline void hyd_client_lock_give_back(struct hyd_client_lock *l) {
  atomic_store_explicit(&l->asked, 0, memory_order_release); /* L1 */
  pthread_mutex_unlock(&l->mutex);
}

#endif

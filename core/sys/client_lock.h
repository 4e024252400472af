/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client_lock.h: the lock of a conduit's state, which a client's threads share with the attending
 * thread. A client with several threads uses a mutex. In a client with one thread, the only other
 * thread is the attending thread, which tries the lock a few times a second and never waits. There
 * the client only stores that it is inside, with no fence and no locked instruction, and the
 * attending thread makes the fence for both (membarrier): either the client sees that the attending
 * thread asks, or the attending thread sees that the client is inside.
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
  _Atomic uint32_t asked;  /* the attending thread is inside, or about to check whether it may be */
  pthread_mutex_t mutex;   /* HYD_CLIENT_LOCK_ONE_CLIENT: held by the attending thread while it is
                            * inside, so that the client can wait */
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

/* Tries to enter. The signal fence orders the two accesses for the compiler; hyd_membarrier in
 * hyd_client_lock_try orders them for the processor. */
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

/* For the attending thread. 0: it has the lock. Not 0: the client is inside. */
static inline int hyd_client_lock_try(struct hyd_client_lock *l) {
  if (pthread_mutex_trylock(&l->mutex)) return -1;
  if (l->kind != HYD_CLIENT_LOCK_ONE_CLIENT) return 0;
  atomic_store_explicit(&l->asked, 1, memory_order_relaxed);
  /* The first load spares the barrier while the client is inside. */
  if (!atomic_load_explicit(&l->inside, memory_order_relaxed) && hyd_membarrier() == 0 &&
      atomic_load_explicit(&l->inside, memory_order_acquire) == 0) /* L1 */
    return 0;
  atomic_store_explicit(&l->asked, 0, memory_order_release);
  pthread_mutex_unlock(&l->mutex);
  return -1;
}

/* For a signal handler, which may have interrupted a holder. 0: it may read the state, then calls
 * hyd_client_lock_peeked. Not 0: another thread is inside. A client's only thread may itself have
 * been interrupted inside; then the handler may read half-written data. */
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

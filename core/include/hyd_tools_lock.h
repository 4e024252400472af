/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_tools_lock.h: mutexes, condition variables, readers-writer locks and thread-specific pointers
 * of gasnet_tools.h (spec gasnet-tools.md sections 6 and 7).
 *
 * Three builds of one interface: no-ops in a single-threaded client (T6.4), pthread calls in a
 * threaded one, and functions of the library that check ownership in a threaded debug client. The
 * readers-writer lock is our own, on a mutex and a condition variable, because <pthread.h> hides
 * pthread_rwlock_t from strict C99. Included by gasnet_tools.h only.
 */
#ifndef HYD_TOOLS_LOCK_H
#define HYD_TOOLS_LOCK_H

#if !defined(GASNETT_THREAD_SAFE) && defined(GASNETT_USE_TRUE_MUTEXES)
#define HYD_TOOLS_REAL_LOCKS GASNETT_USE_TRUE_MUTEXES
#elif defined(GASNETT_THREAD_SAFE)
#define HYD_TOOLS_REAL_LOCKS 1
#else
#define HYD_TOOLS_REAL_LOCKS 0
#endif

#if HYD_TOOLS_REAL_LOCKS
#include <pthread.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if !HYD_TOOLS_REAL_LOCKS
/* ---------------------------------------------------------------- single-threaded: nothing --- */
typedef struct {
  char hyd_unused;
} gasnett_mutex_t;
typedef struct {
  char hyd_unused;
} gasnett_cond_t;
typedef struct {
  char hyd_unused;
} gasnett_rwlock_t;
/* clang-format off */
#define GASNETT_MUTEX_INITIALIZER { 0 }
#define GASNETT_COND_INITIALIZER { 0 }
#define GASNETT_RWLOCK_INITIALIZER { 0 }
/* clang-format on */

static inline void gasnett_mutex_init(gasnett_mutex_t *m) { m->hyd_unused = 0; }
static inline void gasnett_mutex_destroy(gasnett_mutex_t *m) { (void)m; }
static inline int gasnett_mutex_destroy_ignoreerr(gasnett_mutex_t *m) { return (void)m, 0; }
static inline void gasnett_mutex_lock(gasnett_mutex_t *m) { (void)m; }
static inline int gasnett_mutex_trylock(gasnett_mutex_t *m) { return (void)m, 0; }
static inline void gasnett_mutex_unlock(gasnett_mutex_t *m) { (void)m; }
static inline void gasnett_mutex_assertlocked(gasnett_mutex_t *m) { (void)m; }
static inline void gasnett_mutex_assertunlocked(gasnett_mutex_t *m) { (void)m; }

static inline void gasnett_cond_init(gasnett_cond_t *c) { c->hyd_unused = 0; }
static inline void gasnett_cond_destroy(gasnett_cond_t *c) { (void)c; }
static inline void gasnett_cond_signal(gasnett_cond_t *c) { (void)c; }
static inline void gasnett_cond_broadcast(gasnett_cond_t *c) { (void)c; }
static inline void gasnett_cond_wait(gasnett_cond_t *c, gasnett_mutex_t *m) { (void)c, (void)m; }

static inline void gasnett_rwlock_init(gasnett_rwlock_t *r) { r->hyd_unused = 0; }
static inline void gasnett_rwlock_destroy(gasnett_rwlock_t *r) { (void)r; }
static inline void gasnett_rwlock_rdlock(gasnett_rwlock_t *r) { (void)r; }
static inline void gasnett_rwlock_wrlock(gasnett_rwlock_t *r) { (void)r; }
static inline int gasnett_rwlock_tryrdlock(gasnett_rwlock_t *r) { return (void)r, 0; }
static inline int gasnett_rwlock_trywrlock(gasnett_rwlock_t *r) { return (void)r, 0; }
static inline void gasnett_rwlock_unlock(gasnett_rwlock_t *r) { (void)r; }
static inline void gasnett_rwlock_assertlocked(gasnett_rwlock_t *r) { (void)r; }
static inline void gasnett_rwlock_assertrdlocked(gasnett_rwlock_t *r) { (void)r; }
static inline void gasnett_rwlock_assertwrlocked(gasnett_rwlock_t *r) { (void)r; }
static inline void gasnett_rwlock_assertunlocked(gasnett_rwlock_t *r) { (void)r; }

#else
/* --------------------------------------------------------------------------- threaded client
 * --- */
struct hyd_tools_checked_mutex { /* debug clients */
  pthread_mutex_t lock;
  uintptr_t owner; /* pthread_self() of the holder or 0; written by the holder, atomic */
};
struct hyd_tools_rwlock {
  pthread_mutex_t guard;  /* protects the two counts */
  pthread_cond_t changed; /* signalled when the lock becomes free */
  int held;               /* number of readers, or -1 for a writer */
  int writers_waiting;    /* new readers wait for these */
};

void hyd_tools_mutex_lock(struct hyd_tools_checked_mutex *m);
int hyd_tools_mutex_trylock(struct hyd_tools_checked_mutex *m);
void hyd_tools_mutex_unlock(struct hyd_tools_checked_mutex *m);
void hyd_tools_mutex_destroy(struct hyd_tools_checked_mutex *m);
void hyd_tools_mutex_assert(struct hyd_tools_checked_mutex *m, int locked);
void hyd_tools_cond_wait(pthread_cond_t *c, struct hyd_tools_checked_mutex *m);

void hyd_tools_rwlock_init(struct hyd_tools_rwlock *r);
void hyd_tools_rwlock_destroy(struct hyd_tools_rwlock *r, int check);
int hyd_tools_rwlock_acquire(struct hyd_tools_rwlock *r, int write, int wait, int check);
void hyd_tools_rwlock_unlock(struct hyd_tools_rwlock *r, int check);
void hyd_tools_rwlock_assert(struct hyd_tools_rwlock *r, int states);
#define HYD_TOOLS_RW_UNLOCKED 1 /* `states`: a set of these, as seen by the calling thread */
#define HYD_TOOLS_RW_READ 2
#define HYD_TOOLS_RW_WRITE 4

/* clang-format off */
#ifdef GASNET_DEBUG
#define HYD_TOOLS_LOCK_CHECK 1
typedef struct hyd_tools_checked_mutex gasnett_mutex_t;
#define GASNETT_MUTEX_INITIALIZER { PTHREAD_MUTEX_INITIALIZER, 0 }
#else
#define HYD_TOOLS_LOCK_CHECK 0
typedef struct {
  pthread_mutex_t lock;
} gasnett_mutex_t;
#define GASNETT_MUTEX_INITIALIZER { PTHREAD_MUTEX_INITIALIZER }
#endif
typedef struct {
  pthread_cond_t cond;
} gasnett_cond_t;
#define GASNETT_COND_INITIALIZER { PTHREAD_COND_INITIALIZER }
typedef struct hyd_tools_rwlock gasnett_rwlock_t;
#define GASNETT_RWLOCK_INITIALIZER { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0 }
/* clang-format on */

#ifdef GASNET_DEBUG
static inline void gasnett_mutex_init(gasnett_mutex_t *m) {
  m->owner = 0;
  (void)pthread_mutex_init(&m->lock, NULL);
}
static inline void gasnett_mutex_destroy(gasnett_mutex_t *m) { hyd_tools_mutex_destroy(m); }
static inline void gasnett_mutex_lock(gasnett_mutex_t *m) { hyd_tools_mutex_lock(m); }
static inline int gasnett_mutex_trylock(gasnett_mutex_t *m) { return hyd_tools_mutex_trylock(m); }
static inline void gasnett_mutex_unlock(gasnett_mutex_t *m) { hyd_tools_mutex_unlock(m); }
static inline void gasnett_mutex_assertlocked(gasnett_mutex_t *m) { hyd_tools_mutex_assert(m, 1); }
static inline void gasnett_mutex_assertunlocked(gasnett_mutex_t *m) {
  hyd_tools_mutex_assert(m, 0);
}
static inline void gasnett_cond_wait(gasnett_cond_t *c, gasnett_mutex_t *m) {
  hyd_tools_cond_wait(&c->cond, m);
}
static inline void gasnett_rwlock_assertlocked(gasnett_rwlock_t *r) {
  hyd_tools_rwlock_assert(r, HYD_TOOLS_RW_READ | HYD_TOOLS_RW_WRITE);
}
static inline void gasnett_rwlock_assertrdlocked(gasnett_rwlock_t *r) {
  hyd_tools_rwlock_assert(r, HYD_TOOLS_RW_READ);
}
static inline void gasnett_rwlock_assertwrlocked(gasnett_rwlock_t *r) {
  hyd_tools_rwlock_assert(r, HYD_TOOLS_RW_WRITE);
}
static inline void gasnett_rwlock_assertunlocked(gasnett_rwlock_t *r) {
  hyd_tools_rwlock_assert(r, HYD_TOOLS_RW_UNLOCKED);
}
#else
static inline void gasnett_mutex_init(gasnett_mutex_t *m) {
  (void)pthread_mutex_init(&m->lock, NULL);
}
static inline void gasnett_mutex_destroy(gasnett_mutex_t *m) {
  (void)pthread_mutex_destroy(&m->lock);
}
static inline void gasnett_mutex_lock(gasnett_mutex_t *m) { (void)pthread_mutex_lock(&m->lock); }
static inline int gasnett_mutex_trylock(gasnett_mutex_t *m) {
  return pthread_mutex_trylock(&m->lock);
}
static inline void gasnett_mutex_unlock(gasnett_mutex_t *m) {
  (void)pthread_mutex_unlock(&m->lock);
}
static inline void gasnett_mutex_assertlocked(gasnett_mutex_t *m) { (void)m; }
static inline void gasnett_mutex_assertunlocked(gasnett_mutex_t *m) { (void)m; }
static inline void gasnett_cond_wait(gasnett_cond_t *c, gasnett_mutex_t *m) {
  (void)pthread_cond_wait(&c->cond, &m->lock);
}
static inline void gasnett_rwlock_assertlocked(gasnett_rwlock_t *r) { (void)r; }
static inline void gasnett_rwlock_assertrdlocked(gasnett_rwlock_t *r) { (void)r; }
static inline void gasnett_rwlock_assertwrlocked(gasnett_rwlock_t *r) { (void)r; }
static inline void gasnett_rwlock_assertunlocked(gasnett_rwlock_t *r) { (void)r; }
#endif

static inline int gasnett_mutex_destroy_ignoreerr(gasnett_mutex_t *m) {
  return pthread_mutex_destroy(&m->lock);
}

static inline void gasnett_cond_init(gasnett_cond_t *c) { (void)pthread_cond_init(&c->cond, NULL); }
static inline void gasnett_cond_destroy(gasnett_cond_t *c) { (void)pthread_cond_destroy(&c->cond); }
static inline void gasnett_cond_signal(gasnett_cond_t *c) { (void)pthread_cond_signal(&c->cond); }
static inline void gasnett_cond_broadcast(gasnett_cond_t *c) {
  (void)pthread_cond_broadcast(&c->cond);
}

static inline void gasnett_rwlock_init(gasnett_rwlock_t *r) { hyd_tools_rwlock_init(r); }
static inline void gasnett_rwlock_destroy(gasnett_rwlock_t *r) {
  hyd_tools_rwlock_destroy(r, HYD_TOOLS_LOCK_CHECK);
}
static inline void gasnett_rwlock_rdlock(gasnett_rwlock_t *r) {
  (void)hyd_tools_rwlock_acquire(r, 0, 1, HYD_TOOLS_LOCK_CHECK);
}
static inline void gasnett_rwlock_wrlock(gasnett_rwlock_t *r) {
  (void)hyd_tools_rwlock_acquire(r, 1, 1, HYD_TOOLS_LOCK_CHECK);
}
static inline int gasnett_rwlock_tryrdlock(gasnett_rwlock_t *r) {
  return hyd_tools_rwlock_acquire(r, 0, 0, HYD_TOOLS_LOCK_CHECK);
}
static inline int gasnett_rwlock_trywrlock(gasnett_rwlock_t *r) {
  return hyd_tools_rwlock_acquire(r, 1, 0, HYD_TOOLS_LOCK_CHECK);
}
static inline void gasnett_rwlock_unlock(gasnett_rwlock_t *r) {
  hyd_tools_rwlock_unlock(r, HYD_TOOLS_LOCK_CHECK);
}
#endif /* HYD_TOOLS_REAL_LOCKS */

/* ------------------------------------------------------------------------------- thread keys
 * --- */
/* A key is a thread-local pointer of that name. */
#define GASNETT_THREADKEY_DEFINE(key) __thread void *key = NULL
#define GASNETT_THREADKEY_DECLARE(key) extern __thread void *key

/* Clients name this function to silence warnings, so it is a real one. There is nothing to do. */
static inline void _gasneti_threadkey_init(void **cell) { (void)cell; }
static inline void *hyd_tools_threadkey_get(void **cell) { return *cell; }
static inline void hyd_tools_threadkey_set(void **cell, void *value) {
  __asm__("" : "+r"(value)); /* a client may store the address of a local: no warning for that */
  *cell = value;
}

#define gasnett_threadkey_init(key) _gasneti_threadkey_init(&(key))
#define gasnett_threadkey_get(key) hyd_tools_threadkey_get(&(key))
#define gasnett_threadkey_set(key, value) hyd_tools_threadkey_set(&(key), value)
#define gasnett_threadkey_get_noinit(key) hyd_tools_threadkey_get(&(key))
#define gasnett_threadkey_set_noinit(key, value) hyd_tools_threadkey_set(&(key), value)

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * anl.h, threads: the ANL (PARMACS) macros over POSIX threads: a worker is a thread, and all memory
 * is shared. ANL_THREADS in the environment is what ANL_WORKERS() gives (default 2).
 *
 * Written from the macros' published descriptions: J. Boyle et al., "Portable Programs for Parallel
 * Processors" (1987), and the descriptions of PARMACS and of the SPLASH family's macros.
 */
#ifndef ANL_H
#define ANL_H

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ANL_MOST 1024 /* workers that a program may create */

struct anl_worker {
  pthread_t id;
  void (*function)(void);
};
struct anl_env { /* main's alone */
  int created, ended;
  struct anl_worker worker[ANL_MOST];
};
extern struct anl_env anl_env;

#define MAIN_ENV struct anl_env anl_env;
#define EXTERN_ENV
#define MAIN_INITENV(...)
#define MAIN_END                                                                                   \
  { exit(0); }

static inline void anl_stop(const char *what) {
  fprintf(stderr, "anl: %s\n", what);
  exit(1);
}
static inline int anl_workers(void) {
  const char *text = getenv("ANL_THREADS");
  int n = text ? atoi(text) : 2;
  if (n < 1 || n > ANL_MOST) anl_stop("ANL_THREADS: expected a number from 1 to 1024");
  return n;
}
#define ANL_WORKERS() anl_workers()

/* ---- memory, time --------------------------------------------------------- */

static inline void *anl_shared(size_t bytes) {
  void *memory = calloc(bytes ? bytes : 1, 1);
  if (!memory) anl_stop("G_MALLOC: no memory");
  return memory;
}
static inline unsigned long anl_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (unsigned long)t.tv_sec * 1000000 + (unsigned long)t.tv_nsec / 1000;
}
#define G_MALLOC(bytes) anl_shared(bytes)
#define G_MALLOC_F(bytes) anl_shared(bytes)
#define NU_MALLOC(bytes, node) ((void)(node), anl_shared(bytes))
#define G_FREE(p) free(p)
#define CLOCK(time)                                                                                \
  { (time) = anl_clock(); }

/* ---- workers: CREATE(function) starts one; CREATE(function, n) makes n, the caller included -- */

static inline void *anl_run(void *worker) {
  ((struct anl_worker *)worker)->function();
  return NULL;
}
static inline void anl_create(void (*function)(void)) {
  if (anl_env.created == ANL_MOST) anl_stop("CREATE: more than 1024 workers");
  struct anl_worker *w = &anl_env.worker[anl_env.created++];
  w->function = function;
  if (pthread_create(&w->id, NULL, anl_run, w) != 0) anl_stop("CREATE: no thread");
}
static inline void anl_create_all(void (*function)(void), int n) {
  for (int i = 1; i < n; i++) anl_create(function);
  function();
}
static inline void anl_wait_for_end(int n) {
  for (; n > 0 && anl_env.ended < anl_env.created; n--)
    pthread_join(anl_env.worker[anl_env.ended++].id, NULL);
}
#define ANL_THIRD(a, b, c, ...) c
#define CREATE(...) ANL_THIRD(__VA_ARGS__, ANL_CREATE_ALL, ANL_CREATE_ONE, )(__VA_ARGS__)
#define ANL_CREATE_ONE(function)                                                                   \
  { anl_create(function); }
#define ANL_CREATE_ALL(function, n)                                                                \
  { anl_create_all(function, n); }
#define WAIT_FOR_END(n)                                                                            \
  { anl_wait_for_end(n); }

/* ---- barrier, locks ------------------------------------------------------- */

/* Two mutexes, used in turn: a worker that leaves late is not ordered after workers at the next
 * barrier, so that ThreadSanitizer detects races between the two. `round` cannot change before all
 * workers have arrived. */
struct anl_barrier {
  pthread_mutex_t mutex[2];
  pthread_cond_t change[2];
  long come[2], round; /* round: relaxed atomics; the mutexes order the rest */
};
static inline void anl_barrier_init(struct anl_barrier *b) {
  memset(b, 0, sizeof *b);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_init(&b->mutex[i], NULL);
    pthread_cond_init(&b->change[i], NULL);
  }
}
static inline void anl_barrier(struct anl_barrier *b, long n) {
  long round = __atomic_load_n(&b->round, __ATOMIC_RELAXED), i = round % 2;
  pthread_mutex_lock(&b->mutex[i]);
  if (++b->come[i] == n) {
    b->come[i] = 0;
    __atomic_store_n(&b->round, round + 1, __ATOMIC_RELAXED);
    pthread_cond_broadcast(&b->change[i]);
  }
  while (__atomic_load_n(&b->round, __ATOMIC_RELAXED) == round)
    pthread_cond_wait(&b->change[i], &b->mutex[i]);
  pthread_mutex_unlock(&b->mutex[i]);
}
#define BARDEC(name) struct anl_barrier name;
#define ANL_FIRST(name, ...) &(name)
#define BARINIT(...)                                                                               \
  { anl_barrier_init(ANL_FIRST(__VA_ARGS__, )); }
#define BARRIER(name, n)                                                                           \
  { anl_barrier(&(name), n); }

#define LOCKDEC(name) pthread_mutex_t name;
#define LOCKINIT(name)                                                                             \
  { pthread_mutex_init(&(name), NULL); }
#define LOCK(name)                                                                                 \
  { pthread_mutex_lock(&(name)); }
#define UNLOCK(name)                                                                               \
  { pthread_mutex_unlock(&(name)); }
#define ALOCKDEC(name, n) pthread_mutex_t name[n];
#define ALOCKINIT(name, n)                                                                         \
  {                                                                                                \
    for (int anl_i = 0; anl_i < (n); anl_i++) pthread_mutex_init(&(name)[anl_i], NULL);            \
  }
#define ALOCK(name, i) LOCK((name)[i])
#define AULOCK(name, i) UNLOCK((name)[i])

/* ---- subscripts, pauses --------------------------------------------------- */

struct anl_monitor {
  pthread_mutex_t mutex;
  pthread_cond_t change;
  long value;        /* pause: whether set; subscripts: the next one */
  long ended, round; /* workers that got no subscript; how often all have */
};
static inline void anl_init(struct anl_monitor *m) {
  memset(m, 0, sizeof *m);
  pthread_mutex_init(&m->mutex, NULL);
  pthread_cond_init(&m->change, NULL);
}
/* Hands out 0 to max, each to one worker; then -1 to all n workers when all have arrived, and
 * begins at 0 again. */
static inline long anl_getsub(struct anl_monitor *m, long max, long n) {
  pthread_mutex_lock(&m->mutex);
  long sub = m->value <= max ? m->value++ : -1;
  if (sub < 0) {
    long round = m->round;
    if (++m->ended == n) {
      m->ended = m->value = 0;
      m->round++;
      pthread_cond_broadcast(&m->change);
    }
    while (m->round == round) pthread_cond_wait(&m->change, &m->mutex);
  }
  pthread_mutex_unlock(&m->mutex);
  return sub;
}
#define GSDEC(name) struct anl_monitor name;
#define GSINIT(name)                                                                               \
  { anl_init(&(name)); }
#define GETSUB(name, sub, max, n)                                                                  \
  { (sub) = anl_getsub(&(name), max, n); }

static inline void anl_pause_set(struct anl_monitor *m, long value) {
  pthread_mutex_lock(&m->mutex);
  m->value = value;
  pthread_cond_broadcast(&m->change);
  pthread_mutex_unlock(&m->mutex);
}
static inline void anl_pause_wait(struct anl_monitor *m) {
  pthread_mutex_lock(&m->mutex);
  while (!m->value) pthread_cond_wait(&m->change, &m->mutex);
  pthread_mutex_unlock(&m->mutex);
}
#define PAUSEDEC(name) struct anl_monitor name;
#define PAUSEINIT(name)                                                                            \
  { anl_init(&(name)); }
#define SETPAUSE(name)                                                                             \
  { anl_pause_set(&(name), 1); }
#define CLEARPAUSE(name)                                                                           \
  { anl_pause_set(&(name), 0); }
#define WAITPAUSE(name)                                                                            \
  { anl_pause_wait(&(name)); }

/* ---- atomics -------------------------------------------------------------- */

#define FETCH_ADD(object, value) __atomic_fetch_add(&(object), value, __ATOMIC_SEQ_CST)
#define FETCH_SUB(object, value) __atomic_fetch_sub(&(object), value, __ATOMIC_SEQ_CST)
#define LOAD(object) __atomic_load_n(&(object), __ATOMIC_SEQ_CST)
#define STORE(object, value) __atomic_store_n(&(object), value, __ATOMIC_SEQ_CST)
#define MEMORY_FENCE() __atomic_thread_fence(__ATOMIC_SEQ_CST)

#endif

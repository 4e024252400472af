/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_par_test.c: atomics, fences, locks and thread keys under threads (gasnet-tools.md sections
 * 3, 4, 6, 7). A client of the tools alone, threaded. Compiled for release and for debug.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define GASNETT_THREAD_SAFE
#include "gasnet_tools.h"

#define THREADS 4
#define ROUNDS 20000

/* All threads start together: one that began early might be done before the next exists. */
static pthread_barrier_t start_line;
static void *(*thread_body)(void *);
static void *start_together(void *arg) {
  (void)pthread_barrier_wait(&start_line);
  return thread_body(arg);
}

static void run_threads(void *(*fn)(void *)) {
  pthread_t threads[THREADS];
  thread_body = fn;
  assert_int_equal(pthread_barrier_init(&start_line, NULL, THREADS), 0);
  for (intptr_t i = 0; i < THREADS; i++) {
    assert_int_equal(pthread_create(&threads[i], NULL, start_together, (void *)i), 0);
  }
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
  (void)pthread_barrier_destroy(&start_line);
}

/* --- atomics: every family has every operation, and it is atomic ---------- */

#define FAMILY_TEST(family, uint_t)                                                                \
  static family##_t family##_cell = family##_init(7);                                              \
  static void *family##_worker(void *arg) {                                                        \
    uint_t seen, mine = (uint_t)(intptr_t)arg + 1;                                                 \
    for (int i = 0; i < ROUNDS; i++) {                                                             \
      family##_increment(&family##_cell, GASNETT_ATOMIC_NONE);                                     \
      (void)family##_add(&family##_cell, 5, GASNETT_ATOMIC_MB_PRE);                                \
      (void)family##_subtract(&family##_cell, 3, GASNETT_ATOMIC_REL);                              \
      family##_decrement(&family##_cell, GASNETT_ATOMIC_ACQ);                                      \
      do {                                                                                         \
        seen = family##_read(&family##_cell, 0);                                                   \
      } while (!family##_compare_and_swap(&family##_cell, seen, seen + mine,                       \
                                          GASNETT_ATOMIC_ACQ_IF_TRUE));                            \
    }                                                                                              \
    return NULL;                                                                                   \
  }                                                                                                \
  static void family##_test(void **state) {                                                        \
    (void)state;                                                                                   \
    assert_int_equal(sizeof(family##_t), sizeof(uint_t));                                          \
    assert_int_equal(__alignof__(family##_t), sizeof(uint_t));                                     \
    assert_true(family##_read(&family##_cell, 0) == 7);                                            \
    family##_set(&family##_cell, 0, GASNETT_ATOMIC_MB_POST);                                       \
    run_threads(family##_worker);                                                                  \
    assert_true(family##_read(&family##_cell, GASNETT_ATOMIC_MB_PRE) ==                            \
                (uint_t)ROUNDS * (2 * THREADS + THREADS * (THREADS + 1) / 2));                     \
    assert_true(family##_swap(&family##_cell, 2, 0x3F) != 2);                                      \
    assert_int_equal(family##_decrement_and_test(&family##_cell, 0), 0);                           \
    assert_int_not_equal(family##_decrement_and_test(&family##_cell, 0), 0);                       \
    assert_true(family##_subtract(&family##_cell, 1, 0) == (uint_t)-1); /* wraps */                \
    assert_int_equal(family##_compare_and_swap(&family##_cell, 0, 1, 0), 0);                       \
    assert_true(family##_add(&family##_cell, 1, 0) == 0);                                          \
  }
FAMILY_TEST(gasnett_atomic, gasnett_atomic_val_t)
FAMILY_TEST(gasnett_atomic32, uint32_t)
FAMILY_TEST(gasnett_atomic64, uint64_t)
FAMILY_TEST(gasnett_strongatomic, gasnett_atomic_val_t)
FAMILY_TEST(gasnett_strongatomic32, uint32_t)
FAMILY_TEST(gasnett_strongatomic64, uint64_t)

static void cast_storage(void **state) {
  double d = 0;
  float f = 0;
  union {
    double d;
    uint64_t u;
  } bits;
  (void)state;
  bits.d = 2.5;
  gasnett_atomic64_set((gasnett_atomic64_t *)&d, bits.u, 0);
  assert_true(d == 2.5);
  gasnett_atomic32_set((gasnett_atomic32_t *)&f, 0x3F800000, 0);
  assert_true(f == 1.0f);
}

/* One thread publishes, another sees what was written before. */
static gasnett_atomic_t published;
static int64_t payload;
static void *publish_or_read(void *arg) {
  if (arg == (void *)0) {
    payload = 4711;
    gasnett_atomic_set(&published, 1, GASNETT_ATOMIC_REL);
  } else {
    while (!gasnett_atomic_read(&published, GASNETT_ATOMIC_ACQ)) sched_yield();
    if (payload != 4711) abort();
  }
  return NULL;
}

static void release_and_acquire(void **state) {
  (void)state;
  run_threads(publish_or_read);
  gasnett_local_mb(), gasnett_local_rmb(), gasnett_local_wmb();
  gasnett_weak_mb(), gasnett_weak_rmb(), gasnett_weak_wmb(), gasnett_compiler_fence();
}

/* Dekker: with wmb between my store and my load, two threads cannot both miss the other's store.
 * They do so over many cells in a row, as they seldom pass the same cell at once. Every other cell
 * has but a compiler fence: the test goes on until those have shown WANTED misses, so that we know
 * that this machine, as busy as it is now, would show a wmb that does not order. */
#define CELLS 512
#define WANTED 20
#define DEKKER_SECONDS 5
static struct {
  struct {
    int flag, missed;
  } __attribute__((aligned(128))) side[2];
} cell[CELLS];
static gasnett_atomic_t arrivals;
static int misses[2];   /* without and with wmb; thread 0 only, until all is over */
static int dekker_over; /* written by thread 0 between meetings */

static void meet(unsigned *met) {
  unsigned target = 2 * ++*met;
  gasnett_atomic_increment(&arrivals, GASNETT_ATOMIC_MB_PRE | GASNETT_ATOMIC_MB_POST);
  for (int spins = 1; gasnett_atomic_read(&arrivals, GASNETT_ATOMIC_ACQ) < target; spins++) {
    if (spins % 4096 == 0) sched_yield();
  }
}

static void pass_cells(int me) {
  for (int i = 0; i < CELLS; i++) {
    __atomic_store_n(&cell[i].side[me].flag, 1, __ATOMIC_RELAXED);
    if (i % 2)
      gasnett_local_wmb();
    else
      gasnett_compiler_fence();
    cell[i].side[me].missed = !__atomic_load_n(&cell[i].side[1 - me].flag, __ATOMIC_RELAXED);
  }
}

static void count_misses(void) {
  for (int i = 0; i < CELLS; i++) {
    misses[i % 2] += cell[i].side[0].missed && cell[i].side[1].missed;
    cell[i].side[0].flag = cell[i].side[1].flag = 0;
  }
}

static void *dekker(void *arg) {
  int me = (int)(intptr_t)arg;
  unsigned met = 0;
  gasnett_tick_t start = gasnett_ticks_now();
  while (me < 2) {
    meet(&met);
    if (dekker_over) break;
    pass_cells(me);
    meet(&met);
    if (me == 0) {
      count_misses();
      dekker_over = misses[0] >= WANTED || misses[1] > 0 ||
                    gasnett_ticks_to_us(gasnett_ticks_now() - start) > DEKKER_SECONDS * 1000000;
    }
  }
  return NULL;
}

static void wmb_orders_a_later_load(void **state) {
  (void)state;
  run_threads(dekker);
  printf("%d misses with a compiler fence, %d with wmb\n", misses[0], misses[1]);
  assert_int_equal(misses[1], 0);
  if (misses[0] == 0) skip(); /* one processor, or none to spare: nothing was shown */
}

/* --- mutex and condition variable ----------------------------------------- */

static gasnett_mutex_t mutex = GASNETT_MUTEX_INITIALIZER;
static gasnett_cond_t turn_changed = GASNETT_COND_INITIALIZER;
static long counter;
static int turn;

static void *count_locked(void *arg) {
  (void)arg;
  for (int i = 0; i < ROUNDS; i++) {
    if (i % 2)
      gasnett_mutex_lock(&mutex);
    else
      while (gasnett_mutex_trylock(&mutex)) sched_yield();
    gasnett_mutex_assertlocked(&mutex);
    counter++;
    gasnett_mutex_unlock(&mutex);
    gasnett_mutex_assertunlocked(&mutex);
  }
  return NULL;
}

static void *try_it(void *result) {
  *(int *)result = gasnett_mutex_trylock(&mutex);
  return NULL;
}

static void mutex_excludes(void **state) {
  pthread_t thread;
  int result = -1;
  (void)state;
  run_threads(count_locked);
  assert_int_equal(counter, (long)THREADS * ROUNDS);
  gasnett_mutex_lock(&mutex);
  assert_int_equal(pthread_create(&thread, NULL, try_it, &result), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_int_equal(result, EBUSY);
  gasnett_mutex_unlock(&mutex);
  gasnett_mutex_t other;
  gasnett_mutex_init(&other);
  assert_int_equal(gasnett_mutex_trylock(&other), 0);
  gasnett_mutex_unlock(&other);
  gasnett_mutex_destroy(&other);
  gasnett_mutex_init(&other);
  assert_int_equal(gasnett_mutex_destroy_ignoreerr(&other), 0);
}

/* The threads take turns a hundred times. */
static void *take_turns(void *arg) {
  int me = (int)(intptr_t)arg;
  for (int i = 0; i < 100; i++) {
    gasnett_mutex_lock(&mutex);
    while (turn % THREADS != me) gasnett_cond_wait(&turn_changed, &mutex);
    turn++;
    gasnett_cond_broadcast(&turn_changed);
    gasnett_mutex_unlock(&mutex);
  }
  return NULL;
}

static void condition_wakes(void **state) {
  gasnett_cond_t other;
  (void)state;
  run_threads(take_turns);
  assert_int_equal(turn, 100 * THREADS);
  gasnett_cond_init(&other);
  gasnett_mutex_lock(&mutex);
  gasnett_cond_signal(&other);
  gasnett_mutex_unlock(&mutex);
  gasnett_cond_destroy(&other);
}

/* --- readers-writer lock -------------------------------------------------- */

static gasnett_rwlock_t rwlock = GASNETT_RWLOCK_INITIALIZER;
static long pair[2];

static void *read_and_write(void *arg) {
  for (int i = 0; i < ROUNDS / 4; i++) {
    if ((i + (int)(intptr_t)arg) % 4 == 0) {
      gasnett_rwlock_wrlock(&rwlock);
      gasnett_rwlock_assertwrlocked(&rwlock);
      pair[0]++;
      pair[1]++;
    } else {
      if (i % 2)
        gasnett_rwlock_rdlock(&rwlock);
      else
        while (gasnett_rwlock_tryrdlock(&rwlock)) sched_yield();
      gasnett_rwlock_assertrdlocked(&rwlock);
      if (pair[0] != pair[1]) abort();
    }
    gasnett_rwlock_assertlocked(&rwlock);
    gasnett_rwlock_unlock(&rwlock);
    gasnett_rwlock_assertunlocked(&rwlock);
  }
  return NULL;
}

struct tries {
  int read, write;
};
static void *try_both(void *arg) {
  struct tries *t = arg;
  t->write = gasnett_rwlock_trywrlock(&rwlock);
  if (t->write == 0) gasnett_rwlock_unlock(&rwlock);
  t->read = gasnett_rwlock_tryrdlock(&rwlock);
  if (t->read == 0) gasnett_rwlock_unlock(&rwlock);
  return NULL;
}
static struct tries from_another_thread(void) {
  struct tries t = {-1, -1};
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, try_both, &t), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  return t;
}

static void rwlock_excludes(void **state) {
  (void)state;
  run_threads(read_and_write);
  assert_int_equal(pair[0], THREADS * (ROUNDS / 4) / 4);
  gasnett_rwlock_rdlock(&rwlock);
  struct tries t = from_another_thread();
  assert_int_equal(t.read, 0);
  assert_int_equal(t.write, EBUSY);
  gasnett_rwlock_unlock(&rwlock);
  gasnett_rwlock_wrlock(&rwlock);
  t = from_another_thread();
  assert_int_equal(t.read, EBUSY);
  assert_int_equal(t.write, EBUSY);
  gasnett_rwlock_unlock(&rwlock);
  t = from_another_thread();
  assert_int_equal(t.read + t.write, 0);
  gasnett_rwlock_t other;
  gasnett_rwlock_init(&other);
  gasnett_rwlock_rdlock(&other);
  gasnett_rwlock_unlock(&other);
  gasnett_rwlock_destroy(&other);
}

/* A thread that blocks is woken; a writer that waits goes before new readers. */
static gasnett_atomic_t writer_done;
static void *write_once(void *arg) {
  (void)arg;
  gasnett_rwlock_wrlock(&rwlock);
  gasnett_atomic_set(&writer_done, 1, GASNETT_ATOMIC_REL);
  gasnett_rwlock_unlock(&rwlock);
  return NULL;
}
static void *read_once(void *arg) {
  gasnett_rwlock_rdlock(&rwlock);
  gasnett_rwlock_unlock(&rwlock);
  return arg;
}

static void a_waiting_writer_comes_first(void **state) {
  pthread_t writer, reader;
  (void)state;
  gasnett_rwlock_rdlock(&rwlock);
  assert_int_equal(pthread_create(&writer, NULL, write_once, NULL), 0);
  for (int tries = 0; from_another_thread().read != EBUSY; tries++) { /* until it waits */
    assert_true(tries < 10000);
    (void)gasnett_nsleep(1000000);
  }
  assert_int_equal(pthread_create(&reader, NULL, read_once, NULL), 0);
  (void)gasnett_nsleep(20000000); /* let the reader block too */
  assert_int_equal(gasnett_atomic_read(&writer_done, 0), 0);
  gasnett_rwlock_unlock(&rwlock);
  assert_int_equal(pthread_join(writer, NULL), 0);
  assert_int_equal(pthread_join(reader, NULL), 0);
  assert_int_equal(gasnett_atomic_read(&writer_done, GASNETT_ATOMIC_ACQ), 1);
}

/* --- thread keys ---------------------------------------------------------- */

GASNETT_THREADKEY_DEFINE(key_a);
GASNETT_THREADKEY_DEFINE(key_b);

static void *use_keys(void *arg) {
  int local = (int)(intptr_t)arg;
  if (gasnett_threadkey_get(key_a) || gasnett_threadkey_get(key_b)) abort();
  gasnett_threadkey_set(key_a, &local);
  for (int i = 0; i < 100; i++) {
    sched_yield();
    if (gasnett_threadkey_get(key_a) != &local || gasnett_threadkey_get(key_b)) abort();
  }
  return NULL;
}

static void keys_are_per_thread(void **state) {
  (void)state;
  gasnett_threadkey_init(key_a);
  run_threads(use_keys);
  assert_null(gasnett_threadkey_get(key_a));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gasnett_atomic_test),
      cmocka_unit_test(gasnett_atomic32_test),
      cmocka_unit_test(gasnett_atomic64_test),
      cmocka_unit_test(gasnett_strongatomic_test),
      cmocka_unit_test(gasnett_strongatomic32_test),
      cmocka_unit_test(gasnett_strongatomic64_test),
      cmocka_unit_test(cast_storage),
      cmocka_unit_test(release_and_acquire),
      cmocka_unit_test(wmb_orders_a_later_load),
      cmocka_unit_test(mutex_excludes),
      cmocka_unit_test(condition_wakes),
      cmocka_unit_test(rwlock_excludes),
      cmocka_unit_test(a_waiting_writer_comes_first),
      cmocka_unit_test(keys_are_per_thread),
  };
  (void)alarm(120);
  return cmocka_run_group_tests(tests, NULL, NULL);
}

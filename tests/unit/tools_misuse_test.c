/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_misuse_test.c: what a threaded debug client is told when it misuses a lock (T6.1, T6.5).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifndef GASNET_DEBUG
#define GASNET_DEBUG 1
#endif
#undef GASNET_NDEBUG
#define GASNETT_THREAD_SAFE
#include "gasnet_tools.h"

#include "tools_child.h"

static gasnett_mutex_t mutex = GASNETT_MUTEX_INITIALIZER;
static gasnett_cond_t cond = GASNETT_COND_INITIALIZER;
static gasnett_rwlock_t rwlock = GASNETT_RWLOCK_INITIALIZER;

static void *lock_elsewhere(void *arg) {
  (void)arg;
  gasnett_mutex_lock(&mutex);
  return NULL;
}
static void another_thread_locks(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, lock_elsewhere, NULL) || pthread_join(thread, NULL)) _exit(9);
}

static int lock_twice(const void *arg) {
  (void)arg;
  gasnett_mutex_lock(&mutex);
  gasnett_mutex_lock(&mutex);
  return 0;
}
static int trylock_held(const void *arg) {
  (void)arg;
  gasnett_mutex_lock(&mutex);
  return gasnett_mutex_trylock(&mutex);
}
static int unlock_free(const void *arg) {
  (void)arg;
  gasnett_mutex_unlock(&mutex);
  return 0;
}
static int unlock_others(const void *arg) {
  (void)arg;
  another_thread_locks();
  gasnett_mutex_unlock(&mutex);
  return 0;
}
static int destroy_held(const void *arg) {
  (void)arg;
  gasnett_mutex_lock(&mutex);
  gasnett_mutex_destroy(&mutex);
  return 0;
}
static int assert_locked_free(const void *arg) {
  (void)arg;
  gasnett_mutex_assertlocked(&mutex);
  return 0;
}
static int assert_unlocked_held(const void *arg) {
  (void)arg;
  gasnett_mutex_lock(&mutex);
  gasnett_mutex_assertunlocked(&mutex);
  return 0;
}
static int wait_unlocked(const void *arg) {
  (void)arg;
  gasnett_cond_wait(&cond, &mutex);
  return 0;
}
static int others_lock_is_not_mine(const void *arg) {
  (void)arg;
  another_thread_locks();
  gasnett_mutex_assertunlocked(&mutex); /* correct: no error */
  return 5;
}

static int rd_twice(const void *arg) {
  (void)arg;
  gasnett_rwlock_rdlock(&rwlock);
  gasnett_rwlock_rdlock(&rwlock);
  return 0;
}
static int wr_while_reading(const void *arg) {
  (void)arg;
  gasnett_rwlock_rdlock(&rwlock);
  gasnett_rwlock_wrlock(&rwlock);
  return 0;
}
static int rw_unlock_free(const void *arg) {
  (void)arg;
  gasnett_rwlock_unlock(&rwlock);
  return 0;
}
static int rw_destroy_held(const void *arg) {
  (void)arg;
  gasnett_rwlock_wrlock(&rwlock);
  gasnett_rwlock_destroy(&rwlock);
  return 0;
}
static int rw_assert_wrong(const void *arg) {
  (void)arg;
  gasnett_rwlock_rdlock(&rwlock);
  gasnett_rwlock_assertlocked(&rwlock);
  gasnett_rwlock_assertwrlocked(&rwlock);
  return 0;
}
static int rw_assert_unlocked(const void *arg) {
  (void)arg;
  gasnett_rwlock_wrlock(&rwlock);
  gasnett_rwlock_assertunlocked(&rwlock);
  return 0;
}
static int wrong_assumption(const void *arg) {
  gasnett_assume(arg != NULL);
  return 0;
}

static void told(int (*fn)(const void *), const char *words) {
  struct child_result r = run_child(fn, NULL, 10);
  assert_int_equal(r.signalled, SIGABRT);
  assert_int_equal(strncmp(r.text, "*** FATAL ERROR", 15), 0);
  if (!strstr(r.text, words)) fail_msg("\"%s\" is not in: %s", words, r.text);
}

static void mutex_misuse(void **state) {
  (void)state;
  told(lock_twice, "gasnett_mutex_lock");
  told(trylock_held, "gasnett_mutex_trylock");
  told(unlock_free, "gasnett_mutex_unlock");
  told(unlock_others, "does not hold the mutex");
  told(destroy_held, "gasnett_mutex_destroy");
  told(assert_locked_free, "gasnett_mutex_assertlocked");
  told(assert_unlocked_held, "gasnett_mutex_assertunlocked");
  told(wait_unlocked, "gasnett_cond_wait");
  assert_int_equal(run_child(others_lock_is_not_mine, NULL, 10).exited, 5);
}

static void rwlock_misuse(void **state) {
  (void)state;
  told(rd_twice, "gasnett_rwlock_rdlock");
  told(wr_while_reading, "holds the lock for reading");
  told(rw_unlock_free, "gasnett_rwlock_unlock");
  told(rw_destroy_held, "gasnett_rwlock_destroy");
  told(rw_assert_wrong, "for reading");
  told(rw_assert_unlocked, "for writing");
}

static void wrong_assumptions(void **state) {
  (void)state;
  told(wrong_assumption, "arg != ");
  assert_string_not_equal(gasnett_performance_warning_str(), "");
  assert_non_null(strstr(GASNETT_CONFIG_STRING, ",debug,PAR,"));
}

/* More locks than the table holds: checks stop, locking goes on. */
static void many_locks(void **state) {
  static gasnett_rwlock_t locks[100];
  (void)state;
  for (int i = 0; i < 100; i++) gasnett_rwlock_init(&locks[i]);
  for (int i = 0; i < 100; i++) gasnett_rwlock_rdlock(&locks[i]);
  for (int i = 0; i < 100; i++) gasnett_rwlock_unlock(&locks[i]);
  for (int i = 0; i < 100; i++) gasnett_rwlock_destroy(&locks[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mutex_misuse),
      cmocka_unit_test(rwlock_misuse),
      cmocka_unit_test(wrong_assumptions),
      cmocka_unit_test(many_locks),
  };
  (void)alarm(60);
  (void)unsetenv("GASNET_BACKTRACE");
  (void)unsetenv("GASNET_FREEZE_ON_ERROR");
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client_lock_test.c: core/sys/client_lock.h, in each of its kinds: no thread is inside beside
 * another, a thread that has to wait waits until the lock is given back, and the attendant never
 * waits.
 */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "core/sys/client_lock.h"

/* The two sides go on until the attendant was inside and was refused this often, or, on a busy
 * machine, for some seconds. */
enum { TURNS = 100000, SECONDS = 3, CLIENT_REST = 4096 };

static struct hyd_client_lock lock;
static struct { int threaded, have_membarrier; } job;
static int kernel_has_none; /* as if it had no membarrier */

static void make(int threaded, int has_attendant) {
  job.threaded = threaded;
  job.have_membarrier = !kernel_has_none && hyd_membarrier_register() == 0;
  atomic_store_explicit(&lock.inside, 0, memory_order_relaxed);
  atomic_store_explicit(&lock.asked, 0, memory_order_relaxed);
  hyd_client_lock_init(&lock, job.threaded, has_attendant, job.have_membarrier);
}

/* --- one at a time -------------------------------------------------------- */

/* Both sides count without a locked instruction, and each looks whether it is alone. */
static _Atomic int inside, together, over;
static _Atomic long turns, refused;
static long counted;

static void be_inside(void) {
  if (atomic_load_explicit(&inside, memory_order_relaxed))
    atomic_store_explicit(&together, 1, memory_order_relaxed);
  atomic_store_explicit(&inside, 1, memory_order_relaxed);
  counted++;
  atomic_store_explicit(&inside, 0, memory_order_relaxed);
}

static void *attendant(void *unused) {
  while (!atomic_load_explicit(&over, memory_order_relaxed)) {
    if (hyd_client_lock_try(&lock)) {
      atomic_fetch_add_explicit(&refused, 1, memory_order_relaxed);
      continue;
    }
    be_inside();
    atomic_fetch_add_explicit(&turns, 1, memory_order_relaxed);
    hyd_client_lock_give_back(&lock);
  }
  return unused;
}

static int enough(void) {
  return atomic_load_explicit(&turns, memory_order_relaxed) >= TURNS &&
         atomic_load_explicit(&refused, memory_order_relaxed) >= TURNS;
}

static long client(void) {
  const time_t end = time(NULL) + SECONDS;
  long rounds = 0;
  while (!enough() && time(NULL) < end) {
    for (int i = 0; i < CLIENT_REST; i++, rounds++) {
      hyd_client_lock_take(&lock);
      be_inside();
      hyd_client_lock_leave(&lock);
    }
    sched_yield();
  }
  return rounds;
}

static void one_at_a_time(void) {
  pthread_t thread;
  long rounds;
  inside = together = over = 0;
  turns = refused = counted = 0;
  assert_int_equal(pthread_create(&thread, NULL, attendant, NULL), 0);
  rounds = client();
  atomic_store_explicit(&over, 1, memory_order_relaxed);
  pthread_join(thread, NULL);
  assert_int_equal(together, 0);
  assert_true(turns > 0);
  assert_int_equal(counted, rounds + turns);
}

static void test_one_at_a_time(void **state) {
  (void)state;
  make(0, 1);
  if (!job.have_membarrier) skip();
  assert_int_equal(lock.kind, HYD_CLIENT_LOCK_ONE_CLIENT);
  one_at_a_time();
}

static void test_one_at_a_time_mutex(void **state) {
  (void)state;
  make(1, 1);
  assert_int_equal(lock.kind, HYD_CLIENT_LOCK_MUTEX);
  one_at_a_time();
}

/* Where the kernel has no membarrier. */
static void test_no_membarrier(void **state) {
  (void)state;
  kernel_has_none = 1;
  make(0, 1);
  kernel_has_none = 0;
  assert_int_equal(lock.kind, HYD_CLIENT_LOCK_MUTEX);
  one_at_a_time();
}

/* --- which thread waits ------------------------------------------------------------ */

static _Atomic int attendant_is_in, given_back;

static void *stay_inside(void *unused) {
  const struct timespec a_while = {0, 50 * 1000 * 1000};
  while (hyd_client_lock_try(&lock)) sched_yield();
  atomic_store_explicit(&attendant_is_in, 1, memory_order_relaxed);
  nanosleep(&a_while, NULL);
  atomic_store_explicit(&given_back, 1, memory_order_relaxed);
  hyd_client_lock_give_back(&lock);
  return unused;
}

static void client_waits(int threaded) {
  pthread_t thread;
  make(threaded, 1);
  attendant_is_in = given_back = 0;
  assert_int_equal(pthread_create(&thread, NULL, stay_inside, NULL), 0);
  while (!atomic_load_explicit(&attendant_is_in, memory_order_relaxed)) sched_yield();
  hyd_client_lock_take(&lock);
  assert_int_equal(given_back, 1);
  hyd_client_lock_leave(&lock);
  pthread_join(thread, NULL);
}

static void test_client_waits(void **state) {
  (void)state;
  client_waits(0);
  client_waits(1);
}

static void *try_once(void *got) {
  *(int *)got = hyd_client_lock_try(&lock) == 0;
  if (*(int *)got) hyd_client_lock_give_back(&lock);
  return NULL;
}

static int attendant_gets_in(void) {
  pthread_t thread;
  int got = -1;
  assert_int_equal(pthread_create(&thread, NULL, try_once, &got), 0);
  pthread_join(thread, NULL);
  return got;
}

static void test_attendant_does_not_wait(void **state) {
  (void)state;
  for (int threaded = 0; threaded < 2; threaded++) {
    make(threaded, 1);
    assert_int_equal(attendant_gets_in(), 1);
    hyd_client_lock_take(&lock);
    assert_int_equal(attendant_gets_in(), 0);
    hyd_client_lock_leave(&lock);
    assert_int_equal(attendant_gets_in(), 1);
    hyd_client_lock_take(&lock); /* and what was refused leaves nothing behind */
    hyd_client_lock_leave(&lock);
  }
}

static void test_no_other(void **state) {
  (void)state;
  make(0, 0);
  assert_int_equal(lock.kind, HYD_CLIENT_LOCK_NONE);
  hyd_client_lock_take(&lock);
  hyd_client_lock_leave(&lock);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_at_a_time),           cmocka_unit_test(test_one_at_a_time_mutex),
      cmocka_unit_test(test_no_membarrier),           cmocka_unit_test(test_client_waits),
      cmocka_unit_test(test_attendant_does_not_wait), cmocka_unit_test(test_no_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

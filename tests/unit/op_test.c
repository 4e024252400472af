/* SPDX-License-Identifier: BSD-3-Clause
 *
 * op_test.c: operations in flight (core/op/op.c) by themselves: when they are complete, what they
 * are counted in, and that each is recycled once.
 */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/err.h"
#include "core/op/op.h"
#include "core/op/op_list.h"

static struct hyd_job *job;
static struct hyd_thread thread, other;
static struct hyd_nbi set;

/* What op.c calls. */
__thread struct hyd_thread *hyd_the_thread;
struct hyd_thread *hyd_thread_enter(struct hyd_job *j) {
  return (void)j, &thread;
}
void hyd_fatal_at(const char *file, int line, const char *call, const char *format, ...) {
  (void)file, (void)line, (void)call, (void)format;
  abort();
}

static int setup(void **state) {
  (void)state;
  job = aligned_alloc(4096, (sizeof *job + 4095) / 4096 * 4096);
  memset(job, 0, sizeof *job);
  pthread_mutex_init(&job->threads.lock, NULL);
  memset(&thread, 0, sizeof thread);
  memset(&set, 0, sizeof set);
  thread.job = job;
  thread.nbi = &set;
  other = thread;
  hyd_the_thread = &thread;
  hyd_ops_hook(job);
  return 0;
}

static int teardown(void **state) {
  struct hyd_op_chunk { /* as in op.c */
    struct hyd_op op[64];
    struct hyd_op_chunk *next;
  } *c = (void *)job->ops.chunks, *next;
  (void)state;
  for (; c; c = next) {
    next = c->next;
    free(c);
  }
  free(job);
  return 0;
}

static struct hyd_op *new_op(gex_Rank_t peer) { return hyd_op_new(&thread, HYD_OP_TRANSFER, peer); }

static void test_parts(void **state) {
  struct hyd_op *op = new_op(0);
  (void)state;
  hyd_op_add(op, 2);
  for (int left = 3; left > 0; left--) {
    assert_int_equal(hyd_op_test(job, op), 0);
    hyd_op_done(job, op);
  }
  assert_int_equal(hyd_op_test(job, op), 1);
  assert_ptr_not_equal(new_op(0), op); /* an explicit one is its owner's to free */
}

static int asked;
static int ask(struct hyd_job *j, struct hyd_op *op) { return (void)j, (void)op, ++asked == 2; }

static void test_own_test(void **state) {
  struct hyd_op *op = new_op(0);
  (void)state;
  asked = 0;
  op->test = ask;
  assert_int_equal(hyd_op_test(job, op), 0);
  assert_int_equal(hyd_op_test(job, op), 1);
}

static void test_recycled(void **state) {
  struct hyd_op *op = new_op(5);
  (void)state;
  op->test = ask;
  op->nbi = &set;
  op->leaf_queried = op->scanned = 7;
  hyd_op_free(&thread, op);
  assert_ptr_equal(new_op(0), op);
  assert_null(op->test);
  assert_null(op->nbi);
  assert_int_equal(op->leaf_queried + op->scanned, 0);
}

static void test_many(void **state) {
  enum { MANY = 500 };
  struct hyd_op *op[MANY];
  uint64_t serial = 0;
  (void)state;
  for (uint32_t i = 0; i < MANY; i++) {
    op[i] = new_op(i);
    assert_int_equal((uintptr_t)op[i] % 64, 0); /* a handle's low bits are free */
    assert_true(op[i]->serial > serial || i == 0);
    serial = op[i]->serial;
  }
  for (uint32_t i = 0; i < MANY; i++) assert_int_equal(op[i]->peer, i); /* none twice */
}

static void test_implicit(void **state) {
  struct hyd_op *op = hyd_op_for(&thread, HYD_RMA_NBI, 1, 0, 0);
  (void)state;
  assert_int_equal(set.started[1], 1);
  assert_int_equal(hyd_nbi_idle(&set, 1), 0);
  assert_int_equal(hyd_nbi_idle(&set, 0), 1);
  hyd_op_done(job, op);
  assert_int_equal(hyd_nbi_idle(&set, 1), 1);
  assert_ptr_equal(new_op(0), op); /* recycled by itself */
}

/* In a region, what is started counts there. */
static void test_region(void **state) {
  struct hyd_op *region = hyd_op_new(&thread, HYD_OP_REGION, 0), *op;
  (void)state;
  memset(&region->set, 0, sizeof region->set);
  thread.region = region;
  op = hyd_op_for(&thread, HYD_RMA_NBI, 0, 0, 0);
  assert_int_equal(region->set.started[0], 1);
  assert_int_equal(set.started[0], 0);
  hyd_op_done(job, op);
  assert_int_equal(hyd_nbi_idle(&region->set, 0), 1);
}

static void test_cancelled(void **state) {
  struct hyd_op *op = hyd_op_for(&thread, HYD_RMA_NBI, 1, 0, 0);
  (void)state;
  hyd_op_cancel(&thread, op);
  assert_int_equal(hyd_nbi_idle(&set, 1), 1);
  assert_ptr_equal(new_op(0), op);
}

/* Diagnosis: what is in flight, and the oldest; not what is complete and not synced. */
static void test_outstanding(void **state) {
  struct hyd_oldest_op oldest;
  struct hyd_op *first, *second;
  (void)state;
  assert_int_equal(hyd_ops_outstanding(job, &oldest), 0);
  first = new_op(7);
  second = new_op(8);
  new_op(9);
  assert_int_equal(hyd_ops_outstanding(job, &oldest), 3);
  assert_int_equal(oldest.peer, 7);
  hyd_op_done(job, first);
  assert_int_equal(hyd_ops_outstanding(job, &oldest), 2);
  assert_int_equal(oldest.peer, 8);
  hyd_op_free(&thread, first);
  assert_ptr_equal(new_op(10), first); /* now the youngest */
  assert_int_equal(hyd_ops_outstanding(job, &oldest), 3);
  assert_int_equal(oldest.peer, 8);
  hyd_op_free(&thread, second);
  hyd_op_free(&thread, first);
  assert_int_equal(hyd_ops_outstanding(job, &oldest), 1);
  assert_int_equal(oldest.peer, 9);
  assert_int_equal(oldest.name, 0); /* no put, get or atomic */
}

static void test_oldest(void **state) {
  struct hyd_op *op;
  struct hyd_oldest_op oldest;
  (void)state;
  assert_int_equal(hyd_ops_outstanding(job, &oldest), 0);
  assert_int_equal(oldest.peer, HYD_NO_PEER);
  op = hyd_op_for(&thread, HYD_RMA_NB, HYD_NBI_GET, 5, 4096);
  assert_int_equal(hyd_ops_outstanding(job, &oldest), 1);
  assert_int_equal(oldest.peer, 5);
  assert_int_equal(oldest.name, 1 + HYD_NBI_GET);
  assert_int_equal(oldest.bytes, 4096);
  hyd_op_free(&thread, op);
  hyd_op_for(&thread, HYD_RMA_NB, HYD_NBI_PUT, 5, (size_t)UINT32_MAX + 7);
  assert_int_equal(hyd_ops_outstanding(job, &oldest), 1);
  assert_int_equal(oldest.bytes, UINT32_MAX);
}

/* A thread that ends leaves its free ops to the next that needs some. */
static void test_orphans(void **state) {
  struct hyd_op *op = new_op(0);
  (void)state;
  hyd_op_free(&thread, op);
  job->hooks.on_thread_end(job, &thread);
  assert_null(thread.free_ops);
  assert_ptr_equal(hyd_op_new(&other, HYD_OP_TRANSFER, 0), op);
  assert_null(job->ops.orphans);
}

static void test_list(void **state) {
  struct hyd_op_list list = {0};
  (void)state;
  for (int i = 0; i < 200; i++)
    hyd_op_list_add(&list, hyd_op_for(&thread, HYD_RMA_NBI, 0, 0, 0), "test");
  assert_int_equal(hyd_nbi_idle(&set, 0), 0);
  assert_int_equal(hyd_op_list_done(&list, job), 200);
  assert_int_equal(hyd_nbi_idle(&set, 0), 1);
  assert_int_equal(hyd_op_list_done(&list, job), 0);
  free(list.op);
}

/* --- parts that two threads end ------------------------------------------------ */

enum { TURNS = 3000 };
static struct hyd_op *op_of[TURNS];

static _Atomic int at[2]; /* how far each thread is: they stay together, to meet at each op */

static void end_parts(struct hyd_thread *t, int me) {
  hyd_the_thread = t;
  for (int i = 0; i < TURNS; i++) {
    atomic_store_explicit(&at[me], i, memory_order_relaxed);
    for (int spins = 0; atomic_load_explicit(&at[1 - me], memory_order_relaxed) < i; spins++)
      if (spins > 100) sched_yield();
    hyd_op_done(job, op_of[i]);
  }
}

static void *second_thread(void *arg) {
  end_parts(&other, 1);
  return arg;
}

static unsigned count_free(const struct hyd_thread *t) {
  unsigned n = 0;
  for (const struct hyd_op *op = t->free_ops; op; op = op->next) n++;
  return n;
}

static void test_two_threads(void **state) {
  pthread_t second;
  unsigned before;
  (void)state;
  for (int i = 0; i < TURNS; i++) {
    op_of[i] = hyd_op_for(&thread, HYD_RMA_NBI, 0, 0, 0);
    hyd_op_add(op_of[i], 1);
  }
  before = count_free(&thread);
  pthread_create(&second, NULL, second_thread, NULL);
  end_parts(&thread, 0);
  pthread_join(second, NULL);
  assert_int_equal(hyd_nbi_idle(&set, 0), 1);
  assert_int_equal(count_free(&thread) + count_free(&other), before + TURNS);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_parts),
    TEST(test_own_test),
    TEST(test_recycled),
    TEST(test_many),
    TEST(test_implicit),
    TEST(test_region),
    TEST(test_cancelled),
    TEST(test_outstanding),
    TEST(test_oldest),
    TEST(test_orphans),
    TEST(test_list),
    TEST(test_two_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

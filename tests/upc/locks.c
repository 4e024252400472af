/* SPDX-License-Identifier: BSD-3-Clause
 *
 * locks.c: exclusion, attempts, many locks at one time, locks freed while locked, the order of
 * accesses around them.
 *
 * threads: 3 1 2 4
 */
#include "contrib/layers/upc/control.h"
#include "tests/upc/check.h"

STATIC_SHARED uint64_t counter, pair[2], held_by;

static void check_exclusion(pts_t lock) {
  enum { ROUNDS = 300 };
  for (int i = 0; i < ROUNDS; i++) {
    if (i % 3 == 0) {
      while (!upc_lock_attempt(lock)) {
      }
    } else {
      upc_lock(lock);
    }
    uint64_t a = __getdi2(PTS(0, &pair[0])), b = __getdi2(PTS(THREADS - 1, &pair[1]));
    CHECK(a == b);
    CHECK(__getdi2(PTS(0, &held_by)) == 0);
    __putdi2(PTS(0, &held_by), (uint64_t)MYTHREAD + 1);
    __putdi2(PTS(0, &pair[0]), a + 1);
    __putdi2(PTS(THREADS - 1, &pair[1]), b + 1);
    CHECK(upc_lock_attempt(lock) == 0);
    __putdi2(PTS(0, &held_by), 0);
    upc_unlock(lock);
  }
  BARRIER;
  CHECK(__getdi2(PTS(0, &pair[0])) == (uint64_t)(ROUNDS * THREADS));
  BARRIER;
  if (MYTHREAD == 0) __putdi2(PTS(0, &pair[0]), 0);
  if (MYTHREAD == 0) __putdi2(PTS(THREADS - 1, &pair[1]), 0);
  BARRIER;
}

/* 1024 at one time; then again, released in another order. */
static void check_many(void) {
  enum { MANY = 1024 };
  static pts_t lock[MANY];
  for (int i = 0; i < MANY; i++) lock[i] = upc_global_lock_alloc();
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < MANY; i++) upc_lock(lock[i]);
    for (int i = 0; i < MANY; i++) upc_unlock(lock[round ? i : MANY - 1 - i]);
  }
  for (int i = 0; i < MANY; i++) upc_lock_free(lock[i]);
}

/* A node that is in no queue is empty, else the next lock that takes it goes wrong, some day. */
static void check_rest(void) {
  const struct upc_control *c = hyd_upc_control((uint32_t)MYTHREAD);
  for (int i = 0; i < UPC_MAX_HELD; i++)
    CHECK(atomic_load(&c->node[i].next) == 0 && atomic_load(&c->node[i].granted) == 0);
}

/* Thread 0 holds more locks at one time than it can, if it does not notice that the last thread
 * has freed some; the later ones lie where the freed ones lay. */
enum { SOME = 600 };
STATIC_SHARED uint64_t places[SOME];

static void check_freed_elsewhere(void) {
  pts_t lock[SOME];
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < SOME && MYTHREAD == 0; i++) {
      lock[i] = upc_global_lock_alloc();
      upc_lock(lock[i]);

      __putdi2(PTS(0, &places[i]), pts_offset(lock[i]));
    }
    BARRIER;
    for (int i = 0; i < SOME && MYTHREAD == THREADS - 1 && round < 2; i++)
      upc_lock_free(pts_make(0, __getdi2(PTS(0, &places[i])), 0));
    BARRIER;
  }
  for (int i = 0; i < SOME && MYTHREAD == 0; i++) {
    upc_unlock(lock[i]);
    upc_lock(lock[i]);
    upc_unlock(lock[i]);
    upc_lock_free(lock[i]);
  }
}

STATIC_SHARED uint64_t place; /* offset of a lock of thread 0 */

int upc_main(int argc, char **argv) {
  (void)argc;
  (void)argv;
  pts_t all = upc_all_lock_alloc();
  check_exclusion(all);
  if (MYTHREAD == 0) {
    pts_t lock = upc_global_lock_alloc();
    __putdi2(PTS(0, &place), pts_offset(lock));
  }
  BARRIER;
  pts_t lock = pts_make(0, __getdi2(PTS(0, &place)), 0);
  check_exclusion(lock);
  check_rest();
  check_many();
  check_freed_elsewhere();
  BARRIER;
  upc_lock_free(pts_null());
  upc_all_lock_free(pts_null());
  if (MYTHREAD == THREADS - 1) { /* freed by another thread than its maker, while it is locked */
    upc_lock(lock);
    upc_lock_free(lock);
  }
  upc_all_lock_free(all);
  return passed();
}

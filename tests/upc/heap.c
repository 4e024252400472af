/* SPDX-License-Identifier: BSD-3-Clause
 *
 * heap.c: dynamic shared memory: large blocks, exhaustion, memory that is used again in the other
 * part of the heap, random blocks of all kinds that must not overlap, freed by any thread.
 *
 * threads: 3 1 2 4
 * environment: UPC_SHARED_HEAP_SIZE=256M
 */
#include "tests/upc/check.h"

enum { MB = 1 << 20, BLOCKS = 60 };
STATIC_SHARED uint64_t slot[2 * BLOCKS]; /* raw pointers are not portable: offset + 1, size */

static void check_bounds(void) {
  CHECK(pts_is_null(upc_alloc(0)) && pts_is_null(upc_all_alloc(0, 5)) &&
        pts_is_null(upc_global_alloc(7, 0)));
  CHECK(pts_is_null(upc_alloc(SIZE_MAX)) && pts_is_null(upc_alloc(SIZE_MAX - 100)));
  CHECK(pts_is_null(upc_all_alloc(SIZE_MAX, SIZE_MAX)) &&
        pts_is_null(upc_global_alloc(SIZE_MAX / 2, 4)));
  upc_free(pts_null());
  upc_all_free(pts_null());
}

/* Blocks until there is no more; then one more byte than what is left fails, and all comes back. */
static void check_exhaustion(void) {
  pts_t list[64];
  int n = 0;
  while (n < 64 && !pts_is_null(list[n] = upc_alloc(8 * MB))) n++;
  CHECK(n >= 28 && n <= 32);
  CHECK(pts_is_null(upc_alloc(16 * MB)));
  BARRIER; /* the whole heap is used by threads' own blocks */
  CHECK(pts_is_null(upc_global_alloc((size_t)THREADS, 100 * MB)));
  BARRIER;
  while (n) upc_free(list[--n]);
  BARRIER;
  for (int i = 0; i < 4; i++) { /* now it is one global block, again and again */
    pts_t big = upc_all_alloc((size_t)THREADS, 250 * MB);
    CHECK(!pts_is_null(big) && pts_thread(big) == 0 && pts_phase(big) == 0);
    CHECK(pts_is_null(upc_alloc(64 * MB)));
    upc_memset(pts_make((uint32_t)NEXT, pts_offset(big) + 249 * MB, 0), 1, MB);
    upc_all_free(big);
    BARRIER;
    pts_t own = upc_alloc(250 * MB);
    CHECK(!pts_is_null(own));
    upc_free(own);
    BARRIER;
  }
}

/* Slots of a thread's blocks are in its shared memory; any thread frees them. */
static void check_random(void) {
  uint64_t state = (uint64_t)MYTHREAD * 99 + 7;
  static uint64_t *mine;
  mine = __getaddr(PTS(MYTHREAD, slot));
  for (int round = 0; round < 12; round++) {
    for (int i = 0; i < BLOCKS; i++) {
      if (mine[2 * i] || random_of(&state) % 4 == 0) continue;
      size_t n = 1 + random_of(&state) % (i % 5 ? 2000 : 300000);
      pts_t p = upc_alloc(n);
      CHECK(!pts_is_null(p) && pts_thread(p) == (uint32_t)MYTHREAD && pts_offset(p) % 64 == 0);
      memset(__getaddr(p), i + MYTHREAD, n);
      mine[2 * i] = pts_offset(p) + 1;
      mine[2 * i + 1] = n;
    }
    BARRIER;
    int of = (MYTHREAD + round) % THREADS;
    for (int i = 0; i < BLOCKS; i++) {
      uint64_t offset = __getdi2(PTS(of, &slot[2 * i])), n = __getdi2(PTS(of, &slot[2 * i + 1]));
      if (offset == 0) continue;
      pts_t p = pts_make((uint32_t)of, offset - 1, 0);
      CHECK(__getqi2(p) == (uint8_t)(i + of) && __getqi2(plus(p, n - 1)) == (uint8_t)(i + of));
      CHECK(__getqi2(plus(p, n / 2)) == (uint8_t)(i + of));
      if (random_of(&state) % 2) continue;
      __putdi2(PTS(of, &slot[2 * i]), 0);
      upc_free(p);
    }
    BARRIER;
  }
}

/* Global blocks by several threads at once are different ones. */
static void check_global(void) {
  pts_t list[20];
  for (int i = 0; i < 20; i++) {
    list[i] = upc_global_alloc((size_t)THREADS * 3, 1000);
    CHECK(!pts_is_null(list[i]) && pts_thread(list[i]) == 0);
    for (int t = 0; t < THREADS; t++)
      upc_memset(pts_make((uint32_t)t, pts_offset(list[i]), 0), MYTHREAD * 20 + i, 3000);
  }
  BARRIER;
  for (int i = 0; i < 20; i++)
    for (int t = 0; t < THREADS; t++)
      CHECK(__getqi2(pts_make((uint32_t)t, pts_offset(list[i]) + 2999, 0)) ==
            (uint8_t)(MYTHREAD * 20 + i));
  for (int i = 0; i < 20; i++) upc_free(list[i]);
}

/* Words of a block that only its owner writes. */
static void check_alone(pts_t p, uint64_t value) {
  enum { STEP = 4096 };
  char *at = __getaddr(p);
  for (size_t i = 0; i < 2 * MB; i += STEP) memcpy(at + i, &value, sizeof value);
  upc_poll();
  for (size_t i = 0; i < 2 * MB; i += STEP) CHECK(memcmp(at + i, &value, sizeof value) == 0);
}

/* Threads' own parts grow to 4 MB while a global block wants all memory but 3 MB, so that parts are
 * given back and grow at one time. Either fails, or they have no byte in common. */
static void check_crossing(void) {
  enum { TIMES = 300, WANTED = 253 * MB };
  uint64_t state = 5;
  pts_t lowest = MYTHREAD ? upc_alloc(2 * MB) : pts_null();
  for (uint64_t i = 1; i <= TIMES; i++) {
    BARRIER;
    if (MYTHREAD) {
      pts_t next = upc_alloc(2 * MB);
      if (!pts_is_null(next)) check_alone(next, i);
      upc_free(next);
      continue;
    }
    for (uint64_t polls = random_of(&state) % 20; polls; polls--) upc_poll();
    pts_t all = upc_global_alloc((size_t)THREADS, WANTED);
    for (int t = 1; t < THREADS && !pts_is_null(all); t++)
      upc_memset(pts_make((uint32_t)t, pts_offset(all) + WANTED - MB, 0), 0, MB);
    upc_free(all);
  }
  upc_free(lowest);
  BARRIER;
}

int upc_main(int argc, char **argv) {
  (void)argc;
  (void)argv;
  check_bounds();
  check_random();
  check_global();
  BARRIER;
  pts_t p;
  for (int i = 0; i < BLOCKS; i++) { /* what check_random left */
    uint64_t offset = __getdi2(PTS(MYTHREAD, &slot[2 * i]));
    if (offset == 0) continue;
    p = pts_make((uint32_t)MYTHREAD, offset - 1, 0);
    upc_free(p);
  }
  BARRIER;
  check_crossing();
  check_exhaustion();
  return passed();
}

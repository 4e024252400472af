/* SPDX-License-Identifier: BSD-3-Clause
 *
 * copies.c: upc_memget and its kin, with and without handles, of all sizes, between this thread and
 * others and between two others; puts that meet gets and puts of the same bytes in program order.
 *
 * threads: 3 1 2 4
 */
#include "contrib/layers/upc/job.h"
#include "tests/upc/check.h"

enum { BIG = 700000 };
static unsigned char from[BIG], to[BIG];
static pts_t block[8]; /* of each thread */

static void fill(int seed, size_t n) {
  for (size_t i = 0; i < n; i++) from[i] = (unsigned char)(i * 31 + i / 251 + (size_t)seed);
}

static void check_same(size_t n) {
  for (size_t i = 0; i < n; i++) CHECK(from[i] == to[i]);
}

/* The copy goes around: here -> next -> the one after -> back. */
static void check_size(size_t n, int seed) {
  pts_t a = plus(block[NEXT], (uint64_t)MYTHREAD * BIG),
        b = plus(block[(MYTHREAD + 2) % THREADS], (uint64_t)(THREADS + MYTHREAD) * BIG);
  fill(seed, n);
  upc_memput(a, from, n);
  upc_memcpy(b, a, n);
  upc_memget(to, b, n);
  check_same(n);
  upc_memset(a, seed, n);
  memset(from, seed, n);
  upc_memget(to, a, n);
  check_same(n);

  fill(seed + 1, n);
  upc_sync(upc_memput_nb(a, from, n));
  upc_handle_t h = upc_memcpy_nb(b, a, n);
  while (!upc_sync_attempt(h)) {
  }
  upc_sync(upc_memget_nb(to, b, n));
  check_same(n);
  upc_sync(upc_memset_nb(b, seed, n));
  upc_memput_nbi(a, from, n);
  upc_synci();
  upc_memcpy_nbi(b, a, n);
  while (!upc_synci_attempt()) {
  }
  memset(to, 0, n);
  upc_memget_nbi(to, b, n);
  upc_synci();
  check_same(n);
  upc_memset_nbi(a, 3, n);
  upc_synci();
  if (n) CHECK(__getqi2(plus(a, n - 1)) == 3);
}

/* Many operations in flight; fences do not end their handles. */
static void check_many(void) {
  enum { MANY = 300 };
  upc_handle_t handle[MANY];
  pts_t a = plus(block[NEXT], (uint64_t)MYTHREAD * BIG);
  fill(9, MANY * 100);
  for (int i = 0; i < MANY; i++)
    handle[i] = upc_memput_nb(plus(a, (uint64_t)i * 100), from + i * 100, 100);
  __upc_fence();
  for (int i = MANY; i-- > 0;) upc_sync(handle[i]);
  for (int i = 0; i < MANY; i++) upc_memget_nbi(to + i * 100, plus(a, (uint64_t)i * 100), 100);
  upc_synci();
  check_same(MANY * 100);
}

/* Random puts and gets of overlapping places, against a copy here: relaxed accesses of one thread
 * keep their order where they meet. The source changes right after each put. */
static void check_order(void) {
  enum { AREA = 600, STEPS = 6000 };
  static unsigned char model[AREA], piece[AREA];
  uint64_t state = (uint64_t)MYTHREAD + 3;
  pts_t a = plus(block[NEXT], (uint64_t)MYTHREAD * BIG);
  upc_memset(a, 0, AREA);
  for (int i = 0; i < STEPS; i++) {
    size_t n = random_of(&state) % 4 ? 1 + random_of(&state) % 16 : random_of(&state) % 200;
    size_t at = random_of(&state) % (AREA - n);
    if (random_of(&state) % 3) {
      for (size_t k = 0; k < n; k++) piece[k] = (unsigned char)random_of(&state);
      memcpy(model + at, piece, n);
      __putblk3(plus(a, at), piece, n);
      memset(piece, 0, n);
    } else {
      __getblk3(piece, plus(a, at), n);
      CHECK(memcmp(piece, model + at, n) == 0);
    }
  }
}

/* A put to memory that is not mapped stays in flight across a get of other bytes, and is complete
 * before one of its own. No conduit reorders them where tests run, so the record is asked. */
static void check_flight(void) {
  enum { IN_FLIGHT = 1 };
  pts_t a = plus(block[NEXT], (uint64_t)MYTHREAD * BIG);
  if (upc_cast(a)) return;
  for (uint64_t at = 0; at < 4000; at += 1000) {
    __upc_fence();
    __putdi2(plus(a, at), 7);
    __getdi2(plus(a, at + 64));
    CHECK(hyd_upc_attention & IN_FLIGHT);
    CHECK(__getdi2(plus(a, at)) == 7 && !(hyd_upc_attention & IN_FLIGHT));
    __putdi2(plus(a, at), 8);
    __getqi2(plus(a, at + 7));
    CHECK(!(hyd_upc_attention & IN_FLIGHT));
  }
}

/* More puts in flight than any record holds, in an order that does not repeat; then all are there.
 */
static void check_scattered(void) {
  enum { PUTS = 20000, STRIDE = 7919 };
  pts_t a = plus(block[NEXT], (uint64_t)MYTHREAD * BIG);
  for (uint32_t i = 0; i < PUTS; i++)
    __putsi2(plus(a, (uint64_t)(i * STRIDE % PUTS) * 16), i * 3 + 1);
  for (uint32_t i = 0; i < PUTS; i += 37)
    CHECK(__getsi2(plus(a, (uint64_t)(i * STRIDE % PUTS) * 16)) == i * 3 + 1);
}

int upc_main(int argc, char **argv) {
  static const size_t sizes[] = {0,   1,    2,    3,     8,      13,     64,
                                 100, 1023, 4096, 65536, 262144, 262145, BIG};
  (void)argc;
  (void)argv;
  pts_t all = upc_all_alloc((size_t)THREADS, (size_t)THREADS * 2 * BIG);
  for (int t = 0; t < THREADS; t++) block[t] = pts_make((uint32_t)t, pts_offset(all), 0);
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    check_size(sizes[i], (int)i + MYTHREAD);
    BARRIER;
  }
  check_many();
  check_order();
  check_flight();
  check_scattered();
  BARRIER;
  upc_all_free(all);
  return passed();
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * litmus.c: the memory model (libupc.md 6.1): what strict accesses, fences, locks and barriers
 * forbid, tried many times: message passing, store buffering, load buffering, and writes of two
 * threads seen by two others. Relaxed accesses alone may be seen in any order, which is not tested.
 *
 * threads: 4 2
 */
#include "tests/upc/check.h"

enum { TIMES = 400, TIMES_TOGETHER = 20000, PLACES = 64 }; /* places of a line each */
STATIC_SHARED uint64_t x[PLACES * 8], y[PLACES * 8], seen[4 * PLACES];
static uint64_t pause_state;

#define AT(array, i) PTS(HOME, &(array)[(i) % PLACES * 8])
#define SEEN(t, i) PTS(0, &seen[(t)*PLACES + (i) % PLACES])
static uint32_t HOME;

/* Threads do not begin in step. */
static void pause_a_little(void) {
  for (volatile uint64_t n = random_of(&pause_state) % 6; n; n--) {
  }
}

STATIC_SHARED uint64_t ready; /* rounds that the thread has come to */

/* Two threads of one host begin a round within nanoseconds, which it takes to see stores buffered.
 */
static void begin_together(void) {
  static uint64_t rounds;
  volatile uint64_t *mine = upc_cast(PTS(MYTHREAD, &ready)), *other = upc_cast(PTS(NEXT, &ready));
  if (THREADS != 2 || other == NULL) return;
  *mine = ++rounds;
  for (long spins = 0; *other < rounds; spins++)
    if (spins > 100000) upc_poll(); /* the other one has no core at the moment */
}

/* In blocks of PLACES: all places are 0, each thread runs its part at each place, then a check. */
static void run_blocks(void (*part)(int i, uint64_t *result), void (*verdict)(const uint64_t *r)) {
  bool together = THREADS == 2 && upc_cast(PTS(NEXT, &ready));
  for (int block = 0; block <= (together ? TIMES_TOGETHER : TIMES) / PLACES; block++) {
    HOME = (uint32_t)(block % THREADS);
    if (MYTHREAD == 0)
      for (int i = 0; i < PLACES; i++) {
        __putsdi2(AT(x, i), 0);
        __putsdi2(AT(y, i), 0);
      }
    BARRIER;
    for (int i = 0; i < PLACES; i++) {
      uint64_t r = 0;
      begin_together();
      pause_a_little();
      part(i, &r);
      __putdi2(SEEN(MYTHREAD, i), r);
    }
    BARRIER;
    for (int i = 0; MYTHREAD == 0 && i < PLACES; i++) {
      uint64_t r[4] = {0};
      for (int t = 0; t < THREADS && t < 4; t++) r[t] = __getdi2(SEEN(t, i));
      verdict(r);
    }
    BARRIER;
  }
}

/* The data is relaxed, the flag strict: a thread that sees the flag sees the data. */
static void pass_message(int i, uint64_t *r) {
  if (MYTHREAD == 0) {
    __putdi2(AT(x, i), 5);
    __putsdi2(AT(y, i), 1);
  } else {
    uint64_t flag = __getsdi2(AT(y, i));
    *r = flag == 1 && __getdi2(AT(x, i)) != 5;
  }
}
/* The same by fences: relaxed accesses on both sides. */
static void pass_by_fence(int i, uint64_t *r) {
  if (MYTHREAD == 0) {
    __putdi2(AT(x, i), 5);
    __upc_fence();
    __putdi2(AT(y, i), 1);
  } else {
    uint64_t flag = __getdi2(AT(y, i));
    __upc_fence();
    *r = flag == 1 && __getdi2(AT(x, i)) != 5;
  }
}
static void none_wrong(const uint64_t *r) { CHECK(!r[0] && !r[1] && !r[2] && !r[3]); }

/* Store buffering: one of two threads sees the other's store. */
static void store_strict(int i, uint64_t *r) {
  if (MYTHREAD > 1) return;
  __putsdi2(MYTHREAD ? AT(y, i) : AT(x, i), 1);
  *r = __getsdi2(MYTHREAD ? AT(x, i) : AT(y, i));
}
/* A relaxed store before a strict load, too. */
static void store_relaxed(int i, uint64_t *r) {
  if (MYTHREAD > 1) return;
  __putdi2(MYTHREAD ? AT(y, i) : AT(x, i), 1);
  *r = __getsdi2(MYTHREAD ? AT(x, i) : AT(y, i));
}
/* A strict store before a relaxed load. */
static void load_relaxed(int i, uint64_t *r) {
  if (MYTHREAD > 1) return;
  __putsdi2(MYTHREAD ? AT(y, i) : AT(x, i), 1);
  *r = __getdi2(MYTHREAD ? AT(x, i) : AT(y, i));
}
static void one_sees(const uint64_t *r) { CHECK(r[0] || r[1]); }

/* Load buffering: not both loads see the other's later store. */
static void load_strict(int i, uint64_t *r) {
  if (MYTHREAD > 1) return;
  *r = __getsdi2(MYTHREAD ? AT(x, i) : AT(y, i));
  __putsdi2(MYTHREAD ? AT(y, i) : AT(x, i), 1);
}
static void not_both(const uint64_t *r) { CHECK(!(r[0] && r[1])); }

/* Two write, two read both in opposite order: they agree on the order of the writes. */
static void write_and_read(int i, uint64_t *r) {
  if (MYTHREAD == 0) __putsdi2(AT(x, i), 1);
  if (MYTHREAD == 1) __putsdi2(AT(y, i), 1);
  if (MYTHREAD < 2) return;
  uint64_t first = __getsdi2(MYTHREAD == 2 ? AT(x, i) : AT(y, i));
  uint64_t second = __getsdi2(MYTHREAD == 2 ? AT(y, i) : AT(x, i));
  *r = first && !second;
}
static void readers_agree(const uint64_t *r) { CHECK(!(r[2] && r[3])); }

/* Notify releases, wait acquires; what is between belongs to neither. */
static void check_split(void) {
  for (int i = 0; i < 200; i++) {
    __putdi2(PTS(NEXT, &x[i % PLACES * 8]), (uint64_t)(i * 10 + MYTHREAD));
    __upc_notify(i);
    __upc_wait(i);
    CHECK(__getdi2(PTS(MYTHREAD, &x[i % PLACES * 8])) == (uint64_t)(i * 10 + PREVIOUS));
    BARRIER;
  }
}

int upc_main(int argc, char **argv) {
  (void)argc;
  (void)argv;
  pause_state = (uint64_t)MYTHREAD + 1;
  run_blocks(pass_message, none_wrong);
  run_blocks(pass_by_fence, none_wrong);
  run_blocks(store_strict, one_sees);
  run_blocks(store_relaxed, one_sees);
  run_blocks(load_relaxed, one_sees);
  run_blocks(load_strict, not_both);
  if (THREADS >= 4) run_blocks(write_and_read, readers_agree);
  check_split();
  return passed();
}

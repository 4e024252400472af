/* SPDX-License-Identifier: BSD-3-Clause
 *
 * count.c: see count.h. counts_test.py starts callgrind with collection off and the model cache
 * that CACHE empties.
 */
#include "tests/counts/count.h"

#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define HAVE_CALLGRIND 1
#endif
#endif
#ifndef HAVE_CALLGRIND
#define CALLGRIND_TOGGLE_COLLECT
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name) (void)(name)
#endif

#define CACHE (32 << 10) /* the model cache: 64 ways, so that no step fills a set */
#define LINE 64
#define PAGE 4096

static void empty_cache(void) {
  static volatile char memory[CACHE] __attribute__((aligned(PAGE)));
  for (int i = 0; i < CACHE; i += LINE) (void)memory[i];
}

void count_begin(void) { CALLGRIND_ZERO_STATS; }

/* The frame begins at a page, so that the lines of the step's own frame do not depend on what the
 * environment has left of the stack. */
__attribute__((noinline)) void count_step(void (*step)(void)) {
  char frame[LINE] __attribute__((aligned(PAGE)));
  __asm__ volatile("" ::"r"(frame) : "memory");
  empty_cache();
  CALLGRIND_TOGGLE_COLLECT;
  step();
  CALLGRIND_TOGGLE_COLLECT;
}

void count_end(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }

void count_row(const char *name, void (*step)(void)) {
  for (int i = 0; i < COUNT_WARM; i++) step();
  count_begin();
  for (int i = 0; i < COUNT_RUNS; i++) count_step(step);
  count_end(name);
}

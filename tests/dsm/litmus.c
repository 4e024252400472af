/* SPDX-License-Identifier: BSD-3-Clause
 *
 * litmus.c: what programs may rely on in the shared memory, on real ranks.
 *
 *   litmus               all tests; rank 0 prints a line for each, and `N passed, N failed`
 *   litmus --misuse NAME a mistake, which must end the job with one line (litmus_misuse.c)
 */
#include "litmus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REGION (64u << 20)
#define BLOCK hyd_dsm_block()

struct litmus_world *litmus_world;
static unsigned wrong; /* of this rank, in this test */

void litmus_expect(uint64_t found, uint64_t expected, const char *what) {
  if (found == expected) return;
  if (wrong++ < 3)
    fprintf(stderr, "# rank %u: %s: %llu; expected %llu\n", hyd_dsm_rank(), what,
            (unsigned long long)found, (unsigned long long)expected);
}

void *litmus_memory(size_t bytes, enum hyd_dsm_home where) {
  void *p;
  hyd_dsm_barrier();
  if (hyd_dsm_rank() == 0) litmus_world->memory = hyd_dsm_alloc(bytes, where, hyd_dsm_ranks() - 1);
  hyd_dsm_barrier();
  p = litmus_world->memory;
  if (p == NULL) fprintf(stderr, "# the region is full\n"), exit(1);
  return p;
}

/* --- by barriers ----------------------------------------------------------- */

static void by_barrier(void) {
  uint64_t *p = litmus_memory(BLOCK, HYD_DSM_FIRST_TOUCH);
  for (uint64_t i = 1; i <= 20; i++) {
    uint32_t writer = (uint32_t)i % hyd_dsm_ranks();
    if (hyd_dsm_rank() == writer) p[3] = i;
    hyd_dsm_barrier();
    litmus_expect(p[3], i, "after a barrier");
    hyd_dsm_barrier();
  }
}

/* All ranks write into one page at once, each its own words. */
static void false_sharing(void) {
  uint64_t *p = litmus_memory(BLOCK, HYD_DSM_FIRST_TOUCH);
  uint32_t n = hyd_dsm_ranks(), words = (uint32_t)(BLOCK / sizeof *p);
  for (uint64_t round = 1; round <= 10; round++) {
    for (uint32_t i = hyd_dsm_rank(); i < words; i += n) p[i] += i * round;
    hyd_dsm_barrier();
    for (uint32_t i = 0; i < words; i++)
      litmus_expect(p[i], i * round * (round + 1) / 2, "a word of a shared page");
    hyd_dsm_barrier();
  }
}

/* Neighbouring chars by different ranks, across pages: diffs are exact to the byte. */
static void neighbouring_chars(void) {
  unsigned char *p = litmus_memory(3 * BLOCK, HYD_DSM_ROUND_ROBIN);
  uint32_t n = hyd_dsm_ranks();
  for (unsigned round = 1; round <= 4; round++) {
    for (size_t i = hyd_dsm_rank(); i < 3 * BLOCK; i += n) p[i] = (unsigned char)(i * 7 + round);
    hyd_dsm_barrier();
    for (size_t i = 0; i < 3 * BLOCK; i++)
      litmus_expect(p[i], (unsigned char)(i * 7 + round), "a char between those of other ranks");
    hyd_dsm_barrier();
  }
}

static uint64_t mixed(uint64_t a, uint64_t b) {
  uint64_t z = (a * 0x9e3779b97f4a7c15u) ^ (b + 0x632be59bd9b4e019u);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  return z ^ z >> 27;
}

/* Many pages, each written by several ranks in random pieces; more of them than there are twins. */
static void many_writers(void) {
  enum { PAGES = 40, ROUNDS = 5 };
  size_t words = PAGES * BLOCK / sizeof(uint64_t);
  uint64_t *p = litmus_memory(PAGES * BLOCK, HYD_DSM_FIRST_TOUCH);
  for (uint64_t round = 1; round <= ROUNDS; round++) {
    for (size_t i = 0; i < words; i++)
      if (mixed(i / 8, round) % hyd_dsm_ranks() == hyd_dsm_rank()) p[i] = mixed(i, round);
    hyd_dsm_barrier();
    for (size_t i = 0; i < words; i += 1 + mixed(i, hyd_dsm_rank()) % 16)
      litmus_expect(p[i], mixed(i, round), "a word of many writers");
    hyd_dsm_barrier();
  }
}

/* All ranks touch the same new pages at once: each page has one home, and no write is lost. */
static void first_touch(void) {
  enum { PAGES = 100 };
  unsigned char *p = litmus_memory(PAGES * BLOCK, HYD_DSM_FIRST_TOUCH);
  for (uint32_t i = 0; i < PAGES; i++) p[i * BLOCK + hyd_dsm_rank()] = 1;
  hyd_dsm_barrier();
  for (uint32_t i = 0; i < PAGES; i++)
    for (uint32_t r = 0; r < hyd_dsm_ranks(); r++)
      litmus_expect(p[i * BLOCK + r], 1, "a write of a page that all touched first");
}

/* The home writes without faults until a peer has fetched the page. */
static void home_writes(void) {
  uint64_t *p = litmus_memory(4 * BLOCK, HYD_DSM_AT_RANK);
  uint32_t home = hyd_dsm_ranks() - 1;
  for (uint64_t i = 1; i <= 10; i++) {
    if (hyd_dsm_rank() == home)
      for (uint32_t page = 0; page < 4; page++) p[page * BLOCK / 8 + i] = i;
    hyd_dsm_barrier();
    if (i % 2)
      for (uint32_t page = 0; page < 4; page++)
        litmus_expect(p[page * BLOCK / 8 + i], i, "a write of the home's");
    hyd_dsm_barrier();
  }
}

static void every_home(void) {
  static const enum hyd_dsm_home wheres[] = {HYD_DSM_FIRST_TOUCH, HYD_DSM_ROUND_ROBIN,
                                             HYD_DSM_BLOCKED, HYD_DSM_AT_RANK};
  for (int k = 0; k < 4; k++) {
    uint32_t *p = litmus_memory(5 * BLOCK, wheres[k]);
    size_t words = 5 * BLOCK / sizeof *p;
    for (size_t i = hyd_dsm_rank(); i < words; i += hyd_dsm_ranks()) p[i] = (uint32_t)i + 1;
    hyd_dsm_barrier();
    for (size_t i = 0; i < words; i += 3) litmus_expect(p[i], i + 1, "with a home that was chosen");
    hyd_dsm_barrier();
    if (hyd_dsm_rank() == 0) {
      hyd_dsm_free(p);
      uint32_t *again = hyd_dsm_alloc(5 * BLOCK, wheres[k], hyd_dsm_ranks() - 1);
      litmus_expect(again == p && again[77] == 0, 1, "freed memory is used again, and zeroed");
    }
  }
}

/* --- the program ----------------------------------------------------------- */

static const struct {
  const char *name;
  void (*run)(void);
} tests[] = {{"message passing by barrier", by_barrier},
             {"message passing by lock", litmus_by_lock},
             {"message passing by flag", litmus_by_flag},
             {"message passing by semaphore", litmus_by_semaphore},
             {"message passing by fence and atomic flag", litmus_by_fence},
             {"false sharing of a page by all", false_sharing},
             {"neighbouring chars of different ranks", neighbouring_chars},
             {"many writers of many pages", many_writers},
             {"transitive over three ranks", litmus_transitive},
             {"races between first touches", first_touch},
             {"writes of the home", home_writes},
             {"homes of each kind", every_home},
             {"a counter under a lock", litmus_counter},
             {"atomic operations", litmus_atomics},
             {"a condition", litmus_condition},
             {"a barrier of some ranks", litmus_some_ranks},
             {"reductions", litmus_reductions},
             {"faults of several threads", litmus_by_threads},
             {"faults in signal handlers", litmus_in_handler},
             {"runs of home pages that are written, or not", litmus_home_runs},
             {"mappings that the kernel drops", litmus_dropped},
             {"pages for the kernel", litmus_touch}};

static void make_world(void) {
  size_t bytes;
  litmus_world = hyd_dsm_region(&bytes);
  if (hyd_dsm_rank() == 0) {
    litmus_expect(hyd_dsm_alloc(sizeof *litmus_world, HYD_DSM_FIRST_TOUCH, 0) == litmus_world, 1,
                  "the first allocation is where the region begins");
    for (int i = 0; i < 4; i++) litmus_world->lock[i] = hyd_dsm_lock_new();
    for (int i = 0; i < 8; i++) litmus_world->object[i] = hyd_dsm_object_new();
  }
  hyd_dsm_barrier();
}

static unsigned run_tests(void) {
  unsigned passed = 0, failed = 0;
  for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
    uint64_t all;
    wrong = 0;
    tests[i].run();
    all = hyd_dsm_sum_u64(wrong);
    *(all ? &failed : &passed) += 1;
    if (hyd_dsm_rank() == 0) printf("%s - %s\n", all ? "not ok" : "ok", tests[i].name);
  }
  if (hyd_dsm_rank() == 0) printf("%u passed, %u failed\n", passed, failed);
  return failed;
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[2], "early") == 0) hyd_dsm_lock(1);
  if (argc == 3 && strcmp(argv[1], "--misuse") == 0 && strcmp(argv[2], "large") == 0)
    hyd_dsm_init(&argc, &argv, (size_t)1 << 42);
  if (argc == 3 && strcmp(argv[2], "alternate") == 0)
    hyd_dsm_init(&argc, &argv, (size_t)1 << 30);
  else
    hyd_dsm_init(&argc, &argv, REGION);
  make_world();
  if (argc == 3 && strcmp(argv[1], "--misuse") == 0) {
    if (!litmus_misuse(argv[2])) fprintf(stderr, "litmus: no mistake %s\n", argv[2]);
    hyd_dsm_exit(0);
  }
  hyd_dsm_exit(run_tests() != 0);
}

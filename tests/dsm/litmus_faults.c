/* SPDX-License-Identifier: BSD-3-Clause
 *
 * litmus_faults.c: faults of several threads of a rank at once, and in the program's own signal
 * handlers; writes of home pages; mappings that are lost.
 */
#include "litmus.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#define THREADS 4u
#define PAGES 48u
#define BLOCK hyd_dsm_block()

static unsigned char *memory; /* PAGES blocks */

static unsigned char *byte_of(uint32_t page, uint32_t rank, uint32_t thread) {
  return memory + page * BLOCK + (rank * THREADS + thread) % BLOCK;
}

/* --- threads --------------------------------------------------------------- */

struct work {
  pthread_t thread;
  uint32_t number;
  unsigned char value;
  uint32_t wrong; /* bytes of the round before, of all ranks */
};

/* Every thread reads and writes every page, in another order. */
static void *touch_all(void *arg) {
  struct work *w = arg;
  for (uint32_t i = 0; i < PAGES; i++) {
    uint32_t page = (i * 7 + w->number * 13) % PAGES;
    for (uint32_t r = 0; r < hyd_dsm_ranks(); r++)
      if (r != hyd_dsm_rank())
        w->wrong += *byte_of(page, r, w->number) != (unsigned char)(w->value - 1);
    *byte_of(page, hyd_dsm_rank(), w->number) = w->value;
  }
  return NULL;
}

/* Ranks take turns: while one writes the others' bytes stay as they are. */
static uint32_t one_round(unsigned char value) {
  struct work work[THREADS];
  uint32_t wrong = 0;
  for (uint32_t t = 0; t < THREADS; t++) {
    work[t] = (struct work){.number = t, .value = value};
    if (pthread_create(&work[t].thread, NULL, touch_all, &work[t])) return PAGES;
  }
  for (uint32_t t = 0; t < THREADS; t++) {
    pthread_join(work[t].thread, NULL);
    wrong += work[t].wrong;
  }
  return wrong;
}

void litmus_by_threads(void) {
  memory = litmus_memory(PAGES * BLOCK, HYD_DSM_ROUND_ROBIN);
  for (unsigned char round = 1; round <= 6; round++)
    for (uint32_t r = 0; r < hyd_dsm_ranks(); r++) {
      uint32_t wrong = 0;
      if (r == hyd_dsm_rank()) {
        for (uint32_t q = 0; q < r; q++) /* those before this one have had their turn */
          for (uint32_t t = 0; t < THREADS; t++)
            litmus_expect(*byte_of(t, q, t), round, "a byte of a thread of another rank");
        wrong = one_round(round);
      }
      litmus_expect(wrong, r == hyd_dsm_rank() ? r * THREADS * PAGES : 0,
                    "bytes that are newer than the last round");
      hyd_dsm_barrier();
    }
}

/* --- signal handlers -------------------------------------------------------- */

static volatile sig_atomic_t handled, handled_wrong;

/* Reads and writes pages that the program does not touch meanwhile. */
static void on_timer(int sig) {
  uint32_t page = PAGES / 2 + (uint32_t)handled % (PAGES / 2);
  unsigned char *p = memory + page * BLOCK;
  (void)sig;
  handled_wrong += p[hyd_dsm_ranks()] != page;
  p[hyd_dsm_rank()]++;
  handled++;
}

static void set_timer(long us) {
  struct itimerval t = {{0, us}, {0, us}};
  setitimer(ITIMER_REAL, &t, NULL);
}

/* The program's faults are interrupted, and the handler's faults interrupt it. Calls are not: they
 * are made while the signal is blocked. */
void litmus_in_handler(void) {
  struct sigaction action = {.sa_handler = on_timer}, old;
  uint64_t after = 0;
  memory = litmus_memory(PAGES * BLOCK, HYD_DSM_FIRST_TOUCH);
  for (uint32_t p = 0; hyd_dsm_rank() == 0 && p < PAGES; p++)
    memory[p * BLOCK + hyd_dsm_ranks()] = (unsigned char)p;
  sigaction(SIGALRM, &action, &old);
  for (int round = 0; round < 5; round++) {
    sig_atomic_t upto = handled + 20;
    hyd_dsm_barrier();
    set_timer(200);
    for (uint32_t i = 0; handled < upto; i++) {
      litmus_expect(memory[i % (PAGES / 2) * BLOCK + hyd_dsm_ranks()], i % (PAGES / 2),
                    "a page, while a handler reads others");
      memory[i % (PAGES / 2) * BLOCK + BLOCK / 2 + hyd_dsm_rank()]++;
    }
    set_timer(0);
  }
  sigaction(SIGALRM, &old, NULL);
  hyd_dsm_barrier();
  litmus_expect((uint64_t)handled_wrong, 0, "bytes that the handler read");
  for (uint32_t p = PAGES / 2; p < PAGES; p++) after += memory[p * BLOCK + hyd_dsm_rank()];
  litmus_expect(after, (uint64_t)handled, "what the handler wrote");
  handled = handled_wrong = 0;
}

/* --- runs of home pages ------------------------------------------------------ */

#define RUN_PAGES 24u
#define ROUNDS 24u
#define QUIET 8u /* rounds from the 8th on in which no page is written */

static uint32_t home_of(uint32_t page) { return page * hyd_dsm_ranks() / RUN_PAGES; }

static int is_written(uint32_t page, uint32_t round) {
  if (round >= 8 && round < 8 + QUIET) return 0;
  return round < 2 || (page * 5 + round) % 3 != 0;
}

static uint32_t last_written(uint32_t page, uint32_t round) {
  while (!is_written(page, round)) round--;
  return round;
}

static _Atomic int counts_on;
enum { NOT, SELDOM, OFTEN };

/* Counts in this rank's pages, while another thread of it releases. */
static void *count_on(void *arg) {
  uint64_t *counted = arg;
  for (uint32_t page = 0; atomic_load(&counts_on); page = (page + 1) % RUN_PAGES)
    if (home_of(page) == hyd_dsm_rank()) {
      ++*(volatile uint64_t *)(memory + page * BLOCK + 8);
      counted[page]++;
      usleep(atomic_load(&counts_on) == SELDOM ? 3000 : 50);
    }
  return NULL;
}

/* A counter of each page, which peers have read often before. */
static void check_counted(const uint64_t *counted) {
  uint64_t sum = 0, found = 0;
  for (uint32_t page = 0; page < RUN_PAGES; page++) {
    sum += counted[page];
    found += *(uint64_t *)(memory + page * BLOCK + 8);
  }
  litmus_expect(found, hyd_dsm_sum_u64(sum), "what a thread counted while others released");
}

/* What has been written is told once. */
static void check_silence(void) {
  struct hyd_dsm_counts before, after;
  hyd_dsm_counts(&before);
  hyd_dsm_barrier();
  hyd_dsm_barrier();
  hyd_dsm_counts(&after);
  litmus_expect(after.notices - before.notices, 0, "notices, while nothing is written");
}

void litmus_home_runs(void) {
  uint64_t counted[RUN_PAGES] = {0};
  pthread_t thread;
  memory = litmus_memory(RUN_PAGES * BLOCK, HYD_DSM_BLOCKED);
  atomic_store(&counts_on, OFTEN);
  if (pthread_create(&thread, NULL, count_on, counted)) return;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    for (uint32_t page = 0; page < RUN_PAGES; page++)
      if (home_of(page) == hyd_dsm_rank() && is_written(page, round))
        memory[page * BLOCK] = (unsigned char)(round + 1);
    if (round == 6) atomic_store(&counts_on, SELDOM);
    if (round == ROUNDS - 4) atomic_store(&counts_on, NOT), pthread_join(thread, NULL);
    hyd_dsm_barrier();
    for (uint32_t page = 0; page < RUN_PAGES; page++)
      litmus_expect(memory[page * BLOCK], last_written(page, round) + 1, "a home's last write");
    hyd_dsm_barrier();
  }
  check_silence();
  check_counted(counted);
}

/* --- mappings ---------------------------------------------------------------- */

/* The kernel forgets what the program's view maps, as it may when memory is short. */
static void drop_mappings(void) { madvise(memory, RUN_PAGES * BLOCK, MADV_DONTNEED); }

void litmus_dropped(void) {
  memory = litmus_memory(RUN_PAGES * BLOCK, HYD_DSM_BLOCKED);
  for (unsigned char round = 1; round <= 6; round++) {
    for (uint32_t page = 0; page < RUN_PAGES; page++)
      if (home_of(page) == hyd_dsm_rank()) memory[page * BLOCK] = round;
    drop_mappings();
    for (uint32_t page = 0; page < RUN_PAGES; page++)
      memory[page * BLOCK + 1 + hyd_dsm_rank()] = round;
    drop_mappings();
    hyd_dsm_barrier();
    drop_mappings();
    for (uint32_t page = 0; page < RUN_PAGES; page++) {
      litmus_expect(memory[page * BLOCK], round, "a byte of the home");
      for (uint32_t r = 0; r < hyd_dsm_ranks(); r++)
        litmus_expect(memory[page * BLOCK + 1 + r], round, "a byte of each rank");
    }
    drop_mappings();
    hyd_dsm_barrier();
  }
}

/* --- the kernel ------------------------------------------------------------ */

/* From the file, or to it, in as many parts as touching gives. */
static void move_file(int fd, unsigned char *p, size_t n, int into_region) {
  for (size_t done = 0, part; done < n; done += part) {
    ssize_t moved;
    part = hyd_dsm_touch(p + done, n - done, into_region);
    litmus_expect(part > 0 && part <= n - done, 1, "pages were brought for the kernel");
    moved = into_region ? pread(fd, p + done, part, (off_t)done)
                        : pwrite(fd, p + done, part, (off_t)done);
    litmus_expect((uint64_t)moved, part, "the kernel takes pages that were touched");
    if (part == 0 || moved != (ssize_t)part) return;
  }
}

/* The last rank writes the first rank's pages to a file, by the kernel, and a changed file to other
 * pages, beside bytes of the first rank's. Without touching, EFAULT. */
void litmus_touch(void) {
  uint32_t last = hyd_dsm_ranks() - 1;
  size_t n = 20 * BLOCK + 100;
  unsigned char *p = litmus_memory(2 * n + BLOCK, HYD_DSM_FIRST_TOUCH), *q = p + n + 77;
  unsigned char byte = 0;
  int fd = memfd_create("touched", 0);
  for (size_t i = 0; hyd_dsm_rank() == 0 && i < n; i++) p[i] = (unsigned char)(i % 251);
  if (hyd_dsm_rank() == 0) q[-1] = q[n] = 9;
  hyd_dsm_barrier();
  if (last && hyd_dsm_rank() == last) {
    litmus_expect(write(fd, p, 1) == 1, 0, "the kernel fetches a page");
    litmus_expect(hyd_dsm_touch(p, 0, 0), 0, "nothing is touched");
    move_file(fd, p, n, 0);
    litmus_expect(pread(fd, &byte, 1, (off_t)n - 1) == 1 && byte == (n - 1) % 251, 1, "the file");
    byte = 200;
    litmus_expect(pwrite(fd, &byte, 1, 5000) == 1, 1, "a change of the file");
    move_file(fd, q, n, 1);
  }
  close(fd);
  hyd_dsm_barrier();
  if (last) litmus_expect(q[0] + q[5000] + q[n - 1], 200 + (n - 1) % 251, "what the kernel wrote");
  if (last) litmus_expect(q[-1] + q[n], 18, "bytes beside it");
}

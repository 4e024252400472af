/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_limits.c: what the machine itself can do, measured without the library: L, S, C (pingpong.h
 * and below) and memcpy bandwidth by size between two memfd mappings. Each measurement is made by
 * two (or one) short-lived children, pinned, which leave their samples in memory shared with us.
 */
#include "suites.h"
#include "contrib/tools/bench/base/cores.h"
#include "contrib/tools/bench/raw/pingpong.h"

#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_SAMPLES 20000
#define LIMIT_S 20

/* What the children and we share. */
struct arena {
  struct hyd_bn_pair pair;
  _Alignas(64) _Atomic uint32_t word[32]; /* S: word[0] and word[16] */
  int amount;                             /* windows, rounds or milliseconds */
  uint32_t n;
  double sample[MAX_SAMPLES];
};

static void *shared_memory(size_t size) {
  int fd = memfd_create("gasnet-bench", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, (off_t)size)) {
    if (fd >= 0) close(fd);
    return NULL;
  }
  void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  return p == MAP_FAILED ? NULL : p;
}

/* Runs fn(arena, side) in one child for each side, pinned to cpu[side]; adds the samples to out. */
static bool run_sides(int sides, const int *cpu, int amount, void (*fn)(struct arena *, int),
                      struct hyd_bn_set *out) {
  struct arena *a = shared_memory(sizeof *a);
  pid_t pid[2] = {-1, -1};
  bool ok = a != NULL;
  if (a) a->amount = amount;
  for (int side = 0; ok && side < sides; side++) {
    pid[side] = hyd_bn_fork(LIMIT_S);
    if (pid[side] == 0) {
      hyd_bn_pin(cpu[side]);
      fn(a, side);
      _exit(0);
    }
    ok = pid[side] > 0;
  }
  for (int side = 0; side < sides; side++) {
    if (pid[side] <= 0) continue;
    if (!ok)
      hyd_bn_kill(pid[side]);
    else if (hyd_bn_reap(pid[side], LIMIT_S) != 0)
      ok = false;
  }
  if (ok)
    hyd_bn_add_all(out, a->sample, a->n);
  else
    hyd_bn_complain("a measurement of the machine's limits failed or took over %d s", LIMIT_S);
  if (a) munmap(a, sizeof *a);
  return ok;
}

static void keep_sample(struct arena *a, double sample) {
  if (a->n < MAX_SAMPLES) a->sample[a->n++] = sample;
}

/* ---- L ------------------------------------------------------------------- */

static void line_side(struct arena *a, int side) {
  hyd_bn_line_window(&a->pair, side, 2000); /* warm up */
  for (int i = 0; i < a->amount; i++) {
    double t = hyd_bn_line_window(&a->pair, side, 200);
    if (side == 0) keep_sample(a, t);
  }
}

static bool measure_line(const struct hyd_bn *b, int windows, struct hyd_bn_set *out) {
  if (b->cpu[0] == b->cpu[1]) return false;
  return run_sides(2, b->cpu, windows, line_side, out);
}

/* ---- S: two processes on one core wake each other in turn ---------------- */

static void futex_await(_Atomic uint32_t *word, uint32_t value) {
  for (;;) {
    uint32_t now = atomic_load_explicit(word, memory_order_acquire);
    if (now == value) return;
    syscall(SYS_futex, word, FUTEX_WAIT, now, NULL, NULL, 0);
  }
}

static void futex_post(_Atomic uint32_t *word, uint32_t value) {
  atomic_store_explicit(word, value, memory_order_release);
  syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Side 0 times single round trips until `amount` milliseconds are over, then posts 0. */
static void switch_side(struct arena *a, int side) {
  _Atomic uint32_t *ping = &a->word[0], *pong = &a->word[16];
  double end = hyd_bn_now() + a->amount * 1e6;
  for (uint32_t i = 1;; i++) {
    if (side == 0) {
      double start = hyd_bn_now();
      bool last = start > end;
      futex_post(ping, last ? UINT32_MAX : i);
      if (last) return;
      futex_await(pong, i);
      if (i > 20) keep_sample(a, hyd_bn_now() - start);
    } else {
      uint32_t now;
      while ((now = atomic_load_explicit(ping, memory_order_acquire)) != i) {
        if (now == UINT32_MAX) return;
        syscall(SYS_futex, ping, FUTEX_WAIT, now, NULL, NULL, 0);
      }
      futex_post(pong, i);
    }
  }
}

bool hyd_bn_measure_switch(const struct hyd_bn *b, double seconds, struct hyd_bn_set *out) {
  const int one[2] = {b->cpu[0], b->cpu[0]};
  return run_sides(2, one, (int)(seconds * 1000), switch_side, out);
}

/* ---- C ------------------------------------------------------------------- */

static void copy_side(struct arena *a, int side) {
  int rounds = a->amount < MAX_SAMPLES ? a->amount : MAX_SAMPLES;
  hyd_bn_line_window(&a->pair, side, 2000);
  hyd_bn_copy_window(&a->pair, side, 100, a->sample);
  hyd_bn_copy_window(&a->pair, side, rounds, a->sample);
  if (side == 0) a->n = (uint32_t)rounds;
}

static bool measure_copies(const struct hyd_bn *b, int rounds, struct hyd_bn_set *out) {
  if (b->cpu[0] == b->cpu[1]) return false;
  return run_sides(2, b->cpu, rounds, copy_side, out);
}

/* ---- memcpy between two shared mappings ---------------------------------- */

static void memcpy_rows(struct arena *a, int side) {
  size_t bytes = (size_t)a->amount;
  char *from = shared_memory(bytes), *to = shared_memory(bytes);
  (void)side;
  if (!from || !to) _exit(1);
  memset(from, 1, bytes);
  memset(to, 2, bytes);
  int copies = (int)(((size_t)1 << 20) / bytes) + 1;
  double end = hyd_bn_now() + 30e6;
  while (a->n < 1000 && (a->n < 5 || hyd_bn_now() < end)) {
    double start = hyd_bn_now();
    for (int i = 0; i < copies; i++) {
      memcpy(to, from, bytes);
      __asm__ volatile("" ::"r"(to) : "memory");
    }
    keep_sample(a, (double)bytes * copies / (hyd_bn_now() - start) * 1e3);
  }
}

bool hyd_bn_suite_limits(struct hyd_bn *b) {
  static const long sizes[] = {64, 512, 4096, 65536, 1 << 20, 4 << 20, 16 << 20};
  struct hyd_bn_table *t = &b->rows;
  bool ok = true;
  hyd_bn_progress(b, "limits: cache line, futex, copy, memcpy");
  if (b->cpu[0] != b->cpu[1]) {
    struct hyd_bn_row *line = hyd_bn_row(t, "limits", "L: line round trip", -1, 0, "ns", "");
    ok &= measure_line(b, hyd_bn_scaled(b, 2000), &line->value);
    struct hyd_bn_row *copy =
        hyd_bn_row(t, "limits", "C: copy of the other core's", HYD_BN_C_BYTES, 0, "ns", "");
    ok &= measure_copies(b, hyd_bn_scaled(b, 8000), &copy->value);
  } else {
    hyd_bn_complain("only one core: L and C cannot be measured");
  }
  struct hyd_bn_row *sw = hyd_bn_row(t, "limits", "S: futex round trip, one core", -1, 0, "ns", "");
  ok &= hyd_bn_measure_switch(b, b->quick ? 0.1 : 0.4, &sw->value);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct hyd_bn_row *r = hyd_bn_row(t, "limits", "memcpy", sizes[i], 0, "MB/s", "");
    ok &= run_sides(1, b->cpu, (int)sizes[i], memcpy_rows, &r->value);
  }
  return ok;
}

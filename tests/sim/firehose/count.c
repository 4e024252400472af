/* SPDX-License-Identifier: BSD-3-Clause
 *
 * count.c: see count.h. Resident pages are counted by the kernel when it is asked for smaps_rollup;
 * the numbers of statm and VmRSS may be some pages per processor wrong.
 */
#include "tests/sim/firehose/count.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_aligned_alloc(size_t to, size_t n);
void *__real_realloc(void *p, size_t n);
void __real_free(void *p);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_aligned_alloc(size_t to, size_t n);
void *__wrap_realloc(void *p, size_t n);
void __wrap_free(void *p);

static _Atomic int64_t blocks, bytes;

/* sign: 1, it has come; -1, it goes. */
static void count(void *p, int sign) {
  if (p == NULL) return;
  atomic_fetch_add_explicit(&blocks, sign, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes, sign * (int64_t)malloc_usable_size(p), memory_order_relaxed);
}

void *__wrap_malloc(size_t n) {
  void *p = __real_malloc(n);
  count(p, 1);
  return p;
}

void *__wrap_calloc(size_t n, size_t size) {
  void *p = __real_calloc(n, size);
  count(p, 1);
  return p;
}

void *__wrap_aligned_alloc(size_t to, size_t n) {
  void *p = __real_aligned_alloc(to, n);
  count(p, 1);
  return p;
}

void *__wrap_realloc(void *p, size_t n) {
  count(p, -1);
  p = __real_realloc(p, n);
  count(p, 1);
  return p;
}

void __wrap_free(void *p) {
  count(p, -1);
  __real_free(p);
}

/* 0: it is not told. */
static size_t resident_bytes(void) {
  char text[512];
  const char *at;
  ssize_t n;
  int fd = open("/proc/self/smaps_rollup", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  n = read(fd, text, sizeof text - 1);
  close(fd);
  text[n > 0 ? n : 0] = 0;
  at = strstr(text, "Rss:");
  return at ? (size_t)strtoull(at + 4, NULL, 10) * 1024 : 0;
}

void count_now(struct count *c) {
  c->blocks = atomic_load(&blocks);
  c->bytes = atomic_load(&bytes);
  c->arena = mallinfo2().uordblks;
  c->resident = resident_bytes();
}

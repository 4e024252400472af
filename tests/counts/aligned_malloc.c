/* SPDX-License-Identifier: BSD-3-Clause
 *
 * aligned_malloc.c: malloc in place of libc's, which gives whole lines. Where libc's blocks begin
 * within a line depends on all that was allocated before (names of hosts, the environment), and
 * with it how many lines a step touches.
 */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#define LINE 64

void *malloc(size_t n) { return memalign(LINE, n); }

void *calloc(size_t n, size_t size) {
  size_t bytes;
  void *p = __builtin_mul_overflow(n, size, &bytes) ? NULL : memalign(LINE, bytes);
  return p ? memset(p, 0, bytes) : NULL;
}

void *realloc(void *old, size_t n) {
  size_t had = old ? malloc_usable_size(old) : 0;
  void *p = memalign(LINE, n);
  if (p == NULL) return NULL;
  if (old) memcpy(p, old, had < n ? had : n);
  free(old);
  return p;
}

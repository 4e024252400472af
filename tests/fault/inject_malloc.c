/* SPDX-License-Identifier: BSD-3-Clause
 *
 * inject_malloc.c: a library to preload, whose allocations ask first whether they fail: inject.c
 * answers. Without it the kernel answers that there is no such call, and they do not.
 */
#include "inject_calls.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static bool fails(void) {
  int error = errno;
  bool no = syscall(INJECT_MALLOC) != 0 && errno == ENOMEM;
  errno = no ? ENOMEM : error;
  return no;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return fails() ? NULL : __libc_calloc(n, size); }
void *realloc(void *p, size_t size) { return fails() ? NULL : __libc_realloc(p, size); }
void *memalign(size_t alignment, size_t size) {
  return fails() ? NULL : __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **p, size_t alignment, size_t size) {
  if (fails()) return ENOMEM;
  *p = __libc_memalign(alignment, size);
  return *p ? 0 : ENOMEM;
}

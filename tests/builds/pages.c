/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pages.c: preloaded under qemu-user, which has pages of 64 KB (-p) but takes what only 4 KB pages
 * allow: ends the process at a call that a kernel with such pages refuses.
 */
#define _GNU_SOURCE 1
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static void need(const char *call, uintptr_t at) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  if (at % page == 0) return;
  fprintf(stderr, "pages.c: %s: 0x%llx is not at a page of %llu bytes\n", call,
          (unsigned long long)at, (unsigned long long)page);
  abort();
}

void *mmap(void *at, size_t n, int prot, int flags, int fd, off_t offset) {
  if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) need("mmap, address", (uintptr_t)at);
  need("mmap, offset", (uintptr_t)offset);
  return (void *)syscall(SYS_mmap, at, n, prot, flags, fd, offset);
}

int munmap(void *at, size_t n) {
  need("munmap", (uintptr_t)at);
  return (int)syscall(SYS_munmap, at, n);
}

int mprotect(void *at, size_t n, int prot) {
  need("mprotect", (uintptr_t)at);
  return (int)syscall(SYS_mprotect, at, n, prot);
}

/* MADV_POPULATE_WRITE is a hint in this library. */
int madvise(void *at, size_t n, int advice) {
  if (advice != MADV_POPULATE_WRITE) need("madvise", (uintptr_t)at);
  return (int)syscall(SYS_madvise, at, n, advice);
}

void *mremap(void *at, size_t old, size_t new, int flags, ...) {
  va_list ap;
  void *to;
  va_start(ap, flags);
  to = flags & MREMAP_FIXED ? va_arg(ap, void *) : NULL;
  va_end(ap);
  need("mremap", (uintptr_t)at);
  need("mremap, new address", (uintptr_t)to);
  return (void *)syscall(SYS_mremap, at, old, new, flags, to);
}

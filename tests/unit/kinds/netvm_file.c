/* SPDX-License-Identifier: BSD-3-Clause
 *
 * netvm_file.c: a file behind a paged segment that is slow, or fails: preloaded in front of libc.
 * Calls that are not to wait find nothing in memory.
 *
 *   NETVM_READ=ERRNO@N, NETVM_WRITE=ERRNO@N   after N reads, or writes, they fail
 *   NETVM_LAZY=MICROSECONDS                   writes return so much later
 *   NETVM_GATE=FILE                           reads at offset 0 wait until FILE is there
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

static int fails(const char *variable, _Atomic int *calls) {
  const char *text = getenv(variable);
  int error = 0, after = 0;
  if (text == NULL || sscanf(text, "%d@%d", &error, &after) != 2) return 0;
  if (atomic_fetch_add(calls, 1) < after) return 0;
  errno = error;
  return 1;
}

static int not_now(int flags) {
  if (flags & RWF_NOWAIT) errno = EAGAIN;
  return (flags & RWF_NOWAIT) != 0;
}

static void wait_for_gate(void) {
  const char *gate = getenv("NETVM_GATE");
  for (int i = 0; gate && access(gate, F_OK) && i < 60000; i++) usleep(1000);
}

ssize_t preadv2(int fd, const struct iovec *to, int n, off_t at, int flags) {
  static _Atomic int calls;
  static ssize_t (*next)(int, const struct iovec *, int, off_t, int);
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "preadv2");
  if (not_now(flags)) return -1;
  if (at == 0) wait_for_gate();
  return fails("NETVM_READ", &calls) ? -1 : next(fd, to, n, at, flags);
}

ssize_t pwritev2(int fd, const struct iovec *from, int n, off_t at, int flags) {
  static ssize_t (*next)(int, const struct iovec *, int, off_t, int);
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "pwritev2");
  return not_now(flags) ? -1 : next(fd, from, n, at, flags);
}

ssize_t pwrite(int fd, const void *from, size_t n, off_t at) {
  static _Atomic int calls;
  static ssize_t (*next)(int, const void *, size_t, off_t);
  ssize_t written;
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "pwrite");
  if (fails("NETVM_WRITE", &calls)) return -1;
  written = next(fd, from, n, at);
  if (getenv("NETVM_LAZY")) usleep((useconds_t)atoi(getenv("NETVM_LAZY")));
  return written;
}

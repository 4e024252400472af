/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_file.c: without memfd_create tries directories, first /dev/shm, which is memory where it
 * exists; a directory on a disk also works. The file's name begins with the memfd's name, so that
 * process.c finds a job's memory by either.
 */
#include "core/sys/memory_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/sys/fd.h"

static int in_directory(const char *directory, const char *name) {
  char path[PATH_MAX];
  int fd;
  if (directory == NULL || directory[0] != '/') return -1;
  if (snprintf(path, sizeof path, "%s/%s.XXXXXX", directory, name) >= (int)sizeof path) return -1;
  if ((fd = mkostemp(path, O_CLOEXEC)) >= 0) unlink(path);
  return fd;
}

int hyd_file_reserve(int fd, uint64_t at, uint64_t bytes) {
  int err;
  do err = posix_fallocate(fd, (off_t)at, (off_t)bytes);
  while (err == EINTR);
  return err == EOPNOTSUPP || err == EINVAL ? 0 : err; /* the file system does not support it */
}

int hyd_memory_reserve(int fd, uint64_t at, uint64_t bytes) {
  char link[64], target[16];
  ssize_t n;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  n = readlink(link, target, sizeof target);
  return n < 7 || memcmp(target, "/memfd:", 7) == 0 ? 0 : hyd_file_reserve(fd, at, bytes);
}

int hyd_memory_file(const char *name, const char **where_p) {
  const char *directory[] = {"/dev/shm", getenv("XDG_RUNTIME_DIR"), getenv("GASNET_TMPDIR"),
                             getenv("TMPDIR"), "/tmp"};
  int fd = memfd_create(name, MFD_CLOEXEC), err = errno;
  const char *where = NULL;
  for (size_t i = 0; fd < 0 && i < sizeof directory / sizeof directory[0]; i++)
    fd = in_directory(where = directory[i], name);
  if (where_p) *where_p = fd >= 0 ? where : NULL;
  fd = hyd_fd_high(fd);
  if (fd < 0) errno = err;
  return fd;
}

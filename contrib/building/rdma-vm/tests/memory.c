/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory.c: what the library asks of a kernel for memory: memfd, copies between processes,
 * userfaultfd. Prints `ok NAME` or `not ok NAME`.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static int said(const char *name, int good) {
  printf("%sok %s%s%s\n", good ? "" : "not ", name, good ? "" : ": ", good ? "" : strerror(errno));
  return !good;
}

static int memfd(void) {
  int fd = memfd_create("rdma-vm", MFD_CLOEXEC);
  return fd >= 0 && ftruncate(fd, 1 << 20) == 0 &&
         mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) != MAP_FAILED;
}

/* The child's copy of `word` differs from ours. */
static int copies(void) {
  static volatile int word = 1;
  int got = 0, status;
  struct iovec here = {&got, sizeof got}, there = {(void *)&word, sizeof word};
  int ready[2], done[2];
  char c = 0;
  if (pipe(ready) || pipe(done)) return 0;
  pid_t child = fork();
  if (child == 0) {
    word = 2;
    if (write(ready[1], &c, 1) != 1 || read(done[0], &c, 1) != 1) _exit(1);
    _exit(word != 3);
  }
  if (read(ready[0], &c, 1) != 1) return 0;
  ssize_t in = process_vm_readv(child, &here, 1, &there, 1, 0);
  int seen = got;
  got = 3;
  ssize_t out = process_vm_writev(child, &here, 1, &there, 1, 0);
  if (write(done[1], &c, 1) != 1 || waitpid(child, &status, 0) != child) return 0;
  return in == sizeof got && out == sizeof got && seen == 2 && status == 0;
}

/* Opens a userfaultfd with the events that tell firehose of unmapped memory. */
static int faults(void) {
  int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
  struct uffdio_api api = {.api = UFFD_API,
                           .features = UFFD_FEATURE_EVENT_UNMAP | UFFD_FEATURE_EVENT_REMAP |
                                       UFFD_FEATURE_EVENT_REMOVE};
  return fd >= 0 && ioctl(fd, UFFDIO_API, &api) == 0;
}

int main(void) {
  return said("memfd", memfd()) | said("copies between processes", copies()) |
         said("userfaultfd with events", faults());
}

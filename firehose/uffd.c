/* SPDX-License-Identifier: BSD-3-Clause
 *
 * uffd.c: see uffd.h. Memory is registered for write-protection because that mode, as long as
 * nothing is protected, has no effect but the events: no page fault ever comes, so a descriptor
 * that handles faults of user mode only is enough, and every process may have one
 * (vm.unprivileged_userfaultfd is about the other kind). Where a filter refuses the system call,
 * /dev/userfaultfd may still do.
 */
#include "firehose/uffd.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/sys/fd.h"

#define WANTED                                                                                     \
  (UFFD_FEATURE_EVENT_REMAP | UFFD_FEATURE_EVENT_REMOVE | UFFD_FEATURE_EVENT_UNMAP |               \
   UFFD_FEATURE_PAGEFAULT_FLAG_WP | UFFD_FEATURE_WP_HUGETLBFS_SHMEM)
/* That last feature dates from Linux 5.19; until 5.15 pending changes were a flag and not a
 * count. */

static int from_device(int flags) {
  int device = open("/dev/userfaultfd", O_RDWR | O_CLOEXEC), fd;
  if (device < 0) return -1;
  fd = ioctl(device, _IO(0xAA, 0x00), flags); /* USERFAULTFD_IOC_NEW, younger than some headers */
  close(device);
  return fd;
}

int hyd_fh_uffd_open(const char **why) {
  int flags = O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY;
  struct uffdio_api api = {.api = UFFD_API, .features = WANTED};
  int fd = (int)syscall(SYS_userfaultfd, flags);
  if (fd < 0) fd = from_device(flags);
  fd = hyd_fd_high(fd);
  if (fd < 0) {
    *why = "no userfaultfd, or not permitted";
    return -1;
  }
  if (ioctl(fd, UFFDIO_API, &api) == 0) return fd;
  close(fd);
  *why = "userfaultfd has no write-protect mode for all memory (Linux 5.19)";
  return -1;
}

int hyd_fh_uffd_register(int fd, uintptr_t lo, uintptr_t hi) {
  struct uffdio_register r = {.range = {lo, hi - lo}, .mode = UFFDIO_REGISTER_MODE_WP};
  return ioctl(fd, UFFDIO_REGISTER, &r) ? errno : 0;
}

int hyd_fh_uffd_unregister(int fd, uintptr_t lo, uintptr_t hi) {
  struct uffdio_range r = {lo, hi - lo};
  return ioctl(fd, UFFDIO_UNREGISTER, &r) ? errno : 0;
}

/* A request to map pages that a file has already. Before anything else the kernel asks, under the
 * mapping's lock, whether the range lies in one registered mapping. Then it finds that private
 * memory has no file (EINVAL), or huge pages no such part (EINVAL), or that the page is mapped
 * (EEXIST) or not there (EFAULT); at most it maps shared pages, as the next access would have
 * done. */
int hyd_fh_uffd_has(int fd, uintptr_t lo, uintptr_t hi) {
  struct uffdio_continue r = {.range = {lo, hi - lo}, .mode = UFFDIO_CONTINUE_MODE_DONTWAKE};
  if (ioctl(fd, UFFDIO_CONTINUE, &r) == 0 || r.mapped > 0) return 0;
  return errno == ENOENT || errno == EAGAIN ? errno : 0;
}

/* The kernel answers every request to fill or protect memory with EAGAIN as long as a change is
 * pending, before it looks at anything else. So a request that is wrong (an empty range: EINVAL)
 * only asks that, without any of the kernel's locks. fh_watch_open tries whether that is so.
 * Whatever else the answer is, as EBADF in a program that closes descriptors it didn't open, it is
 * no promise. */
int hyd_fh_uffd_pending(int fd) {
  struct uffdio_writeprotect nothing = {.range = {0, 0}};
  return ioctl(fd, UFFDIO_WRITEPROTECT, &nothing) == 0 || errno != EINVAL;
}

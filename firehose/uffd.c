/* SPDX-License-Identifier: BSD-3-Clause
 *
 * uffd.c: see uffd.h. Memory is registered for write-protection, because this mode has no effect
 * but the events while nothing is protected: no page fault is reported. So a descriptor for faults
 * of user mode is enough, which every process may have (vm.unprivileged_userfaultfd limits the
 * other kind). If a filter refuses the system call, /dev/userfaultfd may still work.
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
/* The last feature exists since Linux 5.19. Until 5.15 pending changes were a flag, not a count,
 * and that is excluded by it. */

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

/* Asks to map pages that a file has already. The kernel first checks, under the mapping's lock,
 * whether the range lies in one registered mapping: the wanted answer. Then it fails, as private
 * memory has no file (EINVAL), huge pages have no such part (EINVAL), the page is mapped (EEXIST)
 * or absent (EFAULT); at most it maps shared pages, as the next access would. */
int hyd_fh_uffd_has(int fd, uintptr_t lo, uintptr_t hi) {
  struct uffdio_continue r = {.range = {lo, hi - lo}, .mode = UFFDIO_CONTINUE_MODE_DONTWAKE};
  if (ioctl(fd, UFFDIO_CONTINUE, &r) == 0 || r.mapped > 0) return 0;
  return errno == ENOENT || errno == EAGAIN ? errno : 0;
}

/* While a change is pending the kernel answers every request to fill or protect memory with EAGAIN,
 * before any other check. So an invalid request (an empty range: EINVAL) asks just that, without
 * the kernel's locks. fh_watch_open tests that this is so. Any other answer, as EBADF in a program
 * that closes descriptors which it did not open, counts as pending. */
int hyd_fh_uffd_pending(int fd) {
  struct uffdio_writeprotect nothing = {.range = {0, 0}};
  return ioctl(fd, UFFDIO_WRITEPROTECT, &nothing) == 0 || errno != EINVAL;
}

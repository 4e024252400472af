/* SPDX-License-Identifier: BSD-3-Clause
 *
 * uffd.c: faults by userfaultfd(2): the view is registered for faults of pages that it does not map
 * and of writes to pages that are write-protected, and the kernel raises SIGBUS for them
 * (UFFD_FEATURE_SIGBUS), so that no other thread takes part. Access none is a page that is not mapped
 * (madvise MADV_DONTNEED of a second mapping leaves the memory as it is); read is one that is mapped
 * write-protected. The view stays one mapping of the kernel's, however access alternates. Linux 5.19.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "contrib/dsm/dsm.h"

#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif

static int uffd = -1;

static int get_features(void) {
  struct uffdio_api api = {.api = UFFD_API,
                           .features = UFFD_FEATURE_SIGBUS | UFFD_FEATURE_MISSING_SHMEM |
                                       UFFD_FEATURE_MINOR_SHMEM | UFFD_FEATURE_PAGEFAULT_FLAG_WP |
                                       UFFD_FEATURE_WP_HUGETLBFS_SHMEM};
  uffd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
  if (uffd < 0) return errno;
  return ioctl(uffd, UFFDIO_API, &api) ? errno : 0;
}

static int open_view(char *view, size_t bytes) {
  struct uffdio_register r = {.range = {(uintptr_t)view, bytes},
                              .mode = UFFDIO_REGISTER_MODE_MISSING | UFFDIO_REGISTER_MODE_MINOR |
                                      UFFDIO_REGISTER_MODE_WP};
  int rc = get_features();
  if (rc == 0 && ioctl(uffd, UFFDIO_REGISTER, &r)) rc = errno;
  if (rc && uffd >= 0) close(uffd);
  return rc;
}

/* Touches each page of the segment, so that there is one to map; its bytes stay as they are. */
static void bring_in(char *mem, size_t bytes) {
  for (size_t i = 0; i < bytes; i += GASNET_PAGESIZE) (void)*(volatile char *)(mem + i);
}

/* Maps what is there, writable. EEXIST: another thread has. */
static int map_pages(char *view, char *mem, size_t bytes) {
  bring_in(mem, bytes);
  for (size_t done = 0; done < bytes;) {
    struct uffdio_continue c = {.range = {(uintptr_t)view + done, bytes - done}};
    if (ioctl(uffd, UFFDIO_CONTINUE, &c) == 0) return 0;
    if (errno == EEXIST && c.mapped <= 0) c.mapped = GASNET_PAGESIZE;
    if (errno != EEXIST && errno != EAGAIN) return errno;
    if (c.mapped > 0) done += (size_t)c.mapped;
  }
  return 0;
}

static int write_protect(char *view, size_t bytes, int on) {
  struct uffdio_writeprotect w = {.range = {(uintptr_t)view, bytes},
                                  .mode = on ? UFFDIO_WRITEPROTECT_MODE_WP : 0};
  while (ioctl(uffd, UFFDIO_WRITEPROTECT, &w))
    if (errno != EAGAIN) return errno;
  return 0;
}

/* From none to read there is a moment in which another thread of this rank could write unseen: the
 * page is protected before it is mapped, where the kernel keeps that (UFFD_FEATURE_WP_HUGETLBFS_SHMEM
 * marks pages that are not mapped), and mapped then. */
static int protect(char *view, char *mem, size_t bytes, enum hyd_hlrc_access was,
                   enum hyd_hlrc_access now) {
  int rc = 0;
  if (now == HYD_HLRC_NONE) return madvise(view, bytes, MADV_DONTNEED) ? errno : 0;
  if (was == HYD_HLRC_NONE) rc = map_pages(view, mem, bytes);
  if (rc == 0 && now == HYD_HLRC_READ) rc = write_protect(view, bytes, 1);
  if (rc == 0 && now == HYD_HLRC_WRITE && was == HYD_HLRC_READ) rc = write_protect(view, bytes, 0);
  return rc;
}

const struct hyd_dsm_faults hyd_dsm_uffd = {"uffd", open_view, protect};

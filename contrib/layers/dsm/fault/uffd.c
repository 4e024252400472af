/* SPDX-License-Identifier: BSD-3-Clause
 *
 * uffd.c: faults by userfaultfd(2): the view is registered for faults of pages that it does not map
 * and of writes to pages that are write-protected, and the kernel raises SIGBUS for them
 * (UFFD_FEATURE_SIGBUS), so that no other thread takes part. Access none is a page that is not
 * mapped (madvise MADV_DONTNEED of a second mapping leaves the memory as it is); read is one that
 * is mapped write-protected. The view stays one mapping of the kernel's, however access alternates,
 * but for pages that are watched, which belong to another userfaultfd (async.h). Linux 5.19.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "contrib/layers/dsm/dsm.h"
#include "contrib/layers/dsm/fault/async.h"

/* What headers of before Linux 5.11 and 6.4 do not have. */
#ifndef UFFDIO_CONTINUE_MODE_WP
#define UFFDIO_CONTINUE_MODE_WP ((uint64_t)1 << 1)
#endif
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

static int take(char *view, size_t bytes) {
  struct uffdio_register r = {.range = {(uintptr_t)view, bytes},
                              .mode = UFFDIO_REGISTER_MODE_MISSING | UFFDIO_REGISTER_MODE_MINOR |
                                      UFFDIO_REGISTER_MODE_WP};
  return ioctl(uffd, UFFDIO_REGISTER, &r) ? errno : 0;
}

static int open_view(char *view, size_t bytes) {
  int rc = get_features();
  if (rc == 0) rc = take(view, bytes);
  if (rc && uffd >= 0) close(uffd);
  return rc;
}

/* Touches each page of the segment, so that there is one to map; its bytes stay as they are. */
static void bring_in(char *mem, size_t bytes) {
  for (size_t i = 0; i < bytes; i += GASNET_PAGESIZE) (void)*(volatile char *)(mem + i);
}

/* Maps what is there, writable or with UFFDIO_CONTINUE_MODE_WP. EEXIST: another thread has. */
static int map_pages(char *view, char *mem, size_t bytes, uint64_t mode) {
  bring_in(mem, bytes);
  for (size_t done = 0; done < bytes;) {
    struct uffdio_continue c = {.range = {(uintptr_t)view + done, bytes - done}, .mode = mode};
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

/* Linux before 6.4 cannot map a page write-protected: there is a moment then in which another
 * thread of this rank could write unseen. */
static int map_for_reading(char *view, char *mem, size_t bytes) {
  int rc = map_pages(view, mem, bytes, UFFDIO_CONTINUE_MODE_WP);
  if (rc != EINVAL) return rc;
  rc = map_pages(view, mem, bytes, 0);
  return rc ? rc : write_protect(view, bytes, 1);
}

/* The pages are writable, and mapped; between the two calls no write is seen. */
static int watch(char *view, size_t bytes) {
  struct uffdio_range r = {(uintptr_t)view, bytes};
  return ioctl(uffd, UFFDIO_UNREGISTER, &r) ? errno : hyd_dsm_async_begin(view, bytes);
}

/* Meanwhile mprotect stops writes, which would be seen by neither. */
static int stop_watching(char *view, size_t bytes, hyd_dsm_written_fn_t fn, void *arg) {
  int rc = mprotect(view, bytes, PROT_READ) ? errno : hyd_dsm_async_written(view, bytes, fn, arg);
  if (rc == 0) rc = hyd_dsm_async_end(view, bytes);
  if (rc == 0) rc = take(view, bytes);
  if (rc == 0) rc = write_protect(view, bytes, 1);
  return rc == 0 && mprotect(view, bytes, PROT_READ | PROT_WRITE) ? errno : rc;
}

static int written(char *view, size_t bytes, int stop, hyd_dsm_written_fn_t fn, void *arg) {
  return (stop ? stop_watching : hyd_dsm_async_written)(view, bytes, fn, arg);
}

static int protect(char *view, char *mem, size_t bytes, enum hyd_hlrc_access was,
                   enum hyd_hlrc_access now) {
  if (now == HYD_HLRC_WATCHED) return watch(view, bytes);
  if (now == HYD_HLRC_NONE) return madvise(view, bytes, MADV_DONTNEED) ? errno : 0;
  if (was != HYD_HLRC_NONE) return write_protect(view, bytes, now == HYD_HLRC_READ);
  return now == HYD_HLRC_READ ? map_for_reading(view, mem, bytes) : map_pages(view, mem, bytes, 0);
}

const struct hyd_dsm_faults hyd_dsm_uffd = {"uffd", open_view, protect, hyd_dsm_async_open,
                                            written};

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * uffd.c: faults by userfaultfd(2). The view is registered for faults on missing pages and for
 * writes to write-protected pages; the kernel raises SIGBUS for them (UFFD_FEATURE_SIGBUS), so that
 * no other thread takes part. A page with access none is not mapped (madvise MADV_DONTNEED on the
 * view leaves the segment's memory unchanged); one with access read is mapped write-protected. The
 * view stays one mapping of the kernel whatever the access of its pages, except for watched pages,
 * which belong to another userfaultfd (async.h). Needs Linux 5.19.
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

/* Definitions that headers before Linux 5.11 and 6.4 lack. */
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

static int take_over_view(char *view, size_t bytes) {
  struct uffdio_register r = {.range = {(uintptr_t)view, bytes},
                              .mode = UFFDIO_REGISTER_MODE_MISSING | UFFDIO_REGISTER_MODE_MINOR |
                                      UFFDIO_REGISTER_MODE_WP};
  return ioctl(uffd, UFFDIO_REGISTER, &r) ? errno : 0;
}

static int open_view(char *view, size_t bytes) {
  int rc = get_features();
  if (rc == 0) rc = take_over_view(view, bytes);
  if (rc && uffd >= 0) close(uffd);
  return rc;
}

/* Touches each page of the segment, so that it exists and can be mapped; its bytes stay
 * unchanged. */
static void bring_in(char *mem, size_t bytes, size_t page) {
  for (size_t i = 0; i < bytes; i += page) (void)*(volatile char *)(mem + i);
}

/* Maps the segment's pages, writable or with UFFDIO_CONTINUE_MODE_WP. EEXIST: another thread has
 * mapped them. */
static int map_pages(char *view, char *mem, size_t bytes, uint64_t mode) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  bring_in(mem, bytes, page);
  for (size_t done = 0; done < bytes;) {
    struct uffdio_continue c = {.range = {(uintptr_t)view + done, bytes - done}, .mode = mode};
    if (ioctl(uffd, UFFDIO_CONTINUE, &c) == 0) return 0;
    if (errno == EEXIST && c.mapped <= 0) c.mapped = (int64_t)page;
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

/* Maps pages write-protected. Linux before 6.4 cannot do that in one step: for a moment another
 * thread of this rank could write without a fault. */
static int map_for_reading(char *view, char *mem, size_t bytes) {
  int rc = map_pages(view, mem, bytes, UFFDIO_CONTINUE_MODE_WP);
  if (rc != EINVAL) return rc;
  rc = map_pages(view, mem, bytes, 0);
  return rc ? rc : write_protect(view, bytes, 1);
}

/* Begins to watch pages, which are writable and mapped. Writes between the two calls are not
 * recorded. */
static int watch_pages(char *view, size_t bytes) {
  struct uffdio_range r = {(uintptr_t)view, bytes};
  return ioctl(uffd, UFFDIO_UNREGISTER, &r) ? errno : hyd_dsm_async_begin(view, bytes);
}

/* Stops watching. mprotect blocks writes meanwhile, which neither userfaultfd would see. */
static int stop_watching(char *view, size_t bytes, hyd_dsm_written_fn_t fn, void *arg) {
  int rc = mprotect(view, bytes, PROT_READ) ? errno : hyd_dsm_async_written(view, bytes, fn, arg);
  if (rc == 0) rc = hyd_dsm_async_end(view, bytes);
  if (rc == 0) rc = take_over_view(view, bytes);
  if (rc == 0) rc = write_protect(view, bytes, 1);
  return rc == 0 && mprotect(view, bytes, PROT_READ | PROT_WRITE) ? errno : rc;
}

static int written(char *view, size_t bytes, int stop, hyd_dsm_written_fn_t fn, void *arg) {
  return (stop ? stop_watching : hyd_dsm_async_written)(view, bytes, fn, arg);
}

static int protect_view(char *view, char *mem, size_t bytes, enum hyd_hlrc_access was,
                        enum hyd_hlrc_access now) {
  if (now == HYD_HLRC_WATCHED) return watch_pages(view, bytes);
  if (now == HYD_HLRC_NONE) return madvise(view, bytes, MADV_DONTNEED) ? errno : 0;
  if (was != HYD_HLRC_NONE) return write_protect(view, bytes, now == HYD_HLRC_READ);
  return now == HYD_HLRC_READ ? map_for_reading(view, mem, bytes) : map_pages(view, mem, bytes, 0);
}

const struct hyd_dsm_faults hyd_dsm_uffd = {"uffd", open_view, protect_view, hyd_dsm_async_open,
                                            written};

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * async.c: see async.h. Definitions that kernel headers before Linux 6.7 lack are here; whether the
 * kernel has the feature is found out at run time, when it is opened.
 */
#include "contrib/layers/dsm/fault/async.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/userfaultfd.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif
#ifndef UFFD_FEATURE_WP_ASYNC
#define UFFD_FEATURE_WP_ASYNC ((uint64_t)1 << 15)
#endif

#ifdef PAGEMAP_SCAN
typedef struct page_region region_t;
typedef struct pm_scan_arg scan_t;
#else
typedef struct {
  uint64_t start, end, categories;
} region_t;
typedef struct {
  uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
  uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
} scan_t;
#define PAGEMAP_SCAN _IOWR('f', 16, scan_t)
#define PM_SCAN_WP_MATCHING (1 << 0)
#define PM_SCAN_CHECK_WPASYNC (1 << 1)
#define PAGE_IS_WRITTEN (1 << 1)
#endif

#define REGIONS 64

static int uffd = -1, pagemap = -1;

static int protect_pages(char *at, size_t bytes) {
  struct uffdio_writeprotect w = {.range = {(uintptr_t)at, bytes},
                                  .mode = UFFDIO_WRITEPROTECT_MODE_WP};
  while (ioctl(uffd, UFFDIO_WRITEPROTECT, &w))
    if (errno != EAGAIN) return errno;
  return 0;
}

/* Finds the written pages and protects them again, atomically for each page. */
static int scan(scan_t *s) {
  int n = ioctl(pagemap, PAGEMAP_SCAN, s);
  return n < 0 ? -errno : n;
}

static int open_both(void) {
  struct uffdio_api api = {.api = UFFD_API,
                           .features = UFFD_FEATURE_WP_ASYNC | UFFD_FEATURE_PAGEFAULT_FLAG_WP |
                                       UFFD_FEATURE_WP_HUGETLBFS_SHMEM};
  scan_t nothing = {.size = sizeof nothing};
  int rc;
  uffd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY);
  if (uffd < 0 || ioctl(uffd, UFFDIO_API, &api)) return errno;
  pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (pagemap < 0) return errno;
  rc = scan(&nothing);
  return rc < 0 ? -rc : 0;
}

int hyd_dsm_async_open(void) {
  int rc = open_both();
  if (rc == 0) return 0;
  if (uffd >= 0) close(uffd);
  if (pagemap >= 0) close(pagemap);
  uffd = pagemap = -1;
  return rc;
}

int hyd_dsm_async_begin(char *at, size_t bytes) {
  struct uffdio_register r = {.range = {(uintptr_t)at, bytes}, .mode = UFFDIO_REGISTER_MODE_WP};
  return ioctl(uffd, UFFDIO_REGISTER, &r) ? errno : protect_pages(at, bytes);
}

int hyd_dsm_async_end(char *at, size_t bytes) {
  struct uffdio_range r = {(uintptr_t)at, bytes};
  return ioctl(uffd, UFFDIO_UNREGISTER, &r) ? errno : 0;
}

int hyd_dsm_async_written(char *at, size_t bytes, hyd_dsm_written_fn_t fn, void *arg) {
  region_t region[REGIONS];
  scan_t s = {.size = sizeof s,
              .flags = PM_SCAN_WP_MATCHING | PM_SCAN_CHECK_WPASYNC,
              .start = (uintptr_t)at,
              .end = (uintptr_t)at + bytes,
              .vec = (uintptr_t)region,
              .vec_len = REGIONS,
              .category_mask = PAGE_IS_WRITTEN,
              .return_mask = PAGE_IS_WRITTEN};
  for (; s.start < s.end; s.start = s.walk_end) {
    int n = scan(&s);
    if (n < 0) return -n;
    for (int i = 0; i < n; i++)
      fn(arg, (char *)(uintptr_t)region[i].start, region[i].end - region[i].start);
  }
  return 0;
}

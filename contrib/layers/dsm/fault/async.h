/* SPDX-License-Identifier: BSD-3-Clause
 *
 * async.h: the kernel records which pages are written, without faults: userfaultfd(2) with
 * UFFD_FEATURE_WP_ASYNC, and the ioctl PAGEMAP_SCAN (Linux 6.7). The feature applies to all memory
 * of a userfaultfd, so watched pages have a userfaultfd of their own. All functions return 0, or
 * errno.
 */
#ifndef HYD_DSM_ASYNC_H
#define HYD_DSM_ASYNC_H

#include <stddef.h>

typedef void (*hyd_dsm_written_fn_t)(void *arg, char *at, size_t bytes);

/* Fails with ENOSYS, EINVAL, EPERM or others if the kernel cannot do this, or does not allow it. */
int hyd_dsm_async_open(void);
/* Begins to record writes to these pages, which must not be registered with any userfaultfd. */
int hyd_dsm_async_begin(char *at, size_t bytes);
/* Calls `fn` for each range that has been written since `begin`, or since the last call. */
int hyd_dsm_async_written(char *at, size_t bytes, hyd_dsm_written_fn_t fn, void *arg);
/* Ends the recording: the pages are writable and registered with no userfaultfd. */
int hyd_dsm_async_end(char *at, size_t bytes);

#endif

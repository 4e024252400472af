/* SPDX-License-Identifier: BSD-3-Clause
 *
 * async.h: the kernel notes which pages are written, and no fault is seen: userfaultfd(2) with
 * UFFD_FEATURE_WP_ASYNC, and the ioctl PAGEMAP_SCAN (Linux 6.7). A userfaultfd has this feature for
 * all of its memory: these are pages of one of its own. All functions: 0, or errno.
 */
#ifndef HYD_DSM_ASYNC_H
#define HYD_DSM_ASYNC_H

#include <stddef.h>

typedef void (*hyd_dsm_written_fn_t)(void *arg, char *at, size_t bytes);

/* ENOSYS, EINVAL, EPERM and others: this kernel cannot, or does not allow it. */
int hyd_dsm_async_open(void);
/* From now on writes to these pages, which no userfaultfd has, are noted. */
int hyd_dsm_async_begin(char *at, size_t bytes);
/* Calls `fn` for what has been written since `begin`, or since the last call. */
int hyd_dsm_async_written(char *at, size_t bytes, hyd_dsm_written_fn_t fn, void *arg);
/* No userfaultfd has the pages, all of which can be written. */
int hyd_dsm_async_end(char *at, size_t bytes);

#endif

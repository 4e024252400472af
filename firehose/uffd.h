/* SPDX-License-Identifier: BSD-3-Clause
 *
 * uffd.h: what the watch asks of userfaultfd(2), as functions that return 0 or an errno.
 */
#ifndef HYD_FIREHOSE_UFFD_H
#define HYD_FIREHOSE_UFFD_H

#include <linux/userfaultfd.h>
#include <stdint.h>

/* A descriptor that reports unmaps, moves and discards; -1 and *why. */
int hyd_fh_uffd_open(const char **why);

/* Whole mappings; nothing is registered if one of them is refused. Holes are not noticed. */
int hyd_fh_uffd_register(int fd, uintptr_t lo, uintptr_t hi);
int hyd_fh_uffd_unregister(int fd, uintptr_t lo, uintptr_t hi);

/* 0: at one instant, all of [lo, hi), whole pages of one mapping, was mapped and registered.
 * ENOENT: it was not. EAGAIN: a change is pending (below), which the kernel doesn't answer past. */
int hyd_fh_uffd_has(int fd, uintptr_t lo, uintptr_t hi);

/* Whether a thread is between the start of a change to registered memory and its own waking after
 * the event of it was read. */
int hyd_fh_uffd_pending(int fd);

#endif

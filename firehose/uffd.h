/* SPDX-License-Identifier: BSD-3-Clause
 *
 * uffd.h: the calls of userfaultfd(2) that the watch needs; each returns 0 or an errno value.
 */
#ifndef HYD_FIREHOSE_UFFD_H
#define HYD_FIREHOSE_UFFD_H

#include <linux/userfaultfd.h>
#include <stdint.h>

/* Opens a descriptor that reports unmaps, moves and discards. -1: see *why. */
int hyd_fh_uffd_open(const char **why);

/* Registers whole mappings, or none if one of them is refused. Does not notice holes. */
int hyd_fh_uffd_register(int fd, uintptr_t lo, uintptr_t hi);
int hyd_fh_uffd_unregister(int fd, uintptr_t lo, uintptr_t hi);

/* 0: at one instant all of [lo, hi), whole pages of one mapping, was mapped and registered. ENOENT:
 * it was not. EAGAIN: the kernel does not answer, as a change is pending (see below). */
int hyd_fh_uffd_has(int fd, uintptr_t lo, uintptr_t hi);

/* Whether a change is pending: some thread has begun to change registered memory, and has not woken
 * up again after the change's event was read. */
int hyd_fh_uffd_pending(int fd);

#endif

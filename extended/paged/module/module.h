/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module.h: what the module of paged memory gives the library beside struct hyd_kind_module: memory
 * of the host of which parts may be absent (netvm(7)), since version 2; keys since 3. The owner's
 * process loads and stores at any time, at the price of a fault; all others copy only what they
 * have locked. A `view` is one segment seen from one process, and `offset` lies in it.
 */
#ifndef HYD_PAGED_MODULE_H
#define HYD_PAGED_MODULE_H

#include "core/mem/kind_module.h"
#include "hyd_paged.h"

#define HYD_KIND_KEYS 1024u           /* exports of a segment at a time */
#define HYD_KIND_REFUSED (~(size_t)0) /* of lock */

struct hyd_guard_module {
  /* The owner: its view of memory that `allocate` gave, and the descriptors of the files that other
   * processes of the host make theirs from, through /proc/PID/fd. */
  void *(*own_view)(void *device, void *addr, int fd[2]);
  /* Another process: maps those, and does not keep the descriptors. */
  int (*view)(const int fd[2], uintptr_t size, void **view_p, char *why);
  void (*unview)(void *view);
  /* Direct: the number of bytes from offset on, n at most, that are at *at_p and stay there until
   * *held_p is unlocked; or 0, absent: nothing is locked. `write`: they are about to be written,
   * and dirty from now on: a process that dies before it unlocks has not made them clean. Does not
   * wait. range: NULL, or by whose key the bytes are reached; REFUSED: it was revoked, or never
   * granted, or has not all of the bytes. */
  size_t (*lock)(void *view, uintptr_t offset, size_t n, int write,
                 const struct hyd_paged_range *range, void **at_p, uint32_t *held_p);
  void (*unlock)(void *view, uint32_t held);
  /* For a transfer that waits in a buffer: asks for what is absent, of n bytes as many as sensible.
   * Does not wait; lock says when it is there. */
  void (*bounce)(void *view, uintptr_t offset, size_t n);
  /* Sleeps until the page may be there, or for a moment. The pager needs nothing that the caller
   * has: legal anywhere, also in handlers. */
  void (*await)(void *view, uintptr_t offset);
  /* Whether something was asked for that the pager has not begun: it may need the core of a thread
   * that spins. */
  int (*is_rung)(void *view);
  void (*counts)(void *view, struct hyd_paged_counts *counts_p);
  int (*is_read_only)(void *device);
  /* The owner, one thread at a time: the range's slot, below HYD_KIND_KEYS, has its key from now
   * on; has none any more, and no lock that the key opened is held on return. */
  void (*grant)(void *view, const struct hyd_paged_range *range);
  void (*revoke)(void *view, const struct hyd_paged_range *range);
  /* The process ends: what files keep is written. Nothing is served any more. */
  void (*save)(void *device);
};

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * guard_module.h: the functions of the module of paged memory (netvm(7)), beside struct hyd_kind_module.
 *
 * Paged memory is memory of the host of which parts may be absent. The owner's process loads and
 * stores at any time, at the price of a fault. All other processes copy only what they have locked.
 * A `view` is a segment as one process has it mapped; `offset` is a place in the segment.
 */
#ifndef HYD_PAGED_GUARD_MODULE_H
#define HYD_PAGED_GUARD_MODULE_H

#include "core/mem/kind_module.h"
#include "hyd_paged.h"

#define HYD_KIND_KEYS 1024u           /* exports of a segment at a time */
#define HYD_KIND_REFUSED (~(size_t)0) /* a result of `lock` */

struct hyd_guard_module {
  /* At the owner: makes a view of memory that `allocate` gave, and returns the descriptors of the
   * files from which other processes of the host make views, through /proc/PID/fd. */
  void *(*own_view)(void *device, void *addr, int fd[2]);
  /* In another process: makes a view from those files; does not keep the descriptors. */
  int (*view)(const int fd[2], uintptr_t size, void **view_p, char *why);
  void (*unview)(void *view);
  /* Locks bytes. Returns how many bytes from offset on, at most n, are at *at_p and stay there
   * until *held_p is unlocked. 0: the first byte is absent, and nothing is locked. `write`: the
   * caller will write; the pages are dirty from now on, even if the process dies before it unlocks.
   * `range`: the export by whose key the bytes are reached, or NULL. REFUSED: the key was revoked
   * or never granted, or the export has not all of the bytes. Does not wait. */
  size_t (*lock)(void *view, uintptr_t offset, size_t n, int write,
                 const struct hyd_paged_range *range, void **at_p, uint32_t *held_p);
  void (*unlock)(void *view, uint32_t held);
  /* Asks for absent pages, for a transfer that waits in a buffer: for as many of the n bytes as is
   * sensible. Does not wait; `lock` tells when the pages are present. */
  void (*bounce)(void *view, uintptr_t offset, size_t n);
  /* Sleeps until the page may be present, or for a moment. Legal anywhere, also in handlers,
   * because the pager needs nothing that the caller holds. */
  void (*await)(void *view, uintptr_t offset);
  /* Whether the pager was asked for a page and has not begun: it may need the core of a thread that
   * spins. */
  int (*is_rung)(void *view);
  void (*counts)(void *view, struct hyd_paged_counts *counts_p);
  int (*is_read_only)(void *device);
  /* At the owner, by one thread at a time. Gives the range's slot, below HYD_KIND_KEYS, its key. */
  void (*grant)(void *view, const struct hyd_paged_range *range);
  /* Takes the key away; on return no bytes are locked by it. */
  void (*revoke)(void *view, const struct hyd_paged_range *range);
  /* Writes dirty pages to named files, because the process ends. Nothing is served any more. */
  void (*save)(void *device);
};

#endif

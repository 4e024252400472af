/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kind_module.h: what a class of memory must be able to do. A class is a shared object of
 * its own, so that the library needs no driver: hyd_kind_<name>.so, loaded when the first kind of
 * it is made. It exports one table, hyd_kind_module. Adding a class: a file in core/kinds, its
 * enumerator in gasnet_mk.h, its line in core/mem/kind.c and in contrib/building/m4/hyd_kinds.m4.
 *
 * All calls may come from any thread at any time, also from within message handlers, and must leave
 * the thread's driver state (current context) as it was. They must not call the library. Those that
 * return a code return GASNET_OK, GASNET_ERR_BAD_ARG or GASNET_ERR_RESOURCE; failing, they change
 * nothing and write a line into why[HYD_KIND_WHY].
 */
#ifndef HYD_MEM_KIND_MODULE_H
#define HYD_MEM_KIND_MODULE_H

#include <stddef.h>
#include <stdint.h>

#include "gasnet_mk.h"
#include "hyd_paged.h"

#define HYD_KIND_MODULE_VERSION 3u
#define HYD_KIND_WHY 200

#define HYD_KIND_KEYS 1024u           /* exports of a segment at a time */
#define HYD_KIND_REFUSED (~(size_t)0) /* of lock */

/* Memory of the host of which parts may be absent (netvm(7)), since version 2; keys since 3. The
 * owner's process loads and stores at any time, at the price of a fault; all others copy only what
 * they have locked. A `view` is one segment seen from one process, and `offset` lies in it. */
struct hyd_kind_paged {
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

struct hyd_kind_module {
  uint32_t version; /* HYD_KIND_MODULE_VERSION of its build */
  /* A device of the class. Kinds of one device are independent. */
  int (*open)(const gex_MK_Create_args_t *args, void **device_p, char *why);
  void (*close)(void *device);
  /* Memory of the device; *length_p is rounded up to what was taken. */
  int (*allocate)(void *device, uintptr_t *length_p, void **addr_p, char *why);
  void (*release)(void *device, void *addr);
  /* The client's memory: BAD_ARG unless all of it is ordinary memory of this device. */
  int (*adopt)(void *device, void *addr, uintptr_t length, char *why);
  /* Copies, and returns when the bytes are there; either side may be memory of the device, of
   * another device of the class, or of the host. Does not wait for the client's own streams
   * (MKR-2). */
  int (*copy)(void *device, void *to, const void *from, size_t n, char *why);
  /* NULL: the class is of devices, whose memory is never absent. */
  const struct hyd_kind_paged *paged;
};

#endif

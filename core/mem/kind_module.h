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

#define HYD_KIND_MODULE_VERSION 3u
#define HYD_KIND_WHY 200

struct hyd_guard_module; /* of memory that may be absent (guard.h) */

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
  const struct hyd_guard_module *guard;
};

#endif

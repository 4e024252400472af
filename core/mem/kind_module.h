/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kind_module.h: the functions of a class of memory. A class is a shared object of its own, so that
 * the library needs no driver: hyd_kind_<name>.so, which is loaded when the first kind of the class
 * is made. It exports one table, hyd_kind_module.
 *
 * A new class is a file in core/kinds (for devices: with device.c, which is the same for all), an
 * enumerator in gasnet_mk.h, and a line in each of core/mem/kind.c and
 * contrib/building/m4/hyd_kinds.m4.
 *
 * Any thread may call these functions at any time, also in message handlers. They leave the
 * thread's driver state (the current context) as it was, and never call the library. An int result
 * is GASNET_OK, GASNET_ERR_BAD_ARG or GASNET_ERR_RESOURCE; a function that fails changes nothing,
 * and writes a line into why[HYD_KIND_WHY].
 */
#ifndef HYD_MEM_KIND_MODULE_H
#define HYD_MEM_KIND_MODULE_H

#include <stddef.h>
#include <stdint.h>

#include "gasnet_mk.h"

#define HYD_KIND_MODULE_VERSION 3u
#define HYD_KIND_WHY 200

struct hyd_guard_module; /* functions of memory that may be absent (guard.h) */

struct hyd_kind_module {
  uint32_t version; /* HYD_KIND_MODULE_VERSION of its build */
  /* Opens a device of the class. Kinds of one device are independent. */
  int (*open)(const gex_MK_Create_args_t *args, void **device_p, char *why);
  void (*close)(void *device);
  /* Allocates memory of the device; rounds *length_p up to the size of that memory. */
  int (*allocate)(void *device, uintptr_t *length_p, void **addr_p, char *why);
  void (*release)(void *device, void *addr);
  /* Checks memory of the client: BAD_ARG unless all of it is ordinary memory of this device. */
  int (*adopt)(void *device, void *addr, uintptr_t length, char *why);
  /* Copies, and returns when the bytes are in place. Either side may be memory of the device, of
   * another device of the class, or of the host. Does not wait for streams of the client (MKR-2).
   */
  int (*copy)(void *device, void *to, const void *from, size_t n, char *why);
  /* NULL: the class is of devices, whose memory is never absent. */
  const struct hyd_guard_module *guard;
};

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device.h: a class of devices as its driver's file (cuda_uva.c, hip.c, ze.c) describes the driver
 * to device.c. The two are one module (core/mem/kind_module.h).
 */
#ifndef HYD_KINDS_DEVICE_H
#define HYD_KINDS_DEVICE_H

#include "core/base/core.h"
#include "core/mem/kind_module.h"

/* Bytes that sizes of memory, and addresses of memory that the kind allocates, are multiples of. */
#define HYD_DEVICE_GRANULE ((size_t)256)

/* A list of calls, CALLS(X), makes a struct of pointers and the names to look up, which are those
 * that the driver's header renames the calls to. */
#define HYD_DRIVER_FIELD(f) __typeof__(&f) f;
#define HYD_DRIVER_NAME(f) HYD_DRIVER_NAME_OF(f),
#define HYD_DRIVER_NAME_OF(f) #f

/* The driver's answer about an address. */
struct hyd_place {
  enum { HYD_PLACE_UNKNOWN, HYD_PLACE_HOST, HYD_PLACE_MANAGED, HYD_PLACE_DEVICE } memory;
  int is_of_device;  /* the memory belongs to the kind's device */
  int is_of_context; /* the memory belongs to no context but the kind's */
  uintptr_t base;    /* the start of the allocation; size 0: there is none */
  size_t size;
};

/* Operations with a result of int without `why` return the driver's code, 0 for success. A device
 * is an object of device_bytes bytes, which are 0 before find_device. */
struct hyd_driver {
  const char *name;             /* of the class, for messages */
  const char *object;           /* the shared object to load */
  const char *const *call_name; /* the calls that it must have */
  void **call;                  /* places for pointers to them */
  size_t calls, device_bytes;
  const char *(*error_name)(int code); /* NULL: unknown */
  int (*start_driver)(void);           /* after all calls were found */
  /* Checks the arguments and writes them into the device. Returns a GASNET_* code. */
  int (*find_device)(void *device, const gex_MK_Create_args_t *args, char *why);
  /* Makes what the operations below need; a call that fails leaves nothing. */
  int (*open_device)(void *device);
  void (*close_device)(void *device);
  /* Makes the device the calling thread's current one, and ends that. NULL: the driver has no
   * current device. The operations below are called in between. */
  int (*enter_device)(const void *device, int *before);
  void (*leave_device)(int before);
  int (*allocate_memory)(const void *device, size_t length, void **addr_p);
  void (*free_memory)(const void *device, void *addr);
  /* Makes the client's own copies to an allocation wait until the bytes are there, so that ours do
   * not overtake them. NULL: they do. */
  void (*settle_copies)(void *addr);
  void (*find_place)(const void *device, const void *addr, struct hyd_place *place);
  int (*copy_bytes)(void *device, void *to, const void *from, size_t n);
};

extern const struct hyd_driver hyd_driver; /* of the module */

#endif

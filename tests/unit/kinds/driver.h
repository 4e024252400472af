/* SPDX-License-Identifier: BSD-3-Clause
 *
 * driver.h: what device.c needs of a driver, which is not linked with: driver_cuda.c, driver_hip.c
 * and driver_ze.c. Memory is that of device 0.
 */
#ifndef KINDS_DRIVER_H
#define KINDS_DRIVER_H

#include <gasnet_mk.h>

/* A list of calls, CALLS(X), makes a struct `driver` of pointers, and fills it from `object`. */
#define FIELD(f) __typeof__(&f) f;
#define LOOK_UP(f) LOOK_UP_NAMED(f)
#define LOOK_UP_NAMED(f) *(void **)&driver.f = dlsym(object, #f);

extern const char driver_module[]; /* the kind's module */
int driver_find(void);             /* the number of devices */
/* Sets the arguments of device `ordinal`, which is there. */
void driver_set_args(gex_MK_Create_args_t *args, int ordinal);
/* The same, but number i of what is wrong; returns 0 if there are fewer. */
int driver_set_wrong_args(gex_MK_Create_args_t *args, int i);
/* NULL: that failed. Managed memory can be used by the host, too. */
void *driver_allocate(size_t n, int managed);
/* Allocates memory of device 0 in a context that is not the kind's. NULL: there is none. */
void *driver_allocate_elsewhere(size_t n);
/* Copies without the library, from or to any memory. Returns 0 if that failed. */
int driver_copy(void *to, const void *from, size_t n);
/* Whether the thread's current device or context is what driver_find left. */
int driver_is_untouched(void);

/* threads.c: opens a device by the module itself and copies from several threads at a time.
 * Returns the number of failures. */
int copy_by_threads(const char *folder);

#endif

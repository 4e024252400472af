/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fake_memory.h: memory of devices that are not there, for the fake drivers. The memory is mapped
 * twice: at the address that the driver gives out no byte can be read or written, so that a program
 * that takes it for memory of the host dies; the driver itself uses the other mapping.
 *
 * FAKE_DRIVER=nodevice: the driver does not start. FAKE_DRIVER=noua: CUDA devices have no unified
 * addresses.
 */
#ifndef FAKE_MEMORY_H
#define FAKE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

struct fake_allocation {
  struct fake_allocation *next;
  char *device, *alias; /* as given out; as the driver sees it */
  size_t size;
  void *context; /* whatever the driver said */
  int ordinal, managed, synchronous;
};

int fake_told(const char *what); /* by FAKE_DRIVER */
/* NULL: that is too much. Managed memory can be read and written as the host's. */
struct fake_allocation *fake_allocate(size_t size, int ordinal, void *context, int managed);
int fake_free(void *device); /* 0: there is no such allocation */
struct fake_allocation *fake_find(const void *at);
/* Where the driver finds n bytes; NULL: the allocation has fewer. */
char *fake_reach(const void *at, size_t n);

#endif

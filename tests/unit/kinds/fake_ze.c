/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fake_ze.c: a libze_loader.so.1 without devices, for testing the Level Zero kind where there are
 * none. Each of its two drivers has one device of two memories, with memory of fake_memory.h; the
 * first device has a sub-device. Command lists must be of a group of queues that only copies, and
 * end the process if two threads use one at a time.
 */
#include "fake_memory.h"

#include <level_zero/ze_api.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { DRIVERS = 2, DEVICES = 3, MEMORIES = 2, COPY_GROUP = 1 };
struct _ze_driver_handle_t {
  int ordinal;
};
struct _ze_device_handle_t {
  int ordinal;
};
struct _ze_context_handle_t {
  int is_live;
};
struct _ze_command_list_handle_t {
  ze_context_handle_t context;
  int users;
};
static struct _ze_driver_handle_t drivers[DRIVERS] = {{0}, {1}};
static struct _ze_device_handle_t devices[DEVICES] = {{0}, {1}, {2}}; /* 2: a part of 0 */
static int started;

ze_result_t zeInit(ze_init_flags_t flags) {
  (void)flags;
  started = !fake_told("nodevice");
  return started ? ZE_RESULT_SUCCESS : ZE_RESULT_ERROR_UNINITIALIZED;
}
ze_result_t zeDriverGet(uint32_t *n, ze_driver_handle_t *list) {
  if (!started) return ZE_RESULT_ERROR_UNINITIALIZED;
  for (int i = 0; list && i < DRIVERS; i++) list[i] = &drivers[i];
  *n = DRIVERS;
  return ZE_RESULT_SUCCESS;
}
ze_result_t zeDeviceGet(ze_driver_handle_t driver, uint32_t *n, ze_device_handle_t *list) {
  if (list) list[0] = &devices[driver->ordinal];
  *n = 1;
  return ZE_RESULT_SUCCESS;
}
ze_result_t zeDeviceGetSubDevices(ze_device_handle_t device, uint32_t *n,
                                  ze_device_handle_t *list) {
  *n = device->ordinal == 0;
  if (*n && list) list[0] = &devices[2];
  return ZE_RESULT_SUCCESS;
}
ze_result_t zeDeviceGetMemoryProperties(ze_device_handle_t device, uint32_t *n,
                                        ze_device_memory_properties_t *list) {
  (void)device;
  (void)list;
  *n = MEMORIES;
  return ZE_RESULT_SUCCESS;
}
ze_result_t zeDeviceGetCommandQueueGroupProperties(ze_device_handle_t device, uint32_t *n,
                                                   ze_command_queue_group_properties_t *list) {
  (void)device;
  if (list && *n >= 2) {
    if (list[1].stype != ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES)
      return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    list[0].flags =
        ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE | ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY;
    list[COPY_GROUP].flags = ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY;
  }
  *n = 2;
  return ZE_RESULT_SUCCESS;
}
ze_result_t zeContextCreate(ze_driver_handle_t driver, const ze_context_desc_t *desc,
                            ze_context_handle_t *context) {
  (void)driver;
  if (desc->stype != ZE_STRUCTURE_TYPE_CONTEXT_DESC) return ZE_RESULT_ERROR_INVALID_ARGUMENT;
  *context = malloc(sizeof **context);
  (*context)->is_live = 1;
  return ZE_RESULT_SUCCESS;
}

/* --- memory --------------------------------------------------------------- */

static ze_result_t allocate(ze_context_handle_t context, ze_device_handle_t device, size_t size,
                            int managed, void **at) {
  struct fake_allocation *a;
  if (!context->is_live) abort();
  a = fake_allocate(size, device->ordinal, context, managed);
  if (a == NULL)
    return size > (size_t)1 << 34 ? ZE_RESULT_ERROR_UNSUPPORTED_SIZE
                                  : ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
  *at = a->device;
  return ZE_RESULT_SUCCESS;
}
ze_result_t zeMemAllocDevice(ze_context_handle_t context, const ze_device_mem_alloc_desc_t *desc,
                             size_t size, size_t alignment, ze_device_handle_t device, void **at) {
  if (desc->stype != ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC || desc->ordinal >= MEMORIES ||
      (alignment & (alignment - 1)))
    return ZE_RESULT_ERROR_INVALID_ARGUMENT;
  return allocate(context, device, size, 0, at);
}
ze_result_t zeMemAllocShared(ze_context_handle_t context, const ze_device_mem_alloc_desc_t *desc,
                             const ze_host_mem_alloc_desc_t *host, size_t size, size_t alignment,
                             ze_device_handle_t device, void **at) {
  (void)desc;
  (void)host;
  (void)alignment;
  return allocate(context, device, size, 1, at);
}
ze_result_t zeMemFree(ze_context_handle_t context, void *at) {
  struct fake_allocation *a = fake_find(at);
  if (a == NULL || a->context != context) return ZE_RESULT_ERROR_INVALID_ARGUMENT;
  fake_free(at);
  return ZE_RESULT_SUCCESS;
}
/* As the driver: memory of another context is of no type. */
ze_result_t zeMemGetAllocProperties(ze_context_handle_t context, const void *at,
                                    ze_memory_allocation_properties_t *known,
                                    ze_device_handle_t *device) {
  struct fake_allocation *a = fake_find(at);
  if (known->stype != ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES)
    return ZE_RESULT_ERROR_INVALID_ARGUMENT;
  known->type = ZE_MEMORY_TYPE_UNKNOWN;
  if (a == NULL || a->context != context) return ZE_RESULT_SUCCESS;
  known->type = a->managed ? ZE_MEMORY_TYPE_SHARED : ZE_MEMORY_TYPE_DEVICE;
  if (device) *device = &devices[a->ordinal];
  return ZE_RESULT_SUCCESS;
}
ze_result_t zeMemGetAddressRange(ze_context_handle_t context, const void *at, void **base,
                                 size_t *size) {
  struct fake_allocation *a = fake_find(at);
  if (a == NULL || a->context != context) return ZE_RESULT_ERROR_INVALID_ARGUMENT;
  *base = a->device;
  *size = a->size;
  return ZE_RESULT_SUCCESS;
}

/* --- command lists -------------------------------------------------------- */

ze_result_t zeCommandListCreateImmediate(ze_context_handle_t context, ze_device_handle_t device,
                                         const ze_command_queue_desc_t *desc,
                                         ze_command_list_handle_t *list) {
  (void)device;
  if (desc->stype != ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC || desc->ordinal != COPY_GROUP ||
      desc->mode != ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS)
    return ZE_RESULT_ERROR_INVALID_ARGUMENT;
  *list = calloc(1, sizeof **list);
  (*list)->context = context;
  return ZE_RESULT_SUCCESS;
}
ze_result_t zeCommandListDestroy(ze_command_list_handle_t list) {
  free(list);
  return ZE_RESULT_SUCCESS;
}
ze_result_t zeCommandListAppendMemoryCopy(ze_command_list_handle_t list, void *to, const void *from,
                                          size_t n, ze_event_handle_t event, uint32_t waits,
                                          ze_event_handle_t *wait) {
  char *t = fake_reach(to, n), *f = fake_reach(from, n);
  (void)event;
  (void)wait;
  if (t == NULL || f == NULL || waits) return ZE_RESULT_ERROR_INVALID_ARGUMENT;
  if (__atomic_fetch_add(&list->users, 1, __ATOMIC_RELAXED)) abort();
  sched_yield();
  memmove(t, f, n);
  __atomic_fetch_sub(&list->users, 1, __ATOMIC_RELAXED);
  return ZE_RESULT_SUCCESS;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ze.c: device.c's operations for devices of oneAPI Level Zero.
 *
 * Device and context are the client's, whose handles the driver knows in the whole process. Copies
 * use an immediate, synchronous command list, which one thread at a time may use.
 */
#include "core/kinds/device.h"

#include <pthread.h>
#include <stdio.h>

#include <level_zero/ze_api.h>

/* clang-format off */
#define CALLS(X) \
  X(zeInit) X(zeDriverGet) X(zeDeviceGet) X(zeDeviceGetSubDevices) X(zeDeviceGetMemoryProperties) \
  X(zeDeviceGetCommandQueueGroupProperties) X(zeCommandListCreateImmediate) \
  X(zeCommandListDestroy) X(zeCommandListAppendMemoryCopy) X(zeMemAllocDevice) X(zeMemFree) \
  X(zeMemGetAllocProperties) X(zeMemGetAddressRange)
/* clang-format on */

static struct { CALLS(HYD_DRIVER_FIELD) } driver;
static const char *const call_name[] = {CALLS(HYD_DRIVER_NAME)};
#define CALL_COUNT (sizeof call_name / sizeof *call_name)
_Static_assert(sizeof driver == CALL_COUNT * sizeof(void *), "a pointer for each name, in order");

enum { MOST = 64 }; /* of drivers, of devices of one, of groups of queues */

struct device {
  ze_device_handle_t device;
  ze_context_handle_t context;
  uint32_t memory;               /* ordinal, for new allocations */
  ze_command_list_handle_t list; /* for copies, under lock */
  pthread_mutex_t lock;
};

/* The driver has no call for this. */
static const char *name_error(int code) {
  switch ((ze_result_t)code) {
  case ZE_RESULT_ERROR_UNINITIALIZED: return "ZE_RESULT_ERROR_UNINITIALIZED";
  case ZE_RESULT_ERROR_DEVICE_LOST: return "ZE_RESULT_ERROR_DEVICE_LOST";
  case ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY: return "ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY";
  case ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY: return "ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY";
  case ZE_RESULT_ERROR_UNSUPPORTED_SIZE: return "ZE_RESULT_ERROR_UNSUPPORTED_SIZE";
  case ZE_RESULT_ERROR_UNSUPPORTED_FEATURE: return "ZE_RESULT_ERROR_UNSUPPORTED_FEATURE";
  case ZE_RESULT_ERROR_INVALID_ARGUMENT: return "ZE_RESULT_ERROR_INVALID_ARGUMENT";
  default: return NULL;
  }
}

static int start_driver(void) { return (int)driver.zeInit(0); }

/* --- devices -------------------------------------------------------------- */

/* Whether the handle is in the list, or a part of a device of the list. */
static int is_in_list(ze_device_handle_t handle, const ze_device_handle_t *list, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    ze_device_handle_t part[MOST];
    uint32_t parts = MOST;
    if (list[i] == handle) return 1;
    if (driver.zeDeviceGetSubDevices(list[i], &parts, part) == ZE_RESULT_SUCCESS &&
        is_in_list(handle, part, parts))
      return 1;
  }
  return 0;
}

static int is_device(ze_device_handle_t handle) {
  ze_driver_handle_t drivers[MOST];
  uint32_t n = MOST;
  if (driver.zeDriverGet(&n, drivers) != ZE_RESULT_SUCCESS) n = 0;
  for (uint32_t i = 0; i < n; i++) {
    ze_device_handle_t list[MOST];
    uint32_t devices = MOST;
    if (driver.zeDeviceGet(drivers[i], &devices, list) == ZE_RESULT_SUCCESS &&
        is_in_list(handle, list, devices))
      return 1;
  }
  return 0;
}

static int find_device(void *device, const gex_MK_Create_args_t *args, char *why) {
  struct device *d = device;
  uint32_t memories = 0;
  d->device = (ze_device_handle_t)args->gex_args.gex_class_ze.gex_zeDevice;
  d->context = (ze_context_handle_t)args->gex_args.gex_class_ze.gex_zeContext;
  d->memory = args->gex_args.gex_class_ze.gex_zeMemoryOrdinal;
  if (d->context == NULL)
    snprintf(why, HYD_KIND_WHY, "gex_zeContext is NULL; expected a context of Level Zero");
  else if (!is_device(d->device))
    snprintf(why, HYD_KIND_WHY, "gex_zeDevice %p is not a device of Level Zero", (void *)d->device);
  else if (driver.zeDeviceGetMemoryProperties(d->device, &memories, NULL) != ZE_RESULT_SUCCESS ||
           d->memory >= memories)
    snprintf(why, HYD_KIND_WHY, "gex_zeMemoryOrdinal %u; expected less than %u", d->memory,
             memories);
  else
    return GASNET_OK;
  return GASNET_ERR_BAD_ARG;
}

/* The group of queues for copies: preferably one that has nothing to compute. */
static ze_result_t find_group(ze_device_handle_t device, uint32_t *group_p) {
  ze_command_queue_group_properties_t group[MOST];
  uint32_t n = MOST, best = MOST;
  ze_result_t r;
  for (uint32_t i = 0; i < n; i++)
    group[i] = (ze_command_queue_group_properties_t){
        .stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES};
  r = driver.zeDeviceGetCommandQueueGroupProperties(device, &n, group);
  if (r != ZE_RESULT_SUCCESS) return r;
  for (uint32_t i = n; i-- > 0;)
    if ((group[i].flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY) &&
        (best == MOST || !(group[i].flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE) ||
         (group[best].flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE)))
      best = i;
  if (best == MOST) return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
  *group_p = best;
  return ZE_RESULT_SUCCESS;
}

static int open_device(void *device) {
  struct device *d = device;
  ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                  .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
  ze_result_t r = find_group(d->device, &desc.ordinal);
  if (r == ZE_RESULT_SUCCESS)
    r = driver.zeCommandListCreateImmediate(d->context, d->device, &desc, &d->list);
  if (r == ZE_RESULT_SUCCESS) pthread_mutex_init(&d->lock, NULL);
  return (int)r;
}

static void close_device(void *device) {
  struct device *d = device;
  driver.zeCommandListDestroy(d->list);
  pthread_mutex_destroy(&d->lock);
}

/* --- memory --------------------------------------------------------------- */

static int allocate_memory(const void *device, size_t length, void **addr_p) {
  const struct device *d = device;
  ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC,
                                     .ordinal = d->memory};
  return (int)driver.zeMemAllocDevice(d->context, &desc, length, HYD_DEVICE_GRANULE, d->device,
                                      addr_p);
}

static void free_memory(const void *device, void *addr) {
  driver.zeMemFree(((const struct device *)device)->context, addr);
}

static void find_place(const void *device, const void *addr, struct hyd_place *place) {
  const struct device *d = device;
  ze_memory_allocation_properties_t known = {.stype =
                                                 ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES};
  ze_device_handle_t owner = NULL;
  void *base = NULL;
  size_t size = 0;
  if (driver.zeMemGetAllocProperties(d->context, addr, &known, &owner) != ZE_RESULT_SUCCESS ||
      known.type == ZE_MEMORY_TYPE_UNKNOWN)
    return;
  place->memory = known.type == ZE_MEMORY_TYPE_SHARED   ? HYD_PLACE_MANAGED
                  : known.type == ZE_MEMORY_TYPE_DEVICE ? HYD_PLACE_DEVICE
                                                        : HYD_PLACE_HOST;
  place->is_of_device = owner == d->device;
  if (driver.zeMemGetAddressRange(d->context, addr, &base, &size) != ZE_RESULT_SUCCESS) return;
  place->base = (uintptr_t)base;
  place->size = size;
}

static int copy_bytes(void *device, void *to, const void *from, size_t n) {
  struct device *d = device;
  ze_result_t r;
  pthread_mutex_lock(&d->lock);
  r = driver.zeCommandListAppendMemoryCopy(d->list, to, from, n, NULL, 0, NULL);
  pthread_mutex_unlock(&d->lock);
  return (int)r;
}

const struct hyd_driver hyd_driver = {.name = "Level Zero",
                                      .object = "libze_loader.so.1",
                                      .call_name = call_name,
                                      .call = (void **)&driver,
                                      .calls = CALL_COUNT,
                                      .device_bytes = sizeof(struct device),
                                      .error_name = name_error,
                                      .start_driver = start_driver,
                                      .find_device = find_device,
                                      .open_device = open_device,
                                      .close_device = close_device,
                                      .allocate_memory = allocate_memory,
                                      .free_memory = free_memory,
                                      .find_place = find_place,
                                      .copy_bytes = copy_bytes};

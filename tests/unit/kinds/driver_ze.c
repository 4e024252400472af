/* SPDX-License-Identifier: BSD-3-Clause
 *
 * driver_ze.c: see driver.h. Devices are those of all drivers and the parts of them; each has a
 * context of its driver.
 */
#include "driver.h"

#include <dlfcn.h>
#include <level_zero/ze_api.h>

/* clang-format off */
#define CALLS(X) \
  X(zeInit) X(zeDriverGet) X(zeDeviceGet) X(zeDeviceGetSubDevices) X(zeDeviceGetMemoryProperties) \
  X(zeContextCreate) X(zeMemAllocDevice) X(zeMemAllocShared) X(zeCommandListCreateImmediate) \
  X(zeCommandListAppendMemoryCopy) X(zeDeviceGetCommandQueueGroupProperties)
/* clang-format on */
static struct { CALLS(FIELD) } driver;
enum { MOST = 16 };
static ze_device_handle_t device[MOST];
static ze_context_handle_t context[MOST], other_context; /* other_context: device[0]'s, too */
static ze_command_list_handle_t list;
static int devices;

const char driver_module[] = "hyd_kind_ze.so";

static void add_devices(ze_context_handle_t of, const ze_device_handle_t *found, uint32_t n) {
  for (uint32_t i = 0; i < n && devices < MOST; i++) {
    ze_device_handle_t part[MOST];
    uint32_t parts = MOST;
    device[devices] = found[i];
    context[devices++] = of;
    if (driver.zeDeviceGetSubDevices(found[i], &parts, part) == ZE_RESULT_SUCCESS)
      add_devices(of, part, parts);
  }
}

/* For the driver's own copies, from the last group of queues. */
static int make_list(void) {
  ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                  .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
  uint32_t groups = 0;
  driver.zeDeviceGetCommandQueueGroupProperties(device[0], &groups, NULL);
  desc.ordinal = groups ? groups - 1 : 0;
  return driver.zeCommandListCreateImmediate(context[0], device[0], &desc, &list) ==
         ZE_RESULT_SUCCESS;
}

int driver_find(void) {
  void *object = dlopen("libze_loader.so.1", RTLD_NOW);
  ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
  ze_driver_handle_t drivers[MOST];
  uint32_t n = MOST;
  if (object == NULL) return 0;
  CALLS(LOOK_UP)
  if (driver.zeInit == NULL || driver.zeInit(0) != ZE_RESULT_SUCCESS ||
      driver.zeDriverGet(&n, drivers) != ZE_RESULT_SUCCESS)
    return 0;
  for (uint32_t i = 0; i < n; i++) {
    ze_device_handle_t found[MOST];
    ze_context_handle_t of;
    uint32_t count = MOST;
    if (driver.zeContextCreate(drivers[i], &desc, &of) == ZE_RESULT_SUCCESS &&
        driver.zeDeviceGet(drivers[i], &count, found) == ZE_RESULT_SUCCESS)
      add_devices(of, found, count);
  }
  if (devices && driver.zeContextCreate(drivers[0], &desc, &other_context) != ZE_RESULT_SUCCESS)
    return 0;
  return devices && make_list() ? devices : 0;
}

void driver_set_args(gex_MK_Create_args_t *args, int ordinal) {
  args->gex_class = GEX_MK_CLASS_ZE;
  args->gex_args.gex_class_ze.gex_zeDevice = device[ordinal];
  args->gex_args.gex_class_ze.gex_zeContext = context[ordinal];
  args->gex_args.gex_class_ze.gex_zeMemoryOrdinal = 0;
}

int driver_set_wrong_args(gex_MK_Create_args_t *args, int i) {
  uint32_t memories = 0;
  driver_set_args(args, 0);
  if (i == 0) args->gex_args.gex_class_ze.gex_zeDevice = &memories;
  if (i == 1) args->gex_args.gex_class_ze.gex_zeDevice = NULL;
  if (i == 2) args->gex_args.gex_class_ze.gex_zeContext = NULL;
  driver.zeDeviceGetMemoryProperties(device[0], &memories, NULL);
  if (i == 3) args->gex_args.gex_class_ze.gex_zeMemoryOrdinal = memories;
  return i < 4;
}

static void *allocate_in(ze_context_handle_t in, size_t n, int managed) {
  ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
  ze_host_mem_alloc_desc_t host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
  void *at = NULL;
  ze_result_t r = managed ? driver.zeMemAllocShared(in, &desc, &host, n, 64, device[0], &at)
                          : driver.zeMemAllocDevice(in, &desc, n, 64, device[0], &at);
  return r == ZE_RESULT_SUCCESS ? at : NULL;
}

void *driver_allocate(size_t n, int managed) { return allocate_in(context[0], n, managed); }
void *driver_allocate_elsewhere(size_t n) { return allocate_in(other_context, n, 0); }

int driver_copy(void *to, const void *from, size_t n) {
  return driver.zeCommandListAppendMemoryCopy(list, to, from, n, NULL, 0, NULL) ==
         ZE_RESULT_SUCCESS;
}

int driver_is_untouched(void) { return 1; } /* there is no such state */

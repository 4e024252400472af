/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device.c: memory of devices: the part of a module (core/mem/kind_module.h) that is the same for
 * all drivers.
 *
 * The driver is loaded when the first device is opened, so that the module can be built and loaded
 * without the driver.
 */
#include "core/kinds/device.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int complain(char *why, const char *what, int code) {
  const char *name = hyd_driver.error_name(code);
  snprintf(why, HYD_KIND_WHY, "%s cannot %s: %s (%d)", hyd_driver.name, what,
           name ? name : "unknown error of the driver", code);
  return GASNET_ERR_RESOURCE;
}

/* --- the driver ----------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int loaded; /* under lock */

static int find_calls(void *object, char *why) {
  for (size_t i = 0; i < hyd_driver.calls; i++)
    if ((hyd_driver.call[i] = dlsym(object, hyd_driver.call_name[i])) == NULL) {
      snprintf(why, HYD_KIND_WHY, "the %s driver is too old: %s has no %s", hyd_driver.name,
               hyd_driver.object, hyd_driver.call_name[i]);
      return GASNET_ERR_RESOURCE;
    }
  return GASNET_OK;
}

static int load_driver(char *why) {
  void *object = dlopen(hyd_driver.object, RTLD_NOW | RTLD_LOCAL);
  int rc, code;
  if (object == NULL) {
    snprintf(why, HYD_KIND_WHY, "no %s driver: %s", hyd_driver.name, dlerror());
    return GASNET_ERR_RESOURCE;
  }
  if ((rc = find_calls(object, why))) return rc;
  code = hyd_driver.start_driver();
  return code ? complain(why, "start", code) : GASNET_OK;
}

static int need_driver(char *why) {
  int rc = GASNET_OK;
  pthread_mutex_lock(&lock);
  if (!loaded) rc = load_driver(why);
  if (rc == GASNET_OK) loaded = 1;
  pthread_mutex_unlock(&lock);
  return rc;
}

static int enter_device(const void *device, int *before, char *why) {
  int code = hyd_driver.enter_device ? hyd_driver.enter_device(device, before) : 0;
  return code ? complain(why, "make the device current", code) : GASNET_OK;
}

static void leave_device(int before) {
  if (hyd_driver.leave_device) hyd_driver.leave_device(before);
}

/* --- devices -------------------------------------------------------------- */

static int open_device(const gex_MK_Create_args_t *args, void **device_p, char *why) {
  void *device = calloc(1, hyd_driver.device_bytes);
  int rc = GASNET_ERR_RESOURCE, code;
  if (device == NULL)
    snprintf(why, HYD_KIND_WHY, "out of memory");
  else if ((rc = need_driver(why)) == 0 && (rc = hyd_driver.find_device(device, args, why)) == 0 &&
           (code = hyd_driver.open_device(device)))
    rc = complain(why, "open the device", code);
  if (rc)
    free(device);
  else
    *device_p = device;
  return rc;
}

static void close_device(void *device) {
  hyd_driver.close_device(device);
  free(device);
}

/* --- memory --------------------------------------------------------------- */

static void settle_copies(void *addr) {
  if (hyd_driver.settle_copies) hyd_driver.settle_copies(addr);
}

static int allocate_memory(void *device, uintptr_t *length_p, void **addr_p, char *why) {
  uintptr_t length = (*length_p + HYD_DEVICE_GRANULE - 1) & ~(HYD_DEVICE_GRANULE - 1);
  int before = 0, code, rc;
  if (length < *length_p) {
    snprintf(why, HYD_KIND_WHY, "more than any device has");
    return GASNET_ERR_RESOURCE;
  }
  if ((rc = enter_device(device, &before, why))) return rc;
  code = hyd_driver.allocate_memory(device, length, addr_p);
  if (code == 0) settle_copies(*addr_p);
  leave_device(before);
  if (code) return complain(why, "allocate memory", code);
  *length_p = length;
  return GASNET_OK;
}

static void free_memory(void *device, void *addr) {
  char why[HYD_KIND_WHY];
  int before = 0;
  if (enter_device(device, &before, why)) return;
  hyd_driver.free_memory(device, addr);
  leave_device(before);
}

/* Says what is wrong with memory of the client; NULL: nothing. */
static const char *wrong_place(const struct hyd_place *place, const void *addr, uintptr_t length) {
  uintptr_t at = (uintptr_t)addr;
  if (place->memory == HYD_PLACE_UNKNOWN) return "memory that the driver does not know";
  if (place->memory == HYD_PLACE_MANAGED) return "managed memory";
  if (place->memory == HYD_PLACE_HOST) return "memory of the host";
  if (!place->is_of_device) return "memory of another device";
  if (!place->is_of_context) return "memory of a context that is not the device's primary one";
  if (at < place->base || length > place->size || at - place->base > place->size - length)
    return "more than the allocation has";
  return NULL;
}

static int adopt_memory(void *device, void *addr, uintptr_t length, char *why) {
  struct hyd_place place = {.is_of_context = 1};
  const char *problem;
  int before = 0, rc = enter_device(device, &before, why);
  if (rc) return rc;
  hyd_driver.find_place(device, addr, &place);
  problem = wrong_place(&place, addr, length);
  if (problem == NULL) settle_copies(addr);
  leave_device(before);
  if (problem == NULL) return GASNET_OK;
  snprintf(why, HYD_KIND_WHY, "%s; expected memory of the kind's %s device", problem,
           hyd_driver.name);
  return GASNET_ERR_BAD_ARG;
}

static int copy_bytes(void *device, void *to, const void *from, size_t n, char *why) {
  int before = 0, code, rc = enter_device(device, &before, why);
  if (rc) return rc;
  code = hyd_driver.copy_bytes(device, to, from, n);
  leave_device(before);
  return code ? complain(why, "copy", code) : GASNET_OK;
}

extern const struct hyd_kind_module hyd_kind_module;
const struct hyd_kind_module hyd_kind_module = {.version = HYD_KIND_MODULE_VERSION,
                                                .open = open_device,
                                                .close = close_device,
                                                .allocate = allocate_memory,
                                                .release = free_memory,
                                                .adopt = adopt_memory,
                                                .copy = copy_bytes};

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * driver_hip.c: see driver.h. The last device is current between the calls.
 */
#include "driver.h"

#include <dlfcn.h>
#include <hip/hip_runtime_api.h>

#define OBJECT_OF(major) "libamdhip64.so." #major
#define OBJECT(major) OBJECT_OF(major)

/* clang-format off */
#define CALLS(X) \
  X(hipInit) X(hipGetDeviceCount) X(hipGetDevice) X(hipSetDevice) X(hipMalloc) \
  X(hipMallocManaged) X(hipMemcpy)
/* clang-format on */
static struct { CALLS(FIELD) } driver;
static int devices;

const char driver_module[] = "hyd_kind_hip.so";

int driver_find(void) {
  void *object = dlopen(OBJECT(HIP_VERSION_MAJOR), RTLD_NOW);
  if (object == NULL) return 0;
  CALLS(LOOK_UP)
  if (driver.hipInit == NULL || driver.hipInit(0) != hipSuccess ||
      driver.hipGetDeviceCount(&devices) != hipSuccess || devices < 1 ||
      driver.hipSetDevice(devices - 1) != hipSuccess)
    return 0;
  return devices;
}

void driver_set_args(gex_MK_Create_args_t *args, int ordinal) {
  args->gex_class = GEX_MK_CLASS_HIP;
  args->gex_args.gex_class_hip.gex_hipDevice = ordinal;
}

int driver_set_wrong_args(gex_MK_Create_args_t *args, int i) {
  driver_set_args(args, i ? -1 : devices);
  return i < 2;
}

void *driver_allocate(size_t n, int managed) {
  void *at = NULL;
  if (driver.hipSetDevice(0) != hipSuccess) return NULL;
  if ((managed ? driver.hipMallocManaged(&at, n, hipMemAttachGlobal) : driver.hipMalloc(&at, n)) !=
      hipSuccess)
    at = NULL;
  (void)driver.hipSetDevice(devices - 1);
  return at;
}

void *driver_allocate_elsewhere(size_t n) {
  (void)n;
  return NULL; /* HIP has no contexts */
}

int driver_copy(void *to, const void *from, size_t n) {
  return driver.hipMemcpy(to, from, n, hipMemcpyDefault) == hipSuccess;
}

int driver_is_untouched(void) {
  int now = -1;
  return driver.hipGetDevice(&now) == hipSuccess && now == devices - 1;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hip.c: device.c's operations for devices of AMD's HIP runtime.
 *
 * A thread has a current device, which is set before each call and set back after. Copies use a
 * stream of their own, which does not wait for others.
 */
#include "core/kinds/device.h" /* first: gasnet_mk.h says which platform of HIP is meant */

#include <stdio.h>

#include <hip/hip_runtime_api.h>

/* Structures differ between major versions, so that the runtime must be of the header's. */
#define OBJECT_OF(major) "libamdhip64.so." #major
#define OBJECT(major) OBJECT_OF(major)
#if HIP_VERSION_MAJOR >= 6
#define MEMORY_TYPE type
#else
#define MEMORY_TYPE memoryType
#endif

/* clang-format off */
#define CALLS(X) \
  X(hipInit) X(hipGetErrorName) X(hipGetDeviceCount) X(hipGetDevice) X(hipSetDevice) \
  X(hipStreamCreateWithFlags) X(hipStreamDestroy) X(hipStreamSynchronize) X(hipMalloc) X(hipFree) \
  X(hipPointerGetAttributes) X(hipMemGetAddressRange) X(hipMemcpyAsync)
/* clang-format on */

static struct { CALLS(HYD_DRIVER_FIELD) } driver;
static const char *const call_name[] = {CALLS(HYD_DRIVER_NAME)};
#define CALL_COUNT (sizeof call_name / sizeof *call_name)
_Static_assert(sizeof driver == CALL_COUNT * sizeof(void *), "a pointer for each name, in order");

struct device {
  int ordinal;
  hipStream_t stream;
};

static const char *name_error(int code) { return driver.hipGetErrorName((hipError_t)code); }
static int start_driver(void) { return driver.hipInit(0); }

/* --- devices -------------------------------------------------------------- */

static int find_device(void *device, const gex_MK_Create_args_t *args, char *why) {
  struct device *d = device;
  int devices = 0;
  d->ordinal = args->gex_args.gex_class_hip.gex_hipDevice;
  if (driver.hipGetDeviceCount(&devices) != hipSuccess) devices = 0;
  if (d->ordinal >= 0 && d->ordinal < devices) return GASNET_OK;
  snprintf(why, HYD_KIND_WHY, "there is no HIP device %d; this process has %d", d->ordinal,
           devices);
  return GASNET_ERR_BAD_ARG;
}

static int enter_device(const void *device, int *before) {
  hipError_t r = driver.hipGetDevice(before);
  return r == hipSuccess ? driver.hipSetDevice(((const struct device *)device)->ordinal) : r;
}

static void leave_device(int before) { (void)driver.hipSetDevice(before); }

static int open_device(void *device) {
  struct device *d = device;
  int before = 0;
  hipError_t r = enter_device(d, &before);
  if (r != hipSuccess) return r;
  r = driver.hipStreamCreateWithFlags(&d->stream, hipStreamNonBlocking);
  leave_device(before);
  return r;
}

static void close_device(void *device) {
  int before = 0;
  if (enter_device(device, &before) != hipSuccess) return;
  (void)driver.hipStreamDestroy(((struct device *)device)->stream);
  leave_device(before);
}

/* --- memory --------------------------------------------------------------- */

static int allocate_memory(const void *device, size_t length, void **addr_p) {
  (void)device;
  return driver.hipMalloc(addr_p, length);
}

static void free_memory(const void *device, void *addr) {
  (void)device;
  (void)driver.hipFree(addr);
}

static void find_place(const void *device, const void *addr, struct hyd_place *place) {
  hipPointerAttribute_t known = {.device = -1};
  hipDeviceptr_t base = NULL;
  size_t size = 0;
  if (driver.hipPointerGetAttributes(&known, addr) != hipSuccess) return;
  place->memory = known.isManaged                            ? HYD_PLACE_MANAGED
                  : known.MEMORY_TYPE == hipMemoryTypeDevice ? HYD_PLACE_DEVICE
                                                             : HYD_PLACE_HOST;
  place->is_of_device = known.device == ((const struct device *)device)->ordinal;
  if (driver.hipMemGetAddressRange(&base, &size, (hipDeviceptr_t)(uintptr_t)addr) != hipSuccess)
    return;
  place->base = (uintptr_t)base;
  place->size = size;
}

static int copy_bytes(void *device, void *to, const void *from, size_t n) {
  const struct device *d = device;
  hipError_t r = driver.hipMemcpyAsync(to, from, n, hipMemcpyDefault, d->stream);
  return r == hipSuccess ? driver.hipStreamSynchronize(d->stream) : r;
}

const struct hyd_driver hyd_driver = {.name = "HIP",
                                      .object = OBJECT(HIP_VERSION_MAJOR),
                                      .call_name = call_name,
                                      .call = (void **)&driver,
                                      .calls = CALL_COUNT,
                                      .device_bytes = sizeof(struct device),
                                      .error_name = name_error,
                                      .start_driver = start_driver,
                                      .find_device = find_device,
                                      .open_device = open_device,
                                      .close_device = close_device,
                                      .enter_device = enter_device,
                                      .leave_device = leave_device,
                                      .allocate_memory = allocate_memory,
                                      .free_memory = free_memory,
                                      .find_place = find_place,
                                      .copy_bytes = copy_bytes};

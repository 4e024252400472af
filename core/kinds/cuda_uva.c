/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cuda_uva.c: device.c's operations for CUDA devices with unified addresses.
 *
 * All calls run in the device's primary context, which is pushed before and popped after them, so
 * that the caller's context stays current. Copies use a stream of their own, which does not wait
 * for others.
 */
#include "core/kinds/device.h"

#include <stdio.h>

#include <cuda.h>

/* clang-format off */
#define CALLS(X) \
  X(cuInit) X(cuGetErrorName) X(cuDeviceGet) X(cuDeviceGetAttribute) X(cuDevicePrimaryCtxRetain) \
  X(cuDevicePrimaryCtxRelease) X(cuCtxPushCurrent) X(cuCtxPopCurrent) X(cuStreamCreate) \
  X(cuStreamDestroy) X(cuStreamSynchronize) X(cuMemAlloc) X(cuMemFree) X(cuMemGetAddressRange) \
  X(cuPointerGetAttribute) X(cuPointerSetAttribute) X(cuMemcpyAsync)
/* clang-format on */

static struct { CALLS(HYD_DRIVER_FIELD) } driver;
static const char *const call_name[] = {CALLS(HYD_DRIVER_NAME)};
#define CALL_COUNT (sizeof call_name / sizeof *call_name)
_Static_assert(sizeof driver == CALL_COUNT * sizeof(void *), "a pointer for each name, in order");

struct device {
  int ordinal;
  CUdevice device;
  CUcontext context; /* the primary one */
  CUstream stream;
};

static CUdeviceptr address_of(const void *addr) { return (CUdeviceptr)(uintptr_t)addr; }

static const char *name_error(int code) {
  const char *name = NULL;
  driver.cuGetErrorName((CUresult)code, &name);
  return name;
}

static int start_driver(void) { return driver.cuInit(0); }

/* --- devices -------------------------------------------------------------- */

static int find_device(void *device, const gex_MK_Create_args_t *args, char *why) {
  struct device *d = device;
  int unified = 0;
  d->ordinal = args->gex_args.gex_class_cuda_uva.gex_CUdevice;
  if (driver.cuDeviceGet(&d->device, d->ordinal) != CUDA_SUCCESS)
    snprintf(why, HYD_KIND_WHY, "there is no CUDA device %d", d->ordinal);
  else if (driver.cuDeviceGetAttribute(&unified, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING,
                                       d->device) != CUDA_SUCCESS ||
           !unified)
    snprintf(why, HYD_KIND_WHY, "CUDA device %d has no unified addresses", d->ordinal);
  else
    return GASNET_OK;
  return GASNET_ERR_BAD_ARG;
}

static int enter_device(const void *device, int *before) {
  (void)before; /* the driver has a stack */
  return driver.cuCtxPushCurrent(((const struct device *)device)->context);
}

static void leave_device(int before) {
  CUcontext ours;
  (void)before;
  driver.cuCtxPopCurrent(&ours);
}

static int make_stream(struct device *d) {
  CUresult r = enter_device(d, NULL);
  if (r != CUDA_SUCCESS) return r;
  r = driver.cuStreamCreate(&d->stream, CU_STREAM_NON_BLOCKING);
  leave_device(0);
  return r;
}

static int open_device(void *device) {
  struct device *d = device;
  CUresult r = driver.cuDevicePrimaryCtxRetain(&d->context, d->device);
  if (r != CUDA_SUCCESS) return r;
  r = make_stream(d);
  if (r != CUDA_SUCCESS) driver.cuDevicePrimaryCtxRelease(d->device);
  return r;
}

static void close_device(void *device) {
  struct device *d = device;
  if (enter_device(d, NULL) == CUDA_SUCCESS) {
    driver.cuStreamDestroy(d->stream);
    leave_device(0);
  }
  driver.cuDevicePrimaryCtxRelease(d->device);
}

/* --- memory --------------------------------------------------------------- */

static int allocate_memory(const void *device, size_t length, void **addr_p) {
  CUdeviceptr at = 0;
  CUresult r = driver.cuMemAlloc(&at, length);
  (void)device;
  *addr_p = (void *)(uintptr_t)at;
  return r;
}

static void free_memory(const void *device, void *addr) {
  (void)device;
  driver.cuMemFree(address_of(addr));
}

/* By default a copy by the driver's cuMemcpy from pageable host memory, or within the device, may
 * still be under way when the call returns. If the driver refuses the attribute for a range (some
 * of its virtual memory), the program must wait for such copies (gasnet_mk(7)). */
static void make_synchronous(void *addr) {
  unsigned yes = 1;
  driver.cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, address_of(addr));
}

static void find_place(const void *device, const void *addr, struct hyd_place *place) {
  const struct device *d = device;
  CUdeviceptr at = address_of(addr), base = 0;
  CUmemorytype type = 0;
  CUcontext context = NULL;
  unsigned managed = 0;
  int ordinal = -1;
  size_t size = 0;
  if (driver.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, at) != CUDA_SUCCESS)
    return;
  driver.cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, at);
  driver.cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, at);
  place->memory = managed                        ? HYD_PLACE_MANAGED
                  : type == CU_MEMORYTYPE_DEVICE ? HYD_PLACE_DEVICE
                                                 : HYD_PLACE_HOST;
  place->is_of_device = ordinal == d->ordinal;
  /* Ranges of the driver's virtual memory calls belong to no context. */
  if (driver.cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, at) == CUDA_SUCCESS)
    place->is_of_context = context == NULL || context == d->context;
  if (driver.cuMemGetAddressRange(&base, &size, at) != CUDA_SUCCESS) return;
  place->base = (uintptr_t)base;
  place->size = size;
}

static int copy_bytes(void *device, void *to, const void *from, size_t n) {
  const struct device *d = device;
  CUresult r = driver.cuMemcpyAsync(address_of(to), address_of(from), n, d->stream);
  return r == CUDA_SUCCESS ? driver.cuStreamSynchronize(d->stream) : r;
}

const struct hyd_driver hyd_driver = {.name = "CUDA",
                                      .object = "libcuda.so.1",
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
                                      .settle_copies = make_synchronous,
                                      .find_place = find_place,
                                      .copy_bytes = copy_bytes};

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * driver_cuda.c: see driver.h. No context is current between the calls.
 */
#include "driver.h"

#include <cuda.h>
#include <dlfcn.h>

/* clang-format off */
#define CALLS(X) \
  X(cuInit) X(cuDeviceGetCount) X(cuDeviceGet) X(cuDevicePrimaryCtxRetain) X(cuCtxPushCurrent) \
  X(cuCtxPopCurrent) X(cuCtxGetCurrent) X(cuMemAlloc) X(cuMemAllocManaged) X(cuMemcpy)
/* clang-format on */
static struct { CALLS(FIELD) } driver;
static CUcontext context;
static CUcontext (*other_context)(void); /* of the fake driver; NULL: the driver is real */
static int devices;

const char driver_module[] = "hyd_kind_cuda_uva.so";

int driver_find(void) {
  void *object = dlopen("libcuda.so.1", RTLD_NOW);
  CUdevice device;
  if (object == NULL) return 0;
  CALLS(LOOK_UP)
  *(void **)&other_context = dlsym(object, "fake_cuda_other_context");
  if (driver.cuInit == NULL || driver.cuInit(0) != CUDA_SUCCESS ||
      driver.cuDeviceGetCount(&devices) != CUDA_SUCCESS || devices < 1 ||
      driver.cuDeviceGet(&device, 0) != CUDA_SUCCESS ||
      driver.cuDevicePrimaryCtxRetain(&context, device) != CUDA_SUCCESS)
    return 0;
  return devices;
}

void driver_set_args(gex_MK_Create_args_t *args, int ordinal) {
  args->gex_class = GEX_MK_CLASS_CUDA_UVA;
  args->gex_args.gex_class_cuda_uva.gex_CUdevice = ordinal;
}

int driver_set_wrong_args(gex_MK_Create_args_t *args, int i) {
  driver_set_args(args, i ? -1 : devices);
  return i < 2;
}

static void *allocate_in(CUcontext in, size_t n, int managed) {
  CUdeviceptr at = 0;
  CUcontext popped;
  if (driver.cuCtxPushCurrent(in) != CUDA_SUCCESS) return NULL;
  if ((managed ? driver.cuMemAllocManaged(&at, n, CU_MEM_ATTACH_GLOBAL)
               : driver.cuMemAlloc(&at, n)) != CUDA_SUCCESS)
    at = 0;
  driver.cuCtxPopCurrent(&popped);
  return (void *)(uintptr_t)at;
}

void *driver_allocate(size_t n, int managed) { return allocate_in(context, n, managed); }

void *driver_allocate_elsewhere(size_t n) {
  return other_context ? allocate_in(other_context(), n, 0) : NULL;
}

int driver_copy(void *to, const void *from, size_t n) {
  CUcontext popped;
  CUresult r = driver.cuCtxPushCurrent(context);
  if (r != CUDA_SUCCESS) return 0;
  r = driver.cuMemcpy((CUdeviceptr)(uintptr_t)to, (CUdeviceptr)(uintptr_t)from, n);
  driver.cuCtxPopCurrent(&popped);
  return r == CUDA_SUCCESS;
}

int driver_is_untouched(void) {
  CUcontext now = context;
  return driver.cuCtxGetCurrent(&now) == CUDA_SUCCESS && now == NULL;
}

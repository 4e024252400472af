/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fake_cuda.c: a libcuda.so.1 without devices, for testing the CUDA kind where there are none. It
 * has two devices with memory of fake_memory.h. As the real driver's, its cuMemcpy to a device may
 * return before the bytes are there, but for memory with CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: they get
 * there with the next cuMemcpy.
 */
#include "fake_memory.h"

#include <cuda.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES = 2, DEPTH = 64 };

struct CUctx_st {
  int device, references;
};
/* A copy by cuMemcpy that is still under way. */
static struct {
  char *to, *bytes;
  size_t n;
} late;

static struct CUctx_st primary[DEVICES], other = {0, 1};
static __thread CUcontext stack[DEPTH];
static __thread int depth;

static CUcontext current(void) { return depth ? stack[depth - 1] : NULL; }

/* --- devices and contexts ------------------------------------------------- */

CUresult cuInit(unsigned flags) {
  (void)flags;
  return fake_told("nodevice") ? CUDA_ERROR_NO_DEVICE : CUDA_SUCCESS;
}
CUresult cuGetErrorName(CUresult r, const char **name) {
  *name =
      r == CUDA_ERROR_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : "an error of the fake driver";
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetCount(int *n) {
  *n = DEVICES;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  if (ordinal < 0 || ordinal >= DEVICES) return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute which, CUdevice device) {
  (void)device;
  *value = which == CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING && !fake_told("noua");
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  primary[device].device = device;
  __atomic_add_fetch(&primary[device].references, 1, __ATOMIC_RELAXED);
  *context = &primary[device];
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  int left = __atomic_sub_fetch(&primary[device].references, 1, __ATOMIC_RELAXED);
  if (left < 0) abort();
  return CUDA_SUCCESS;
}
/* A context of device 0 beside its primary one; not a call of the driver, but for the test. */
CUcontext fake_cuda_other_context(void) { return &other; }

CUresult cuCtxPushCurrent(CUcontext context) {
  if (depth == DEPTH) return CUDA_ERROR_OUT_OF_MEMORY;
  if (context != &other && __atomic_load_n(&context->references, __ATOMIC_RELAXED) < 1)
    return CUDA_ERROR_INVALID_CONTEXT;
  stack[depth++] = context;
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext *context) {
  if (depth == 0) return CUDA_ERROR_INVALID_CONTEXT;
  *context = stack[--depth];
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext *context) {
  *context = current();
  return CUDA_SUCCESS;
}
CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  if (current() == NULL || flags != CU_STREAM_NON_BLOCKING) return CUDA_ERROR_INVALID_CONTEXT;
  *stream = (CUstream)malloc(1);
  return CUDA_SUCCESS;
}
CUresult cuStreamDestroy(CUstream stream) {
  free(stream);
  return CUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream stream) {
  return stream ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* --- memory --------------------------------------------------------------- */

static CUresult allocate(CUdeviceptr *at, size_t size, int managed) {
  struct fake_allocation *a;
  if (current() == NULL) return CUDA_ERROR_INVALID_CONTEXT;
  a = fake_allocate(size, current()->device, current(), managed);
  if (a == NULL) return CUDA_ERROR_OUT_OF_MEMORY;
  *at = (CUdeviceptr)(uintptr_t)a->device;
  return CUDA_SUCCESS;
}
CUresult cuMemAlloc(CUdeviceptr *at, size_t size) { return allocate(at, size, 0); }
CUresult cuMemAllocManaged(CUdeviceptr *at, size_t size, unsigned flags) {
  (void)flags;
  return allocate(at, size, 1);
}
static void finish_late_copy(void) {
  if (late.n) memcpy(late.to, late.bytes, late.n);
  free(late.bytes);
  late.bytes = NULL;
  late.n = 0;
}
static void *pointer(CUdeviceptr at) { return (void *)(uintptr_t)at; }
CUresult cuMemFree(CUdeviceptr at) {
  finish_late_copy();
  return fake_free(pointer(at)) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *size, CUdeviceptr at) {
  struct fake_allocation *a = fake_find(pointer(at));
  if (a == NULL) return CUDA_ERROR_NOT_FOUND;
  *base = (CUdeviceptr)(uintptr_t)a->device;
  *size = a->size;
  return CUDA_SUCCESS;
}
CUresult cuPointerGetAttribute(void *data, CUpointer_attribute which, CUdeviceptr at) {
  struct fake_allocation *a = fake_find(pointer(at));
  if (a == NULL) return CUDA_ERROR_INVALID_VALUE;
  switch (which) {
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: *(unsigned *)data = CU_MEMORYTYPE_DEVICE; break;
  case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned *)data = (unsigned)a->managed; break;
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)data = a->ordinal; break;
  case CU_POINTER_ATTRIBUTE_CONTEXT: *(CUcontext *)data = a->context; break;
  default: return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}
CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute which, CUdeviceptr at) {
  struct fake_allocation *a = fake_find(pointer(at));
  if (a == NULL || which != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS) return CUDA_ERROR_INVALID_VALUE;
  a->synchronous = *(const unsigned *)value != 0;
  return CUDA_SUCCESS;
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream stream) {
  char *t = fake_reach(pointer(to), n), *f = fake_reach(pointer(from), n);
  if (current() == NULL) return CUDA_ERROR_INVALID_CONTEXT;
  if (t == NULL || f == NULL || stream == NULL) return CUDA_ERROR_INVALID_VALUE;
  memmove(t, f, n);
  return CUDA_SUCCESS;
}
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t n) {
  struct fake_allocation *a = fake_find(pointer(to));
  finish_late_copy();
  if (a == NULL || a->synchronous) return cuMemcpyAsync(to, from, n, (CUstream)(uintptr_t)1);
  late.to = fake_reach(pointer(to), n);
  late.bytes = malloc(n);
  late.n = n;
  if (late.to == NULL || late.bytes == NULL) return CUDA_ERROR_INVALID_VALUE;
  memcpy(late.bytes, fake_reach(pointer(from), n), n);
  return CUDA_SUCCESS;
}

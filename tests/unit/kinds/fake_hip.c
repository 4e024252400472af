/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fake_hip.c: a libamdhip64.so without devices, for testing the HIP kind where there are none. It
 * has two devices with memory of fake_memory.h. Stricter than the runtime: a stream is only for
 * threads whose current device is the stream's.
 */
#define __HIP_PLATFORM_AMD__ 1
#include "fake_memory.h"

#include <hip/hip_runtime_api.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES = 2 };
static __thread int current;

#if HIP_VERSION_MAJOR >= 6
#define MEMORY_TYPE type
#else
#define MEMORY_TYPE memoryType
#endif

struct ihipStream_t {
  int device;
};

hipError_t hipInit(unsigned flags) {
  (void)flags;
  return fake_told("nodevice") ? hipErrorNoDevice : hipSuccess;
}
const char *hipGetErrorName(hipError_t r) {
  return r == hipErrorOutOfMemory ? "hipErrorOutOfMemory" : "an error of the fake driver";
}
hipError_t hipGetDeviceCount(int *n) {
  *n = DEVICES;
  return hipSuccess;
}
hipError_t hipGetDevice(int *device) {
  *device = current;
  return hipSuccess;
}
hipError_t hipSetDevice(int device) {
  if (device < 0 || device >= DEVICES) return hipErrorInvalidDevice;
  current = device;
  return hipSuccess;
}

hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned flags) {
  if (flags != hipStreamNonBlocking) return hipErrorInvalidValue;
  *stream = malloc(sizeof **stream);
  (*stream)->device = current;
  return hipSuccess;
}
hipError_t hipStreamDestroy(hipStream_t stream) {
  free(stream);
  return hipSuccess;
}
hipError_t hipStreamSynchronize(hipStream_t stream) {
  return stream && stream->device == current ? hipSuccess : hipErrorInvalidHandle;
}

static hipError_t allocate(void **at, size_t size, int managed) {
  struct fake_allocation *a = fake_allocate(size, current, NULL, managed);
  if (a == NULL) return hipErrorOutOfMemory;
  *at = a->device;
  return hipSuccess;
}
hipError_t hipMalloc(void **at, size_t size) { return allocate(at, size, 0); }
hipError_t hipMallocManaged(void **at, size_t size, unsigned flags) {
  (void)flags;
  return allocate(at, size, 1);
}
hipError_t hipFree(void *at) { return fake_free(at) ? hipSuccess : hipErrorInvalidValue; }

hipError_t hipPointerGetAttributes(hipPointerAttribute_t *known, const void *at) {
  struct fake_allocation *a = fake_find(at);
  if (a == NULL) return hipErrorInvalidValue;
  memset(known, 0, sizeof *known);
  known->MEMORY_TYPE = hipMemoryTypeDevice;
  known->device = a->ordinal;
  known->isManaged = a->managed;
  return hipSuccess;
}
hipError_t hipMemGetAddressRange(hipDeviceptr_t *base, size_t *size, hipDeviceptr_t at) {
  struct fake_allocation *a = fake_find(at);
  if (a == NULL) return hipErrorNotFound;
  *base = a->device;
  *size = a->size;
  return hipSuccess;
}

hipError_t hipMemcpy(void *to, const void *from, size_t n, hipMemcpyKind which) {
  char *t = fake_reach(to, n), *f = fake_reach(from, n);
  if (t == NULL || f == NULL || which != hipMemcpyDefault) return hipErrorInvalidValue;
  memmove(t, f, n);
  return hipSuccess;
}
hipError_t hipMemcpyAsync(void *to, const void *from, size_t n, hipMemcpyKind which,
                          hipStream_t stream) {
  if (stream == NULL || stream->device != current) return hipErrorInvalidHandle;
  return hipMemcpy(to, from, n, which);
}

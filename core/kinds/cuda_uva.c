/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cuda_uva.c: device memory of CUDA devices with unified addresses: a module
 * (core/mem/kind_module.h).
 *
 * The driver is loaded when the first device is opened, so that the module can be built and loaded
 * without it. All calls run in the device's primary context, which is pushed before and popped
 * after them, so that the caller's context stays current. Copies use a stream of their own, which
 * does not wait for others.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <cuda.h>

#include "core/base/core.h"
#include "core/mem/kind_module.h"

/* Functions that cuda.h renames to a later version (cuMemAlloc_v2) are renamed here, too. */
/* clang-format off */
#define CALLS(X) \
  X(cuInit) X(cuGetErrorName) X(cuDeviceGet) X(cuDeviceGetAttribute) X(cuDevicePrimaryCtxRetain) \
  X(cuDevicePrimaryCtxRelease) X(cuCtxPushCurrent) X(cuCtxPopCurrent) X(cuStreamCreate) \
  X(cuStreamDestroy) X(cuStreamSynchronize) X(cuMemAlloc) X(cuMemFree) X(cuMemGetAddressRange) \
  X(cuPointerGetAttribute) X(cuPointerSetAttribute) X(cuMemcpyAsync)
/* clang-format on */
#define FIELD(f) __typeof__(&f) f;
#define NAME(f) NAME_OF(f),
#define NAME_OF(f) #f

static struct { CALLS(FIELD) } driver;
static const char *const call_name[] = {CALLS(NAME)};
#define CALL_COUNT (sizeof call_name / sizeof *call_name)
_Static_assert(sizeof driver == CALL_COUNT * sizeof(void *), "a pointer for each name, in order");

struct device {
  int ordinal;
  CUdevice device;
  CUcontext context; /* the primary one */
  CUstream stream;
};

/* --- the driver ----------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int loaded; /* under lock */

static int complain(char *why, const char *what, CUresult r) {
  const char *name = NULL;
  if (driver.cuGetErrorName) driver.cuGetErrorName(r, &name);
  snprintf(why, HYD_KIND_WHY, "%s: %s", what, name ? name : "unknown error of the driver");
  return r == CUDA_ERROR_INVALID_VALUE || r == CUDA_ERROR_INVALID_DEVICE ? GASNET_ERR_BAD_ARG
                                                                         : GASNET_ERR_RESOURCE;
}

static int find_calls(void *object, char *why) {
  void **to = (void **)&driver;
  for (size_t i = 0; i < CALL_COUNT; i++)
    if ((to[i] = dlsym(object, call_name[i])) == NULL) {
      snprintf(why, HYD_KIND_WHY, "the CUDA driver is too old: it has no %s", call_name[i]);
      return GASNET_ERR_RESOURCE;
    }
  return GASNET_OK;
}

static int load_driver(char *why) {
  void *object = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  CUresult r;
  int rc;
  if (object == NULL) {
    snprintf(why, HYD_KIND_WHY, "no CUDA driver: %s", dlerror());
    return GASNET_ERR_RESOURCE;
  }
  if ((rc = find_calls(object, why))) return rc;
  if ((r = driver.cuInit(0)) == CUDA_SUCCESS) return GASNET_OK;
  complain(why, "cuInit", r);
  return GASNET_ERR_RESOURCE;
}

static int need_driver(char *why) {
  int rc = GASNET_OK;
  pthread_mutex_lock(&lock);
  if (!loaded) rc = load_driver(why);
  if (rc == GASNET_OK) loaded = 1;
  pthread_mutex_unlock(&lock);
  return rc;
}

static CUresult push_context(const struct device *d) { return driver.cuCtxPushCurrent(d->context); }
static void pop_context(void) {
  CUcontext ours;
  driver.cuCtxPopCurrent(&ours);
}

/* --- devices -------------------------------------------------------------- */

static int find_device(struct device *d, char *why) {
  int unified = 0;
  CUresult r = driver.cuDeviceGet(&d->device, d->ordinal);
  if (r != CUDA_SUCCESS) {
    complain(why, "cuDeviceGet", r);
    return GASNET_ERR_BAD_ARG;
  }
  r = driver.cuDeviceGetAttribute(&unified, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, d->device);
  if (r != CUDA_SUCCESS) return complain(why, "cuDeviceGetAttribute", r);
  if (unified) return GASNET_OK;
  snprintf(why, HYD_KIND_WHY, "CUDA device %d has no unified addresses", d->ordinal);
  return GASNET_ERR_BAD_ARG;
}

static int make_stream(struct device *d, char *why) {
  CUresult r = push_context(d);
  if (r == CUDA_SUCCESS) {
    r = driver.cuStreamCreate(&d->stream, CU_STREAM_NON_BLOCKING);
    pop_context();
  }
  return r == CUDA_SUCCESS ? GASNET_OK : complain(why, "cuStreamCreate", r);
}

static int open_device(const gex_MK_Create_args_t *args, void **device_p, char *why) {
  struct device *d = calloc(1, sizeof *d);
  CUresult r;
  int rc = GASNET_ERR_RESOURCE;
  if (d == NULL) {
    snprintf(why, HYD_KIND_WHY, "out of memory");
    return rc;
  }
  d->ordinal = args->gex_args.gex_class_cuda_uva.gex_CUdevice;
  if ((rc = need_driver(why)) || (rc = find_device(d, why))) goto free_device;
  if ((r = driver.cuDevicePrimaryCtxRetain(&d->context, d->device)) != CUDA_SUCCESS) {
    complain(why, "cuDevicePrimaryCtxRetain", r);
    rc = GASNET_ERR_RESOURCE;
    goto free_device;
  }
  if ((rc = make_stream(d, why))) goto release_context;
  *device_p = d;
  return GASNET_OK;
release_context:
  driver.cuDevicePrimaryCtxRelease(d->device);
free_device:
  free(d);
  return rc;
}

static void close_device(void *device) {
  struct device *d = device;
  if (push_context(d) == CUDA_SUCCESS) {
    driver.cuStreamDestroy(d->stream);
    pop_context();
  }
  driver.cuDevicePrimaryCtxRelease(d->device);
  free(d);
}

/* --- memory --------------------------------------------------------------- */

#define GRANULE ((uintptr_t)256) /* what cuMemAlloc aligns to */

/* Makes the driver's cuMemcpy to this allocation return only when the bytes have arrived. By
 * default a copy from pageable host memory, or within the device, may still be under way, and this
 * module's stream would overtake it. If the driver refuses the attribute for a range (some of its
 * virtual memory), the program must wait for such copies (gasnet_mk(7)). */
static void make_synchronous(CUdeviceptr at) {
  unsigned yes = 1;
  driver.cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, at);
}

static int allocate_memory(void *device, uintptr_t *length_p, void **addr_p, char *why) {
  uintptr_t length = (*length_p + GRANULE - 1) & ~(GRANULE - 1);
  CUdeviceptr at = 0;
  CUresult r;
  if (length < *length_p) {
    snprintf(why, HYD_KIND_WHY, "more than any device has");
    return GASNET_ERR_RESOURCE;
  }
  r = push_context(device);
  if (r == CUDA_SUCCESS) {
    r = driver.cuMemAlloc(&at, length);
    if (r == CUDA_SUCCESS) make_synchronous(at);
    pop_context();
  }
  if (r != CUDA_SUCCESS) {
    complain(why, "cuMemAlloc", r);
    return GASNET_ERR_RESOURCE;
  }
  *length_p = length;
  *addr_p = (void *)(uintptr_t)at;
  return GASNET_OK;
}

static void free_memory(void *device, void *addr) {
  if (push_context(device) != CUDA_SUCCESS) return;
  driver.cuMemFree((CUdeviceptr)(uintptr_t)addr);
  pop_context();
}

/* Says what is wrong with the address; NULL: nothing. */
static const char *wrong_place(const struct device *d, CUdeviceptr at, uintptr_t length) {
  CUmemorytype type = 0;
  CUdeviceptr base = 0;
  CUcontext context = NULL;
  unsigned managed = 0;
  int ordinal = -1;
  size_t size = 0;
  if (driver.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, at) != CUDA_SUCCESS)
    return "not memory that the CUDA driver knows";
  if (driver.cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, at) == CUDA_SUCCESS &&
      managed)
    return "managed memory";
  if (type != CU_MEMORYTYPE_DEVICE) return "memory of the host";
  if (driver.cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, at) !=
          CUDA_SUCCESS ||
      ordinal != d->ordinal)
    return "memory of another device";
  /* Ranges of the driver's virtual memory calls belong to no context. */
  if (driver.cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, at) == CUDA_SUCCESS &&
      context && context != d->context)
    return "memory of a context that is not the device's primary one";
  if (driver.cuMemGetAddressRange(&base, &size, at) != CUDA_SUCCESS || at < base || length > size ||
      at - base > size - length)
    return "more than the allocation has";
  return NULL;
}

static int adopt_memory(void *device, void *addr, uintptr_t length, char *why) {
  const char *problem;
  CUresult r = push_context(device);
  if (r != CUDA_SUCCESS) return complain(why, "cuCtxPushCurrent", r);
  problem = wrong_place(device, (CUdeviceptr)(uintptr_t)addr, length);
  if (problem == NULL) make_synchronous((CUdeviceptr)(uintptr_t)addr);
  pop_context();
  if (problem == NULL) return GASNET_OK;
  snprintf(why, HYD_KIND_WHY, "%s; expected device memory of CUDA device %d", problem,
           ((struct device *)device)->ordinal);
  return GASNET_ERR_BAD_ARG;
}

static int copy_bytes(void *device, void *to, const void *from, size_t n, char *why) {
  const struct device *d = device;
  CUresult r = push_context(d);
  if (r != CUDA_SUCCESS) return complain(why, "cuCtxPushCurrent", r);
  r = driver.cuMemcpyAsync((CUdeviceptr)(uintptr_t)to, (CUdeviceptr)(uintptr_t)from, n, d->stream);
  if (r == CUDA_SUCCESS) r = driver.cuStreamSynchronize(d->stream);
  pop_context();
  return r == CUDA_SUCCESS ? GASNET_OK : complain(why, "cuMemcpyAsync", r);
}

extern const struct hyd_kind_module hyd_kind_module;
const struct hyd_kind_module hyd_kind_module = {.version = HYD_KIND_MODULE_VERSION,
                                                .open = open_device,
                                                .close = close_device,
                                                .allocate = allocate_memory,
                                                .release = free_memory,
                                                .adopt = adopt_memory,
                                                .copy = copy_bytes};

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnet_mk.h: memory kinds: memory of a class (host, CUDA, ...) on a device, for segments
 * (gex-memkinds.md). Names of all classes are here whatever the library was built for; what it was
 * built for is GASNET_HAVE_MK_CLASS_* of gasnetex.h. No driver's header is needed.
 *
 * The calls are local, legal after gex_Client_Init, outside handlers and with no HSL held, except
 * the queries and client data, which may be called from any context, handlers included.
 */
#ifndef GASNET_MK_H
#define GASNET_MK_H

#include "gasnetex.h"

/* A client that includes HIP's headers after this one gets the platform that the library was built
 * for. */
#ifdef GASNET_HAVE_MK_CLASS_HIP
#if defined(__HIP_PLATFORM_NVIDIA__) || defined(__HIP_PLATFORM_NVCC__)
#error "__HIP_PLATFORM_NVIDIA__ is defined; this library was built for HIP's platform AMD"
#endif
#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif
#ifndef __HIP_PLATFORM_HCC__
#define __HIP_PLATFORM_HCC__ 1
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  GEX_MK_CLASS_HOST, /* cannot be made: use GEX_MK_HOST */
  GEX_MK_CLASS_CUDA_UVA,
  GEX_MK_CLASS_HIP,
  GEX_MK_CLASS_ZE,
  HYD_MK_CLASS_PAGED = 16 /* of this library alone: hyd_paged.h */
} gex_MK_Class_t;

/* What gex_MK_Create is given; set to zero first, then by name. */
typedef struct {
  uint64_t gex_flags; /* 0 */
  gex_MK_Class_t gex_class;
  union {
    struct {
      int gex_CUdevice; /* ordinal of the CUDA driver */
    } gex_class_cuda_uva;
    struct {
      int gex_hipDevice; /* ordinal of the HIP runtime */
    } gex_class_hip;
    struct {
      void *gex_zeDevice;           /* ze_device_handle_t */
      void *gex_zeContext;          /* ze_context_handle_t, of the client */
      uint32_t gex_zeMemoryOrdinal; /* of zeDeviceGetMemoryProperties */
    } gex_class_ze;
    struct {
      const void *hyd_settings; /* struct hyd_paged_settings */
    } hyd_class_paged;
  } gex_args;
} gex_MK_Create_args_t;

/* Makes a kind: *kind_p. flags: 0. Several of one device may live at a time. On failure *kind_p is
 * as it was. GASNET_ERR_BAD_ARG: the class is unknown or not in this build, or there is no such
 * device, or one that cannot serve. GASNET_ERR_RESOURCE: driver or module missing at run time, or
 * exhausted. NULL pointers, class HOST and other flags are fatal. MK-1..3, MK-5. */
int gex_MK_Create(gex_MK_t *kind_p, gex_Client_t client, const gex_MK_Create_args_t *args,
                  gex_Flags_t flags);
/* Fatal while a segment of the kind lives, and for GEX_MK_HOST. flags: 0. MK-4. */
void gex_MK_Destroy(gex_MK_t kind, gex_Flags_t flags);

/* Client data and queries of kinds that were made, not of GEX_MK_HOST. */
void gex_MK_SetCData(gex_MK_t mk, const void *val);
void *gex_MK_QueryCData(gex_MK_t mk);
gex_Flags_t gex_MK_QueryFlags(gex_MK_t mk);
gex_Client_t gex_MK_QueryClient(gex_MK_t mk);
gex_MK_Class_t gex_MK_QueryClass(gex_MK_t mk);

#ifdef __cplusplus
}
#endif
#endif

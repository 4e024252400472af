/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_mk.c: memory kinds: names, errors of classes that are not there, host memory (gex-memkinds 1,
 * 2, 7.1). Device memory needs a driver: tests/unit/kinds.
 */
#include "conform.h"

#include <gasnet_mk.h>

/* Section 1: values, first member, room for every class. */
static void test_names(void) {
  gex_MK_Create_args_t a;
  CHECK_EQ(GEX_MK_CLASS_HOST, 0);
  CHECK_EQ(GEX_MK_CLASS_CUDA_UVA, 1);
  CHECK_EQ(GEX_MK_CLASS_HIP, 2);
  CHECK_EQ(GEX_MK_CLASS_ZE, 3);
  CHECK_EQ(offsetof(gex_MK_Create_args_t, gex_flags), 0);
  memset(&a, 0, sizeof a);
  a.gex_args.gex_class_cuda_uva.gex_CUdevice = 3;
  a.gex_args.gex_class_hip.gex_hipDevice = 4;
  a.gex_args.gex_class_ze.gex_zeDevice = a.gex_args.gex_class_ze.gex_zeContext = &a;
  a.gex_args.gex_class_ze.gex_zeMemoryOrdinal = 5;
  CHECK_EQ(a.gex_args.gex_class_ze.gex_zeMemoryOrdinal, 5);
  CHECK(GEX_MK_HOST != GEX_MK_INVALID);
}

static int have(int class) {
  (void)class;
#ifdef GASNET_HAVE_MK_CLASS_CUDA_UVA
  if (class == GEX_MK_CLASS_CUDA_UVA) return 1;
#endif
#ifdef GASNET_HAVE_MK_CLASS_HIP
  if (class == GEX_MK_CLASS_HIP) return 1;
#endif
#ifdef GASNET_HAVE_MK_CLASS_ZE
  if (class == GEX_MK_CLASS_ZE) return 1;
#endif
  return 0;
}

/* Feature macros: 1 or undefined, and MULTIPLE iff there is a class besides the host's. */
static void test_macros(void) {
  int multiple = 0;
#ifdef GASNET_HAVE_MK_CLASS_MULTIPLE
  multiple = GASNET_HAVE_MK_CLASS_MULTIPLE;
  CHECK_EQ(multiple, 1);
#endif
  CHECK_EQ(GASNET_HAVE_MK_CLASS_HOST, 1);
  CHECK_EQ(multiple,
           have(GEX_MK_CLASS_CUDA_UVA) || have(GEX_MK_CLASS_HIP) || have(GEX_MK_CLASS_ZE));
  CHECK(!multiple || GASNET_MAXEPS > 1);
}

/* MK-3: BAD_ARG for what is not compiled in and for what makes no sense; *kind_p is left alone. A
 * class that is there may fail at run time. */
static void test_absent(void) {
  static const int class[] = {
      GEX_MK_CLASS_CUDA_UVA, GEX_MK_CLASS_HIP, GEX_MK_CLASS_ZE, 4, 1000, -1};
  const gex_MK_t before = (gex_MK_t)(void *)&class;
  size_t i;
  gex_System_SetVerboseErrors(0);
  for (i = 0; i < sizeof class / sizeof *class; i++) {
    gex_MK_Create_args_t a;
    gex_MK_t kind = before;
    int rc;
    memset(&a, 0, sizeof a);
    a.gex_class = (gex_MK_Class_t) class[i];
    a.gex_args.gex_class_cuda_uva.gex_CUdevice = 12345;
    rc = gex_MK_Create(&kind, conform_client(), &a, 0);
    if (have(class[i]))
      CHECK(rc == GASNET_ERR_BAD_ARG || rc == GASNET_ERR_RESOURCE);
    else
      CHECK_EQ(rc, GASNET_ERR_BAD_ARG);
    CHECK(kind == before);
  }
  gex_System_SetVerboseErrors(1);
}

const struct conform_test conform_gex_mk[] = {{"gex_mk_names", "gex-memkinds 1, M9", test_names, 0},
                                              {"gex_mk_macros", "gex-memkinds 1", test_macros, 0},
                                              {"gex_mk_absent", "gex-memkinds MK-3, M5, 7.1",
                                               test_absent, 0},
                                              {0, 0, 0, 0}};

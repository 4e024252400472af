/* SPDX-License-Identifier: BSD-3-Clause
 *
 * values.c: puts and gets of one value, and puts that end with a flag.
 */
#include "contrib/layers/armci/copy.h"
#include "contrib/layers/armci/move.h"
#include "contrib/layers/armci/strided.h"

/* A nonblocking put of a value has copied it when it returns. */
#define VALUE(name, type)                                                                          \
  int PARMCI_PutValue##name(type v, void *dst, int proc) {                                         \
    return put_value("ARMCI_PutValue" #name, &v, dst, sizeof v, proc);                             \
  }                                                                                                \
  ARMCI_TWIN(ARMCI_PutValue##name, PARMCI_PutValue##name);                                         \
  int PARMCI_NbPutValue##name(type v, void *dst, int proc, armci_hdl_t *h) {                       \
    (void)h;                                                                                       \
    return put_value("ARMCI_NbPutValue" #name, &v, dst, sizeof v, proc);                           \
  }                                                                                                \
  ARMCI_TWIN(ARMCI_NbPutValue##name, PARMCI_NbPutValue##name);                                     \
  type PARMCI_GetValue##name(void *src, int proc) {                                                \
    type v;                                                                                        \
    get_value("ARMCI_GetValue" #name, src, &v, sizeof v, proc);                                    \
    return v;                                                                                      \
  }                                                                                                \
  ARMCI_TWIN(ARMCI_GetValue##name, PARMCI_GetValue##name)

static int put_value(const char *call, void *src, void *dst, size_t bytes, int proc) {
  struct armci_target *target = hyd_armci_target(call, proc);
  hyd_armci_check_range(call, target, dst, bytes);
  if (target->is_mapped)
    hyd_armci_put_mapped(hyd_armci_here(target, dst), src, bytes);
  else
    hyd_armci_put_remote(src, dst, bytes, proc);
  return 0;
}

static void get_value(const char *call, void *src, void *dst, size_t bytes, int proc) {
  struct armci_target *target = hyd_armci_target(call, proc);
  hyd_armci_check_range(call, target, src, bytes);
  if (target->is_mapped)
    hyd_armci_get_mapped(dst, hyd_armci_here(target, src), bytes);
  else
    hyd_armci_get_remote(src, dst, bytes, proc);
}

VALUE(Int, int);
VALUE(Long, long);
VALUE(Float, float);
VALUE(Double, double);

int PARMCI_Put_flag(void *src, void *dst, int bytes, int *flag, int value, int proc) {
  struct armci_section s = {.piece = hyd_armci_count("ARMCI_Put_flag", bytes)};
  hyd_armci_put_section("ARMCI_Put_flag", &s, src, dst, proc);
  return put_value("ARMCI_Put_flag", &value, flag, sizeof value, proc);
}
ARMCI_TWIN(ARMCI_Put_flag, PARMCI_Put_flag);

int PARMCI_PutS_flag(void *src, int src_stride[], void *dst, int dst_stride[], int count[],
                     int levels, int *flag, int value, int proc) {
  struct armci_section s =
      hyd_armci_section("ARMCI_PutS_flag", src_stride, dst_stride, count, levels);
  hyd_armci_put_section("ARMCI_PutS_flag", &s, src, dst, proc);
  return put_value("ARMCI_PutS_flag", &value, flag, sizeof value, proc);
}
ARMCI_TWIN(ARMCI_PutS_flag, PARMCI_PutS_flag);

int PARMCI_PutS_flag_dir(void *src, int src_stride[], void *dst, int dst_stride[], int count[],
                         int levels, int *flag, int value, int proc) {
  return PARMCI_PutS_flag(src, src_stride, dst, dst_stride, count, levels, flag, value, proc);
}
ARMCI_TWIN(ARMCI_PutS_flag_dir, PARMCI_PutS_flag_dir);

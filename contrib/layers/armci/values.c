/* SPDX-License-Identifier: BSD-3-Clause
 *
 * values.c: puts and gets of one value, and puts that end with a flag.
 */
#include "contrib/layers/armci/move.h"
#include "contrib/layers/armci/strided.h"

/* A nonblocking put of a value has copied it when it returns. */
#define VALUE(name, type)                                                                          \
  int PARMCI_PutValue##name(type v, void *dst, int proc) {                                         \
    hyd_armci_put("ARMCI_PutValue" #name, &v, dst, sizeof v, proc);                                \
    return 0;                                                                                      \
  }                                                                                                \
  ARMCI_TWIN(ARMCI_PutValue##name, PARMCI_PutValue##name);                                         \
  int PARMCI_NbPutValue##name(type v, void *dst, int proc, armci_hdl_t *h) {                       \
    (void)h;                                                                                       \
    hyd_armci_put("ARMCI_NbPutValue" #name, &v, dst, sizeof v, proc);                              \
    return 0;                                                                                      \
  }                                                                                                \
  ARMCI_TWIN(ARMCI_NbPutValue##name, PARMCI_NbPutValue##name);                                     \
  type PARMCI_GetValue##name(void *src, int proc) {                                                \
    type v;                                                                                        \
    hyd_armci_get("ARMCI_GetValue" #name, src, &v, sizeof v, proc);                                \
    return v;                                                                                      \
  }                                                                                                \
  ARMCI_TWIN(ARMCI_GetValue##name, PARMCI_GetValue##name)

VALUE(Int, int);
VALUE(Long, long);
VALUE(Float, float);
VALUE(Double, double);

int PARMCI_Put_flag(void *src, void *dst, int bytes, int *flag, int value, int proc) {
  struct armci_section s = {.piece = hyd_armci_count("ARMCI_Put_flag", bytes)};
  hyd_armci_put_section("ARMCI_Put_flag", &s, src, dst, proc);
  hyd_armci_put("ARMCI_Put_flag", &value, flag, sizeof value, proc);
  return 0;
}
ARMCI_TWIN(ARMCI_Put_flag, PARMCI_Put_flag);

static int put_strided_flag(const char *call, void *src, int src_stride[], void *dst,
                            int dst_stride[], int count[], int levels, int *flag, int value,
                            int proc) {
  struct armci_section s = hyd_armci_section(call, src_stride, dst_stride, count, levels);
  hyd_armci_put_section(call, &s, src, dst, proc);
  hyd_armci_put(call, &value, flag, sizeof value, proc);
  return 0;
}

int PARMCI_PutS_flag(void *src, int src_stride[], void *dst, int dst_stride[], int count[],
                     int levels, int *flag, int value, int proc) {
  return put_strided_flag("ARMCI_PutS_flag", src, src_stride, dst, dst_stride, count, levels, flag,
                          value, proc);
}
ARMCI_TWIN(ARMCI_PutS_flag, PARMCI_PutS_flag);

int PARMCI_PutS_flag_dir(void *src, int src_stride[], void *dst, int dst_stride[], int count[],
                         int levels, int *flag, int value, int proc) {
  return put_strided_flag("ARMCI_PutS_flag_dir", src, src_stride, dst, dst_stride, count, levels,
                          flag, value, proc);
}
ARMCI_TWIN(ARMCI_PutS_flag_dir, PARMCI_PutS_flag_dir);

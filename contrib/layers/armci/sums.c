/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sums.c: see sums.h. Integers are added as unsigned, so that overflow wraps. Elements are of types
 * that may be unaligned and may alias any other; the compiler makes vector code of the loops.
 */
#include "contrib/layers/armci/sums.h"

#include "contrib/layers/armci/armci.h"

#define ANYWHERE __attribute__((aligned(1), may_alias))
typedef unsigned any_int ANYWHERE;
typedef unsigned long any_long ANYWHERE;
typedef float any_float ANYWHERE;
typedef double any_double ANYWHERE;

/* The three loops of a real type. */
#define REAL(name, type)                                                                           \
  static void add_##name(const void *scale, void *dst, const void *src, size_t bytes) {            \
    type *restrict d = dst, s = *(const type *)scale;                                              \
    const type *restrict x = src;                                                                  \
    for (size_t i = 0; i < bytes / sizeof *d; i++) d[i] += s * x[i];                               \
  }                                                                                                \
  static void sum_##name(void *dst, const void *src, size_t bytes) {                               \
    type *restrict d = dst;                                                                        \
    const type *restrict x = src;                                                                  \
    for (size_t i = 0; i < bytes / sizeof *d; i++) d[i] += x[i];                                   \
  }                                                                                                \
  static void scale_##name(const void *scale, void *dst, const void *src, size_t bytes) {          \
    type *restrict d = dst, s = *(const type *)scale;                                              \
    const type *restrict x = src;                                                                  \
    for (size_t i = 0; i < bytes / sizeof *d; i++) d[i] = s * x[i];                                \
  }                                                                                                \
  static int is_one_##name(const void *scale) { return *(const type *)scale == 1; }
/* The loops of a complex type; its sum is that of its parts. */
#define COMPLEX(name, type)                                                                        \
  static void add_##name(const void *scale, void *dst, const void *src, size_t bytes) {            \
    type *restrict d = dst;                                                                        \
    const type *restrict x = src, *s = scale;                                                      \
    type re = s[0], im = s[1];                                                                     \
    for (size_t i = 0; i < bytes / sizeof *d; i += 2) {                                            \
      d[i] += re * x[i] - im * x[i + 1];                                                           \
      d[i + 1] += re * x[i + 1] + im * x[i];                                                       \
    }                                                                                              \
  }                                                                                                \
  static void scale_##name(const void *scale, void *dst, const void *src, size_t bytes) {          \
    type *restrict d = dst;                                                                        \
    const type *restrict x = src, *s = scale;                                                      \
    type re = s[0], im = s[1];                                                                     \
    for (size_t i = 0; i < bytes / sizeof *d; i += 2) {                                            \
      d[i] = re * x[i] - im * x[i + 1];                                                            \
      d[i + 1] = re * x[i + 1] + im * x[i];                                                        \
    }                                                                                              \
  }                                                                                                \
  static int is_one_##name(const void *scale) {                                                    \
    const type *s = scale;                                                                         \
    return s[0] == 1 && s[1] == 0;                                                                 \
  }
REAL(int, any_int)
REAL(long, any_long)
REAL(float, any_float)
REAL(double, any_double)
COMPLEX(cpl, any_float)
COMPLEX(dcp, any_double)

static const struct sums {
  size_t element;
  void (*add)(const void *scale, void *dst, const void *src, size_t bytes);
  void (*sum)(void *dst, const void *src, size_t bytes);
  void (*scale)(const void *scale, void *dst, const void *src, size_t bytes);
  int (*is_one)(const void *scale);
} table[] = {[ARMCI_ACC_INT] = {sizeof(int), add_int, sum_int, scale_int, is_one_int},
             [ARMCI_ACC_LNG] = {sizeof(long), add_long, sum_long, scale_long, is_one_long},
             [ARMCI_ACC_FLT] = {sizeof(float), add_float, sum_float, scale_float, is_one_float},
             [ARMCI_ACC_DBL] = {sizeof(double), add_double, sum_double, scale_double,
                                is_one_double},
             [ARMCI_ACC_CPL] = {2 * sizeof(float), add_cpl, sum_float, scale_cpl, is_one_cpl},
             [ARMCI_ACC_DCP] = {2 * sizeof(double), add_dcp, sum_double, scale_dcp, is_one_dcp}};

size_t hyd_armci_element(int op) {
  return op >= 0 && op < (int)(sizeof table / sizeof table[0]) ? table[op].element : 0;
}

void hyd_armci_add(int op, const void *scale, void *dst, const void *src, size_t bytes) {
  if (scale)
    table[op].add(scale, dst, src, bytes);
  else
    table[op].sum(dst, src, bytes);
}

void hyd_armci_scale(int op, const void *scale, void *dst, const void *src, size_t bytes) {
  table[op].scale(scale, dst, src, bytes);
}

const void *hyd_armci_scale_unless_one(int op, const void *scale) {
  return table[op].is_one(scale) ? NULL : scale;
}

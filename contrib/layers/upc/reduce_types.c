/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce_types.c: the entry points of reductions, and their loops, for each type.
 */
#include "contrib/layers/upc/reduce.h"

/* X(operation, expression of a and b): those of all types; then those of integers. */
#define OPERATIONS(X)                                                                              \
  X(UPC_ADD, a + b)                                                                                \
  X(UPC_MULT, a *b)                                                                                \
  X(UPC_MIN, b < a ? b : a)                                                                        \
  X(UPC_MAX, b > a ? b : a)                                                                        \
  X(UPC_FUNC, f(a, b))                                                                             \
  X(UPC_NONCOMM_FUNC, f(a, b))
#define OPERATIONS_0(X) OPERATIONS(X)
#define OPERATIONS_1(X)                                                                            \
  OPERATIONS(X)                                                                                    \
  X(UPC_AND, a &b)                                                                                 \
  X(UPC_OR, a | b)                                                                                 \
  X(UPC_XOR, a ^ b)                                                                                \
  X(UPC_LOGAND, a &&b)                                                                             \
  X(UPC_LOGOR, a || b)

#define FOLD_CASE(operation, expression)                                                           \
  case operation:                                                                                  \
    for (size_t i = 0; i < n; i++) {                                                               \
      b = p[i];                                                                                    \
      a = (element)(expression);                                                                   \
    }                                                                                              \
    break;
#define SCAN_CASE(operation, expression)                                                           \
  case operation:                                                                                  \
    for (; i < n; i++) {                                                                           \
      b = p[i];                                                                                    \
      q[i] = a = (element)(expression);                                                            \
    }                                                                                              \
    break;

#define DT_C 0
#define DT_UC 0
#define DT_S 0
#define DT_US 0
#define DT_I GEX_DT_I32
#define DT_UI GEX_DT_U32
#define DT_L (sizeof(long) == 8 ? GEX_DT_I64 : GEX_DT_I32)
#define DT_UL (sizeof(long) == 8 ? GEX_DT_U64 : GEX_DT_U32)
#define DT_F GEX_DT_FLT
#define DT_D GEX_DT_DBL
#define DT_LD 0

#define DEFINE(letters, type, integer)                                                             \
  static void fold_##letters(upc_op_t op, upc_any_fn *func, void *acc, const void *array,          \
                             size_t n) {                                                           \
    typedef type element;                                                                          \
    element (*f)(element, element) = (element(*)(element, element))func;                           \
    const element *p = array;                                                                      \
    element a = *(element *)acc, b;                                                                \
    switch (op) { OPERATIONS_##integer(FOLD_CASE) }                                                \
    *(element *)acc = a;                                                                           \
  }                                                                                                \
  static void scan_##letters(upc_op_t op, upc_any_fn *func, void *carry, bool has, const void *in, \
                             void *out, size_t n) {                                                \
    typedef type element;                                                                          \
    element (*f)(element, element) = (element(*)(element, element))func;                           \
    const element *p = in;                                                                         \
    element *q = out, a = *(element *)carry, b;                                                    \
    size_t i = 0;                                                                                  \
    if (!has) q[i++] = a = p[0];                                                                   \
    switch (op) { OPERATIONS_##integer(SCAN_CASE) }                                                \
    *(element *)carry = a;                                                                         \
  }                                                                                                \
  static const struct upc_reduce_type type_##letters = {#letters,       sizeof(type),              \
                                                        integer,        DT_##letters,              \
                                                        fold_##letters, scan_##letters};           \
  void upc_all_reduce##letters(pts_t dst, pts_t src, upc_op_t op, size_t n, size_t block,          \
                               type (*func)(type, type), upc_flag_t flags) {                       \
    struct upc_reduce r = {&type_##letters, op, (upc_any_fn *)func};                               \
    hyd_upc_reduce(&r, dst, src, n, block, flags);                                                 \
  }                                                                                                \
  void upc_all_prefix_reduce##letters(pts_t dst, pts_t src, upc_op_t op, size_t n, size_t block,   \
                                      type (*func)(type, type), upc_flag_t flags) {                \
    struct upc_reduce r = {&type_##letters, op, (upc_any_fn *)func};                               \
    hyd_upc_prefix_reduce(&r, dst, src, n, block, flags);                                          \
  }
UPC_REDUCTIONS(DEFINE)

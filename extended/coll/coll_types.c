/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_types.c: the built-in reductions (gex-coll-atomics.md part B). Integers wrap, so sums and
 * products of signed integers are computed in unsigned types (RED-4).
 */
#include "extended/coll/coll.h"

/* Loops over AT_ONCE elements that do not overlap: compilers make vector instructions of these at
 * -O2. */
enum { AT_ONCE = 8 };
#define LOOP(name, type, expression)                                                               \
  static inline void name##_at_once(const type *restrict a, type *restrict b) {                    \
    for (int i = 0; i < AT_ONCE; i++) b[i] = expression;                                           \
  }                                                                                                \
  static void name(const void *left, void *right, size_t n, const void *none) {                    \
    const type *a = left;                                                                          \
    type *b = right;                                                                               \
    size_t i = 0;                                                                                  \
    (void)none;                                                                                    \
    for (; n - i >= AT_ONCE; i += AT_ONCE) name##_at_once(a + i, b + i);                           \
    for (; i < n; i++) b[i] = expression;                                                          \
  }
#define ARITHMETIC(t, type, wide)                                                                  \
  LOOP(add_##t, wide, a[i] + b[i])                                                                 \
  LOOP(mult_##t, wide, a[i] * b[i])                                                                \
  LOOP(min_##t, type, a[i] < b[i] ? a[i] : b[i])                                                   \
  LOOP(max_##t, type, a[i] > b[i] ? a[i] : b[i])
#define BITWISE(t, type)                                                                           \
  LOOP(and_##t, type, a[i] & b[i])                                                                 \
  LOOP(or_##t, type, a[i] | b[i])                                                                  \
  LOOP(xor_##t, type, a[i] ^ b[i])

ARITHMETIC(i32, int32_t, uint32_t)
ARITHMETIC(u32, uint32_t, uint32_t)
ARITHMETIC(i64, int64_t, uint64_t)
ARITHMETIC(u64, uint64_t, uint64_t)
ARITHMETIC(flt, float, float)
ARITHMETIC(dbl, double, double)
BITWISE(32, uint32_t)
BITWISE(64, uint64_t)

struct operators {
  gex_DT_t dt;
  size_t size;
  gex_Coll_ReduceFn_t add, mult, min, max, bit_and, bit_or, bit_xor;
};
static const struct operators table[] = {
    {GEX_DT_I32, 4, add_i32, mult_i32, min_i32, max_i32, and_32, or_32, xor_32},
    {GEX_DT_U32, 4, add_u32, mult_u32, min_u32, max_u32, and_32, or_32, xor_32},
    {GEX_DT_I64, 8, add_i64, mult_i64, min_i64, max_i64, and_64, or_64, xor_64},
    {GEX_DT_U64, 8, add_u64, mult_u64, min_u64, max_u64, and_64, or_64, xor_64},
    {GEX_DT_FLT, 4, add_flt, mult_flt, min_flt, max_flt, NULL, NULL, NULL},
    {GEX_DT_DBL, 8, add_dbl, mult_dbl, min_dbl, max_dbl, NULL, NULL, NULL},
};

static const struct operators *find_operators(gex_DT_t dt) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].dt == dt) return &table[i];
  return NULL;
}

size_t hyd_dt_size(gex_DT_t dt) { return find_operators(dt) ? find_operators(dt)->size : 0; }

gex_Coll_ReduceFn_t hyd_coll_operator(gex_DT_t dt, gex_OP_t op) {
  const struct operators *t = find_operators(dt);
  if (t == NULL) return NULL;
  switch (op) {
  case GEX_OP_ADD: return t->add;
  case GEX_OP_MULT: return t->mult;
  case GEX_OP_MIN: return t->min;
  case GEX_OP_MAX: return t->max;
  case GEX_OP_AND: return t->bit_and;
  case GEX_OP_OR: return t->bit_or;
  case GEX_OP_XOR: return t->bit_xor;
  default: return NULL;
  }
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ad_ops.c: see ad_ops.h. The model is written in the types themselves, straight from the table of
 * gex-coll-atomics B.2.
 */
#include "ad_ops.h"

const char *const ad_type_name[AD_TYPES] = {"I32", "U32", "I64", "U64", "FLT", "DBL"};

const struct ad_op_info ad_ops[AD_OPS] = {
    {GEX_OP_AND, "AND", 1},   {GEX_OP_OR, "OR", 1},     {GEX_OP_XOR, "XOR", 1},
    {GEX_OP_ADD, "ADD", 1},   {GEX_OP_SUB, "SUB", 1},   {GEX_OP_MULT, "MULT", 1},
    {GEX_OP_MIN, "MIN", 1},   {GEX_OP_MAX, "MAX", 1},   {GEX_OP_INC, "INC", 0},
    {GEX_OP_DEC, "DEC", 0},   {GEX_OP_SET, "SET", 1},   {GEX_OP_CAS, "CAS", 2},
    {GEX_OP_FAND, "FAND", 1}, {GEX_OP_FOR, "FOR", 1},   {GEX_OP_FXOR, "FXOR", 1},
    {GEX_OP_FADD, "FADD", 1}, {GEX_OP_FSUB, "FSUB", 1}, {GEX_OP_FMULT, "FMULT", 1},
    {GEX_OP_FMIN, "FMIN", 1}, {GEX_OP_FMAX, "FMAX", 1}, {GEX_OP_FINC, "FINC", 0},
    {GEX_OP_FDEC, "FDEC", 0}, {GEX_OP_SWAP, "SWAP", 1}, {GEX_OP_FCAS, "FCAS", 2},
    {GEX_OP_GET, "GET", 0}};

const char *ad_op_name(gex_OP_t op) {
  int i;
  for (i = 0; i < AD_OPS; i++)
    if (ad_ops[i].op == op) return ad_ops[i].name;
  return "?";
}

size_t ad_size(enum ad_type t) { return t == AD_I32 || t == AD_U32 || t == AD_FLT ? 4 : 8; }
int ad_is_fp(enum ad_type t) { return t == AD_FLT || t == AD_DBL; }

int ad_legal(enum ad_type t, gex_OP_t op) {
  switch (op) {
  case GEX_OP_AND:
  case GEX_OP_OR:
  case GEX_OP_XOR:
  case GEX_OP_FAND:
  case GEX_OP_FOR:
  case GEX_OP_FXOR: return !ad_is_fp(t);
  default: return 1;
  }
}

int ad_fetches(gex_OP_t op) { return op >= GEX_OP_FAND; }

gex_OP_t ad_all(enum ad_type t) {
  gex_OP_t all = 0;
  int i;
  for (i = 0; i < AD_OPS; i++)
    if (ad_legal(t, ad_ops[i].op)) all |= ad_ops[i].op;
  return all;
}

/* --- the model ------------------------------------------------------------ */

/* Sums and products wrap: they are computed in `wide`, the unsigned type of the same width. */
#define MODEL_INT(name, type, wide)                                                                \
  static type name(gex_OP_t op, type old, type a) {                                                \
    switch (op) {                                                                                  \
    case GEX_OP_AND: return old & a;                                                               \
    case GEX_OP_OR: return old | a;                                                                \
    case GEX_OP_XOR: return old ^ a;                                                               \
    case GEX_OP_ADD: return (type)((wide)old + (wide)a);                                           \
    case GEX_OP_SUB: return (type)((wide)old - (wide)a);                                           \
    case GEX_OP_MULT: return (type)((wide)old * (wide)a);                                          \
    case GEX_OP_INC: return (type)((wide)old + 1);                                                 \
    case GEX_OP_DEC: return (type)((wide)old - 1);                                                 \
    case GEX_OP_MIN: return old < a ? old : a;                                                     \
    default: return old > a ? old : a;                                                             \
    }                                                                                              \
  }
#define MODEL_FP(name, type)                                                                       \
  static type name(gex_OP_t op, type old, type a) {                                                \
    switch (op) {                                                                                  \
    case GEX_OP_ADD: return old + a;                                                               \
    case GEX_OP_SUB: return old - a;                                                               \
    case GEX_OP_MULT: return old * a;                                                              \
    case GEX_OP_INC: return old + 1;                                                               \
    case GEX_OP_DEC: return old - 1;                                                               \
    case GEX_OP_MIN: return old < a ? old : a;                                                     \
    default: return old > a ? old : a;                                                             \
    }                                                                                              \
  }
MODEL_INT(model_i32, int32_t, uint32_t)
MODEL_INT(model_u32, uint32_t, uint32_t)
MODEL_INT(model_i64, int64_t, uint64_t)
MODEL_INT(model_u64, uint64_t, uint64_t)
MODEL_FP(model_flt, float)
MODEL_FP(model_dbl, double)

static float float_of(uint64_t bits) {
  uint32_t word = (uint32_t)bits;
  float f;
  memcpy(&f, &word, 4);
  return f;
}
static double double_of(uint64_t bits) {
  double d;
  memcpy(&d, &bits, 8);
  return d;
}
static uint64_t of_float(float f) {
  uint32_t word;
  memcpy(&word, &f, 4);
  return word;
}
static uint64_t of_double(double d) {
  uint64_t bits;
  memcpy(&bits, &d, 8);
  return bits;
}

uint64_t ad_model(enum ad_type t, gex_OP_t op, uint64_t old, uint64_t a, uint64_t b) {
  if (op == GEX_OP_GET) return old;
  if (ad_fetches(op)) op = GEX_OP_TO_NONFETCHING(op);
  if (op == GEX_OP_SET) return a;
  if (op == GEX_OP_CAS) return old == a ? b : old;
  switch (t) {
  case AD_I32: return (uint32_t)model_i32(op, (int32_t)old, (int32_t)a);
  case AD_U32: return model_u32(op, (uint32_t)old, (uint32_t)a);
  case AD_I64: return (uint64_t)model_i64(op, (int64_t)old, (int64_t)a);
  case AD_U64: return model_u64(op, old, a);
  case AD_FLT: return of_float(model_flt(op, float_of(old), float_of(a)));
  default: return of_double(model_dbl(op, double_of(old), double_of(a)));
  }
}

uint64_t ad_number(enum ad_type t, int n) {
  if (t == AD_FLT) return of_float((float)n);
  if (t == AD_DBL) return of_double((double)n);
  return ad_size(t) == 4 ? (uint32_t)n : (uint64_t)(int64_t)n;
}

/* --- the calls ------------------------------------------------------------ */

/* Calls an atomic with its opcode as a constant, in a case of its own, and as a variable. */
#define ONE(op, call, type, convert)                                                               \
  case op:                                                                                         \
    return call(c->ad, (type *)c->result, c->rank, c->addr, op, convert(c->a), convert(c->b),      \
                c->flags);
/* clang-format off */
#define EACH(X, call, type, convert) \
  X(GEX_OP_AND, call, type, convert) X(GEX_OP_OR, call, type, convert) \
  X(GEX_OP_XOR, call, type, convert) X(GEX_OP_ADD, call, type, convert) \
  X(GEX_OP_SUB, call, type, convert) X(GEX_OP_MULT, call, type, convert) \
  X(GEX_OP_MIN, call, type, convert) X(GEX_OP_MAX, call, type, convert) \
  X(GEX_OP_INC, call, type, convert) X(GEX_OP_DEC, call, type, convert) \
  X(GEX_OP_SET, call, type, convert) X(GEX_OP_CAS, call, type, convert) \
  X(GEX_OP_FAND, call, type, convert) X(GEX_OP_FOR, call, type, convert) \
  X(GEX_OP_FXOR, call, type, convert) X(GEX_OP_FADD, call, type, convert) \
  X(GEX_OP_FSUB, call, type, convert) X(GEX_OP_FMULT, call, type, convert) \
  X(GEX_OP_FMIN, call, type, convert) X(GEX_OP_FMAX, call, type, convert) \
  X(GEX_OP_FINC, call, type, convert) X(GEX_OP_FDEC, call, type, convert) \
  X(GEX_OP_SWAP, call, type, convert) X(GEX_OP_FCAS, call, type, convert) \
  X(GEX_OP_GET, call, type, convert)
/* clang-format on */
#define FUNCTION(name, returns, call, type, convert)                                               \
  static returns name(const struct ad_call *c) {                                                   \
    switch (c->constant ? c->op : 0) { EACH(ONE, call, type, convert) }                            \
    return call(c->ad, (type *)c->result, c->rank, c->addr, c->op, convert(c->a), convert(c->b),   \
                c->flags);                                                                         \
  }
#define BOTH(T, type, convert)                                                                     \
  FUNCTION(nb_##T, gex_Event_t, gex_AD_OpNB_##T, type, convert)                                    \
  FUNCTION(nbi_##T, int, gex_AD_OpNBI_##T, type, convert)
BOTH(I32, int32_t, (int32_t))
BOTH(U32, uint32_t, (uint32_t))
BOTH(I64, int64_t, (int64_t))
BOTH(U64, uint64_t, (uint64_t))
BOTH(FLT, float, float_of)
BOTH(DBL, double, double_of)

gex_Event_t ad_nb(const struct ad_call *c) {
  static gex_Event_t (*const call[AD_TYPES])(const struct ad_call *) = {nb_I32, nb_U32, nb_I64,
                                                                        nb_U64, nb_FLT, nb_DBL};
  return call[c->type](c);
}

int ad_nbi(const struct ad_call *c) {
  static int (*const call[AD_TYPES])(const struct ad_call *) = {nbi_I32, nbi_U32, nbi_I64,
                                                                nbi_U64, nbi_FLT, nbi_DBL};
  return call[c->type](c);
}

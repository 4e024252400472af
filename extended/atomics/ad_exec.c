/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ad_exec.c: one atomic operation on a word that is mapped here: by an instruction where there is
 * one (hyd_ad_inline.h), else by a loop that compares and exchanges the word's bits.
 */
#include "extended/atomics/ad.h"

/* --- the new value, where no instruction computes it ---------------------- */

/* The new value of an integer. Both operands are extended to 64 bits; products wrap (B.3). */
static uint64_t next_int(gex_OP_t plain, uint64_t old, uint64_t a, int is_signed) {
  int less = is_signed ? (int64_t)a < (int64_t)old : a < old;
  if (plain == GEX_OP_MULT) return old * a;
  return (plain == GEX_OP_MIN) == less ? a : old;
}

/* The new value of a floating-point number. A double is wide enough that the sum, difference and
 * product of two floats round to float as if they were computed in float. */
static double next_fp(gex_OP_t plain, double old, double a) {
  switch (plain) {
  case GEX_OP_ADD: return old + a;
  case GEX_OP_SUB: return old - a;
  case GEX_OP_MULT: return old * a;
  case GEX_OP_MIN: return old < a ? old : a;
  case GEX_OP_MAX: return old > a ? old : a;
  case GEX_OP_INC: return old + 1;
  default: return old - 1; /* DEC */
  }
}

static uint64_t next_float(gex_OP_t plain, uint64_t old, uint64_t a) {
  union {
    uint32_t bits;
    float v;
  } x = {(uint32_t)old}, y = {(uint32_t)a};
  x.v = (float)next_fp(plain, x.v, y.v);
  return x.bits;
}

static uint64_t next_double(gex_OP_t plain, uint64_t old, uint64_t a) {
  union {
    uint64_t bits;
    double v;
  } x = {old}, y = {a};
  x.v = next_fp(plain, x.v, y.v);
  return x.bits;
}

static uint64_t next_value(enum hyd_ad_type type, gex_OP_t plain, uint64_t old, uint64_t a) {
  switch (type) {
  case HYD_AD_I32:
    return next_int(plain, (uint64_t)(int32_t)(uint32_t)old, (uint64_t)(int32_t)(uint32_t)a, 1);
  case HYD_AD_I64: return next_int(plain, old, a, 1);
  case HYD_AD_FLT: return next_float(plain, old, a);
  case HYD_AD_DBL: return next_double(plain, old, a);
  default: return next_int(plain, old, a, 0);
  }
}

/* --- doing it ------------------------------------------------------------- */

/* Compares and exchanges until that succeeds. Acquires and releases, whatever o->order asks for. */
static uint64_t exchange_until_done(const struct hyd_ad_op *o, gex_OP_t plain, size_t size) {
  const gex_Flags_t both = GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ;
  uint64_t old = hyd_ad_do(o->addr, size, GEX_OP_GET, 0, 0, 0), seen;
  do {
    seen = old;
    old = hyd_ad_do(o->addr, size, GEX_OP_FCAS, seen, next_value(o->type, plain, seen, o->a), both);
  } while (old != seen);
  return old;
}

uint64_t hyd_ad_exec(const struct hyd_ad_op *o) {
  gex_OP_t instructions = hyd_ad_is_fp(o->type) ? HYD_AD_FP_INSTRUCTIONS : HYD_AD_INT_INSTRUCTIONS;
  gex_OP_t plain = hyd_ad_is_fetching(o->opcode) ? GEX_OP_TO_NONFETCHING(o->opcode) : o->opcode;
  size_t size = hyd_ad_size(o->type);
  if (o->opcode & instructions) return hyd_ad_do(o->addr, size, o->opcode, o->a, o->b, o->order);
  return exchange_until_done(o, plain, size);
}

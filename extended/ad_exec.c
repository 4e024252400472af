/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ad_exec.c: one atomic operation on a number of this process, or mapped here: an instruction where
 * there is one (hyd_ad_inline.h), else a loop that compares and exchanges the number's bits.
 */
#include "extended/ad.h"

/* --- the new value, where no instruction computes it ---------------------- */

/* Both operands widened to 64 bits by the sign of their type; products wrap (B.3). */
static uint64_t next_int(gex_OP_t plain, uint64_t old, uint64_t a, int is_signed) {
  int less = is_signed ? (int64_t)a < (int64_t)old : a < old;
  if (plain == GEX_OP_MULT) return old * a;
  return (plain == GEX_OP_MIN) == less ? a : old;
}

/* In double also for float: it is wide enough for the sum, difference and product of two floats
 * to be rounded to float as if computed in it. */
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
  uint32_t bits[2] = {(uint32_t)old, (uint32_t)a};
  float v[2];
  memcpy(v, bits, sizeof v);
  v[0] = (float)next_fp(plain, v[0], v[1]);
  memcpy(bits, v, sizeof bits);
  return bits[0];
}

static uint64_t next_double(gex_OP_t plain, uint64_t old, uint64_t a) {
  uint64_t bits[2] = {old, a};
  double v[2];
  memcpy(v, bits, sizeof v);
  v[0] = next_fp(plain, v[0], v[1]);
  memcpy(bits, v, sizeof bits);
  return bits[0];
}

static uint64_t next(enum hyd_ad_type type, gex_OP_t plain, uint64_t old, uint64_t a) {
  switch (type) {
  case HYD_AD_I32:
    return next_int(plain, (uint64_t)(int32_t)(uint32_t)old, (uint64_t)(int32_t)(uint32_t)a, 1);
  case HYD_AD_I64: return next_int(plain, old, a, 1);
  case HYD_AD_FLT: return next_float(plain, old, a);
  case HYD_AD_DBL: return next_double(plain, old, a);
  default: return next_int(plain, old, a, 0);
  }
}

/* --- loops: they acquire and release, whether asked to or not ------------- */

static uint64_t loop4(const struct hyd_ad_op *o, gex_OP_t plain) {
  hyd_ad_word4 *p = o->addr;
  uint32_t old = __atomic_load_n(p, __ATOMIC_RELAXED), new;
  do {
    new = (uint32_t)next(o->type, plain, old, o->a);
  } while (!__atomic_compare_exchange_n(p, &old, new, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  return old;
}

static uint64_t loop8(const struct hyd_ad_op *o, gex_OP_t plain) {
  hyd_ad_word8 *p = o->addr;
  uint64_t old = __atomic_load_n(p, __ATOMIC_RELAXED), new;
  do {
    new = next(o->type, plain, old, o->a);
  } while (!__atomic_compare_exchange_n(p, &old, new, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  return old;
}

/* --- both ----------------------------------------------------------------- */

uint64_t hyd_ad_exec(const struct hyd_ad_op *o) {
  gex_OP_t instructions = hyd_ad_is_fp(o->type) ? HYD_AD_FP_INSTRUCTIONS : HYD_AD_INT_INSTRUCTIONS;
  gex_OP_t plain = hyd_ad_is_fetching(o->opcode) ? GEX_OP_TO_NONFETCHING(o->opcode) : o->opcode;
  if (hyd_ad_size(o->type) == 4) {
    if (o->opcode & instructions) return hyd_ad_do4(o->addr, o->opcode, o->a, o->b, o->order);
    return loop4(o, plain);
  }
  if (o->opcode & instructions) return hyd_ad_do8(o->addr, o->opcode, o->a, o->b, o->order);
  return loop8(o, plain);
}

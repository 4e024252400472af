/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ad_am.c: atomics on memory that is not mapped here: a request says what to do, the target's
 * thread that handles it executes it like any other (ad_exec.c), and its reply brings the old
 * value. All of it fits in one line of a ring.
 *
 * Order: the request is published with release and taken with acquire, and so is the reply; so what
 * REL and ACQ order at the target is ordered at the initiator, too.
 */
#include "core/am/am.h"
#include "core/am/handlers.h"
#include "extended/ad.h"
#include "core/am/internal_handlers.h"

/* What to do, in one word: bits 0..4 the position of the opcode, from bit 5 on the type, then
 * the order flags from bit 8 on. */
static gex_AM_Arg_t pack(const struct hyd_ad_op *o) {
  unsigned position = (unsigned)__builtin_ctz(o->opcode);
  return (gex_AM_Arg_t)(position | (unsigned)o->type << 5 | o->order << 8);
}

static void unpack(struct hyd_ad_op *o, gex_AM_Arg_t word) {
  o->opcode = (gex_OP_t)1 << ((unsigned)word & 31);
  o->type = (enum hyd_ad_type)((unsigned)word >> 5 & 7);
  o->order = (gex_Flags_t)word >> 8;
}

static void on_op(gex_Token_t token, gex_AM_Arg_t what, gex_AM_Arg_t addr_hi, gex_AM_Arg_t addr_lo,
                  gex_AM_Arg_t a_hi, gex_AM_Arg_t a_lo, gex_AM_Arg_t b_hi, gex_AM_Arg_t b_lo,
                  gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo) {
  struct hyd_ad_op o = {.addr = hyd_arg_pointer(addr_hi, addr_lo),
                        .a = hyd_arg_word(a_hi, a_lo),
                        .b = hyd_arg_word(b_hi, b_lo)};
  uint64_t old;
  unpack(&o, what);
  old = hyd_ad_exec(&o);
  gex_AM_Arg_t args[] = {op_hi, op_lo, HYD_ARG_HIGH(old), HYD_ARG_LOW(old)};
  struct hyd_am m = hyd_am_of(0, HYD_AM_SHORT, HYD_H_AD_DONE, 4, args);
  hyd_am_send_reply((struct hyd_token *)token, &m, 0);
}

static void on_done(gex_Token_t token, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo, gex_AM_Arg_t old_hi,
                    gex_AM_Arg_t old_lo) {
  struct hyd_op *op = hyd_arg_pointer(op_hi, op_lo);
  void *result_p;
  hyd_op_written(op);
  result_p = (void *)(uintptr_t)op->value;
  if (result_p) hyd_ad_set_bits(result_p, op->scanned, hyd_arg_word(old_hi, old_lo));
  if (HYD_DEBUG) atomic_fetch_sub_explicit(&op->ad->pending, 1, memory_order_relaxed);
  hyd_op_done(((struct hyd_token *)token)->job, op);
}

void hyd_ad_am_init(struct hyd_job *job) {
  hyd_register_internal(job, HYD_H_AD_OP, (gex_AM_Fn_t)on_op, "atomic");
  hyd_register_internal(job, HYD_H_AD_DONE, (gex_AM_Fn_t)on_done, "atomic done");
}

int hyd_ad_am_start(struct hyd_job *job, gex_Rank_t peer, const struct hyd_ad_op *o,
                    struct hyd_op *op, unsigned how) {
  gex_AM_Arg_t args[] = {
      pack(o),           HYD_ARG_HIGH(o->addr), HYD_ARG_LOW(o->addr), HYD_ARG_HIGH(o->a),
      HYD_ARG_LOW(o->a), HYD_ARG_HIGH(o->b),    HYD_ARG_LOW(o->b),    HYD_ARG_HIGH(op),
      HYD_ARG_LOW(op)};
  struct hyd_am m = hyd_am_of(1, HYD_AM_SHORT, HYD_H_AD_OP, 9, args);
  hyd_op_add(op, 1);
  return hyd_am_send_request(job, peer, &m, how);
}

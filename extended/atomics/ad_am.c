/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ad_am.c: atomics on memory that is not mapped here. A request describes the operation, its
 * handler at the target executes it (ad_exec.c), and the reply brings the old value. Each message
 * fits in one line of a ring.
 *
 * Order. Messages are published with release and taken with acquire. So what REL and ACQ order at
 * the target is ordered at the initiator, too.
 */
#include "core/am/am.h"
#include "core/am/handlers.h"
#include "core/am/grants.h"
#include "core/am/deferred.h"
#include "core/base/err.h"
#include "extended/atomics/ad.h"
#include "core/am/internal_handlers.h"

/* The operation in one word: the position of the opcode in bits 0 to 4, the type in bits 5 to 7,
 * the order flags from bit 8 on. */
static gex_AM_Arg_t pack_operation(const struct hyd_ad_op *o) {
  unsigned position = (unsigned)__builtin_ctz(o->opcode);
  return (gex_AM_Arg_t)(position | (unsigned)o->type << 5 | o->order << 8);
}

static void unpack_operation(struct hyd_ad_op *o, gex_AM_Arg_t word) {
  o->opcode = (gex_OP_t)1 << ((unsigned)word & 31);
  o->type = (enum hyd_ad_type)((unsigned)word >> 5 & 7);
  o->order = (gex_Flags_t)word >> 8;
}

/* An operation that waits for guarded memory. */
struct work {
  struct hyd_deferred w;
  struct hyd_ad_op o;
  uint64_t old;
  gex_AM_Arg_t op[2];
};

/* Does the operation if its word is present; returns 0 if it is absent. */
static int try_execute(struct hyd_job *job, struct work *v) {
  size_t n = hyd_ad_size(v->o.type);
  struct hyd_ad_op here = v->o;
  struct hyd_lock lock;
  if (!hyd_lock_own(job, v->o.addr, n, v->o.opcode != GEX_OP_GET, "gex_AD", &lock)) {
    v->w.g = lock.g;
    v->w.at = v->o.addr;
    v->w.left = n;
    return 0;
  }
  here.addr = lock.at;
  v->old = hyd_ad_exec(&here);
  hyd_unlock_own(job, &lock);
  return 1;
}

static int step_work(struct hyd_job *job, struct hyd_deferred *w) {
  return try_execute(job, (struct work *)w);
}

static struct hyd_am answer_of(int is_request, const struct work *v, gex_AM_Arg_t args[4]) {
  args[0] = v->op[0];
  args[1] = v->op[1];
  args[2] = HYD_ARG_HIGH(v->old);
  args[3] = HYD_ARG_LOW(v->old);
  return hyd_am_of(is_request, HYD_AM_SHORT, HYD_H_AD_DONE, 4, args);
}

static void send_answer(struct hyd_job *job, struct hyd_deferred *w) {
  gex_AM_Arg_t args[4];
  struct hyd_am m = answer_of(1, (struct work *)w, args);
  hyd_am_send_request(job, w->initiator, &m, 0);
  free(w);
}

static HYD_COLD void keep_work(struct hyd_token *tok, const struct work *here) {
  struct work *v = malloc(sizeof *v);
  if (v == NULL) hyd_fatal("gex_AD", "out of memory for an operation that waits for its page");
  *v = *here;
  v->w.step = step_work;
  v->w.over = send_answer;
  hyd_deferred_keep(tok->job, &v->w, tok->src, HYD_DEFERRED_BY_GRANT);
}

static void on_op(gex_Token_t token, gex_AM_Arg_t what, gex_AM_Arg_t addr_hi, gex_AM_Arg_t addr_lo,
                  gex_AM_Arg_t a_hi, gex_AM_Arg_t a_lo, gex_AM_Arg_t b_hi, gex_AM_Arg_t b_lo,
                  gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo) {
  struct hyd_token *tok = (struct hyd_token *)token;
  struct work v = {.o = {.addr = hyd_arg_pointer(addr_hi, addr_lo),
                         .a = hyd_arg_word(a_hi, a_lo),
                         .b = hyd_arg_word(b_hi, b_lo)},
                   .op = {op_hi, op_lo}};
  gex_AM_Arg_t args[4];
  struct hyd_am m;
  unpack_operation(&v.o, what);
  if (hyd_unlikely(!try_execute(tok->job, &v))) {
    keep_work(tok, &v);
    return;
  }
  m = answer_of(0, &v, args);
  hyd_am_send_reply(tok, &m, 0);
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
  hyd_register_internal(job, HYD_H_AD_OP, (gex_AM_Fn_t)on_op, "atomic", HYD_SHORT, 9);
  hyd_register_internal(job, HYD_H_AD_DONE, (gex_AM_Fn_t)on_done, "atomic done", HYD_SHORT, 4);
}

int hyd_ad_am_start(struct hyd_job *job, const struct hyd_route *r, const struct hyd_ad_op *o,
                    struct hyd_op *op, unsigned how) {
  gex_AM_Arg_t args[] = {pack_operation(o),  HYD_ARG_HIGH(o->addr), HYD_ARG_LOW(o->addr),
                         HYD_ARG_HIGH(o->a), HYD_ARG_LOW(o->a),     HYD_ARG_HIGH(o->b),
                         HYD_ARG_LOW(o->b),  HYD_ARG_HIGH(op),      HYD_ARG_LOW(op)};
  struct hyd_am m = hyd_am_of(1, HYD_AM_SHORT, HYD_H_AD_OP, 9, args);
  m.needs_grant = r->guarded != NULL;
  hyd_op_add(op, 1);
  return hyd_am_send_request(job, r->peer, &m, how);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse_ad.c: remote atomics: domains made wrongly, operations that the domain does not have,
 * ranks and addresses, flags, context. What production may not notice does nothing to the number.
 */
#include "misuse.h"

#include <gasnet_ratomic.h>

static uint64_t result;

static gex_AD_t domain(gex_DT_t dt, gex_OP_t ops) {
  gex_AD_t ad;
  gex_AD_Create(&ad, misuse_tm, dt, ops, 0);
  return ad;
}
static gex_AD_t words(void) {
  return domain(GEX_DT_U64, GEX_OP_GET | GEX_OP_ADD | GEX_OP_FADD | GEX_OP_MULT);
}
static void *place(void) { return misuse_segment(1) + 64; }

/* The compiler must not see them. */
static volatile gex_OP_t hidden_op;
static void *volatile hidden;

static void add(gex_AD_t ad, gex_Rank_t rank, void *addr, gex_Flags_t flags) {
  gex_Event_Wait(gex_AD_OpNB_U64(ad, 0, rank, addr, GEX_OP_ADD, 7, 0, flags));
}
static void get(gex_AD_t ad, gex_Rank_t rank, void *addr, gex_Flags_t flags) {
  gex_Event_Wait(gex_AD_OpNB_U64(ad, &result, rank, addr, GEX_OP_GET, 0, 0, flags));
}

/* --- domains -------------------------------------------------------------- */

static void dt_0(void) { domain(0, GEX_OP_ADD); }
static void dt_two(void) { domain(GEX_DT_I32 | GEX_DT_U32, GEX_OP_ADD); }
static void dt_user(void) { domain(GEX_DT_USER, GEX_OP_ADD); }
static void ops_0(void) { domain(GEX_DT_I32, 0); }
static void ops_fp(void) { domain(GEX_DT_DBL, GEX_OP_ADD | GEX_OP_FXOR); }
static void ops_user(void) { domain(GEX_DT_I64, GEX_OP_USER); }
static void ops_reserved(void) { domain(GEX_DT_I64, GEX_OP_ADD | 1u << 13); }
static void create_flags(void) {
  gex_AD_t ad;
  gex_AD_Create(&ad, misuse_tm, GEX_DT_I32, GEX_OP_ADD,
                GEX_FLAG_AD_FAVOR_MY_RANK | GEX_FLAG_AD_FAVOR_REMOTE);
}
static void create_no_tm(void) {
  gex_AD_t ad;
  gex_AD_Create(&ad, GEX_TM_INVALID, GEX_DT_I32, GEX_OP_ADD, 0);
}
static void create_pair(void) {
  gex_AD_t ad;
  gex_AD_Create(&ad, gex_TM_Pair(misuse_ep, 0), GEX_DT_I32, GEX_OP_ADD, 0);
}
static void create_nowhere(void) { gex_AD_Create(hidden, misuse_tm, GEX_DT_I32, GEX_OP_ADD, 0); }

/* The second domain is not the same everywhere; rank 0 hears of it before the others leave. */
static void create_differs(void) {
  words();
  domain(GEX_DT_U64, gasnet_mynode() == 1 ? GEX_OP_ADD : GEX_OP_SUB);
  misuse_meet();
}

static void invalid(void) { get(hidden, 1, place(), 0); }
static void query_invalid(void) { gex_AD_QueryDT(hidden); }
static void destroyed(void) {
  gex_AD_t ad = words();
  gex_AD_Destroy(ad);
  get(ad, 1, place(), 0);
}
static void destroy_twice(void) {
  gex_AD_t ad = words();
  gex_AD_Destroy(ad);
  gex_AD_Destroy(ad);
}
static void destroy_pending(void) {
  gex_AD_t ad = words();
  gex_Event_t ev = gex_AD_OpNB_U64(ad, &result, 1, place(), GEX_OP_GET, 0, 0, 0);
  gex_AD_Destroy(ad);
  gex_Event_Wait(ev);
}

/* --- operations ----------------------------------------------------------- */

static void opcode(gex_OP_t op) {
  hidden_op = op;
  gex_Event_Wait(gex_AD_OpNB_U64(words(), &result, 1, place(), hidden_op, 7, 7, 0));
}
static void opcode_0(void) { opcode(0); }
static void opcode_two(void) { opcode(GEX_OP_ADD | GEX_OP_GET); }
static void opcode_other(void) { opcode(GEX_OP_SWAP); }
static void opcode_constant(void) {
  gex_Event_Wait(gex_AD_OpNB_U64(words(), &result, 1, place(), GEX_OP_SWAP, 7, 0, 0));
}
static void opcode_two_constant(void) {
  gex_Event_Wait(gex_AD_OpNB_U64(words(), &result, 1, place(), GEX_OP_ADD | GEX_OP_FADD, 7, 0, 0));
}
static void type_other(void) {
  uint32_t small;
  gex_Event_Wait(gex_AD_OpNB_U32(words(), &small, 1, place(), GEX_OP_FADD, 7, 0, 0));
}
static void type_sign(void) { (void)gex_AD_OpNBI_I64(words(), 0, 1, place(), GEX_OP_ADD, 7, 0, 0); }
static void rank_3(void) { add(words(), 3, place(), 0); }
static void rank_huge(void) { add(words(), GEX_RANK_INVALID, place(), 0); }
static void jobrank_3(void) { add(words(), 3, place(), GEX_FLAG_RANK_IS_JOBRANK); }
static void addr_end(void) { add(words(), 1, misuse_segment(1) + SEGMENT, 0); }
static void addr_before(void) { add(words(), 1, misuse_segment(1) - 8, 0); }
static void addr_null(void) { add(words(), 1, hidden, 0); }
static void addr_top(void) { add(words(), 1, (void *)(UINTPTR_MAX - 7), 0); }
static void addr_stack(void) {
  uint64_t local = 0;
  add(words(), 1, &local, 0);
}
static void addr_nbi(void) {
  (void)gex_AD_OpNBI_U64(words(), 0, 1, misuse_segment(1) + SEGMENT, GEX_OP_MULT, 7, 0, 0);
  gex_NBI_Wait(GEX_EC_RMW, 0);
}
static void odd_4(void) { add(words(), 1, misuse_segment(1) + 12, 0); }
static void odd_1(void) { add(words(), 1, misuse_segment(1) + 17, 0); }
static void odd_end(void) { add(words(), 1, misuse_segment(1) + SEGMENT - 4, 0); }
static void odd_loop(void) {
  gex_Event_Wait(gex_AD_OpNB_U64(words(), 0, 1, misuse_segment(1) + 12, GEX_OP_MULT, 7, 0, 0));
}
static void odd_float(void) {
  gex_AD_t ad = domain(GEX_DT_FLT, GEX_OP_ADD | GEX_OP_SET);
  gex_Event_Wait(gex_AD_OpNB_FLT(ad, 0, 1, misuse_segment(1) + 6, GEX_OP_SET, 7, 0, 0));
}
static void result_null(void) {
  gex_Event_Wait(gex_AD_OpNB_U64(words(), hidden, 1, place(), GEX_OP_GET, 0, 0, 0));
}
static void flags_odd(void) { get(words(), 1, place(), GEX_FLAG_PEER_SEG_OFFSET); }
static void flags_both(void) {
  get(words(), 0, misuse_segment(0), GEX_FLAG_AD_MY_RANK | GEX_FLAG_AD_MY_NBRHD);
}
static void my_rank(void) { get(words(), 1, place(), GEX_FLAG_AD_MY_RANK); }
static void my_nbrhd(void) { get(words(), 1, place(), GEX_FLAG_AD_MY_NBRHD); }

/* --- context -------------------------------------------------------------- */

static gex_AD_t in_context;
static void get_in_handler(gasnet_token_t token) {
  (void)token;
  (void)gex_AD_OpNBI_U64(in_context, &result, 0, misuse_segment(0), GEX_OP_GET, 0, 0, 0);
}
static void handler(void) {
  in_context = words();
  misuse_in_request(get_in_handler);
}
static void create_in_handler(gasnet_token_t token) {
  (void)token;
  in_context = words();
}
static void handler_create(void) { misuse_in_request(create_in_handler); }
static void with_lock(void) {
  static gex_HSL_t lock = GEX_HSL_INITIALIZER;
  gex_AD_t ad = words();
  gex_HSL_Lock(&lock);
  get(ad, 1, place(), 0);
}
static void preinit(void) { words(); }
static void no_segment(void) { get(words(), 1, &result, 0); }

/* clang-format off */
const struct misuse misuse_ad[] = {
    {"ad-dt-0", dt_0, 0}, {"ad-dt-two", dt_two, 0}, {"ad-dt-user", dt_user, 0},
    {"ad-ops-0", ops_0, 0}, {"ad-ops-fp", ops_fp, 0}, {"ad-ops-user", ops_user, 0},
    {"ad-ops-reserved", ops_reserved, 0}, {"ad-create-flags", create_flags, 0},
    {"ad-create-no-tm", create_no_tm, 0}, {"ad-create-pair", create_pair, 0},
    {"ad-create-nowhere", create_nowhere, 0}, {"ad-create-differs", create_differs, MISUSE_ALL},
    {"ad-invalid", invalid, 0}, {"ad-query-invalid", query_invalid, 0},
    {"ad-destroyed", destroyed, 0}, {"ad-destroy-twice", destroy_twice, 0},
    {"ad-destroy-pending", destroy_pending, 0}, {"ad-opcode-0", opcode_0, 0},
    {"ad-opcode-two", opcode_two, 0}, {"ad-opcode-other", opcode_other, 0},
    {"ad-opcode-constant", opcode_constant, 0}, {"ad-opcode-two-constant", opcode_two_constant, 0},
    {"ad-type-other", type_other, 0}, {"ad-type-sign", type_sign, 0}, {"ad-rank-3", rank_3, 0},
    {"ad-rank-huge", rank_huge, 0}, {"ad-jobrank-3", jobrank_3, 0}, {"ad-addr-end", addr_end, 0},
    {"ad-addr-before", addr_before, 0}, {"ad-addr-null", addr_null, 0},
    {"ad-addr-top", addr_top, 0}, {"ad-addr-stack", addr_stack, 0}, {"ad-addr-nbi", addr_nbi, 0},
    {"ad-odd-4", odd_4, 0}, {"ad-odd-1", odd_1, 0}, {"ad-odd-end", odd_end, 0},
    {"ad-odd-loop", odd_loop, 0}, {"ad-odd-float", odd_float, 0},
    {"ad-result-null", result_null, 0}, {"ad-flags-odd", flags_odd, 0},
    {"ad-flags-both", flags_both, 0}, {"ad-my-rank", my_rank, 0}, {"ad-my-nbrhd", my_nbrhd, 0},
    {"ad-handler", handler, 0}, {"ad-handler-create", handler_create, 0}, {"ad-hsl", with_lock, 0},
    {"ad-preinit", preinit, MISUSE_PREINIT}, {"ad-no-segment", no_segment, MISUSE_EX},
    {0}};

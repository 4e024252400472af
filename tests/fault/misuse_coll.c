/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse_coll.c: teams and collectives: parents that are none, colors, lists, scratch and flags
 * that do not fit, roots, types and operations that do not go together, members that differ.
 *
 * What must be right up to some point at all members is done on a team of rank 0 alone, which all
 * make together (MISUSE_ALL).
 */
#include "misuse.h"

#include <gasnet_coll.h>
#include <stdint.h>

static long in[8], out[8];
static gex_EP_Location_t list[3];

/* At rank 0 a team of itself; elsewhere INVALID, and nothing more is to be done. */
static gex_TM_t alone(void) {
  gex_TM_t tm = GEX_TM_INVALID;
  gex_TM_Split(&tm, misuse_tm, (int)gasnet_mynode(), 0, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
  return gasnet_mynode() ? GEX_TM_INVALID : tm;
}
static gex_TM_t pair(void) { return gex_TM_Pair(misuse_ep, 0); }

/* --- teams ---------------------------------------------------------------- */

static void split(gex_TM_t parent, int color, void *scratch, size_t size, gex_Flags_t flags) {
  gex_TM_t tm;
  gex_TM_Split(&tm, parent, color, 0, scratch, size, flags);
}
static void destroy_primordial(void) { gex_TM_Destroy(misuse_tm, NULL, 0); }
static void destroy_pair(void) { gex_TM_Destroy(pair(), NULL, 0); }
static void split_color(void) { split(misuse_tm, -1, NULL, 0, GEX_FLAG_TM_NO_SCRATCH); }
static void split_invalid(void) { split(GEX_TM_INVALID, 0, NULL, 0, GEX_FLAG_TM_NO_SCRATCH); }
static void split_pair(void) { split(pair(), 0, NULL, 0, GEX_FLAG_TM_NO_SCRATCH); }
static void split_flags(void) {
  split(misuse_tm, 0, misuse_segment(0), 4096, GEX_FLAG_TM_SYMMETRIC_SCRATCH);
}
static void split_empty_scratch(void) {
  gex_TM_t tm = alone();
  if (tm) split(tm, 0, misuse_segment(0), 0, 0);
}
static void split_stack_scratch(void) {
  char scratch[64];
  gex_TM_t tm = alone();
  if (tm) split(tm, 0, scratch, sizeof scratch, 0);
}
static void split_end_scratch(void) {
  gex_TM_t tm = alone();
  if (tm) split(tm, 0, misuse_segment(0) + SEGMENT - 63, 64, 0);
}
static void destroy_flags(void) {
  gex_TM_t tm = alone();
  if (tm) gex_TM_Destroy(tm, NULL, GEX_FLAG_IMMEDIATE);
}

/* One of `n` members in list, on a team of rank 0 alone. */
static void create(size_t n, size_t new_tms, gex_Addr_t *scratch, gex_Flags_t flags) {
  gex_TM_t tm = alone(), made[2];
  if (tm) gex_TM_Create(made, new_tms, tm, list, n, scratch, 4096, flags);
}
static void create_rank(void) {
  list[0].gex_rank = 9;
  create(1, 1, NULL, GEX_FLAG_TM_NO_SCRATCH);
}
static void create_jobrank(void) {
  list[0].gex_rank = 1; /* in the job, but not in the parent */
  create(1, 1, NULL, GEX_FLAG_TM_NO_SCRATCH | GEX_FLAG_RANK_IS_JOBRANK);
}
static void create_endpoint(void) {
  list[0].gex_ep_index = 1;
  create(1, 1, NULL, GEX_FLAG_TM_NO_SCRATCH);
}
static void create_two(void) { create(1, 2, NULL, GEX_FLAG_TM_NO_SCRATCH); }
static void create_no_mode(void) { create(1, 1, NULL, 0); }
static void create_two_modes(void) {
  create(1, 1, NULL, GEX_FLAG_TM_NO_SCRATCH | GEX_FLAG_TM_LOCAL_SCRATCH);
}
static void create_no_addresses(void) { create(1, 1, NULL, GEX_FLAG_TM_LOCAL_SCRATCH); }
static void create_stack_scratch(void) {
  gex_Addr_t here = list;
  create(1, 1, &here, GEX_FLAG_TM_LOCAL_SCRATCH);
}
/* Ranks 1 and 2 list themselves; rank 0 lists them as well. */
static void create_outsider(void) {
  gex_TM_t tm;
  list[0].gex_rank = 1;
  list[1].gex_rank = 2;
  gex_TM_Create(&tm, 1, misuse_tm, list, 2, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
}

/* --- teams of endpoints --------------------------------------------------- */

/* Rank 0 alone, with its primordial endpoint and another one, n entries of the list. */
static gex_TM_t endpoints(size_t n, size_t new_tms) {
  gex_TM_t tm = alone(), made[3] = {GEX_TM_INVALID, GEX_TM_INVALID, GEX_TM_INVALID};
  gex_EP_t ep;
  if (tm == GEX_TM_INVALID) return tm;
  gex_EP_Create(&ep, misuse_client, GEX_EP_CAPABILITY_RMA, 0);
  list[1].gex_ep_index = list[2].gex_ep_index = gex_EP_QueryIndex(ep);
  gex_TM_Create(made, new_tms, tm, list, n, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
  return made[0];
}
static void eps_am(void) {
  gex_TM_t tm = endpoints(2, 2);
  if (tm) gex_AM_RequestShort0(tm, 1, 200, 0);
}
static void eps_rank(void) {
  gex_TM_t tm = endpoints(2, 2);
  if (tm) gex_RMA_PutBlocking(tm, 2, out, in, 8, 0);
}
static void eps_unbound(void) {
  gex_TM_t tm = endpoints(2, 2);
  if (tm) gex_RMA_PutBlocking(tm, 1, out, in, 8, 0);
}
static void eps_barrier(void) {
  gex_TM_t tm = endpoints(2, 2);
  if (tm) gex_Coll_BarrierNB(tm, 0);
}
static void eps_split(void) {
  gex_TM_t tm = endpoints(2, 2);
  if (tm) split(tm, 0, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
}
static void eps_few(void) { endpoints(2, 1); }
static void eps_many(void) { endpoints(2, 3); }
static void eps_twice(void) { endpoints(3, 3); }

/* --- collectives ---------------------------------------------------------- */

static void broadcast(gex_TM_t tm, gex_Rank_t root, void *dst, size_t n, gex_Flags_t flags) {
  gex_Coll_BroadcastNB(tm, root, dst, in, n, flags);
}
static void coll_root(void) { broadcast(misuse_tm, 3, out, 8, 0); }
static void coll_flags(void) { broadcast(misuse_tm, 0, out, 8, GEX_FLAG_IMMEDIATE); }
static void coll_null(void) { broadcast(misuse_tm, 0, NULL, 8, 0); }
static void coll_pair(void) { broadcast(pair(), 0, out, 8, 0); }
static void coll_invalid(void) { broadcast(GEX_TM_INVALID, 0, out, 8, 0); }
static void barrier_pair(void) { gex_Coll_BarrierNB(pair(), 0); }

static void in_handler(gasnet_token_t token) {
  (void)token;
  coll_null(); /* so that a production library ends it as well */
}
static void coll_handler(void) { misuse_in_request(in_handler); }
static void split_in_handler(gasnet_token_t token) {
  (void)token;
  split_color();
}
static void split_handler(void) { misuse_in_request(split_in_handler); }
static void coll_hsl(void) {
  static gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
  gasnet_hsl_lock(&lock);
  coll_null();
}

static void reduce(gex_DT_t dt, size_t size, size_t count, gex_OP_t op) {
  gex_Coll_ReduceToAllNB(misuse_tm, out, in, dt, size, count, op, NULL, NULL, 0);
}
static void reduce_op(void) { reduce(GEX_DT_I64, 8, 1, GEX_OP_SUB); }
static void reduce_two_ops(void) { reduce(GEX_DT_I64, 8, 1, GEX_OP_ADD | GEX_OP_MIN); }
static void reduce_fp(void) { reduce(GEX_DT_DBL, 8, 1, GEX_OP_XOR); }
static void reduce_size(void) { reduce(GEX_DT_I32, 8, 1, GEX_OP_ADD); }
static void reduce_type(void) { reduce(0, 8, 1, GEX_OP_ADD); }
static void reduce_user_type(void) { reduce(GEX_DT_USER, 8, 1, GEX_OP_ADD); }
static void reduce_no_function(void) { reduce(GEX_DT_USER, 8, 1, GEX_OP_USER); }
static void reduce_nothing(void) { reduce(GEX_DT_I64, 8, 0, GEX_OP_ADD); }
static void reduce_huge(void) { reduce(GEX_DT_I64, 8, SIZE_MAX / 4, GEX_OP_ADD); }
static void reduce_root(void) {
  gex_Coll_ReduceToOneNB(misuse_tm, 7, out, in, GEX_DT_I64, 8, 1, GEX_OP_ADD, NULL, NULL, 0);
}

/* Rank 1, a child of the root, expects less than the root sends. */
static void coll_differ(void) {
  size_t n = gasnet_mynode() == 1 ? 16 : 32;
  gex_Event_Wait(gex_Coll_BroadcastNB(misuse_tm, 0, out, in, n, 0));
}

/* clang-format off */
const struct misuse misuse_coll[] = {
    {"tm-destroy-primordial", destroy_primordial, 0}, {"tm-destroy-pair", destroy_pair, 0},
    {"tm-destroy-flags", destroy_flags, MISUSE_ALL}, {"tm-split-color", split_color, 0},
    {"tm-split-invalid", split_invalid, 0}, {"tm-split-pair", split_pair, 0},
    {"tm-split-flags", split_flags, 0}, {"tm-split-handler", split_handler, 0},
    {"tm-split-empty-scratch", split_empty_scratch, MISUSE_ALL},
    {"tm-split-stack-scratch", split_stack_scratch, MISUSE_ALL},
    {"tm-split-end-scratch", split_end_scratch, MISUSE_ALL},
    {"tm-create-rank", create_rank, MISUSE_ALL}, {"tm-create-jobrank", create_jobrank, MISUSE_ALL},
    {"tm-create-endpoint", create_endpoint, MISUSE_ALL}, {"tm-create-two", create_two, MISUSE_ALL},
    {"tm-create-no-mode", create_no_mode, MISUSE_ALL},
    {"tm-create-two-modes", create_two_modes, MISUSE_ALL},
    {"tm-create-no-addresses", create_no_addresses, MISUSE_ALL},
    {"tm-create-stack-scratch", create_stack_scratch, MISUSE_ALL},
    {"tm-create-outsider", create_outsider, MISUSE_ALL},
    {"eps-am", eps_am, MISUSE_ALL}, {"eps-rank", eps_rank, MISUSE_ALL},
    {"eps-unbound", eps_unbound, MISUSE_ALL}, {"eps-barrier", eps_barrier, MISUSE_ALL},
    {"eps-split", eps_split, MISUSE_ALL}, {"eps-few", eps_few, MISUSE_ALL},
    {"eps-many", eps_many, MISUSE_ALL}, {"eps-twice", eps_twice, MISUSE_ALL},
    {"coll-root", coll_root, 0}, {"coll-flags", coll_flags, 0}, {"coll-null", coll_null, 0},
    {"coll-pair", coll_pair, 0}, {"coll-invalid", coll_invalid, 0},
    {"coll-barrier-pair", barrier_pair, 0}, {"coll-handler", coll_handler, 0},
    {"coll-hsl", coll_hsl, 0}, {"coll-differ", coll_differ, MISUSE_ALL},
    {"reduce-op", reduce_op, 0}, {"reduce-two-ops", reduce_two_ops, 0}, {"reduce-fp", reduce_fp, 0},
    {"reduce-size", reduce_size, 0}, {"reduce-type", reduce_type, 0},
    {"reduce-user-type", reduce_user_type, 0}, {"reduce-no-function", reduce_no_function, 0},
    {"reduce-nothing", reduce_nothing, 0}, {"reduce-huge", reduce_huge, 0},
    {"reduce-root", reduce_root, 0},
    {0}};

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse_am.c: active messages: indices, counts, sizes, destinations, and the calls that handlers
 * must not make (gex-core.md AMH-4, CTX-1, FLAG-2).
 */
#include "misuse.h"

#include <stdint.h>

static char bytes[64];

/* Other bytes than the guard's, so that a stray copy shows. */
static char *payload(void) { return memset(bytes, 0xee, sizeof bytes); }

static void index_reserved(void) {
  gex_AM_RequestShort0(misuse_tm, 1, (gex_AM_Index_t)fault_opt_int("index", 5), 0);
}
static void index_reserved_long(void) {
  gasnet_AMRequestLong4(1, (gasnet_handler_t)fault_opt_int("index", 5), payload(), 64,
                        misuse_segment(1), 1, 2, 3, 4);
}
static void index_reserved_medium(void) {
  gasnet_AMRequestMedium6(1, (gasnet_handler_t)fault_opt_int("index", 5), payload(), 64, 1, 2, 3, 4,
                          5, 6);
}
static void index_free(void) { gasnet_AMRequestShort0(1, H_FREE); }
static void index_free_self(void) { gasnet_AMRequestShort0(0, H_FREE); }
static void many_args(void) {
  gasnet_AMRequestShort(1, H_SHORT, 17, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
}
static void negative_args(void) { gasnet_AMRequestShort(1, H_SHORT, -1); }
static void other_args(void) { gex_AM_RequestShort2(misuse_tm, 1, H_ONE_ARG, 0, 1, 2); }
static void other_category(void) {
  gex_AM_RequestMedium1(misuse_tm, 1, H_ONE_ARG, payload(), 8, GEX_EVENT_NOW, 0, 1);
}
static void medium_oversize(void) {
  size_t n = gasnet_AMMaxMedium() + 1;
  char *p = calloc(1, n);
  gasnet_AMRequestMedium0(1, H_BULK, p, n);
}
static void medium_huge(void) { gasnet_AMRequestMedium0(1, H_BULK, payload(), (size_t)-1); }
static void long_oversize(void) {
  gasnet_AMRequestLong0(1, H_BULK, payload(), gasnet_AMMaxLongRequest() + 1, misuse_segment(1));
}
static void rank_end(void) { gasnet_AMRequestShort0(gasnet_nodes(), H_SHORT); }
static void rank_minus(void) { gex_AM_RequestShort0(misuse_tm, (gex_Rank_t)-1, H_SHORT, 0); }
static void rank_medium(void) { gasnet_AMRequestMedium0(1000000, H_BULK, payload(), 8); }
static void rank_long(void) { gasnet_AMRequestLong0(77, H_BULK, payload(), 8, misuse_segment(1)); }
static void long_end(void) {
  gasnet_AMRequestLong0(1, H_BULK, payload(), 64, misuse_segment(1) + SEGMENT - 32);
}
static void long_before(void) {
  gasnet_AMRequestLong0(1, H_BULK, payload(), 64, misuse_segment(1) - 32);
}
static void long_wrap(void) {
  gasnet_AMRequestLong0(1, H_BULK, payload(), 64, (void *)(UINTPTR_MAX - 15));
}
static void long_null(void) { gasnet_AMRequestLong0(1, H_BULK, payload(), 64, NULL); }
static void long_stack(void) {
  char local[64];
  gasnet_AMRequestLong0(1, H_BULK, payload(), 64, local);
}
static void long_self_end(void) {
  gasnet_AMRequestLong0(0, H_BULK, payload(), 64, misuse_segment(0) + SEGMENT - 8);
}
static void source_null(void) { gasnet_AMRequestMedium0(1, H_BULK, NULL, 8); }
static void lc_null(void) {
  gex_AM_RequestMedium0(misuse_tm, 1, H_BULK, payload(), 8, (gex_Event_t *)NULL, 0);
}
static void flags_unknown(void) { gex_AM_RequestShort0(misuse_tm, 1, H_SHORT, 1u << 30); }
static void team_invalid(void) { gex_AM_RequestShort0(GEX_TM_INVALID, 1, H_SHORT, 0); }

/* --- replies -------------------------------------------------------------- */

static void reply_twice_fn(gasnet_token_t t) {
  gasnet_AMReplyShort0(t, H_SHORT);
  gasnet_AMReplyShort0(t, H_SHORT);
}
static void reply_twice(void) { misuse_in_request(reply_twice_fn); }
static void reply_once_fn(gasnet_token_t t) { gasnet_AMReplyShort0(t, H_SHORT); }
static void reply_in_reply(void) { misuse_in_reply(reply_once_fn); }
static void reply_outside(void) { gasnet_AMReplyShort0(NULL, H_SHORT); }
static void reply_oversize_fn(gasnet_token_t t) {
  gasnet_AMReplyMedium0(t, H_BULK, payload(), gasnet_AMMaxMedium() + 1);
}
static void reply_oversize(void) { misuse_in_request(reply_oversize_fn); }
static void reply_many_args_fn(gasnet_token_t t) {
  gasnet_AMReplyShort(t, H_SHORT, 17, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
}
static void reply_many_args(void) { misuse_in_request(reply_many_args_fn); }
static void reply_reserved_fn(gasnet_token_t t) {
  gasnet_AMReplyMedium6(t, (gasnet_handler_t)fault_opt_int("index", 5), payload(), 64, 1, 2, 3, 4,
                        5, 6);
}
static void reply_reserved(void) { misuse_in_request(reply_reserved_fn); }
static void reply_outside_segment_fn(gasnet_token_t t) {
  gasnet_AMReplyLong0(t, H_BULK, payload(), 64, misuse_segment(0) + SEGMENT - 8);
}
static void reply_outside_segment(void) { misuse_in_request(reply_outside_segment_fn); }
static void source_of_null(void) {
  gasnet_node_t src;
  misuse_returned("%d", gasnet_AMGetMsgSource(NULL, &src));
}

/* --- calls that handlers must not make ------------------------------------ */

static void request_fn(gasnet_token_t t) { (void)t, gasnet_AMRequestShort0(1, H_SHORT); }
static void poll_fn(gasnet_token_t t) { (void)t, gasnet_AMPoll(); }
static void put_fn(gasnet_token_t t) {
  (void)t, gasnet_put(0, misuse_segment(0), misuse_segment(0), 8);
}
static void get_fn(gasnet_token_t t) { (void)t, gasnet_get(bytes, 1, misuse_segment(1), 8); }
static void barrier_fn(gasnet_token_t t) {
  (void)t;
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
}
static void nbi_fn(gasnet_token_t t) { (void)t, gasnet_wait_syncnbi_all(); }
static void blockuntil_fn(gasnet_token_t t) {
  (void)t;
  GASNET_BLOCKUNTIL(fault_opt_int("blocks", 0) != 0);
}
static void request_in_request(void) { misuse_in_request(request_fn); }
static void request_in_reply(void) { misuse_in_reply(request_fn); }
static void poll_in_request(void) { misuse_in_request(poll_fn); }
static void poll_in_reply(void) { misuse_in_reply(poll_fn); }
static void put_in_request(void) { misuse_in_request(put_fn); }
static void get_in_request(void) { misuse_in_request(get_fn); }
static void barrier_in_request(void) { misuse_in_request(barrier_fn); }
static void nbi_in_request(void) { misuse_in_request(nbi_fn); }
static void blockuntil_in_request(void) { misuse_in_request(blockuntil_fn); }

/* clang-format off */
const struct misuse misuse_am[] = {
    {"am-index", index_reserved, 0}, {"am-index-long", index_reserved_long, 0},
    {"am-index-medium", index_reserved_medium, 0},
    {"am-index-free", index_free, 0}, {"am-index-free-self", index_free_self, 0},
    {"am-args-17", many_args, 0}, {"am-args-negative", negative_args, 0},
    {"am-args-other", other_args, 0}, {"am-category-other", other_category, 0},
    {"am-medium-oversize", medium_oversize, 0}, {"am-medium-huge", medium_huge, 0},
    {"am-long-oversize", long_oversize, 0}, {"am-rank-end", rank_end, 0},
    {"am-rank-minus", rank_minus, 0}, {"am-rank-medium", rank_medium, 0},
    {"am-rank-long", rank_long, 0}, {"am-long-end", long_end, 0},
    {"am-long-before", long_before, 0}, {"am-long-wrap", long_wrap, 0},
    {"am-long-null", long_null, 0}, {"am-long-stack", long_stack, 0},
    {"am-long-self-end", long_self_end, 0},
    {"am-source-null", source_null, 0}, {"am-lc-null", lc_null, 0},
    {"am-flags", flags_unknown, 0}, {"am-team-invalid", team_invalid, 0},
    {"reply-twice", reply_twice, 0}, {"reply-in-reply", reply_in_reply, 0},
    {"reply-outside", reply_outside, 0}, {"reply-oversize", reply_oversize, 0},
    {"reply-args-17", reply_many_args, 0}, {"reply-index", reply_reserved, 0},
    {"reply-long-end", reply_outside_segment, 0},
    {"token-null", source_of_null, MISUSE_MEET},
    {"handler-request", request_in_request, 0}, {"handler-reply-request", request_in_reply, 0},
    {"handler-poll", poll_in_request, 0}, {"handler-reply-poll", poll_in_reply, 0},
    {"handler-put", put_in_request, 0}, {"handler-get", get_in_request, 0},
    {"handler-barrier", barrier_in_request, 0}, {"handler-nbi", nbi_in_request, 0},
    {"handler-blockuntil", blockuntil_in_request, 0}, {0}};

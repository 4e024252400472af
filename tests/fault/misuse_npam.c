/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse_npam.c: negotiated-payload messages: descriptors used twice, never made, or of another
 * family, other calls before the commit, lengths, arguments and places that were not agreed on.
 */
#include "misuse.h"

#include <stdint.h>

static char buf[4096];

static gex_AM_SrcDesc_t medium(size_t n) {
  return gex_AM_PrepareRequestMedium(misuse_tm, 1, NULL, n, n, NULL, 0, 0);
}
static gex_AM_SrcDesc_t to_rank_1(void *dest) {
  return gex_AM_PrepareRequestLong(misuse_tm, 1, NULL, 64, 64, dest, NULL, 0, 0);
}

static void np_twice(void) {
  gex_AM_SrcDesc_t sd = medium(100);
  gex_AM_CommitRequestMedium0(sd, H_BULK, 100);
  gex_AM_CommitRequestMedium0(sd, H_BULK, 100);
}
static void np_cancelled(void) {
  gex_AM_SrcDesc_t sd = medium(100);
  gex_AM_CancelRequestMedium(sd, 0);
  gex_AM_CommitRequestMedium0(sd, H_BULK, 100);
}
static void np_none(void) { gex_AM_CommitRequestMedium0(GEX_AM_SRCDESC_NO_OP, H_BULK, 0); }
static void np_cancel_none(void) { gex_AM_CancelRequestLong(GEX_AM_SRCDESC_NO_OP, 0); }
static void np_address_none(void) { gex_AM_SrcDescAddr(GEX_AM_SRCDESC_NO_OP); }
static void np_family(void) {
  gex_AM_CommitRequestLong0(medium(100), H_BULK, 100, misuse_segment(1));
}
static void np_cancel_family(void) { gex_AM_CancelReplyMedium(medium(100), 0); }
static void np_nested(void) {
  medium(100);
  medium(100);
}
static void np_put(void) {
  gex_AM_SrcDesc_t sd = medium(100);
  gex_RMA_GetBlocking(misuse_tm, buf, 1, misuse_segment(1), 8, 0);
  gex_AM_CancelRequestMedium(sd, 0);
}
static void np_request(void) {
  gex_AM_SrcDesc_t sd = medium(100);
  gasnet_AMRequestShort0(1, H_SHORT);
  gex_AM_CancelRequestMedium(sd, 0);
}
static void np_poll(void) {
  gex_AM_SrcDesc_t sd = medium(100);
  gasnet_AMPoll();
  gex_AM_CancelRequestMedium(sd, 0);
}
static void np_more(void) {
  gex_AM_SrcDesc_t sd = medium(100);
  gex_AM_CommitRequestMedium0(sd, H_BULK, gex_AM_SrcDescSize(sd) + 1);
}
static void np_args(void) { gex_AM_CommitRequestMedium1(medium(100), H_BULK, 100, 5); }
static void np_index(void) { gex_AM_CommitRequestMedium0(medium(100), 7, 100); }
static void np_commit_flags(void) {
  gex_AM_CommitRequestMedium0_v2(medium(100), H_BULK, 100, GEX_FLAG_ENABLE_LEAF_LC);
}
static void np_least(void) {
  gex_AM_PrepareRequestMedium(misuse_tm, 1, NULL, 200, 100, NULL, 0, 0);
}
static void np_limit(void) { medium(SIZE_MAX / 2); }
static void np_rank(void) { gex_AM_PrepareRequestMedium(misuse_tm, 3, NULL, 8, 8, NULL, 0, 0); }
static void np_invalid(void) {
  gex_AM_PrepareRequestMedium(GEX_TM_INVALID, 1, NULL, 8, 8, NULL, 0, 0);
}
static void np_17(void) { gex_AM_PrepareRequestMedium(misuse_tm, 1, NULL, 8, 8, NULL, 0, 17); }
static void np_lc(void) {
  gex_AM_PrepareRequestMedium(misuse_tm, 1, NULL, 8, 8, GEX_EVENT_NOW, 0, 0);
}
static void np_no_lc(void) { gex_AM_PrepareRequestMedium(misuse_tm, 1, buf, 8, 8, NULL, 0, 0); }
static void np_defer(void) {
  gex_AM_PrepareRequestLong(misuse_tm, 1, buf, 8, 8, NULL, GEX_EVENT_DEFER, 0, 0);
}
static void np_flags(void) {
  gex_AM_PrepareRequestMedium(misuse_tm, 1, NULL, 8, 8, NULL, GEX_FLAG_ENABLE_LEAF_LC, 0);
}
static void np_place(void) {
  char *there = misuse_segment(1);
  gex_AM_SrcDesc_t sd;
  gasnet_get(buf, 1, there, 64);
  sd = to_rank_1(there);
  memcpy(gex_AM_SrcDescAddr(sd), buf, 64);
  gex_AM_CommitRequestLong0(sd, H_BULK, 64, there + 64);
}
static void np_outside(void) {
  gex_AM_CommitRequestLong0(to_rank_1(NULL), H_BULK, 64, misuse_segment(1) + SEGMENT - 63);
}

static gex_AM_SrcDesc_t reply(gasnet_token_t token) {
  return gex_AM_PrepareReplyMedium(token, NULL, 8, 8, NULL, 0, 0);
}
static void reply_in_reply(gasnet_token_t token) { reply(token); }
static void np_reply_reply(void) { misuse_in_reply(reply_in_reply); }
static void reply_twice(gasnet_token_t token) {
  gex_AM_CommitReplyMedium0(reply(token), H_BULK, 8);
  reply(token);
}
static void np_reply_twice(void) { misuse_in_request(reply_twice); }
static void request_in_request(gasnet_token_t token) {
  (void)token;
  gex_AM_CancelRequestMedium(medium(8), 0);
}
static void np_handler(void) { misuse_in_request(request_in_request); }
static void np_hsl(void) {
  static gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
  gasnet_hsl_lock(&lock);
  gex_AM_CancelRequestMedium(medium(8), 0);
}

/* clang-format off */
const struct misuse misuse_npam[] = {
    {"np-twice", np_twice, 0}, {"np-cancelled", np_cancelled, 0}, {"np-none", np_none, 0},
    {"np-cancel-none", np_cancel_none, 0}, {"np-address-none", np_address_none, 0},
    {"np-family", np_family, 0}, {"np-cancel-family", np_cancel_family, 0},
    {"np-nested", np_nested, 0}, {"np-put", np_put, 0}, {"np-request", np_request, 0},
    {"np-poll", np_poll, 0}, {"np-more", np_more, 0}, {"np-args", np_args, 0},
    {"np-index", np_index, 0}, {"np-commit-flags", np_commit_flags, 0}, {"np-least", np_least, 0},
    {"np-limit", np_limit, 0}, {"np-rank", np_rank, 0}, {"np-invalid", np_invalid, 0},
    {"np-17", np_17, 0}, {"np-lc", np_lc, 0}, {"np-no-lc", np_no_lc, 0}, {"np-defer", np_defer, 0},
    {"np-flags", np_flags, 0}, {"np-place", np_place, 0}, {"np-outside", np_outside, 0},
    {"np-reply-reply", np_reply_reply, 0}, {"np-reply-twice", np_reply_twice, 0},
    {"np-handler", np_handler, 0}, {"np-hsl", np_hsl, 0},
    {0}};

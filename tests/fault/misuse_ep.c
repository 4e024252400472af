/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse_ep.c: endpoints, segments and kinds that are none, and transfers through TM-pairs that
 * leave a segment, or lead nowhere. The published segment is a part of the guarded one, so that a
 * byte outside of it is noticed.
 */
#include "misuse.h"

#include <gasnet_coll.h>
#include <gasnet_mk.h>
#include <gasnet_vis.h>

enum { AT = 8192, BYTES = 1000 };
static gex_EP_t ep;
static gex_Segment_t seg;
static char bytes[256];

/* All ranks: endpoint 1 is bound and published, 2 is bound. The pair; and only rank 0 goes on. */
static gex_TM_t pair_of(gex_EP_Index_t index) {
  gex_Segment_t second;
  gex_EP_t other;
  if (gex_Segment_Create(&seg, misuse_client, misuse_segment(gasnet_mynode()) + AT, BYTES,
                         GEX_MK_HOST, 0) ||
      gex_Segment_Create(&second, misuse_client, NULL, BYTES, GEX_MK_HOST, 0) ||
      gex_EP_Create(&ep, misuse_client, GEX_EP_CAPABILITY_RMA, 0) ||
      gex_EP_Create(&other, misuse_client, GEX_EP_CAPABILITY_RMA, 0) ||
      gex_EP_BindSegment(ep, seg, 0) || gex_EP_BindSegment(other, second, 0) ||
      gex_EP_PublishBoundSegment(misuse_tm, &ep, 1, 0))
    fault_die("endpoints");
  return gasnet_mynode() ? GEX_TM_INVALID : gex_TM_Pair(misuse_ep, index);
}
static char *there(void) { return misuse_segment(1) + AT; }

static void put(gex_EP_Index_t index, gex_Rank_t rank, void *to, size_t n) {
  gex_TM_t tm = pair_of(index);
  if (tm) gex_RMA_PutBlocking(tm, rank, to, bytes, n, 0);
}

/* --- transfers ------------------------------------------------------------ */

static void put_end(void) { put(1, 1, there() + BYTES - 4, 8); }
static void put_after(void) { put(1, 1, there() + BYTES, 1); }
static void put_before(void) { put(1, 1, there() - 1, 8); }
static void put_wrap(void) { put(1, 1, (void *)(uintptr_t)-4, 8); }
static void put_huge(void) { put(1, 1, there(), (size_t)-4096); }
static void put_null(void) { put(1, 1, NULL, 8); }
static void put_other_rank(void) { put(1, 2, there(), 8); }
static void put_self_end(void) { put(1, 0, misuse_segment(0) + AT + BYTES - 1, 2); }
static void put_unpublished(void) { put(2, 1, there(), 8); }
static void put_index_3(void) { put(3, 1, there(), 8); }
static void put_index_last(void) { put(GASNET_MAXEPS - 1, 1, there(), 8); }
static void put_index_huge(void) { put(65535, 1, there(), 8); }
static void put_rank(void) { put(1, 3, there(), 8); }
static void put_rank_huge(void) { put(1, GEX_RANK_INVALID, there(), 8); }
static void put_nb_end(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) gex_Event_Wait(gex_RMA_PutNB(tm, 1, there() + BYTES - 4, bytes, 8, GEX_EVENT_NOW, 0));
}
static void get_end(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) gex_RMA_GetBlocking(tm, bytes, 1, there() + BYTES - 4, 8, 0);
}
static void val_end(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) gex_RMA_PutNBIVal(tm, 1, there() + BYTES - 7, 1, 8, 0);
}
static void get_val_end(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) misuse_returned("%d", gex_RMA_GetBlockingVal(tm, 1, there() + BYTES - 7, 8, 0) != 0);
}
static void to_primordial_end(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) gex_RMA_PutBlocking(gex_TM_Pair(ep, 0), 1, misuse_segment(1) + SEGMENT - 4, bytes, 8, 0);
}
static void put_destroyed(void) {
  gex_TM_t tm = pair_of(1);
  if (!tm) return;
  gex_Segment_Destroy(seg, 0);
  gex_RMA_PutBlocking(tm, 0, misuse_segment(0) + AT, bytes, 8, 0);
}

/* --- calls that such a pair is not for ------------------------------------ */

static void am_to(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) gex_AM_RequestShort0(tm, 1, H_SHORT, 0);
}
static void am_from(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) gex_AM_RequestMedium0(gex_TM_Pair(ep, 0), 1, H_BULK, bytes, 8, GEX_EVENT_NOW, 0);
}
static void am_index_huge(void) {
  gex_TM_t tm = pair_of(40000);
  if (tm) gex_AM_RequestShort0(tm, 1, H_SHORT, 0);
}
static void am_long(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) gex_AM_RequestLong0(tm, 1, H_BULK, bytes, 0, there(), GEX_EVENT_NOW, 0);
}
static void am_long_end(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) gex_AM_RequestLong0(tm, 1, H_BULK, bytes, 8, there() + BYTES - 4, GEX_EVENT_NOW, 0);
}
static void am_unknown(void) {
  gex_TM_t tm = pair_of(5);
  if (tm) gex_AM_RequestShort0(tm, 1, H_SHORT, 0);
}
static void am_limit(void) {
  gex_TM_t tm = pair_of(1);
  if (tm)
    misuse_returned("%zu", gex_AM_MaxRequestMedium(gex_TM_Pair(ep, 0), 1, GEX_EVENT_NOW, 0, 0));
}
static void npam(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) gex_AM_PrepareRequestMedium(gex_TM_Pair(ep, 0), 1, NULL, 8, 8, NULL, 0, 0);
}
static void npam_long_end(void) {
  gex_TM_t tm = pair_of(1);
  gex_AM_SrcDesc_t sd;
  if (!tm) return;
  sd = gex_AM_PrepareRequestLong(tm, 1, NULL, 8, 8, NULL, NULL, 0, 0);
  gex_AM_CommitRequestLong0(sd, H_BULK, 8, there() + BYTES - 4);
}
/* The handler of the other endpoint's table, with one argument too many; and an index that is not
 * taken. */
static void no_arguments(gex_Token_t token) { (void)token; }
static void am_with_handlers(gex_AM_Index_t index) {
  gex_AM_Entry_t entry = {
      200, (gex_AM_Fn_t)no_arguments, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, "none"};
  if (gex_EP_Create(&ep, misuse_client, GEX_EP_CAPABILITY_AM, 0) ||
      gex_EP_RegisterHandlers(ep, &entry, 1))
    fault_die("endpoint");
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
  if (gasnet_mynode() == 0) gex_AM_RequestShort1(gex_TM_Pair(ep, 1), 1, index, 0, 5);
}
static void am_arguments(void) { am_with_handlers(200); }
static void am_handler(void) { am_with_handlers(201); }
static void vis_list(gex_TM_t tm, char *second) {
  void *to[2] = {there(), second}, *from[2] = {bytes, bytes + 16};
  if (tm) gex_VIS_IndexedPutBlocking(tm, 1, 2, to, 8, 2, from, 8, 0);
}
static void vis(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) vis_list(gex_TM_Pair(ep, 0), there() + 16);
}
static void vis_end(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) vis_list(tm, there() + BYTES - 4);
}
static void vis_strided_end(void) {
  const ptrdiff_t stride = 100, near_stride = 8;
  const size_t rows = 11; /* one too many */
  gex_TM_t tm = pair_of(1);
  if (tm) gex_VIS_StridedPutBlocking(tm, 1, there(), &stride, bytes, &near_stride, 8, &rows, 1, 0);
}
static void vis_unpublished(void) {
  gex_TM_t tm = pair_of(2);
  if (tm) vis_list(tm, there() + 16);
}
static void barrier(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
}
static void publish_pair(void) {
  gex_TM_t tm = pair_of(1);
  if (tm) gex_EP_PublishBoundSegment(tm, &ep, 1, 0);
}

/* --- objects -------------------------------------------------------------- */

static void publish_flags(void) { gex_EP_PublishBoundSegment(misuse_tm, NULL, 0, 1); }
static void publish_null(void) { gex_EP_PublishBoundSegment(misuse_tm, NULL, 1, 0); }
static void publish_none(void) {
  gex_EP_t none = (gex_EP_t)(void *)bytes;
  gex_EP_PublishBoundSegment(misuse_tm, &none, 1, 0);
}
static void create_null(void) { gex_EP_Create(NULL, misuse_client, GEX_EP_CAPABILITY_RMA, 0); }
static void create_flags(void) {
  gex_EP_Create(&ep, misuse_client, GEX_EP_CAPABILITY_RMA, 1u << 9);
}
static void segment_null(void) { gex_Segment_Create(NULL, misuse_client, NULL, 8, GEX_MK_HOST, 0); }
static void segment_flags(void) {
  gex_Segment_Create(&seg, misuse_client, NULL, 8, GEX_MK_HOST, 1);
}
static void segment_client(void) {
  gex_Segment_Create(&seg, GEX_CLIENT_INVALID, NULL, 8, GEX_MK_HOST, 0);
}
static void destroy_attached(void) { gex_Segment_Destroy(gex_EP_QuerySegment(misuse_ep), 0); }
static void destroy_none(void) { gex_Segment_Destroy(GEX_SEGMENT_INVALID, 0); }
static void destroy_twice(void) {
  gex_Segment_t s;
  if (gex_Segment_Create(&s, misuse_client, bytes, 8, GEX_MK_HOST, 0)) fault_die("segment");
  gex_Segment_Destroy(s, 0);
  gex_Segment_Destroy(s, 0);
}
static void in_handler(gasnet_token_t token) {
  (void)token;
  misuse_returned("%d", gex_EP_Create(&ep, misuse_client, GEX_EP_CAPABILITY_RMA, 0));
}
static void handler_create(void) { misuse_in_request(in_handler); }

static void kind_host(void) {
  gex_MK_Create_args_t a;
  gex_MK_t kind;
  memset(&a, 0, sizeof a);
  gex_MK_Create(&kind, misuse_client, &a, 0);
}
static void kind_null(void) {
  gex_MK_Create_args_t a;
  memset(&a, 0, sizeof a);
  a.gex_class = GEX_MK_CLASS_HIP;
  gex_MK_Create(NULL, misuse_client, &a, 0);
}
static void kind_no_args(void) {
  gex_MK_t kind;
  gex_MK_Create(&kind, misuse_client, NULL, 0);
}
static void kind_destroy_host(void) { gex_MK_Destroy(GEX_MK_HOST, 0); }
static void kind_destroy_none(void) { gex_MK_Destroy(GEX_MK_INVALID, 0); }

/* clang-format off */
const struct misuse misuse_eps[] = {
    {"ep-put-end", put_end, MISUSE_ALL}, {"ep-put-after", put_after, MISUSE_ALL},
    {"ep-put-before", put_before, MISUSE_ALL}, {"ep-put-wrap", put_wrap, MISUSE_ALL},
    {"ep-put-huge", put_huge, MISUSE_ALL}, {"ep-put-null", put_null, MISUSE_ALL},
    {"ep-put-other-rank", put_other_rank, MISUSE_ALL},
    {"ep-put-self-end", put_self_end, MISUSE_ALL},
    {"ep-put-unpublished", put_unpublished, MISUSE_ALL},
    {"ep-put-index-3", put_index_3, MISUSE_ALL}, {"ep-put-index-last", put_index_last, MISUSE_ALL},
    {"ep-put-index-huge", put_index_huge, MISUSE_ALL}, {"ep-put-rank", put_rank, MISUSE_ALL},
    {"ep-put-rank-huge", put_rank_huge, MISUSE_ALL}, {"ep-put-nb-end", put_nb_end, MISUSE_ALL},
    {"ep-get-end", get_end, MISUSE_ALL}, {"ep-val-end", val_end, MISUSE_ALL},
    {"ep-get-val-end", get_val_end, MISUSE_ALL},
    {"ep-to-primordial-end", to_primordial_end, MISUSE_ALL},
    {"ep-put-destroyed", put_destroyed, MISUSE_ALL}, {"ep-am-to", am_to, MISUSE_ALL},
    {"ep-am-from", am_from, MISUSE_ALL}, {"ep-am-index-huge", am_index_huge, MISUSE_ALL},
    {"ep-am-long", am_long, MISUSE_ALL}, {"ep-am-long-end", am_long_end, MISUSE_ALL},
    {"ep-am-unknown", am_unknown, MISUSE_ALL}, {"ep-am-arguments", am_arguments, MISUSE_ALL},
    {"ep-am-handler", am_handler, MISUSE_ALL}, {"ep-am-limit", am_limit, MISUSE_ALL},
    {"ep-npam", npam, MISUSE_ALL}, {"ep-npam-long-end", npam_long_end, MISUSE_ALL},
    {"ep-vis", vis, MISUSE_ALL}, {"ep-vis-end", vis_end, MISUSE_ALL},
    {"ep-vis-strided-end", vis_strided_end, MISUSE_ALL},
    {"ep-vis-unpublished", vis_unpublished, MISUSE_ALL}, {"ep-barrier", barrier, MISUSE_ALL},
    {"ep-publish-pair", publish_pair, MISUSE_ALL}, {"ep-publish-flags", publish_flags, 0},
    {"ep-publish-null", publish_null, 0}, {"ep-publish-none", publish_none, 0},
    {"ep-create-null", create_null, 0}, {"ep-create-flags", create_flags, 0},
    {"ep-segment-null", segment_null, 0}, {"ep-segment-flags", segment_flags, 0},
    {"ep-segment-client", segment_client, 0}, {"ep-destroy-attached", destroy_attached, 0},
    {"ep-destroy-none", destroy_none, 0}, {"ep-destroy-twice", destroy_twice, 0},
    {"ep-handler-create", handler_create, 0}, {"mk-host", kind_host, 0}, {"mk-null", kind_null, 0},
    {"mk-no-args", kind_no_args, 0}, {"mk-destroy-host", kind_destroy_host, 0},
    {"mk-destroy-none", kind_destroy_none, 0},
    {0}};

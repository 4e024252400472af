/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_srcloc.h: for clients of the checking library: calls note the client's file and line while
 * they last, so that a fatal message names them; it is one if the job has not started, or another
 * thread is in a call when the client is SEQ or PARSYNC (client_place.c). Included last, so that
 * inline code of the headers notes nothing. Not for direct inclusion.
 */
#ifndef HYD_SRCLOC_H
#define HYD_SRCLOC_H

#ifdef __cplusplus
extern "C" {
#endif
void hyd_srcloc(const char *call, const char *file, int line);
int hyd_srcloc_enter(const char *call, const char *file, int line);
void hyd_srcloc_leave(const int *entered);
void hyd_srcloc_started(const char *call, const char *file, int line);
#ifdef __cplusplus
}
#endif

/* The call, made by one thread at a time if the client has said so, after init. */
#define HYD_AT(call, expression)                                                                   \
  __extension__({                                                                                  \
    __attribute__((__cleanup__(hyd_srcloc_leave), __unused__))                                     \
    const int HYD_PASTE(hyd_at_, __COUNTER__) = hyd_srcloc_enter(call, __FILE__, __LINE__);        \
    expression;                                                                                    \
  })
/* One that returns an error before init. */
#define HYD_AT_ANY_TIME(call, expression)                                                          \
  __extension__({                                                                                  \
    __attribute__((__cleanup__(hyd_srcloc_leave), __unused__))                                     \
    const int HYD_PASTE(hyd_at_, __COUNTER__) = (hyd_srcloc(call, __FILE__, __LINE__), 0);         \
    expression;                                                                                    \
  })
/* What reads only, and may stand outside of functions, too: after init. */
#define HYD_AFTER_INIT(call, expression) (hyd_srcloc_started(call, __FILE__, __LINE__), expression)

#define gex_Coll_BarrierNB(...) HYD_AT("gex_Coll_BarrierNB", gex_Coll_BarrierNB(__VA_ARGS__))
#define gex_EP_RegisterHandlers(...)                                                               \
  HYD_AT("gex_EP_RegisterHandlers", gex_EP_RegisterHandlers(__VA_ARGS__))
#define gex_Event_Wait(...) HYD_AT("gex_Event_Wait", gex_Event_Wait(__VA_ARGS__))
#define gex_Event_Test(...) HYD_AT("gex_Event_Test", gex_Event_Test(__VA_ARGS__))
#define gex_Event_WaitAll(...) HYD_AT("gex_Event_WaitAll", gex_Event_WaitAll(__VA_ARGS__))
#define gex_Event_WaitSome(...) HYD_AT("gex_Event_WaitSome", gex_Event_WaitSome(__VA_ARGS__))
#define gex_Event_TestAll(...) HYD_AT("gex_Event_TestAll", gex_Event_TestAll(__VA_ARGS__))
#define gex_Event_TestSome(...) HYD_AT("gex_Event_TestSome", gex_Event_TestSome(__VA_ARGS__))
#define gex_NBI_BeginAccessRegion(...)                                                             \
  HYD_AT("gex_NBI_BeginAccessRegion", gex_NBI_BeginAccessRegion(__VA_ARGS__))
#define gex_NBI_EndAccessRegion(...)                                                               \
  HYD_AT("gex_NBI_EndAccessRegion", gex_NBI_EndAccessRegion(__VA_ARGS__))
#define gex_NBI_Wait(...) HYD_AT("gex_NBI_Wait", gex_NBI_Wait(__VA_ARGS__))
#define gex_NBI_Test(...) HYD_AT("gex_NBI_Test", gex_NBI_Test(__VA_ARGS__))
#define gex_HSL_Init(...) HYD_AT("gex_HSL_Init", gex_HSL_Init(__VA_ARGS__))
#define gex_HSL_Destroy(...) HYD_AT("gex_HSL_Destroy", gex_HSL_Destroy(__VA_ARGS__))
#define gex_HSL_Lock(...) HYD_AT("gex_HSL_Lock", gex_HSL_Lock(__VA_ARGS__))
#define gex_HSL_Trylock(...) HYD_AT("gex_HSL_Trylock", gex_HSL_Trylock(__VA_ARGS__))
#define gex_HSL_Unlock(...) HYD_AT("gex_HSL_Unlock", gex_HSL_Unlock(__VA_ARGS__))
#define gex_RMA_PutBlocking(...) HYD_AT("gex_RMA_PutBlocking", gex_RMA_PutBlocking(__VA_ARGS__))
#define gex_RMA_PutNB(...) HYD_AT("gex_RMA_PutNB", gex_RMA_PutNB(__VA_ARGS__))
#define gex_RMA_PutNBI(...) HYD_AT("gex_RMA_PutNBI", gex_RMA_PutNBI(__VA_ARGS__))
#define gex_RMA_GetBlocking(...) HYD_AT("gex_RMA_GetBlocking", gex_RMA_GetBlocking(__VA_ARGS__))
#define gex_RMA_GetNB(...) HYD_AT("gex_RMA_GetNB", gex_RMA_GetNB(__VA_ARGS__))
#define gex_RMA_GetNBI(...) HYD_AT("gex_RMA_GetNBI", gex_RMA_GetNBI(__VA_ARGS__))
#define gex_TM_Split(...) HYD_AT("gex_TM_Split", gex_TM_Split(__VA_ARGS__))
#define gex_TM_Create(...) HYD_AT("gex_TM_Create", gex_TM_Create(__VA_ARGS__))
#define gex_TM_Destroy(...) HYD_AT("gex_TM_Destroy", gex_TM_Destroy(__VA_ARGS__))
#define gex_Segment_Attach(...) HYD_AT("gex_Segment_Attach", gex_Segment_Attach(__VA_ARGS__))
#define gex_Segment_Create(...) HYD_AT("gex_Segment_Create", gex_Segment_Create(__VA_ARGS__))
#define gex_Segment_Destroy(...) HYD_AT("gex_Segment_Destroy", gex_Segment_Destroy(__VA_ARGS__))
#define gex_Segment_QueryBound(...)                                                                \
  HYD_AT("gex_Segment_QueryBound", gex_Segment_QueryBound(__VA_ARGS__))
#define gex_EP_QueryBoundSegmentNB(...)                                                            \
  HYD_AT("gex_EP_QueryBoundSegmentNB", gex_EP_QueryBoundSegmentNB(__VA_ARGS__))
#define gex_EP_Create(...) HYD_AT("gex_EP_Create", gex_EP_Create(__VA_ARGS__))
#define gex_EP_BindSegment(...) HYD_AT("gex_EP_BindSegment", gex_EP_BindSegment(__VA_ARGS__))
#define gex_EP_PublishBoundSegment(...)                                                            \
  HYD_AT("gex_EP_PublishBoundSegment", gex_EP_PublishBoundSegment(__VA_ARGS__))
#define gex_System_QueryNbrhdInfo(...)                                                             \
  HYD_AT("gex_System_QueryNbrhdInfo", gex_System_QueryNbrhdInfo(__VA_ARGS__))
#define gex_System_QueryHostInfo(...)                                                              \
  HYD_AT("gex_System_QueryHostInfo", gex_System_QueryHostInfo(__VA_ARGS__))
#define gasnet_AMPoll() HYD_AT("gasnet_AMPoll", gasnet_AMPoll())
#define gasnet_barrier_notify(...)                                                                 \
  HYD_AT("gasnet_barrier_notify", gasnet_barrier_notify(__VA_ARGS__))
#define gasnet_barrier_wait(...) HYD_AT("gasnet_barrier_wait", gasnet_barrier_wait(__VA_ARGS__))
#define gasnet_barrier_try(...) HYD_AT("gasnet_barrier_try", gasnet_barrier_try(__VA_ARGS__))

#define gex_System_QueryJobRank()                                                                  \
  HYD_AFTER_INIT("gex_System_QueryJobRank", gex_System_QueryJobRank())
#define gex_System_QueryJobSize()                                                                  \
  HYD_AFTER_INIT("gex_System_QueryJobSize", gex_System_QueryJobSize())
#define gex_TM_QueryRank(...) HYD_AFTER_INIT("gex_TM_QueryRank", gex_TM_QueryRank(__VA_ARGS__))
#define gex_TM_QuerySize(...) HYD_AFTER_INIT("gex_TM_QuerySize", gex_TM_QuerySize(__VA_ARGS__))
#define gex_TM_QueryClient(...)                                                                    \
  HYD_AFTER_INIT("gex_TM_QueryClient", gex_TM_QueryClient(__VA_ARGS__))
#define gex_TM_QueryEP(...) HYD_AFTER_INIT("gex_TM_QueryEP", gex_TM_QueryEP(__VA_ARGS__))
#define gex_TM_TranslateRankToJobrank(...)                                                         \
  HYD_AFTER_INIT("gex_TM_TranslateRankToJobrank", gex_TM_TranslateRankToJobrank(__VA_ARGS__))
#define gex_TM_TranslateJobrankToRank(...)                                                         \
  HYD_AFTER_INIT("gex_TM_TranslateJobrankToRank", gex_TM_TranslateJobrankToRank(__VA_ARGS__))
#define gex_Client_QueryName(...)                                                                  \
  HYD_AFTER_INIT("gex_Client_QueryName", gex_Client_QueryName(__VA_ARGS__))
#define gex_Client_QueryFlags(...)                                                                 \
  HYD_AFTER_INIT("gex_Client_QueryFlags", gex_Client_QueryFlags(__VA_ARGS__))
#define gex_EP_QueryIndex(...) HYD_AFTER_INIT("gex_EP_QueryIndex", gex_EP_QueryIndex(__VA_ARGS__))
#define gex_Segment_QueryAddr(...)                                                                 \
  HYD_AFTER_INIT("gex_Segment_QueryAddr", gex_Segment_QueryAddr(__VA_ARGS__))
/* GASNET_BLOCKUNTIL's, which expands where the client is. */
#define hyd_blockuntil_begin(...)                                                                  \
  HYD_AFTER_INIT("GASNET_BLOCKUNTIL", hyd_blockuntil_begin(__VA_ARGS__))
#define gex_AM_MaxRequestMedium(...)                                                               \
  HYD_AFTER_INIT("gex_AM_MaxRequestMedium", gex_AM_MaxRequestMedium(__VA_ARGS__))
#define gasnet_QueryGexObjects(...)                                                                \
  HYD_AFTER_INIT("gasnet_QueryGexObjects", gasnet_QueryGexObjects(__VA_ARGS__))

#include "hyd_srcloc_am.h"

#ifdef _INCLUDED_GASNET_H /* the names that these calls have inside */
#define gasnet_put(...) HYD_AT("gex_RMA_PutBlocking", gasnet_put(__VA_ARGS__))
#define gasnet_get(...) HYD_AT("gex_RMA_GetBlocking", gasnet_get(__VA_ARGS__))
#define gasnet_put_nb(...) HYD_AT("gex_RMA_PutNB", gasnet_put_nb(__VA_ARGS__))
#define gasnet_put_nb_bulk(...) HYD_AT("gex_RMA_PutNB", gasnet_put_nb_bulk(__VA_ARGS__))
#define gasnet_get_nb(...) HYD_AT("gex_RMA_GetNB", gasnet_get_nb(__VA_ARGS__))
#define gasnet_put_nbi(...) HYD_AT("gex_RMA_PutNBI", gasnet_put_nbi(__VA_ARGS__))
#define gasnet_put_nbi_bulk(...) HYD_AT("gex_RMA_PutNBI", gasnet_put_nbi_bulk(__VA_ARGS__))
#define gasnet_get_nbi(...) HYD_AT("gex_RMA_GetNBI", gasnet_get_nbi(__VA_ARGS__))
#define gasnet_memset(...) HYD_AT("gasnet_memset", gasnet_memset(__VA_ARGS__))
#define gasnet_put_val(...) HYD_AT("gex_RMA_PutVal", gasnet_put_val(__VA_ARGS__))
#define gasnet_get_val(...) HYD_AT("gex_RMA_GetVal", gasnet_get_val(__VA_ARGS__))
#define gasnet_begin_nbi_accessregion()                                                            \
  HYD_AT("gex_NBI_BeginAccessRegion", gasnet_begin_nbi_accessregion())
#define gasnet_end_nbi_accessregion()                                                              \
  HYD_AT("gex_NBI_EndAccessRegion", gasnet_end_nbi_accessregion())
#define gasnet_wait_syncnb(...) HYD_AT("gex_Event_Wait", gasnet_wait_syncnb(__VA_ARGS__))
#define gasnet_wait_syncnbi_all() HYD_AT("gex_NBI_Wait", gasnet_wait_syncnbi_all())
#define gasnet_wait_syncnbi_puts() HYD_AT("gex_NBI_Wait", gasnet_wait_syncnbi_puts())
#define gasnet_wait_syncnbi_gets() HYD_AT("gex_NBI_Wait", gasnet_wait_syncnbi_gets())
#define gasnet_attach(...) HYD_AT_ANY_TIME("gasnet_attach", gasnet_attach(__VA_ARGS__))
#define gasnet_AMGetMsgSource(...)                                                                 \
  HYD_AFTER_INIT("gasnet_AMGetMsgSource", gasnet_AMGetMsgSource(__VA_ARGS__))
#define gasnet_mynode() HYD_AFTER_INIT("gasnet_mynode", gasnet_mynode())
#define gasnet_nodes() HYD_AFTER_INIT("gasnet_nodes", gasnet_nodes())
#define gasnet_hold_interrupts() HYD_AT("gasnet_hold_interrupts", gasnet_hold_interrupts())
#define gasnet_resume_interrupts() HYD_AT("gasnet_resume_interrupts", gasnet_resume_interrupts())
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_srcloc.h: for clients of the checking library: calls that can fail note the client's file and
 * line first, so that a fatal message names them. Included last, so that inline code of the headers
 * notes nothing. Not for direct inclusion.
 */
#ifndef HYD_SRCLOC_H
#define HYD_SRCLOC_H

#ifdef __cplusplus
extern "C" {
#endif
void hyd_srcloc(const char *call, const char *file, int line);
#ifdef __cplusplus
}
#endif

#define HYD_AT(call) hyd_srcloc(call, __FILE__, __LINE__)
#define gex_Coll_BarrierNB(...) (HYD_AT("gex_Coll_BarrierNB"), gex_Coll_BarrierNB(__VA_ARGS__))
#define gex_EP_RegisterHandlers(...) (HYD_AT("gex_EP_RegisterHandlers"), gex_EP_RegisterHandlers(__VA_ARGS__))
#define gex_Event_Wait(...) (HYD_AT("gex_Event_Wait"), gex_Event_Wait(__VA_ARGS__))
#define gex_Event_Test(...) (HYD_AT("gex_Event_Test"), gex_Event_Test(__VA_ARGS__))
#define gex_Event_WaitAll(...) (HYD_AT("gex_Event_WaitAll"), gex_Event_WaitAll(__VA_ARGS__))
#define gex_Event_WaitSome(...) (HYD_AT("gex_Event_WaitSome"), gex_Event_WaitSome(__VA_ARGS__))
#define gex_Event_TestAll(...) (HYD_AT("gex_Event_TestAll"), gex_Event_TestAll(__VA_ARGS__))
#define gex_Event_TestSome(...) (HYD_AT("gex_Event_TestSome"), gex_Event_TestSome(__VA_ARGS__))
#define gex_NBI_BeginAccessRegion(...) (HYD_AT("gex_NBI_BeginAccessRegion"), gex_NBI_BeginAccessRegion(__VA_ARGS__))
#define gex_NBI_EndAccessRegion(...) (HYD_AT("gex_NBI_EndAccessRegion"), gex_NBI_EndAccessRegion(__VA_ARGS__))
#define gex_NBI_Wait(...) (HYD_AT("gex_NBI_Wait"), gex_NBI_Wait(__VA_ARGS__))
#define gex_NBI_Test(...) (HYD_AT("gex_NBI_Test"), gex_NBI_Test(__VA_ARGS__))
#define gex_HSL_Init(...) (HYD_AT("gex_HSL_Init"), gex_HSL_Init(__VA_ARGS__))
#define gex_HSL_Destroy(...) (HYD_AT("gex_HSL_Destroy"), gex_HSL_Destroy(__VA_ARGS__))
#define gex_HSL_Lock(...) (HYD_AT("gex_HSL_Lock"), gex_HSL_Lock(__VA_ARGS__))
#define gex_HSL_Trylock(...) (HYD_AT("gex_HSL_Trylock"), gex_HSL_Trylock(__VA_ARGS__))
#define gex_HSL_Unlock(...) (HYD_AT("gex_HSL_Unlock"), gex_HSL_Unlock(__VA_ARGS__))
#define gex_RMA_PutBlocking(...) (HYD_AT("gex_RMA_PutBlocking"), gex_RMA_PutBlocking(__VA_ARGS__))
#define gex_RMA_PutNB(...) (HYD_AT("gex_RMA_PutNB"), gex_RMA_PutNB(__VA_ARGS__))
#define gex_RMA_PutNBI(...) (HYD_AT("gex_RMA_PutNBI"), gex_RMA_PutNBI(__VA_ARGS__))
#define gex_RMA_GetBlocking(...) (HYD_AT("gex_RMA_GetBlocking"), gex_RMA_GetBlocking(__VA_ARGS__))
#define gex_RMA_GetNB(...) (HYD_AT("gex_RMA_GetNB"), gex_RMA_GetNB(__VA_ARGS__))
#define gex_RMA_GetNBI(...) (HYD_AT("gex_RMA_GetNBI"), gex_RMA_GetNBI(__VA_ARGS__))
#define gasnet_AMPoll(...) (HYD_AT("gasnet_AMPoll"), gasnet_AMPoll(__VA_ARGS__))
#define gasnet_barrier_notify(...) (HYD_AT("gasnet_barrier_notify"), gasnet_barrier_notify(__VA_ARGS__))
#define gasnet_barrier_wait(...) (HYD_AT("gasnet_barrier_wait"), gasnet_barrier_wait(__VA_ARGS__))
#define gasnet_barrier_try(...) (HYD_AT("gasnet_barrier_try"), gasnet_barrier_try(__VA_ARGS__))

#ifdef _INCLUDED_GASNET_H /* the names that these calls have inside */
#define gasnet_put(...) (HYD_AT("gex_RMA_PutBlocking"), gasnet_put(__VA_ARGS__))
#define gasnet_get(...) (HYD_AT("gex_RMA_GetBlocking"), gasnet_get(__VA_ARGS__))
#define gasnet_put_nb(...) (HYD_AT("gex_RMA_PutNB"), gasnet_put_nb(__VA_ARGS__))
#define gasnet_put_nb_bulk(...) (HYD_AT("gex_RMA_PutNB"), gasnet_put_nb_bulk(__VA_ARGS__))
#define gasnet_get_nb(...) (HYD_AT("gex_RMA_GetNB"), gasnet_get_nb(__VA_ARGS__))
#define gasnet_put_nbi(...) (HYD_AT("gex_RMA_PutNBI"), gasnet_put_nbi(__VA_ARGS__))
#define gasnet_put_nbi_bulk(...) (HYD_AT("gex_RMA_PutNBI"), gasnet_put_nbi_bulk(__VA_ARGS__))
#define gasnet_get_nbi(...) (HYD_AT("gex_RMA_GetNBI"), gasnet_get_nbi(__VA_ARGS__))
#define gasnet_memset(...) (HYD_AT("gasnet_memset"), gasnet_memset(__VA_ARGS__))
#define gasnet_put_val(...) (HYD_AT("gex_RMA_PutVal"), gasnet_put_val(__VA_ARGS__))
#define gasnet_get_val(...) (HYD_AT("gex_RMA_GetVal"), gasnet_get_val(__VA_ARGS__))
#define gasnet_begin_nbi_accessregion(...) (HYD_AT("gex_NBI_BeginAccessRegion"), gasnet_begin_nbi_accessregion(__VA_ARGS__))
#define gasnet_end_nbi_accessregion(...) (HYD_AT("gex_NBI_EndAccessRegion"), gasnet_end_nbi_accessregion(__VA_ARGS__))
#define gasnet_wait_syncnb(...) (HYD_AT("gex_Event_Wait"), gasnet_wait_syncnb(__VA_ARGS__))
#define gasnet_wait_syncnbi_all(...) (HYD_AT("gex_NBI_Wait"), gasnet_wait_syncnbi_all(__VA_ARGS__))
#define gasnet_wait_syncnbi_puts(...) (HYD_AT("gex_NBI_Wait"), gasnet_wait_syncnbi_puts(__VA_ARGS__))
#define gasnet_wait_syncnbi_gets(...) (HYD_AT("gex_NBI_Wait"), gasnet_wait_syncnbi_gets(__VA_ARGS__))
#define gasnet_attach(...) (HYD_AT("gasnet_attach"), gasnet_attach(__VA_ARGS__))
#define gasnet_hold_interrupts(...) (HYD_AT("gasnet_hold_interrupts"), gasnet_hold_interrupts(__VA_ARGS__))
#define gasnet_resume_interrupts(...) (HYD_AT("gasnet_resume_interrupts"), gasnet_resume_interrupts(__VA_ARGS__))
#endif

#endif

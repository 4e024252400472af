/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_coll_srcloc.h: what hyd_srcloc.h does, for the calls of gasnet_coll.h. HYD_AT comes from
 * hyd_srcloc.h, which gasnetex.h or gasnet.h includes before any of these macros is used. Not for
 * direct inclusion.
 */
#ifndef HYD_COLL_SRCLOC_H
#define HYD_COLL_SRCLOC_H

#define gex_Coll_BroadcastNB(...) HYD_AT("gex_Coll_BroadcastNB", gex_Coll_BroadcastNB(__VA_ARGS__))
#define gex_Coll_ReduceToOneNB(...)                                                                \
  HYD_AT("gex_Coll_ReduceToOneNB", gex_Coll_ReduceToOneNB(__VA_ARGS__))
#define gex_Coll_ReduceToAllNB(...)                                                                \
  HYD_AT("gex_Coll_ReduceToAllNB", gex_Coll_ReduceToAllNB(__VA_ARGS__))

/* The forms that wait have inside the name without _nb, as their twins have. */
#define gasnet_coll_broadcast(...)                                                                 \
  HYD_AT("gasnet_coll_broadcast", gasnet_coll_broadcast(__VA_ARGS__))
#define gasnet_coll_broadcast_nb(...)                                                              \
  HYD_AT("gasnet_coll_broadcast", gasnet_coll_broadcast_nb(__VA_ARGS__))
#define gasnet_coll_broadcastM(...)                                                                \
  HYD_AT("gasnet_coll_broadcastM", gasnet_coll_broadcastM(__VA_ARGS__))
#define gasnet_coll_broadcastM_nb(...)                                                             \
  HYD_AT("gasnet_coll_broadcastM", gasnet_coll_broadcastM_nb(__VA_ARGS__))
#define gasnet_coll_scatter(...) HYD_AT("gasnet_coll_scatter", gasnet_coll_scatter(__VA_ARGS__))
#define gasnet_coll_scatter_nb(...)                                                                \
  HYD_AT("gasnet_coll_scatter", gasnet_coll_scatter_nb(__VA_ARGS__))
#define gasnet_coll_scatterM(...) HYD_AT("gasnet_coll_scatterM", gasnet_coll_scatterM(__VA_ARGS__))
#define gasnet_coll_scatterM_nb(...)                                                               \
  HYD_AT("gasnet_coll_scatterM", gasnet_coll_scatterM_nb(__VA_ARGS__))
#define gasnet_coll_gather(...) HYD_AT("gasnet_coll_gather", gasnet_coll_gather(__VA_ARGS__))
#define gasnet_coll_gather_nb(...) HYD_AT("gasnet_coll_gather", gasnet_coll_gather_nb(__VA_ARGS__))
#define gasnet_coll_gatherM(...) HYD_AT("gasnet_coll_gatherM", gasnet_coll_gatherM(__VA_ARGS__))
#define gasnet_coll_gatherM_nb(...)                                                                \
  HYD_AT("gasnet_coll_gatherM", gasnet_coll_gatherM_nb(__VA_ARGS__))
#define gasnet_coll_gather_all(...)                                                                \
  HYD_AT("gasnet_coll_gather_all", gasnet_coll_gather_all(__VA_ARGS__))
#define gasnet_coll_gather_all_nb(...)                                                             \
  HYD_AT("gasnet_coll_gather_all", gasnet_coll_gather_all_nb(__VA_ARGS__))
#define gasnet_coll_gather_allM(...)                                                               \
  HYD_AT("gasnet_coll_gather_allM", gasnet_coll_gather_allM(__VA_ARGS__))
#define gasnet_coll_gather_allM_nb(...)                                                            \
  HYD_AT("gasnet_coll_gather_allM", gasnet_coll_gather_allM_nb(__VA_ARGS__))
#define gasnet_coll_exchange(...) HYD_AT("gasnet_coll_exchange", gasnet_coll_exchange(__VA_ARGS__))
#define gasnet_coll_exchange_nb(...)                                                               \
  HYD_AT("gasnet_coll_exchange", gasnet_coll_exchange_nb(__VA_ARGS__))
#define gasnet_coll_exchangeM(...)                                                                 \
  HYD_AT("gasnet_coll_exchangeM", gasnet_coll_exchangeM(__VA_ARGS__))
#define gasnet_coll_exchangeM_nb(...)                                                              \
  HYD_AT("gasnet_coll_exchangeM", gasnet_coll_exchangeM_nb(__VA_ARGS__))
#define gasnet_coll_reduce(...) HYD_AT("gasnet_coll_reduce", gasnet_coll_reduce(__VA_ARGS__))
#define gasnet_coll_reduce_nb(...) HYD_AT("gasnet_coll_reduce", gasnet_coll_reduce_nb(__VA_ARGS__))
#define gasnet_coll_reduceM(...) HYD_AT("gasnet_coll_reduceM", gasnet_coll_reduceM(__VA_ARGS__))
#define gasnet_coll_reduceM_nb(...)                                                                \
  HYD_AT("gasnet_coll_reduceM", gasnet_coll_reduceM_nb(__VA_ARGS__))
#define gasnet_coll_scan(...) HYD_AT("gasnet_coll_scan", gasnet_coll_scan(__VA_ARGS__))
#define gasnet_coll_scan_nb(...) HYD_AT("gasnet_coll_scan", gasnet_coll_scan_nb(__VA_ARGS__))
#define gasnet_coll_scanM(...) HYD_AT("gasnet_coll_scanM", gasnet_coll_scanM(__VA_ARGS__))
#define gasnet_coll_scanM_nb(...) HYD_AT("gasnet_coll_scanM", gasnet_coll_scanM_nb(__VA_ARGS__))

#define gasnet_coll_init(...) HYD_AT("gasnet_coll_init", gasnet_coll_init(__VA_ARGS__))
#define gasnet_coll_barrier_notify(...)                                                            \
  HYD_AT("gasnet_coll_barrier_notify", gasnet_coll_barrier_notify(__VA_ARGS__))
#define gasnet_coll_barrier_wait(...)                                                              \
  HYD_AT("gasnet_coll_barrier_wait", gasnet_coll_barrier_wait(__VA_ARGS__))
#define gasnet_coll_barrier_try(...)                                                               \
  HYD_AT("gasnet_coll_barrier_try", gasnet_coll_barrier_try(__VA_ARGS__))
#define gasnet_coll_barrier(...) HYD_AT("gasnet_coll_barrier", gasnet_coll_barrier(__VA_ARGS__))
#define gasnet_coll_barrier_result(...)                                                            \
  HYD_AT("gasnet_coll_barrier_result", gasnet_coll_barrier_result(__VA_ARGS__))
#define gasnet_coll_team_split(...)                                                                \
  HYD_AT("gasnet_coll_team_split", gasnet_coll_team_split(__VA_ARGS__))
#define gasnet_coll_team_free(...)                                                                 \
  HYD_AT("gasnet_coll_team_free", gasnet_coll_team_free(__VA_ARGS__))
#define gasnet_coll_team_size(...)                                                                 \
  HYD_AT("gasnet_coll_team_size", gasnet_coll_team_size(__VA_ARGS__))
#define gasnet_coll_team_rank2node(...)                                                            \
  HYD_AT("gasnet_coll_team_rank2node", gasnet_coll_team_rank2node(__VA_ARGS__))
#define gasnet_coll_team_node2rank(...)                                                            \
  HYD_AT("gasnet_coll_team_node2rank", gasnet_coll_team_node2rank(__VA_ARGS__))

#define gasnet_coll_wait_sync(...) HYD_AT("gex_Event_Wait", gasnet_coll_wait_sync(__VA_ARGS__))
#define gasnet_coll_try_sync(...) HYD_AT("gex_Event_Test", gasnet_coll_try_sync(__VA_ARGS__))
#define gasnet_coll_wait_sync_some(...)                                                            \
  HYD_AT("gex_Event_WaitSome", gasnet_coll_wait_sync_some(__VA_ARGS__))
#define gasnet_coll_try_sync_some(...)                                                             \
  HYD_AT("gex_Event_TestSome", gasnet_coll_try_sync_some(__VA_ARGS__))
#define gasnet_coll_wait_sync_all(...)                                                             \
  HYD_AT("gex_Event_WaitAll", gasnet_coll_wait_sync_all(__VA_ARGS__))
#define gasnet_coll_try_sync_all(...)                                                              \
  HYD_AT("gex_Event_TestAll", gasnet_coll_try_sync_all(__VA_ARGS__))

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_coll_srcloc.h: what hyd_srcloc.h does, for the calls of gasnet_coll.h. HYD_AT comes from
 * hyd_srcloc.h, which gasnetex.h or gasnet.h includes before any of these macros is used. Not for
 * direct inclusion.
 */
#ifndef HYD_COLL_SRCLOC_H
#define HYD_COLL_SRCLOC_H

/* Note the position under the name that the call has inside the library. */
#define HYD_COLL_AT(call, args) HYD_AT("gasnet_coll_" #call, gasnet_coll_##call args)
#define HYD_COLL_AT_TWIN(call, inside, args) HYD_AT("gasnet_coll_" #inside, gasnet_coll_##call args)

#define gex_Coll_BroadcastNB(...) HYD_AT("gex_Coll_BroadcastNB", gex_Coll_BroadcastNB(__VA_ARGS__))
#define gex_Coll_ReduceToOneNB(...)                                                                \
  HYD_AT("gex_Coll_ReduceToOneNB", gex_Coll_ReduceToOneNB(__VA_ARGS__))
#define gex_Coll_ReduceToAllNB(...)                                                                \
  HYD_AT("gex_Coll_ReduceToAllNB", gex_Coll_ReduceToAllNB(__VA_ARGS__))

/* The forms that wait have inside the name without _nb, as their twins have. */
#define gasnet_coll_broadcast(...) HYD_COLL_AT(broadcast, (__VA_ARGS__))
#define gasnet_coll_broadcast_nb(...) HYD_COLL_AT_TWIN(broadcast_nb, broadcast, (__VA_ARGS__))
#define gasnet_coll_broadcastM(...) HYD_COLL_AT(broadcastM, (__VA_ARGS__))
#define gasnet_coll_broadcastM_nb(...) HYD_COLL_AT_TWIN(broadcastM_nb, broadcastM, (__VA_ARGS__))
#define gasnet_coll_scatter(...) HYD_COLL_AT(scatter, (__VA_ARGS__))
#define gasnet_coll_scatter_nb(...) HYD_COLL_AT_TWIN(scatter_nb, scatter, (__VA_ARGS__))
#define gasnet_coll_scatterM(...) HYD_COLL_AT(scatterM, (__VA_ARGS__))
#define gasnet_coll_scatterM_nb(...) HYD_COLL_AT_TWIN(scatterM_nb, scatterM, (__VA_ARGS__))
#define gasnet_coll_gather(...) HYD_COLL_AT(gather, (__VA_ARGS__))
#define gasnet_coll_gather_nb(...) HYD_COLL_AT_TWIN(gather_nb, gather, (__VA_ARGS__))
#define gasnet_coll_gatherM(...) HYD_COLL_AT(gatherM, (__VA_ARGS__))
#define gasnet_coll_gatherM_nb(...) HYD_COLL_AT_TWIN(gatherM_nb, gatherM, (__VA_ARGS__))
#define gasnet_coll_gather_all(...) HYD_COLL_AT(gather_all, (__VA_ARGS__))
#define gasnet_coll_gather_all_nb(...) HYD_COLL_AT_TWIN(gather_all_nb, gather_all, (__VA_ARGS__))
#define gasnet_coll_gather_allM(...) HYD_COLL_AT(gather_allM, (__VA_ARGS__))
#define gasnet_coll_gather_allM_nb(...) HYD_COLL_AT_TWIN(gather_allM_nb, gather_allM, (__VA_ARGS__))
#define gasnet_coll_exchange(...) HYD_COLL_AT(exchange, (__VA_ARGS__))
#define gasnet_coll_exchange_nb(...) HYD_COLL_AT_TWIN(exchange_nb, exchange, (__VA_ARGS__))
#define gasnet_coll_exchangeM(...) HYD_COLL_AT(exchangeM, (__VA_ARGS__))
#define gasnet_coll_exchangeM_nb(...) HYD_COLL_AT_TWIN(exchangeM_nb, exchangeM, (__VA_ARGS__))
#define gasnet_coll_reduce(...) HYD_COLL_AT(reduce, (__VA_ARGS__))
#define gasnet_coll_reduce_nb(...) HYD_COLL_AT_TWIN(reduce_nb, reduce, (__VA_ARGS__))
#define gasnet_coll_reduceM(...) HYD_COLL_AT(reduceM, (__VA_ARGS__))
#define gasnet_coll_reduceM_nb(...) HYD_COLL_AT_TWIN(reduceM_nb, reduceM, (__VA_ARGS__))
#define gasnet_coll_scan(...) HYD_COLL_AT(scan, (__VA_ARGS__))
#define gasnet_coll_scan_nb(...) HYD_COLL_AT_TWIN(scan_nb, scan, (__VA_ARGS__))
#define gasnet_coll_scanM(...) HYD_COLL_AT(scanM, (__VA_ARGS__))
#define gasnet_coll_scanM_nb(...) HYD_COLL_AT_TWIN(scanM_nb, scanM, (__VA_ARGS__))

#define gasnet_coll_init(...) HYD_COLL_AT(init, (__VA_ARGS__))
#define gasnet_coll_barrier_notify(...) HYD_COLL_AT(barrier_notify, (__VA_ARGS__))
#define gasnet_coll_barrier_wait(...) HYD_COLL_AT(barrier_wait, (__VA_ARGS__))
#define gasnet_coll_barrier_try(...) HYD_COLL_AT(barrier_try, (__VA_ARGS__))
#define gasnet_coll_barrier(...) HYD_COLL_AT(barrier, (__VA_ARGS__))
#define gasnet_coll_barrier_result(...) HYD_COLL_AT(barrier_result, (__VA_ARGS__))
#define gasnet_coll_team_split(...) HYD_COLL_AT(team_split, (__VA_ARGS__))
#define gasnet_coll_team_free(...) HYD_COLL_AT(team_free, (__VA_ARGS__))
#define gasnet_coll_team_size(...) HYD_COLL_AT(team_size, (__VA_ARGS__))
#define gasnet_coll_team_rank2node(...) HYD_COLL_AT(team_rank2node, (__VA_ARGS__))
#define gasnet_coll_team_node2rank(...) HYD_COLL_AT(team_node2rank, (__VA_ARGS__))

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

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_vis_srcloc.h: what hyd_srcloc.h does, for the calls of gasnet_vis.h. It is included twice,
 * each time behind the functions that it wraps, whatever a client includes first: by gasnet_vis.h
 * for the EX calls, and by hyd_vis_gasnet1.h, which gasnet.h includes, for those of GASNet-1.
 * HYD_AT comes from hyd_srcloc.h, which gasnetex.h or gasnet.h includes before any of these
 * macros is used. Not for direct inclusion.
 */
#ifndef HYD_VIS_SRCLOC_H
#define HYD_VIS_SRCLOC_H

/* Notes the position under the name that the call has inside the library. */
#define HYD_VIS_AT(call, inside, args) HYD_AT(#inside, call args)

#define gex_VIS_VectorPutBlocking(...)                                                             \
  HYD_VIS_AT(gex_VIS_VectorPutBlocking, gex_VIS_VectorPutBlocking, (__VA_ARGS__))
#define gex_VIS_VectorPutNB(...) HYD_VIS_AT(gex_VIS_VectorPutNB, gex_VIS_VectorPutNB, (__VA_ARGS__))
#define gex_VIS_VectorPutNBI(...)                                                                  \
  HYD_VIS_AT(gex_VIS_VectorPutNBI, gex_VIS_VectorPutNBI, (__VA_ARGS__))
#define gex_VIS_VectorGetBlocking(...)                                                             \
  HYD_VIS_AT(gex_VIS_VectorGetBlocking, gex_VIS_VectorGetBlocking, (__VA_ARGS__))
#define gex_VIS_VectorGetNB(...) HYD_VIS_AT(gex_VIS_VectorGetNB, gex_VIS_VectorGetNB, (__VA_ARGS__))
#define gex_VIS_VectorGetNBI(...)                                                                  \
  HYD_VIS_AT(gex_VIS_VectorGetNBI, gex_VIS_VectorGetNBI, (__VA_ARGS__))
#define gex_VIS_IndexedPutBlocking(...)                                                            \
  HYD_VIS_AT(gex_VIS_IndexedPutBlocking, gex_VIS_IndexedPutBlocking, (__VA_ARGS__))
#define gex_VIS_IndexedPutNB(...)                                                                  \
  HYD_VIS_AT(gex_VIS_IndexedPutNB, gex_VIS_IndexedPutNB, (__VA_ARGS__))
#define gex_VIS_IndexedPutNBI(...)                                                                 \
  HYD_VIS_AT(gex_VIS_IndexedPutNBI, gex_VIS_IndexedPutNBI, (__VA_ARGS__))
#define gex_VIS_IndexedGetBlocking(...)                                                            \
  HYD_VIS_AT(gex_VIS_IndexedGetBlocking, gex_VIS_IndexedGetBlocking, (__VA_ARGS__))
#define gex_VIS_IndexedGetNB(...)                                                                  \
  HYD_VIS_AT(gex_VIS_IndexedGetNB, gex_VIS_IndexedGetNB, (__VA_ARGS__))
#define gex_VIS_IndexedGetNBI(...)                                                                 \
  HYD_VIS_AT(gex_VIS_IndexedGetNBI, gex_VIS_IndexedGetNBI, (__VA_ARGS__))
#define gex_VIS_StridedPutBlocking(...)                                                            \
  HYD_VIS_AT(gex_VIS_StridedPutBlocking, gex_VIS_StridedPutBlocking, (__VA_ARGS__))
#define gex_VIS_StridedPutNB(...)                                                                  \
  HYD_VIS_AT(gex_VIS_StridedPutNB, gex_VIS_StridedPutNB, (__VA_ARGS__))
#define gex_VIS_StridedPutNBI(...)                                                                 \
  HYD_VIS_AT(gex_VIS_StridedPutNBI, gex_VIS_StridedPutNBI, (__VA_ARGS__))
#define gex_VIS_StridedGetBlocking(...)                                                            \
  HYD_VIS_AT(gex_VIS_StridedGetBlocking, gex_VIS_StridedGetBlocking, (__VA_ARGS__))
#define gex_VIS_StridedGetNB(...)                                                                  \
  HYD_VIS_AT(gex_VIS_StridedGetNB, gex_VIS_StridedGetNB, (__VA_ARGS__))
#define gex_VIS_StridedGetNBI(...)                                                                 \
  HYD_VIS_AT(gex_VIS_StridedGetNBI, gex_VIS_StridedGetNBI, (__VA_ARGS__))
#define gex_VIS_SetPeerCompletionHandler(...)                                                      \
  HYD_VIS_AT(gex_VIS_SetPeerCompletionHandler, gex_VIS_SetPeerCompletionHandler, (__VA_ARGS__))

#endif

#if defined(HYD_VIS_GASNET1_DECLARED) && !defined(HYD_VIS_SRCLOC_GASNET1)
#define HYD_VIS_SRCLOC_GASNET1 1

#define gasnet_putv_bulk(...) HYD_VIS_AT(gasnet_putv_bulk, gex_VIS_VectorPutBlocking, (__VA_ARGS__))
#define gasnet_putv_nb_bulk(...) HYD_VIS_AT(gasnet_putv_nb_bulk, gex_VIS_VectorPutNB, (__VA_ARGS__))
#define gasnet_putv_nbi_bulk(...)                                                                  \
  HYD_VIS_AT(gasnet_putv_nbi_bulk, gex_VIS_VectorPutNBI, (__VA_ARGS__))
#define gasnet_getv_bulk(...) HYD_VIS_AT(gasnet_getv_bulk, gex_VIS_VectorGetBlocking, (__VA_ARGS__))
#define gasnet_getv_nb_bulk(...) HYD_VIS_AT(gasnet_getv_nb_bulk, gex_VIS_VectorGetNB, (__VA_ARGS__))
#define gasnet_getv_nbi_bulk(...)                                                                  \
  HYD_VIS_AT(gasnet_getv_nbi_bulk, gex_VIS_VectorGetNBI, (__VA_ARGS__))
#define gasnet_puti_bulk(...)                                                                      \
  HYD_VIS_AT(gasnet_puti_bulk, gex_VIS_IndexedPutBlocking, (__VA_ARGS__))
#define gasnet_puti_nb_bulk(...)                                                                   \
  HYD_VIS_AT(gasnet_puti_nb_bulk, gex_VIS_IndexedPutNB, (__VA_ARGS__))
#define gasnet_puti_nbi_bulk(...)                                                                  \
  HYD_VIS_AT(gasnet_puti_nbi_bulk, gex_VIS_IndexedPutNBI, (__VA_ARGS__))
#define gasnet_geti_bulk(...)                                                                      \
  HYD_VIS_AT(gasnet_geti_bulk, gex_VIS_IndexedGetBlocking, (__VA_ARGS__))
#define gasnet_geti_nb_bulk(...)                                                                   \
  HYD_VIS_AT(gasnet_geti_nb_bulk, gex_VIS_IndexedGetNB, (__VA_ARGS__))
#define gasnet_geti_nbi_bulk(...)                                                                  \
  HYD_VIS_AT(gasnet_geti_nbi_bulk, gex_VIS_IndexedGetNBI, (__VA_ARGS__))
#define gasnet_puts_bulk(...)                                                                      \
  HYD_VIS_AT(gasnet_puts_bulk, gex_VIS_StridedPutBlocking, (__VA_ARGS__))
#define gasnet_puts_nb_bulk(...)                                                                   \
  HYD_VIS_AT(gasnet_puts_nb_bulk, gex_VIS_StridedPutNB, (__VA_ARGS__))
#define gasnet_puts_nbi_bulk(...)                                                                  \
  HYD_VIS_AT(gasnet_puts_nbi_bulk, gex_VIS_StridedPutNBI, (__VA_ARGS__))
#define gasnet_gets_bulk(...)                                                                      \
  HYD_VIS_AT(gasnet_gets_bulk, gex_VIS_StridedGetBlocking, (__VA_ARGS__))
#define gasnet_gets_nb_bulk(...)                                                                   \
  HYD_VIS_AT(gasnet_gets_nb_bulk, gex_VIS_StridedGetNB, (__VA_ARGS__))
#define gasnet_gets_nbi_bulk(...)                                                                  \
  HYD_VIS_AT(gasnet_gets_nbi_bulk, gex_VIS_StridedGetNBI, (__VA_ARGS__))

#endif

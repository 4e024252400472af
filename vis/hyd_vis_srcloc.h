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

/* Note the position under the name that the call has inside the library. */
#define HYD_VIS_AT(call, args) HYD_AT("gex_VIS_" #call, gex_VIS_##call args)
#define HYD_VIS_AT_GASNET1(call, inside, args) HYD_AT("gex_VIS_" #inside, gasnet_##call args)

#define gex_VIS_VectorPutBlocking(...) HYD_VIS_AT(VectorPutBlocking, (__VA_ARGS__))
#define gex_VIS_VectorPutNB(...) HYD_VIS_AT(VectorPutNB, (__VA_ARGS__))
#define gex_VIS_VectorPutNBI(...) HYD_VIS_AT(VectorPutNBI, (__VA_ARGS__))
#define gex_VIS_VectorGetBlocking(...) HYD_VIS_AT(VectorGetBlocking, (__VA_ARGS__))
#define gex_VIS_VectorGetNB(...) HYD_VIS_AT(VectorGetNB, (__VA_ARGS__))
#define gex_VIS_VectorGetNBI(...) HYD_VIS_AT(VectorGetNBI, (__VA_ARGS__))
#define gex_VIS_IndexedPutBlocking(...) HYD_VIS_AT(IndexedPutBlocking, (__VA_ARGS__))
#define gex_VIS_IndexedPutNB(...) HYD_VIS_AT(IndexedPutNB, (__VA_ARGS__))
#define gex_VIS_IndexedPutNBI(...) HYD_VIS_AT(IndexedPutNBI, (__VA_ARGS__))
#define gex_VIS_IndexedGetBlocking(...) HYD_VIS_AT(IndexedGetBlocking, (__VA_ARGS__))
#define gex_VIS_IndexedGetNB(...) HYD_VIS_AT(IndexedGetNB, (__VA_ARGS__))
#define gex_VIS_IndexedGetNBI(...) HYD_VIS_AT(IndexedGetNBI, (__VA_ARGS__))
#define gex_VIS_StridedPutBlocking(...) HYD_VIS_AT(StridedPutBlocking, (__VA_ARGS__))
#define gex_VIS_StridedPutNB(...) HYD_VIS_AT(StridedPutNB, (__VA_ARGS__))
#define gex_VIS_StridedPutNBI(...) HYD_VIS_AT(StridedPutNBI, (__VA_ARGS__))
#define gex_VIS_StridedGetBlocking(...) HYD_VIS_AT(StridedGetBlocking, (__VA_ARGS__))
#define gex_VIS_StridedGetNB(...) HYD_VIS_AT(StridedGetNB, (__VA_ARGS__))
#define gex_VIS_StridedGetNBI(...) HYD_VIS_AT(StridedGetNBI, (__VA_ARGS__))
#define gex_VIS_SetPeerCompletionHandler(...) HYD_VIS_AT(SetPeerCompletionHandler, (__VA_ARGS__))

#endif

#if defined(HYD_VIS_GASNET1_DECLARED) && !defined(HYD_VIS_SRCLOC_GASNET1)
#define HYD_VIS_SRCLOC_GASNET1 1

#define gasnet_putv_bulk(...) HYD_VIS_AT_GASNET1(putv_bulk, VectorPutBlocking, (__VA_ARGS__))
#define gasnet_putv_nb_bulk(...) HYD_VIS_AT_GASNET1(putv_nb_bulk, VectorPutNB, (__VA_ARGS__))
#define gasnet_putv_nbi_bulk(...) HYD_VIS_AT_GASNET1(putv_nbi_bulk, VectorPutNBI, (__VA_ARGS__))
#define gasnet_getv_bulk(...) HYD_VIS_AT_GASNET1(getv_bulk, VectorGetBlocking, (__VA_ARGS__))
#define gasnet_getv_nb_bulk(...) HYD_VIS_AT_GASNET1(getv_nb_bulk, VectorGetNB, (__VA_ARGS__))
#define gasnet_getv_nbi_bulk(...) HYD_VIS_AT_GASNET1(getv_nbi_bulk, VectorGetNBI, (__VA_ARGS__))
#define gasnet_puti_bulk(...) HYD_VIS_AT_GASNET1(puti_bulk, IndexedPutBlocking, (__VA_ARGS__))
#define gasnet_puti_nb_bulk(...) HYD_VIS_AT_GASNET1(puti_nb_bulk, IndexedPutNB, (__VA_ARGS__))
#define gasnet_puti_nbi_bulk(...) HYD_VIS_AT_GASNET1(puti_nbi_bulk, IndexedPutNBI, (__VA_ARGS__))
#define gasnet_geti_bulk(...) HYD_VIS_AT_GASNET1(geti_bulk, IndexedGetBlocking, (__VA_ARGS__))
#define gasnet_geti_nb_bulk(...) HYD_VIS_AT_GASNET1(geti_nb_bulk, IndexedGetNB, (__VA_ARGS__))
#define gasnet_geti_nbi_bulk(...) HYD_VIS_AT_GASNET1(geti_nbi_bulk, IndexedGetNBI, (__VA_ARGS__))
#define gasnet_puts_bulk(...) HYD_VIS_AT_GASNET1(puts_bulk, StridedPutBlocking, (__VA_ARGS__))
#define gasnet_puts_nb_bulk(...) HYD_VIS_AT_GASNET1(puts_nb_bulk, StridedPutNB, (__VA_ARGS__))
#define gasnet_puts_nbi_bulk(...) HYD_VIS_AT_GASNET1(puts_nbi_bulk, StridedPutNBI, (__VA_ARGS__))
#define gasnet_gets_bulk(...) HYD_VIS_AT_GASNET1(gets_bulk, StridedGetBlocking, (__VA_ARGS__))
#define gasnet_gets_nb_bulk(...) HYD_VIS_AT_GASNET1(gets_nb_bulk, StridedGetNB, (__VA_ARGS__))
#define gasnet_gets_nbi_bulk(...) HYD_VIS_AT_GASNET1(gets_nbi_bulk, StridedGetNBI, (__VA_ARGS__))

#endif

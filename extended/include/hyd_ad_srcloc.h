/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_ad_srcloc.h: what hyd_srcloc.h does, for the calls of gasnet_ratomic.h. HYD_AT comes from
 * hyd_srcloc.h, which gasnetex.h or gasnet.h includes before any of these macros is used. Not for
 * direct inclusion.
 */
#ifndef HYD_AD_SRCLOC_H
#define HYD_AD_SRCLOC_H

#define gex_AD_Create(...) HYD_AT("gex_AD_Create", gex_AD_Create(__VA_ARGS__))
#define gex_AD_Destroy(...) HYD_AT("gex_AD_Destroy", gex_AD_Destroy(__VA_ARGS__))
#define gex_AD_OpNB_I32(...) HYD_AT("gex_AD_OpNB_I32", gex_AD_OpNB_I32(__VA_ARGS__))
#define gex_AD_OpNB_U32(...) HYD_AT("gex_AD_OpNB_U32", gex_AD_OpNB_U32(__VA_ARGS__))
#define gex_AD_OpNB_I64(...) HYD_AT("gex_AD_OpNB_I64", gex_AD_OpNB_I64(__VA_ARGS__))
#define gex_AD_OpNB_U64(...) HYD_AT("gex_AD_OpNB_U64", gex_AD_OpNB_U64(__VA_ARGS__))
#define gex_AD_OpNB_FLT(...) HYD_AT("gex_AD_OpNB_FLT", gex_AD_OpNB_FLT(__VA_ARGS__))
#define gex_AD_OpNB_DBL(...) HYD_AT("gex_AD_OpNB_DBL", gex_AD_OpNB_DBL(__VA_ARGS__))
#define gex_AD_OpNBI_I32(...) HYD_AT("gex_AD_OpNBI_I32", gex_AD_OpNBI_I32(__VA_ARGS__))
#define gex_AD_OpNBI_U32(...) HYD_AT("gex_AD_OpNBI_U32", gex_AD_OpNBI_U32(__VA_ARGS__))
#define gex_AD_OpNBI_I64(...) HYD_AT("gex_AD_OpNBI_I64", gex_AD_OpNBI_I64(__VA_ARGS__))
#define gex_AD_OpNBI_U64(...) HYD_AT("gex_AD_OpNBI_U64", gex_AD_OpNBI_U64(__VA_ARGS__))
#define gex_AD_OpNBI_FLT(...) HYD_AT("gex_AD_OpNBI_FLT", gex_AD_OpNBI_FLT(__VA_ARGS__))
#define gex_AD_OpNBI_DBL(...) HYD_AT("gex_AD_OpNBI_DBL", gex_AD_OpNBI_DBL(__VA_ARGS__))

#endif

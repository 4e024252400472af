/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_vis_gasnet1.h: the 18 VIS calls of GASNet-1 (gasnet1-vis.md), each the EX call on the
 * primordial team. A strided operation's count[0] is the EX elemsz; its strides are unsigned and
 * must not transpose (V4.5), which a checking library checks. Not for direct inclusion.
 */
#ifndef HYD_VIS_GASNET1_H
#define HYD_VIS_GASNET1_H

#include "gasnet_vis.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Strides may be given to the library as its own type: they are positive. */
#define HYD_STRIDES(s) ((const ptrdiff_t *)(s))
/* The counts after the piece's size; not named where there are none, so that no compiler
 * worries. */
#define HYD_COUNTS_OF(count, levels) ((levels) ? (count) + 1 : (const size_t *)0)
/* Fatal unless the strides obey V4.5; used by checking clients only. */
void hyd_vis_check_strides(const char *call, const size_t dststrides[], const size_t srcstrides[],
                           const size_t count[], size_t stridelevels);
#if HYD_CLIENT_DEBUG
#define HYD_CHECK_STRIDES(call, d, s, c, l) hyd_vis_check_strides(call, d, s, c, l)
#else
#define HYD_CHECK_STRIDES(call, d, s, c, l) ((void)0)
#endif

/* gasnet_memvec_t and gex_Memvec_t have the same members in the same order (gex-vis.md section
 * 6). */
#define HYD_VECTOR_CALLS(suffix, form, result, finish)                                             \
  static inline result gasnet_putv##suffix(gasnet_node_t dstnode, size_t dstcount,                 \
                                           gasnet_memvec_t const dstlist[], size_t srccount,       \
                                           gasnet_memvec_t const srclist[]) {                      \
    finish(gex_VIS_VectorPut##form)(hyd_legacy_tm(), dstnode, dstcount,                            \
                                    (const gex_Memvec_t *)dstlist, srccount,                       \
                                    (const gex_Memvec_t *)srclist, 0);                             \
  }                                                                                                \
  static inline result gasnet_getv##suffix(size_t dstcount, gasnet_memvec_t const dstlist[],       \
                                           gasnet_node_t srcnode, size_t srccount,                 \
                                           gasnet_memvec_t const srclist[]) {                      \
    finish(gex_VIS_VectorGet##form)(hyd_legacy_tm(), dstcount, (const gex_Memvec_t *)dstlist,      \
                                    srcnode, srccount, (const gex_Memvec_t *)srclist, 0);          \
  }

#define HYD_INDEXED_CALLS(suffix, form, result, finish)                                            \
  static inline result gasnet_puti##suffix(gasnet_node_t dstnode, size_t dstcount,                 \
                                           void *const dstlist[], size_t dstlen, size_t srccount,  \
                                           void *const srclist[], size_t srclen) {                 \
    finish(gex_VIS_IndexedPut##form)(hyd_legacy_tm(), dstnode, dstcount, dstlist, dstlen,          \
                                     srccount, srclist, srclen, 0);                                \
  }                                                                                                \
  static inline result gasnet_geti##suffix(size_t dstcount, void *const dstlist[], size_t dstlen,  \
                                           gasnet_node_t srcnode, size_t srccount,                 \
                                           void *const srclist[], size_t srclen) {                 \
    finish(gex_VIS_IndexedGet##form)(hyd_legacy_tm(), dstcount, dstlist, dstlen, srcnode,          \
                                     srccount, srclist, srclen, 0);                                \
  }

#define HYD_STRIDED_CALLS(suffix, form, result, finish)                                            \
  static inline result gasnet_puts##suffix(gasnet_node_t dstnode, void *dstaddr,                   \
                                           const size_t dststrides[], const void *srcaddr,         \
                                           const size_t srcstrides[], const size_t count[],        \
                                           size_t stridelevels) {                                  \
    HYD_CHECK_STRIDES("gex_VIS_StridedPut" #form, dststrides, srcstrides, count, stridelevels);    \
    finish(gex_VIS_StridedPut##form)(hyd_legacy_tm(), dstnode, dstaddr, HYD_STRIDES(dststrides),   \
                                     srcaddr, HYD_STRIDES(srcstrides), count[0],                   \
                                     HYD_COUNTS_OF(count, stridelevels), stridelevels, 0);         \
  }                                                                                                \
  static inline result gasnet_gets##suffix(void *dstaddr, const size_t dststrides[],               \
                                           gasnet_node_t srcnode, const void *srcaddr,             \
                                           const size_t srcstrides[], const size_t count[],        \
                                           size_t stridelevels) {                                  \
    HYD_CHECK_STRIDES("gex_VIS_StridedGet" #form, dststrides, srcstrides, count, stridelevels);    \
    finish(gex_VIS_StridedGet##form)(hyd_legacy_tm(), dstaddr, HYD_STRIDES(dststrides), srcnode,   \
                                     srcaddr, HYD_STRIDES(srcstrides), count[0],                   \
                                     HYD_COUNTS_OF(count, stridelevels), stridelevels, 0);         \
  }

/* The same three completions as of the contiguous calls. */
#define HYD_ALL_CALLS(suffix, form, result, finish)                                                \
  HYD_VECTOR_CALLS(suffix, form, result, finish)                                                   \
  HYD_INDEXED_CALLS(suffix, form, result, finish)                                                  \
  HYD_STRIDED_CALLS(suffix, form, result, finish)
HYD_ALL_CALLS(_bulk, Blocking, void, (void))
HYD_ALL_CALLS(_nb_bulk, NB, gasnet_handle_t, return )
HYD_ALL_CALLS(_nbi_bulk, NBI, void, (void))

#undef HYD_VECTOR_CALLS
#undef HYD_INDEXED_CALLS
#undef HYD_STRIDED_CALLS
#undef HYD_ALL_CALLS

#ifdef __cplusplus
}
#endif

#define HYD_VIS_GASNET1_DECLARED 1
#if HYD_CLIENT_DEBUG && !defined(HYD_BUILDING_LIBRARY)
#include "hyd_vis_srcloc.h"
#endif

#endif

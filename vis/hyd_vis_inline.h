/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_vis_inline.h: the 18 calls of gasnet_vis.h over three functions of the library. Metadata that
 * says no more than "these bytes" is recognised here and becomes the ordinary put or get, in line.
 * Not for direct inclusion.
 */
#ifndef HYD_VIS_INLINE_H
#define HYD_VIS_INLINE_H

/* What a call is: HYD_RMA_BLOCKING, _NB or _NBI, and whether it puts. */
#define HYD_VIS_PUT 4
#define HYD_VIS_HOW 3

gex_Event_t hyd_vis_vector(int call, gex_TM_t tm, gex_Rank_t rank, size_t dstcount,
                           gex_Memvec_t const *dstlist, size_t srccount,
                           gex_Memvec_t const *srclist, gex_Flags_t flags);
gex_Event_t hyd_vis_indexed(int call, gex_TM_t tm, gex_Rank_t rank, size_t dstcount,
                            void *const *dstlist, size_t dstlen, size_t srccount,
                            void *const *srclist, size_t srclen, gex_Flags_t flags);
gex_Event_t hyd_vis_strided(int call, gex_TM_t tm, gex_Rank_t rank, void *dstaddr,
                            const ptrdiff_t *dststrides, const void *srcaddr,
                            const ptrdiff_t *srcstrides, size_t elemsz, const size_t *count,
                            size_t stridelevels, gex_Flags_t flags);

/* Not for clients of the checking library, which looks at all arguments, nor while a peer
 * completion waits for its put. */
static inline int hyd_vis_shortcuts(void) {
  return !HYD_CLIENT_DEBUG && !__atomic_load_n(&hyd_world.vis_armed, __ATOMIC_RELAXED);
}

/* The ordinary put or get; nothing at all for 0 bytes. The leaf that ENABLE_LEAF_LC asks for is
 * complete on return. */
static inline gex_Event_t hyd_vis_one(int call, gex_TM_t tm, gex_Rank_t rank, void *dst,
                                      const void *src, size_t n, gex_Flags_t flags) {
  gex_Event_t *lc = flags & GEX_FLAG_ENABLE_LEAF_LC ? GEX_EVENT_NOW : GEX_EVENT_DEFER;
  gex_Event_t ev = GEX_EVENT_INVALID;
  if (n == 0) return ev;
  switch (call) {
  case HYD_VIS_PUT | HYD_RMA_BLOCKING: (void)gex_RMA_PutBlocking(tm, rank, dst, src, n, 0); break;
  case HYD_VIS_PUT | HYD_RMA_NB: ev = gex_RMA_PutNB(tm, rank, dst, src, n, lc, 0); break;
  case HYD_VIS_PUT | HYD_RMA_NBI: (void)gex_RMA_PutNBI(tm, rank, dst, src, n, lc, 0); break;
  case HYD_RMA_BLOCKING: (void)gex_RMA_GetBlocking(tm, dst, rank, src, n, 0); break;
  case HYD_RMA_NB: ev = gex_RMA_GetNB(tm, dst, rank, src, n, 0); break;
  default: (void)gex_RMA_GetNBI(tm, dst, rank, src, n, 0);
  }
  return ev;
}

static inline gex_Event_t hyd_vis_vector_call(int call, gex_TM_t tm, gex_Rank_t rank,
                                              size_t dstcount, gex_Memvec_t const *dstlist,
                                              size_t srccount, gex_Memvec_t const *srclist,
                                              gex_Flags_t flags) {
  if (dstcount == 1 && srccount == 1 && hyd_vis_shortcuts() && dstlist->gex_len == srclist->gex_len)
    return hyd_vis_one(call, tm, rank, dstlist->gex_addr, srclist->gex_addr, srclist->gex_len,
                       flags);
  return hyd_vis_vector(call, tm, rank, dstcount, dstlist, srccount, srclist, flags);
}

static inline gex_Event_t hyd_vis_indexed_call(int call, gex_TM_t tm, gex_Rank_t rank,
                                               size_t dstcount, void *const *dstlist, size_t dstlen,
                                               size_t srccount, void *const *srclist, size_t srclen,
                                               gex_Flags_t flags) {
  if (dstcount == 1 && srccount == 1 && dstlen == srclen && dstlen && hyd_vis_shortcuts())
    return hyd_vis_one(call, tm, rank, *dstlist, *srclist, srclen, flags);
  return hyd_vis_indexed(call, tm, rank, dstcount, dstlist, dstlen, srccount, srclist, srclen,
                         flags);
}

/* Dimensions that follow on without a gap, innermost first, as compilers give them. What a size_t
 * does not hold, the library refuses. */
static inline gex_Event_t hyd_vis_strided_call(int call, gex_TM_t tm, gex_Rank_t rank,
                                               void *dstaddr, const ptrdiff_t *dststrides,
                                               const void *srcaddr, const ptrdiff_t *srcstrides,
                                               size_t elemsz, const size_t *count,
                                               size_t stridelevels, gex_Flags_t flags) {
  size_t bytes = elemsz, k = 0;
  if (elemsz && hyd_vis_shortcuts()) {
    while (k < stridelevels &&
           (count[k] == 1 ||
            (dststrides[k] == (ptrdiff_t)bytes && srcstrides[k] == (ptrdiff_t)bytes)) &&
           !__builtin_mul_overflow(bytes, count[k], &bytes))
      k++;
    if (k == stridelevels) return hyd_vis_one(call, tm, rank, dstaddr, srcaddr, bytes, flags);
  }
  return hyd_vis_strided(call, tm, rank, dstaddr, dststrides, srcaddr, srcstrides, elemsz, count,
                         stridelevels, flags);
}

#define HYD_VIS_CALLS(form, mode, result, give)                                                    \
  static inline result gex_VIS_VectorPut##form(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount,   \
                                               gex_Memvec_t const dstlist[], size_t srccount,      \
                                               gex_Memvec_t const srclist[], gex_Flags_t flags) {  \
    give(hyd_vis_vector_call(HYD_VIS_PUT | mode, tm, dstrank, dstcount, dstlist, srccount,         \
                             srclist, flags));                                                     \
  }                                                                                                \
  static inline result gex_VIS_VectorGet##form(gex_TM_t tm, size_t dstcount,                       \
                                               gex_Memvec_t const dstlist[], gex_Rank_t srcrank,   \
                                               size_t srccount, gex_Memvec_t const srclist[],      \
                                               gex_Flags_t flags) {                                \
    give(hyd_vis_vector_call(mode, tm, srcrank, dstcount, dstlist, srccount, srclist, flags));     \
  }                                                                                                \
  static inline result gex_VIS_IndexedPut##form(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount,  \
                                                void *const dstlist[], size_t dstlen,              \
                                                size_t srccount, void *const srclist[],            \
                                                size_t srclen, gex_Flags_t flags) {                \
    give(hyd_vis_indexed_call(HYD_VIS_PUT | mode, tm, dstrank, dstcount, dstlist, dstlen,          \
                              srccount, srclist, srclen, flags));                                  \
  }                                                                                                \
  static inline result gex_VIS_IndexedGet##form(gex_TM_t tm, size_t dstcount,                      \
                                                void *const dstlist[], size_t dstlen,              \
                                                gex_Rank_t srcrank, size_t srccount,               \
                                                void *const srclist[], size_t srclen,              \
                                                gex_Flags_t flags) {                               \
    give(hyd_vis_indexed_call(mode, tm, srcrank, dstcount, dstlist, dstlen, srccount, srclist,     \
                              srclen, flags));                                                     \
  }                                                                                                \
  static inline result gex_VIS_StridedPut##form(gex_TM_t tm, gex_Rank_t dstrank, void *dstaddr,    \
                                                const ptrdiff_t dststrides[], const void *srcaddr, \
                                                const ptrdiff_t srcstrides[], size_t elemsz,       \
                                                const size_t count[], size_t stridelevels,         \
                                                gex_Flags_t flags) {                               \
    give(hyd_vis_strided_call(HYD_VIS_PUT | mode, tm, dstrank, dstaddr, dststrides, srcaddr,       \
                              srcstrides, elemsz, count, stridelevels, flags));                    \
  }                                                                                                \
  static inline result gex_VIS_StridedGet##form(gex_TM_t tm, void *dstaddr,                        \
                                                const ptrdiff_t dststrides[], gex_Rank_t srcrank,  \
                                                const void *srcaddr, const ptrdiff_t srcstrides[], \
                                                size_t elemsz, const size_t count[],               \
                                                size_t stridelevels, gex_Flags_t flags) {          \
    give(hyd_vis_strided_call(mode, tm, srcrank, dstaddr, dststrides, srcaddr, srcstrides, elemsz, \
                              count, stridelevels, flags));                                        \
  }

#define HYD_VIS_INT(e) return (e) != GEX_EVENT_INVALID
#define HYD_VIS_EVENT(e) return (e)
HYD_VIS_CALLS(Blocking, HYD_RMA_BLOCKING, int, HYD_VIS_INT)
HYD_VIS_CALLS(NB, HYD_RMA_NB, gex_Event_t, HYD_VIS_EVENT)
HYD_VIS_CALLS(NBI, HYD_RMA_NBI, int, HYD_VIS_INT)
#undef HYD_VIS_CALLS
#undef HYD_VIS_INT
#undef HYD_VIS_EVENT

#endif

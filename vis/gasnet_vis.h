/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnet_vis.h: vector, indexed and strided transfers: many pieces as one put or get (gex-vis.md).
 *
 * What is common to all. One side is this process's memory, the other that of (tm,rank), which may
 * be the caller. Pieces of the remote side lie in its segment (anywhere, in EVERYTHING).
 * Destination pieces must overlap neither each other nor a source piece; source pieces may repeat.
 * There is no order among the pieces, and one event for all of them. Not from handlers, nor with a
 * handler-safe lock held (VIS-7).
 *
 * Forms: Blocking returns when the operation is complete; NB returns its root event, or
 * GEX_EVENT_INVALID if it is complete already; NBI counts in the thread's implicit operations or
 * open access region, puts as GEX_EC_PUT, gets as GEX_EC_GET.
 *
 * flags: 0; GEX_FLAG_IMMEDIATE, which is accepted and changes nothing (VIS-4); and, for PutNB and
 * PutNBI, GEX_FLAG_ENABLE_LEAF_LC: local completion can then be had as gex_Event_QueryLeaf(root,
 * GEX_EC_LC), or as GEX_EC_LC of the implicit operations.
 *
 * Lifetimes: strided metadata may be reused at once; lists of vector and indexed operations,
 * sources of puts and destinations of gets must stay until the operation is complete (section 2.1).
 *
 * Which algorithm is taken when, and how to choose another: gasnet-vis(7).
 */
#ifndef _INCLUDED_GASNET_VIS_H
#define _INCLUDED_GASNET_VIS_H

#include "gasnetex.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- vector: lists of (address, length) ---------------------------------- */
/* The bytes of the source pieces in the order of their list go to the destination pieces in the
 * order of theirs; the two lists may be cut differently. Lengths may be 0, and the address then
 * anything; the totals must be equal (VEC-1). */

static inline int gex_VIS_VectorPutBlocking(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount,
                                            gex_Memvec_t const dstlist[], size_t srccount,
                                            gex_Memvec_t const srclist[], gex_Flags_t flags);
static inline gex_Event_t gex_VIS_VectorPutNB(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount,
                                              gex_Memvec_t const dstlist[], size_t srccount,
                                              gex_Memvec_t const srclist[], gex_Flags_t flags);
static inline int gex_VIS_VectorPutNBI(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount,
                                       gex_Memvec_t const dstlist[], size_t srccount,
                                       gex_Memvec_t const srclist[], gex_Flags_t flags);
static inline int gex_VIS_VectorGetBlocking(gex_TM_t tm, size_t dstcount,
                                            gex_Memvec_t const dstlist[], gex_Rank_t srcrank,
                                            size_t srccount, gex_Memvec_t const srclist[],
                                            gex_Flags_t flags);
static inline gex_Event_t gex_VIS_VectorGetNB(gex_TM_t tm, size_t dstcount,
                                              gex_Memvec_t const dstlist[], gex_Rank_t srcrank,
                                              size_t srccount, gex_Memvec_t const srclist[],
                                              gex_Flags_t flags);
static inline int gex_VIS_VectorGetNBI(gex_TM_t tm, size_t dstcount, gex_Memvec_t const dstlist[],
                                       gex_Rank_t srcrank, size_t srccount,
                                       gex_Memvec_t const srclist[], gex_Flags_t flags);

/* ---- indexed: lists of addresses, pieces of one length on each side ------ */
/* As vector, with dstcount pieces of dstlen bytes and srccount pieces of srclen bytes; the products
 * must be equal (IDX-1). */

static inline int gex_VIS_IndexedPutBlocking(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount,
                                             void *const dstlist[], size_t dstlen, size_t srccount,
                                             void *const srclist[], size_t srclen,
                                             gex_Flags_t flags);
static inline gex_Event_t gex_VIS_IndexedPutNB(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount,
                                               void *const dstlist[], size_t dstlen,
                                               size_t srccount, void *const srclist[],
                                               size_t srclen, gex_Flags_t flags);
static inline int gex_VIS_IndexedPutNBI(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount,
                                        void *const dstlist[], size_t dstlen, size_t srccount,
                                        void *const srclist[], size_t srclen, gex_Flags_t flags);
static inline int gex_VIS_IndexedGetBlocking(gex_TM_t tm, size_t dstcount, void *const dstlist[],
                                             size_t dstlen, gex_Rank_t srcrank, size_t srccount,
                                             void *const srclist[], size_t srclen,
                                             gex_Flags_t flags);
static inline gex_Event_t gex_VIS_IndexedGetNB(gex_TM_t tm, size_t dstcount, void *const dstlist[],
                                               size_t dstlen, gex_Rank_t srcrank, size_t srccount,
                                               void *const srclist[], size_t srclen,
                                               gex_Flags_t flags);
static inline int gex_VIS_IndexedGetNBI(gex_TM_t tm, size_t dstcount, void *const dstlist[],
                                        size_t dstlen, gex_Rank_t srcrank, size_t srccount,
                                        void *const srclist[], size_t srclen, gex_Flags_t flags);

/* ---- strided: sections of arrays with any number of dimensions ----------- */
/* For every (i0, ..., iL-1) with 0 <= ik < count[k], L = stridelevels: elemsz bytes from srcaddr +
 * sum of ik*srcstrides[k] to dstaddr + sum of ik*dststrides[k]. Strides are in bytes, of any sign,
 * size and order; the addresses are those of the element whose indices are 0. elemsz 0, or a count
 * of 0: nothing is done. L 0: one copy of elemsz bytes (STR-1..5). */

static inline int gex_VIS_StridedPutBlocking(gex_TM_t tm, gex_Rank_t dstrank, void *dstaddr,
                                             const ptrdiff_t dststrides[], const void *srcaddr,
                                             const ptrdiff_t srcstrides[], size_t elemsz,
                                             const size_t count[], size_t stridelevels,
                                             gex_Flags_t flags);
static inline gex_Event_t gex_VIS_StridedPutNB(gex_TM_t tm, gex_Rank_t dstrank, void *dstaddr,
                                               const ptrdiff_t dststrides[], const void *srcaddr,
                                               const ptrdiff_t srcstrides[], size_t elemsz,
                                               const size_t count[], size_t stridelevels,
                                               gex_Flags_t flags);
static inline int gex_VIS_StridedPutNBI(gex_TM_t tm, gex_Rank_t dstrank, void *dstaddr,
                                        const ptrdiff_t dststrides[], const void *srcaddr,
                                        const ptrdiff_t srcstrides[], size_t elemsz,
                                        const size_t count[], size_t stridelevels,
                                        gex_Flags_t flags);
static inline int gex_VIS_StridedGetBlocking(gex_TM_t tm, void *dstaddr,
                                             const ptrdiff_t dststrides[], gex_Rank_t srcrank,
                                             const void *srcaddr, const ptrdiff_t srcstrides[],
                                             size_t elemsz, const size_t count[],
                                             size_t stridelevels, gex_Flags_t flags);
static inline gex_Event_t gex_VIS_StridedGetNB(gex_TM_t tm, void *dstaddr,
                                               const ptrdiff_t dststrides[], gex_Rank_t srcrank,
                                               const void *srcaddr, const ptrdiff_t srcstrides[],
                                               size_t elemsz, const size_t count[],
                                               size_t stridelevels, gex_Flags_t flags);
static inline int gex_VIS_StridedGetNBI(gex_TM_t tm, void *dstaddr, const ptrdiff_t dststrides[],
                                        gex_Rank_t srcrank, const void *srcaddr,
                                        const ptrdiff_t srcstrides[], size_t elemsz,
                                        const size_t count[], size_t stridelevels,
                                        gex_Flags_t flags);

/* ---- peer completion (deprecated; section 4) ----------------------------- */

#define GEX_VIS_MAX_PEERCOMPLETION ((size_t)127) /* bytes of payload */
/* Arms the calling thread's next VIS put: when its data is in place, `handler` of the target runs
 * as the handler of a medium reply without arguments, with nbytes bytes of source_addr as payload,
 * which must stay until that put is complete. handler 0 disarms; arming again replaces. flags must
 * be 0. */
void gex_VIS_SetPeerCompletionHandler(gex_AM_Index_t handler, const void *source_addr,
                                      size_t nbytes, gex_Flags_t flags);

/* ---- text of metadata, for messages (gasnet-tools.md, test-suite-names.md) --- */
/* Each fills `buf`, which has the size that the _bufsz call tells, and returns it. */

size_t gasnett_format_memveclist_bufsz(size_t count);
char *gasnett_format_memveclist(char *buf, size_t count, gex_Memvec_t const *list);
size_t gasnett_format_addrlist_bufsz(size_t count);
char *gasnett_format_addrlist(char *buf, size_t count, void *const *list, size_t len);
size_t gasnett_format_strides_bufsz(size_t count);
char *gasnett_format_strides(char *buf, size_t count, const ptrdiff_t *list);
size_t gasnett_format_putvgetv_bufsz(size_t dstcount, size_t srccount);
char *gasnett_format_putvgetv(char *buf, gex_TM_t tm, gex_Rank_t rank, size_t dstcount,
                              gex_Memvec_t const dstlist[], size_t srccount,
                              gex_Memvec_t const srclist[]);
size_t gasnett_format_putigeti_bufsz(size_t dstcount, size_t srccount);
char *gasnett_format_putigeti(char *buf, gex_TM_t tm, gex_Rank_t rank, size_t dstcount,
                              void *const dstlist[], size_t dstlen, size_t srccount,
                              void *const srclist[], size_t srclen);
size_t gasnett_format_putsgets_bufsz(size_t stridelevels);
/* `stats` is there for source compatibility and may be NULL. */
char *gasnett_format_putsgets(char *buf, void *stats, gex_TM_t tm, gex_Rank_t rank, void *dstaddr,
                              const ptrdiff_t dststrides[], const void *srcaddr,
                              const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[],
                              size_t stridelevels);

#include "hyd_vis_inline.h"

#ifdef __cplusplus
}
#endif

#if HYD_CLIENT_DEBUG && !defined(HYD_BUILDING_LIBRARY)
#include "hyd_vis_srcloc.h"
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_upc_vis.h: the list and strided memory functions proposed for the UPC library (put, get, and
 * copy between threads), for C and C++ clients and for compilers that emit C: a thin layer over
 * gasnet_vis.h. See README.md beside it.
 *
 * A pointer-to-shared is a thread and an address there. As in the proposal, it is treated as shared
 * [] char *: all memory reached from it lies on that thread. Threads are the ranks of HYD_UPC_TM.
 * All functions block; a call may name any number of threads on each shared side. Destination
 * pieces must overlap neither each other nor a source piece. Memory: some tens of kilobytes of
 * stack for lists of any length.
 */
#ifndef HYD_UPC_VIS_H
#define HYD_UPC_VIS_H

#include "gasnet_vis.h"

/* The team whose ranks are the UPC threads. A program may define it, as any expression, before
 * inclusion; the default is the primordial team of gasnet_init, or of gex_Client_Init with
 * GEX_FLAG_USES_GASNET1. */
#ifndef HYD_UPC_TM
#define HYD_UPC_TM hyd_upc_primordial_team()
#endif

typedef struct {
  gex_Rank_t thread;
  void *addr; /* address in that thread */
} hyd_upc_shared_t;

typedef struct { /* a piece of private memory */
  void *addr;
  size_t len;
} upc_pmemvec_t;

typedef struct { /* a piece of shared memory */
  hyd_upc_shared_t addr;
  size_t len;
} upc_smemvec_t;

static inline hyd_upc_shared_t hyd_upc_shared(gex_Rank_t thread, void *addr) {
  hyd_upc_shared_t p;
  p.thread = thread;
  p.addr = addr;
  return p;
}

#include "hyd_upc_move.h"

/* ---- vector: lists of pieces, each with its length ----------------------- */
/* Copies the bytes of the source pieces, in list order, to the destination pieces, in list order.
 * The lists may be cut differently; their totals must be equal. */

static inline void upc_memput_vlist(size_t dstcount, const upc_smemvec_t dstlist[], size_t srccount,
                                    const upc_pmemvec_t srclist[]) {
  struct hyd_upc_side dst = hyd_upc_shared_vector(dstcount, dstlist);
  struct hyd_upc_side src = hyd_upc_private_vector(srccount, srclist);
  hyd_upc_move(&dst, &src);
}

static inline void upc_memget_vlist(size_t dstcount, const upc_pmemvec_t dstlist[], size_t srccount,
                                    const upc_smemvec_t srclist[]) {
  struct hyd_upc_side dst = hyd_upc_private_vector(dstcount, dstlist);
  struct hyd_upc_side src = hyd_upc_shared_vector(srccount, srclist);
  hyd_upc_move(&dst, &src);
}

static inline void upc_memcpy_vlist(size_t dstcount, const upc_smemvec_t dstlist[], size_t srccount,
                                    const upc_smemvec_t srclist[]) {
  struct hyd_upc_side dst = hyd_upc_shared_vector(dstcount, dstlist);
  struct hyd_upc_side src = hyd_upc_shared_vector(srccount, srclist);
  hyd_upc_move(&dst, &src);
}

/* ---- indexed: lists of addresses, pieces of one length on each side ------ */

static inline void upc_memput_ilist(size_t dstcount, const hyd_upc_shared_t dstlist[],
                                    size_t dstlen, size_t srccount, const void *const srclist[],
                                    size_t srclen) {
  struct hyd_upc_side dst = hyd_upc_shared_list(dstcount, dstlist, dstlen);
  struct hyd_upc_side src = hyd_upc_private_list(srccount, srclist, srclen);
  hyd_upc_move(&dst, &src);
}

static inline void upc_memget_ilist(size_t dstcount, void *const dstlist[], size_t dstlen,
                                    size_t srccount, const hyd_upc_shared_t srclist[],
                                    size_t srclen) {
  struct hyd_upc_side dst = hyd_upc_private_list(dstcount, (const void *const *)dstlist, dstlen);
  struct hyd_upc_side src = hyd_upc_shared_list(srccount, srclist, srclen);
  hyd_upc_move(&dst, &src);
}

static inline void upc_memcpy_ilist(size_t dstcount, const hyd_upc_shared_t dstlist[],
                                    size_t dstlen, size_t srccount,
                                    const hyd_upc_shared_t srclist[], size_t srclen) {
  struct hyd_upc_side dst = hyd_upc_shared_list(dstcount, dstlist, dstlen);
  struct hyd_upc_side src = hyd_upc_shared_list(srccount, srclist, srclen);
  hyd_upc_move(&dst, &src);
}

/* The proposal has one name for both forms: four arguments are the vector form, six the indexed
 * form. */
#define upc_memput_list(...) HYD_UPC_LIST(upc_memput, __VA_ARGS__)
#define upc_memget_list(...) HYD_UPC_LIST(upc_memget, __VA_ARGS__)
#define upc_memcpy_list(...) HYD_UPC_LIST(upc_memcpy, __VA_ARGS__)
#define HYD_UPC_LIST(name, ...)                                                                    \
  HYD_UPC_FORM(__VA_ARGS__, _ilist, _five_arguments, _vlist, _three, _two, _one, _)                \
  (name)(__VA_ARGS__)
#define HYD_UPC_FORM(a, b, c, d, e, f, form, ...) HYD_UPC_NAME##form
#define HYD_UPC_NAME_vlist(name) name##_vlist
#define HYD_UPC_NAME_ilist(name) name##_ilist

/* ---- strided: sections of arrays ----------------------------------------- */
/* count[0] is the number of bytes that are contiguous on both sides, count[1..stridelevels] the
 * number of blocks at each level, innermost first; strides are in bytes, one for each level. Each
 * side lies on one thread. */

static inline void upc_memput_strided(hyd_upc_shared_t dst, const size_t dststrides[],
                                      const void *src, const size_t srcstrides[],
                                      const size_t count[], size_t stridelevels) {
  gex_VIS_StridedPutBlocking(HYD_UPC_TM, dst.thread, dst.addr, (const ptrdiff_t *)dststrides, src,
                             (const ptrdiff_t *)srcstrides, count[0],
                             stridelevels ? count + 1 : count, stridelevels, 0);
}

static inline void upc_memget_strided(void *dst, const size_t dststrides[], hyd_upc_shared_t src,
                                      const size_t srcstrides[], const size_t count[],
                                      size_t stridelevels) {
  gex_VIS_StridedGetBlocking(HYD_UPC_TM, dst, (const ptrdiff_t *)dststrides, src.thread, src.addr,
                             (const ptrdiff_t *)srcstrides, count[0],
                             stridelevels ? count + 1 : count, stridelevels, 0);
}

static inline void upc_memcpy_strided(hyd_upc_shared_t dst, const size_t dststrides[],
                                      hyd_upc_shared_t src, const size_t srcstrides[],
                                      const size_t count[], size_t stridelevels) {
  gex_Rank_t me = gex_TM_QueryRank(HYD_UPC_TM);
  if (src.thread == me) {
    upc_memput_strided(dst, dststrides, src.addr, srcstrides, count, stridelevels);
  } else if (dst.thread == me) {
    upc_memget_strided(dst.addr, dststrides, src, srcstrides, count, stridelevels);
  } else { /* between two other threads: row by row, through this one */
    struct hyd_upc_side to = hyd_upc_section(dst, dststrides, count, stridelevels);
    struct hyd_upc_side from = hyd_upc_section(src, srcstrides, count, stridelevels);
    hyd_upc_move(&to, &from);
  }
}

#endif

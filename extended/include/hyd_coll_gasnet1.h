/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_coll_gasnet1.h: the collectives of GASNet-1, whose participants are images (gasnet1-coll.md).
 * Not for direct inclusion: gasnet_coll.h, and so gasnet.h, bring it.
 *
 * What is common to all. Every image of the team calls, all those on one team in the same order;
 * images of one process may be inside at a time. nbytes (more than 0; K8), flags and roots are the
 * same everywhere. Sizes are in bytes, buffers lie anywhere in the image's memory, and they and
 * lists of addresses belong to the operation until it is synchronised. No collective may be
 * outstanding across a barrier. Not from handlers, nor with a handler-safe lock held (K15).
 *
 * Every operation has four forms: X waits; X_nb returns a handle, or GASNET_COLL_INVALID_HANDLE if
 * all is done; XM and XM_nb take a list of addresses instead of one: with GASNET_COLL_LOCAL of the
 * caller's node's images, with GASNET_COLL_SINGLE of all, in the order of images (K10 to K12).
 */
#ifndef HYD_COLL_GASNET1_H
#define HYD_COLL_GASNET1_H

#include "gasnetex.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- types and flags (section 2) ----------------------------------------- */

typedef uint32_t gasnet_image_t;
typedef gex_Event_t gasnet_coll_handle_t; /* gex_Event_* and gasnet_*_syncnb* take it too (K0) */
#define GASNET_COLL_INVALID_HANDLE GEX_EVENT_INVALID
typedef struct hyd_coll_team_s *gasnet_team_handle_t;
#define GASNET_TEAM_ALL ((gasnet_team_handle_t)(uintptr_t)1) /* all nodes, all images */
#define gasnete_coll_team_all GASNET_TEAM_ALL                /* a name that programs use for it */
typedef gasnet_team_handle_t gasnete_coll_team_t;

/* results[k] = left[k] combined with right[k], for k < left_count, which is result_count; left is
 * of earlier images. results may be left. flags: those of the table; arg: func_arg of the call
 * (K25, K26). Runs on a thread that is inside a call of the library, not in a handler, and may
 * communicate, but start no collective; with GASNET_COLL_AMSAFE it must not communicate (K27). */
typedef void (*gasnet_coll_reduce_fn_t)(void *results, size_t result_count,
                                        const void *left_operands, size_t left_count,
                                        const void *right_operands, size_t elem_size, int flags,
                                        int arg);
typedef gex_AM_Arg_t gasnet_coll_fn_handle_t; /* index into the table of gasnet_coll_init */
typedef struct {
  gasnet_coll_reduce_fn_t fnptr;
  unsigned int flags;
} gasnet_coll_fn_entry_t;
#define GASNET_COLL_AMSAFE (1u << 0)  /* may run anywhere */
#define GASNET_COLL_NONCOMM (1u << 1) /* operands stay in the order of images */

#define GASNET_COLL_IN_NOSYNC (1 << 0)   /* data may move as soon as any image has called */
#define GASNET_COLL_IN_MYSYNC (1 << 1)   /* ... of and to an image once it has called */
#define GASNET_COLL_IN_ALLSYNC (1 << 2)  /* ... once all have called */
#define GASNET_COLL_OUT_NOSYNC (1 << 3)  /* buffers are free when all images have synchronised */
#define GASNET_COLL_OUT_MYSYNC (1 << 4)  /* ... an image's, when it has synchronised */
#define GASNET_COLL_OUT_ALLSYNC (1 << 5) /* ... all, when any image has synchronised */
#define GASNET_COLL_SYNC_FLAG_MASK 0x3F
#define GASNET_COLL_SINGLE (1 << 6) /* all callers pass the addresses of all */
#define GASNET_COLL_LOCAL (1 << 7)  /* each passes its own; others are ignored */
/* _nb: not to be synchronised itself, but with the next (K22) */
#define GASNET_COLL_AGGREGATE (1 << 8)
#define GASNET_COLL_FIXED_THREADS_PER_NODE (1 << 9)
#define GASNET_COLL_DST_IN_SEGMENT (1 << 10)
#define GASNET_COLL_SRC_IN_SEGMENT (1 << 11)
#define GASNET_COLL_REDUCE_OP_SUM (1 << 12)
#define GASNET_COLL_REDUCE_OP_MAX (1 << 13)
#define GASNET_COLL_REDUCE_OP_MIN (1 << 14)
#define GASNET_COLL_REDUCE_OP_CUSTOM (1 << 15)
#define GASNET_COLL_INCLUSIVE_SCAN (1 << 16)
#define GASNET_COLL_EXCLUSIVE_SCAN (1 << 17)
#define GASNET_COLL_DISABLE_AUTOTUNE (1 << 18)
#define GASNET_COLL_NO_IMAGES (1 << 19) /* one thread of each node calls; roots are nodes */
#define HYD_COLL_BLOCKING (1 << 30)     /* for the library */

/* ---- start (section 3) --------------------------------------------------- */

/* Optional: without it every process is one image, from attach on, and there are no functions (K0).
 * Once by every thread that is an image, after attach, before its other calls here; returns when
 * all have called. images: how many each node has, NULL: one each (required in SEQ), then my_image
 * means nothing. fn_tbl: functions for reductions, copied. init_flags: 0. K1 to K7. */
void gasnet_coll_init(const gasnet_image_t images[], gasnet_image_t my_image,
                      gasnet_coll_fn_entry_t fn_tbl[], size_t fn_count, int init_flags);

/* ---- synchronisation (section 6) ----------------------------------------- */

/* By the image that got the handle, once; in any order. The invalid handle is done. try: polls;
 * GASNET_OK or GASNET_ERR_NOT_READY. Arrays: entries that are done become invalid; _some wants one
 * that is, _all wants all, and none is ever waited for where all are invalid. K19, K20. */
static inline void gasnet_coll_wait_sync(gasnet_coll_handle_t h) { gex_Event_Wait(h); }
static inline int gasnet_coll_try_sync(gasnet_coll_handle_t h) {
  gasnet_AMPoll();
  return gex_Event_Test(h);
}
static inline void gasnet_coll_wait_sync_some(gasnet_coll_handle_t *h, size_t n) {
  gex_Event_WaitSome(h, n, 0);
}
static inline int gasnet_coll_try_sync_some(gasnet_coll_handle_t *h, size_t n) {
  gasnet_AMPoll();
  return gex_Event_TestSome(h, n, 0);
}
static inline void gasnet_coll_wait_sync_all(gasnet_coll_handle_t *h, size_t n) {
  gex_Event_WaitAll(h, n, 0);
}
static inline int gasnet_coll_try_sync_all(gasnet_coll_handle_t *h, size_t n) {
  gasnet_AMPoll();
  return gex_Event_TestAll(h, n, 0);
}

/* ---- moving data (section 4) --------------------------------------------- */

/* broadcast: the root's src to every image's dst, which may be src at one image. */
gasnet_coll_handle_t gasnet_coll_broadcast_nb(gasnet_team_handle_t team, void *dst,
                                              gasnet_image_t srcimage, void *src, size_t nbytes,
                                              int flags);
gasnet_coll_handle_t gasnet_coll_broadcastM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                               gasnet_image_t srcimage, void *src, size_t nbytes,
                                               int flags);
/* scatter: block i, of nbytes, of the root's src to image i's dst; in place for the root's own. */
gasnet_coll_handle_t gasnet_coll_scatter_nb(gasnet_team_handle_t team, void *dst,
                                            gasnet_image_t srcimage, void *src, size_t nbytes,
                                            int flags);
gasnet_coll_handle_t gasnet_coll_scatterM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                             gasnet_image_t srcimage, void *src, size_t nbytes,
                                             int flags);
/* gather: image i's src to block i of the root's dst; in place for the root's own. */
gasnet_coll_handle_t gasnet_coll_gather_nb(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                           void *dst, void *src, size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_gatherM_nb(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                            void *dst, void *const srclist[], size_t nbytes,
                                            int flags);
/* gather_all: image i's src to block i of every image's dst; in place where that block is the
 * image's own src. */
gasnet_coll_handle_t gasnet_coll_gather_all_nb(gasnet_team_handle_t team, void *dst, void *src,
                                               size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_gather_allM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                                void *const srclist[], size_t nbytes, int flags);
/* exchange: block j of image i's src to block i of image j's dst; never in place. */
gasnet_coll_handle_t gasnet_coll_exchange_nb(gasnet_team_handle_t team, void *dst, void *src,
                                             size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_exchangeM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                              void *const srclist[], size_t nbytes, int flags);

/* ---- computing (section 7) ----------------------------------------------- */

/* dst[k] at image dstimage = the combination of all images' src[k], for k < elem_count; elements of
 * elem_size bytes. dst may be src there. Offsets and block sizes must be 0. K23 to K31. */
gasnet_coll_handle_t gasnet_coll_reduce_nb(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                           void *dst, void *src, size_t src_blksz,
                                           size_t src_offset, size_t elem_size, size_t elem_count,
                                           gasnet_coll_fn_handle_t func, int func_arg, int flags);
gasnet_coll_handle_t gasnet_coll_reduceM_nb(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                            void *dst, void *const srclist[], size_t src_blksz,
                                            size_t src_offset, size_t elem_size, size_t elem_count,
                                            gasnet_coll_fn_handle_t func, int func_arg, int flags);
/* dst[k] at image i = the combination of src[k] of images 0 to i (GASNET_COLL_INCLUSIVE_SCAN) or 0
 * to i - 1 (GASNET_COLL_EXCLUSIVE_SCAN; image 0's dst stays as it is). dst may be src. */
gasnet_coll_handle_t gasnet_coll_scan_nb(gasnet_team_handle_t team, void *dst, size_t dst_blksz,
                                         size_t dst_offset, void *src, size_t src_blksz,
                                         size_t src_offset, size_t elem_size, size_t elem_count,
                                         gasnet_coll_fn_handle_t func, int func_arg, int flags);
gasnet_coll_handle_t gasnet_coll_scanM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                          size_t dst_blksz, size_t dst_offset,
                                          void *const srclist[], size_t src_blksz,
                                          size_t src_offset, size_t elem_size, size_t elem_count,
                                          gasnet_coll_fn_handle_t func, int func_arg, int flags);

/* ---- teams (section 8) --------------------------------------------------- */

/* Nodes of the parent with the same color become a team, relrank their number in it: 0 to its size
 * - 1, each once. By one thread of every node; waits. clientdata: a gasnet_seginfo_t of scratch
 * memory, or NULL; it is not used. K32 to K34. */
gasnet_team_handle_t gasnet_coll_team_split(gasnet_team_handle_t parent, gex_Rank_t color,
                                            gex_Rank_t relrank, void *clientdata);
gex_Rank_t gasnet_coll_team_size(gasnet_team_handle_t team); /* nodes */
/* Between a team's numbers and those of the job; fatal if there is no such member (K35). */
gex_Rank_t gasnet_coll_team_rank2node(gasnet_team_handle_t team, int rank);
gex_Rank_t gasnet_coll_team_node2rank(gasnet_team_handle_t team, gex_Rank_t node);
/* Frees this process's handle of a team without outstanding operations; not of GASNET_TEAM_ALL. */
void gasnet_coll_team_free(gasnet_team_handle_t team);
#define gasnete_coll_team_free gasnet_coll_team_free
#define gasnete_coll_team_split gasnet_coll_team_split
#define gasnete_coll_team_size gasnet_coll_team_size
#define gasnete_coll_team_rank2node gasnet_coll_team_rank2node
#define gasnete_coll_team_node2rank gasnet_coll_team_node2rank

/* As gasnet_barrier_* (gasnet.h), of the team's nodes; with GASNET_BARRIERFLAG_IMAGES, given by all
 * to all calls of a phase, of its images, each of which calls. Of GASNET_TEAM_ALL without that flag
 * they are gasnet_barrier_*. Section 8.1. */
void gasnet_coll_barrier_notify(gasnet_team_handle_t team, int id, int flags);
int gasnet_coll_barrier_wait(gasnet_team_handle_t team, int id, int flags);
int gasnet_coll_barrier_try(gasnet_team_handle_t team, int id, int flags);
int gasnet_coll_barrier(gasnet_team_handle_t team, int id, int flags);
int gasnet_coll_barrier_result(gasnet_team_handle_t team, int *id);

/* ---- the forms that wait ------------------------------------------------- */

static inline void gasnet_coll_broadcast(gasnet_team_handle_t team, void *dst,
                                         gasnet_image_t srcimage, void *src, size_t nbytes,
                                         int flags) {
  gasnet_coll_wait_sync(
      gasnet_coll_broadcast_nb(team, dst, srcimage, src, nbytes, flags | HYD_COLL_BLOCKING));
}
static inline void gasnet_coll_broadcastM(gasnet_team_handle_t team, void *const dstlist[],
                                          gasnet_image_t srcimage, void *src, size_t nbytes,
                                          int flags) {
  gasnet_coll_wait_sync(
      gasnet_coll_broadcastM_nb(team, dstlist, srcimage, src, nbytes, flags | HYD_COLL_BLOCKING));
}
static inline void gasnet_coll_scatter(gasnet_team_handle_t team, void *dst,
                                       gasnet_image_t srcimage, void *src, size_t nbytes,
                                       int flags) {
  gasnet_coll_wait_sync(
      gasnet_coll_scatter_nb(team, dst, srcimage, src, nbytes, flags | HYD_COLL_BLOCKING));
}
static inline void gasnet_coll_scatterM(gasnet_team_handle_t team, void *const dstlist[],
                                        gasnet_image_t srcimage, void *src, size_t nbytes,
                                        int flags) {
  gasnet_coll_wait_sync(
      gasnet_coll_scatterM_nb(team, dstlist, srcimage, src, nbytes, flags | HYD_COLL_BLOCKING));
}
static inline void gasnet_coll_gather(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst,
                                      void *src, size_t nbytes, int flags) {
  gasnet_coll_wait_sync(
      gasnet_coll_gather_nb(team, dstimage, dst, src, nbytes, flags | HYD_COLL_BLOCKING));
}
static inline void gasnet_coll_gatherM(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                       void *dst, void *const srclist[], size_t nbytes, int flags) {
  gasnet_coll_wait_sync(
      gasnet_coll_gatherM_nb(team, dstimage, dst, srclist, nbytes, flags | HYD_COLL_BLOCKING));
}
static inline void gasnet_coll_gather_all(gasnet_team_handle_t team, void *dst, void *src,
                                          size_t nbytes, int flags) {
  gasnet_coll_wait_sync(
      gasnet_coll_gather_all_nb(team, dst, src, nbytes, flags | HYD_COLL_BLOCKING));
}
static inline void gasnet_coll_gather_allM(gasnet_team_handle_t team, void *const dstlist[],
                                           void *const srclist[], size_t nbytes, int flags) {
  gasnet_coll_wait_sync(
      gasnet_coll_gather_allM_nb(team, dstlist, srclist, nbytes, flags | HYD_COLL_BLOCKING));
}
static inline void gasnet_coll_exchange(gasnet_team_handle_t team, void *dst, void *src,
                                        size_t nbytes, int flags) {
  gasnet_coll_wait_sync(gasnet_coll_exchange_nb(team, dst, src, nbytes, flags | HYD_COLL_BLOCKING));
}
static inline void gasnet_coll_exchangeM(gasnet_team_handle_t team, void *const dstlist[],
                                         void *const srclist[], size_t nbytes, int flags) {
  gasnet_coll_wait_sync(
      gasnet_coll_exchangeM_nb(team, dstlist, srclist, nbytes, flags | HYD_COLL_BLOCKING));
}
static inline void gasnet_coll_reduce(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst,
                                      void *src, size_t src_blksz, size_t src_offset,
                                      size_t elem_size, size_t elem_count,
                                      gasnet_coll_fn_handle_t func, int func_arg, int flags) {
  gasnet_coll_wait_sync(gasnet_coll_reduce_nb(team, dstimage, dst, src, src_blksz, src_offset,
                                              elem_size, elem_count, func, func_arg,
                                              flags | HYD_COLL_BLOCKING));
}
static inline void gasnet_coll_reduceM(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                       void *dst, void *const srclist[], size_t src_blksz,
                                       size_t src_offset, size_t elem_size, size_t elem_count,
                                       gasnet_coll_fn_handle_t func, int func_arg, int flags) {
  gasnet_coll_wait_sync(gasnet_coll_reduceM_nb(team, dstimage, dst, srclist, src_blksz, src_offset,
                                               elem_size, elem_count, func, func_arg,
                                               flags | HYD_COLL_BLOCKING));
}
static inline void gasnet_coll_scan(gasnet_team_handle_t team, void *dst, size_t dst_blksz,
                                    size_t dst_offset, void *src, size_t src_blksz,
                                    size_t src_offset, size_t elem_size, size_t elem_count,
                                    gasnet_coll_fn_handle_t func, int func_arg, int flags) {
  gasnet_coll_wait_sync(gasnet_coll_scan_nb(team, dst, dst_blksz, dst_offset, src, src_blksz,
                                            src_offset, elem_size, elem_count, func, func_arg,
                                            flags | HYD_COLL_BLOCKING));
}
static inline void gasnet_coll_scanM(gasnet_team_handle_t team, void *const dstlist[],
                                     size_t dst_blksz, size_t dst_offset, void *const srclist[],
                                     size_t src_blksz, size_t src_offset, size_t elem_size,
                                     size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg,
                                     int flags) {
  gasnet_coll_wait_sync(gasnet_coll_scanM_nb(team, dstlist, dst_blksz, dst_offset, srclist,
                                             src_blksz, src_offset, elem_size, elem_count, func,
                                             func_arg, flags | HYD_COLL_BLOCKING));
}

#ifdef __cplusplus
}
#endif

#endif

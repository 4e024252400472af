/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_legacy_calls.c: the calls of GASNet-1's collectives, and their checks.
 */
#include "core/base/err.h"
#include "extended/coll_gasnet1/coll_legacy.h"

static int is_one_of(unsigned flags, unsigned mask) {
  unsigned set = flags & mask;
  return set && (set & (set - 1)) == 0;
}

static void check_flags(const struct hyd_legacy_call *call) {
  unsigned f = (unsigned)call->flags;
  if (!is_one_of(f, GASNET_COLL_IN_NOSYNC | GASNET_COLL_IN_MYSYNC | GASNET_COLL_IN_ALLSYNC) ||
      !is_one_of(f, GASNET_COLL_OUT_NOSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_OUT_ALLSYNC))
    hyd_fatal(call->name,
              "flags 0x%x; expected exactly one GASNET_COLL_IN_*SYNC and one "
              "GASNET_COLL_OUT_*SYNC",
              f);
  if (!is_one_of(f, GASNET_COLL_SINGLE | GASNET_COLL_LOCAL))
    hyd_fatal(call->name,
              "flags 0x%x; expected exactly one of GASNET_COLL_SINGLE and "
              "GASNET_COLL_LOCAL",
              f);
  if ((f & GASNET_COLL_AGGREGATE) && (f & HYD_COLL_BLOCKING))
    hyd_fatal(call->name, "GASNET_COLL_AGGREGATE in a call that waits; expected an _nb call");
  if (call->kind == &hyd_legacy_scan &&
      !is_one_of(f, GASNET_COLL_INCLUSIVE_SCAN | GASNET_COLL_EXCLUSIVE_SCAN))
    hyd_fatal(call->name,
              "flags 0x%x; expected exactly one of GASNET_COLL_INCLUSIVE_SCAN and "
              "GASNET_COLL_EXCLUSIVE_SCAN",
              f);
}

static gasnet_coll_handle_t begin_call(struct hyd_legacy_call call) {
  call.name = call.kind->name[call.lists != 0];
  if (call.elem_size && __builtin_mul_overflow(call.elem_size, call.count, &call.nbytes))
    hyd_fatal(call.name, "%zu elements of %zu bytes are more than a size_t holds", call.count,
              call.elem_size);
  if (HYD_DEBUG) {
    check_flags(&call);
    if (call.nbytes == 0) hyd_fatal(call.name, "0 bytes; expected more");
  }
  hyd_count(hyd_the_job, HYD_COUNT_COLLS, call.nbytes);
  if (call.flags & HYD_COLL_BLOCKING) call.flags &= ~(HYD_COLL_BLOCKING | GASNET_COLL_AGGREGATE);
  return hyd_legacy_begin(&call);
}

enum { NO_LISTS, DST = HYD_LEGACY_DSTLIST, SRC = HYD_LEGACY_SRCLIST };

/* --- moving data ---------------------------------------------------------- */

static gasnet_coll_handle_t begin_move(const struct hyd_legacy_kind *kind, int lists,
                                       gasnet_team_handle_t team, gasnet_image_t root,
                                       const void *dst, const void *src, size_t nbytes, int flags) {
  return begin_call(
      (struct hyd_legacy_call){NULL, kind, lists, team, root, dst, src, nbytes, flags, 0, 0, 0, 0});
}

gasnet_coll_handle_t gasnet_coll_broadcast_nb(gasnet_team_handle_t team, void *dst,
                                              gasnet_image_t srcimage, void *src, size_t nbytes,
                                              int flags) {
  return begin_move(&hyd_legacy_broadcast, NO_LISTS, team, srcimage, dst, src, nbytes, flags);
}

gasnet_coll_handle_t gasnet_coll_broadcastM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                               gasnet_image_t srcimage, void *src, size_t nbytes,
                                               int flags) {
  return begin_move(&hyd_legacy_broadcast, DST, team, srcimage, dstlist, src, nbytes, flags);
}

gasnet_coll_handle_t gasnet_coll_scatter_nb(gasnet_team_handle_t team, void *dst,
                                            gasnet_image_t srcimage, void *src, size_t nbytes,
                                            int flags) {
  return begin_move(&hyd_legacy_scatter, NO_LISTS, team, srcimage, dst, src, nbytes, flags);
}

gasnet_coll_handle_t gasnet_coll_scatterM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                             gasnet_image_t srcimage, void *src, size_t nbytes,
                                             int flags) {
  return begin_move(&hyd_legacy_scatter, DST, team, srcimage, dstlist, src, nbytes, flags);
}

gasnet_coll_handle_t gasnet_coll_gather_nb(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                           void *dst, void *src, size_t nbytes, int flags) {
  return begin_move(&hyd_legacy_gather, NO_LISTS, team, dstimage, dst, src, nbytes, flags);
}

gasnet_coll_handle_t gasnet_coll_gatherM_nb(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                            void *dst, void *const srclist[], size_t nbytes,
                                            int flags) {
  return begin_move(&hyd_legacy_gather, SRC, team, dstimage, dst, srclist, nbytes, flags);
}

gasnet_coll_handle_t gasnet_coll_gather_all_nb(gasnet_team_handle_t team, void *dst, void *src,
                                               size_t nbytes, int flags) {
  return begin_move(&hyd_legacy_gather_all, NO_LISTS, team, 0, dst, src, nbytes, flags);
}

gasnet_coll_handle_t gasnet_coll_gather_allM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                                void *const srclist[], size_t nbytes, int flags) {
  return begin_move(&hyd_legacy_gather_all, DST | SRC, team, 0, dstlist, srclist, nbytes, flags);
}

gasnet_coll_handle_t gasnet_coll_exchange_nb(gasnet_team_handle_t team, void *dst, void *src,
                                             size_t nbytes, int flags) {
  return begin_move(&hyd_legacy_exchange, NO_LISTS, team, 0, dst, src, nbytes, flags);
}

gasnet_coll_handle_t gasnet_coll_exchangeM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                              void *const srclist[], size_t nbytes, int flags) {
  return begin_move(&hyd_legacy_exchange, DST | SRC, team, 0, dstlist, srclist, nbytes, flags);
}

/* --- computing ------------------------------------------------------------ */

struct elements {
  size_t size, count;
  gasnet_coll_fn_handle_t fn;
  int fn_arg;
  size_t src_blksz, src_offset, dst_blksz, dst_offset;
};

/* Begins a reduction or scan. Data in blocks is refused, as in every implementation (K24). */
static gasnet_coll_handle_t begin_reduction(const struct hyd_legacy_kind *kind, int lists,
                                            gasnet_team_handle_t team, gasnet_image_t root,
                                            const void *dst, const void *src, struct elements e,
                                            int flags) {
  if (e.src_blksz || e.src_offset || e.dst_blksz || e.dst_offset)
    hyd_fatal(kind->name[lists != 0],
              "src_blksz %zu, src_offset %zu, dst_blksz %zu, dst_offset %zu; expected 0",
              e.src_blksz, e.src_offset, e.dst_blksz, e.dst_offset);
  return begin_call((struct hyd_legacy_call){NULL, kind, lists, team, root, dst, src, 0, flags,
                                             e.size, e.count, e.fn, e.fn_arg});
}

gasnet_coll_handle_t gasnet_coll_reduce_nb(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                           void *dst, void *src, size_t src_blksz,
                                           size_t src_offset, size_t elem_size, size_t elem_count,
                                           gasnet_coll_fn_handle_t func, int func_arg, int flags) {
  struct elements e = {elem_size, elem_count, func, func_arg, src_blksz, src_offset, 0, 0};
  return begin_reduction(&hyd_legacy_reduce, NO_LISTS, team, dstimage, dst, src, e, flags);
}

gasnet_coll_handle_t gasnet_coll_reduceM_nb(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                            void *dst, void *const srclist[], size_t src_blksz,
                                            size_t src_offset, size_t elem_size, size_t elem_count,
                                            gasnet_coll_fn_handle_t func, int func_arg, int flags) {
  struct elements e = {elem_size, elem_count, func, func_arg, src_blksz, src_offset, 0, 0};
  return begin_reduction(&hyd_legacy_reduce, SRC, team, dstimage, dst, srclist, e, flags);
}

gasnet_coll_handle_t gasnet_coll_scan_nb(gasnet_team_handle_t team, void *dst, size_t dst_blksz,
                                         size_t dst_offset, void *src, size_t src_blksz,
                                         size_t src_offset, size_t elem_size, size_t elem_count,
                                         gasnet_coll_fn_handle_t func, int func_arg, int flags) {
  struct elements e = {elem_size, elem_count, func,      func_arg,
                       src_blksz, src_offset, dst_blksz, dst_offset};
  return begin_reduction(&hyd_legacy_scan, NO_LISTS, team, 0, dst, src, e, flags);
}

gasnet_coll_handle_t gasnet_coll_scanM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                          size_t dst_blksz, size_t dst_offset,
                                          void *const srclist[], size_t src_blksz,
                                          size_t src_offset, size_t elem_size, size_t elem_count,
                                          gasnet_coll_fn_handle_t func, int func_arg, int flags) {
  struct elements e = {elem_size, elem_count, func,      func_arg,
                       src_blksz, src_offset, dst_blksz, dst_offset};
  return begin_reduction(&hyd_legacy_scan, DST | SRC, team, 0, dstlist, srclist, e, flags);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_legacy_calls.c: the calls of GASNet-1's collectives: what they check, and what they are.
 */
#include "core/base/err.h"
#include "extended/coll_legacy.h"

static int one_of(unsigned flags, unsigned mask) {
  unsigned set = flags & mask;
  return set && (set & (set - 1)) == 0;
}

static void check_flags(const struct hyd_legacy_call *call) {
  unsigned f = (unsigned)call->flags;
  if (!one_of(f, GASNET_COLL_IN_NOSYNC | GASNET_COLL_IN_MYSYNC | GASNET_COLL_IN_ALLSYNC) ||
      !one_of(f, GASNET_COLL_OUT_NOSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_OUT_ALLSYNC))
    hyd_fatal(call->name,
              "flags 0x%x; expected exactly one GASNET_COLL_IN_*SYNC and one "
              "GASNET_COLL_OUT_*SYNC",
              f);
  if (!one_of(f, GASNET_COLL_SINGLE | GASNET_COLL_LOCAL))
    hyd_fatal(call->name,
              "flags 0x%x; expected exactly one of GASNET_COLL_SINGLE and "
              "GASNET_COLL_LOCAL",
              f);
  if ((f & GASNET_COLL_AGGREGATE) && (f & HYD_COLL_BLOCKING))
    hyd_fatal(call->name, "GASNET_COLL_AGGREGATE in a call that waits; expected an _nb call");
  if (call->kind == &hyd_legacy_scan &&
      !one_of(f, GASNET_COLL_INCLUSIVE_SCAN | GASNET_COLL_EXCLUSIVE_SCAN))
    hyd_fatal(call->name,
              "flags 0x%x; expected exactly one of GASNET_COLL_INCLUSIVE_SCAN and "
              "GASNET_COLL_EXCLUSIVE_SCAN",
              f);
}

static gasnet_coll_handle_t begin(struct hyd_legacy_call call) {
  if (HYD_DEBUG) {
    check_flags(&call);
    if (call.nbytes == 0) hyd_fatal(call.name, "0 bytes; expected more");
  }
  if (call.flags & HYD_COLL_BLOCKING) call.flags &= ~(HYD_COLL_BLOCKING | GASNET_COLL_AGGREGATE);
  return hyd_legacy_begin(&call);
}

/* --- moving data ---------------------------------------------------------- */

gasnet_coll_handle_t gasnet_coll_broadcast_nb(gasnet_team_handle_t team, void *dst,
                                              gasnet_image_t srcimage, void *src, size_t nbytes,
                                              int flags) {
  return begin((struct hyd_legacy_call){.name = "gasnet_coll_broadcast",
                                        .team = team,
                                        .kind = &hyd_legacy_broadcast,
                                        .root = srcimage,
                                        .dst = dst,
                                        .src = src,
                                        .nbytes = nbytes,
                                        .flags = flags});
}

gasnet_coll_handle_t gasnet_coll_broadcastM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                               gasnet_image_t srcimage, void *src, size_t nbytes,
                                               int flags) {
  return begin((struct hyd_legacy_call){.name = "gasnet_coll_broadcastM",
                                        .team = team,
                                        .kind = &hyd_legacy_broadcast,
                                        .root = srcimage,
                                        .dstlist = dstlist,
                                        .lists = HYD_LEGACY_DSTLIST,
                                        .src = src,
                                        .nbytes = nbytes,
                                        .flags = flags});
}

gasnet_coll_handle_t gasnet_coll_scatter_nb(gasnet_team_handle_t team, void *dst,
                                            gasnet_image_t srcimage, void *src, size_t nbytes,
                                            int flags) {
  return begin((struct hyd_legacy_call){.name = "gasnet_coll_scatter",
                                        .team = team,
                                        .kind = &hyd_legacy_scatter,
                                        .root = srcimage,
                                        .dst = dst,
                                        .src = src,
                                        .nbytes = nbytes,
                                        .flags = flags});
}

gasnet_coll_handle_t gasnet_coll_scatterM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                             gasnet_image_t srcimage, void *src, size_t nbytes,
                                             int flags) {
  return begin((struct hyd_legacy_call){.name = "gasnet_coll_scatterM",
                                        .team = team,
                                        .kind = &hyd_legacy_scatter,
                                        .root = srcimage,
                                        .dstlist = dstlist,
                                        .lists = HYD_LEGACY_DSTLIST,
                                        .src = src,
                                        .nbytes = nbytes,
                                        .flags = flags});
}

gasnet_coll_handle_t gasnet_coll_gather_nb(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                           void *dst, void *src, size_t nbytes, int flags) {
  return begin((struct hyd_legacy_call){.name = "gasnet_coll_gather",
                                        .team = team,
                                        .kind = &hyd_legacy_gather,
                                        .root = dstimage,
                                        .dst = dst,
                                        .src = src,
                                        .nbytes = nbytes,
                                        .flags = flags});
}

gasnet_coll_handle_t gasnet_coll_gatherM_nb(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                            void *dst, void *const srclist[], size_t nbytes,
                                            int flags) {
  return begin((struct hyd_legacy_call){.name = "gasnet_coll_gatherM",
                                        .team = team,
                                        .kind = &hyd_legacy_gather,
                                        .root = dstimage,
                                        .dst = dst,
                                        .srclist = srclist,
                                        .lists = HYD_LEGACY_SRCLIST,
                                        .nbytes = nbytes,
                                        .flags = flags});
}

gasnet_coll_handle_t gasnet_coll_gather_all_nb(gasnet_team_handle_t team, void *dst, void *src,
                                               size_t nbytes, int flags) {
  return begin((struct hyd_legacy_call){.name = "gasnet_coll_gather_all",
                                        .team = team,
                                        .kind = &hyd_legacy_gather_all,
                                        .dst = dst,
                                        .src = src,
                                        .nbytes = nbytes,
                                        .flags = flags});
}

gasnet_coll_handle_t gasnet_coll_gather_allM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                                void *const srclist[], size_t nbytes, int flags) {
  return begin((struct hyd_legacy_call){.name = "gasnet_coll_gather_allM",
                                        .team = team,
                                        .kind = &hyd_legacy_gather_all,
                                        .dstlist = dstlist,
                                        .srclist = srclist,
                                        .lists = HYD_LEGACY_DSTLIST | HYD_LEGACY_SRCLIST,
                                        .nbytes = nbytes,
                                        .flags = flags});
}

gasnet_coll_handle_t gasnet_coll_exchange_nb(gasnet_team_handle_t team, void *dst, void *src,
                                             size_t nbytes, int flags) {
  return begin((struct hyd_legacy_call){.name = "gasnet_coll_exchange",
                                        .team = team,
                                        .kind = &hyd_legacy_exchange,
                                        .dst = dst,
                                        .src = src,
                                        .nbytes = nbytes,
                                        .flags = flags});
}

gasnet_coll_handle_t gasnet_coll_exchangeM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                              void *const srclist[], size_t nbytes, int flags) {
  return begin((struct hyd_legacy_call){.name = "gasnet_coll_exchangeM",
                                        .team = team,
                                        .kind = &hyd_legacy_exchange,
                                        .dstlist = dstlist,
                                        .srclist = srclist,
                                        .lists = HYD_LEGACY_DSTLIST | HYD_LEGACY_SRCLIST,
                                        .nbytes = nbytes,
                                        .flags = flags});
}

/* --- computing ------------------------------------------------------------ */

/* Cutting into blocks is not for anybody (K24). */
static void check_blocks(const char *name, size_t src_blksz, size_t src_offset, size_t dst_blksz,
                         size_t dst_offset) {
  if (src_blksz || src_offset || dst_blksz || dst_offset)
    hyd_fatal(name, "src_blksz %zu, src_offset %zu, dst_blksz %zu, dst_offset %zu; expected 0",
              src_blksz, src_offset, dst_blksz, dst_offset);
}

static gasnet_coll_handle_t compute(struct hyd_legacy_call call) {
  if (__builtin_mul_overflow(call.elem_size, call.count, &call.nbytes))
    hyd_fatal(call.name, "%zu elements of %zu bytes are more than a size_t holds", call.count,
              call.elem_size);
  return begin(call);
}

gasnet_coll_handle_t gasnet_coll_reduce_nb(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                           void *dst, void *src, size_t src_blksz,
                                           size_t src_offset, size_t elem_size, size_t elem_count,
                                           gasnet_coll_fn_handle_t func, int func_arg, int flags) {
  check_blocks("gasnet_coll_reduce", src_blksz, src_offset, 0, 0);
  return compute((struct hyd_legacy_call){.name = "gasnet_coll_reduce",
                                          .team = team,
                                          .kind = &hyd_legacy_reduce,
                                          .root = dstimage,
                                          .dst = dst,
                                          .src = src,
                                          .flags = flags,
                                          .elem_size = elem_size,
                                          .count = elem_count,
                                          .fn = func,
                                          .fn_arg = func_arg});
}

gasnet_coll_handle_t gasnet_coll_reduceM_nb(gasnet_team_handle_t team, gasnet_image_t dstimage,
                                            void *dst, void *const srclist[], size_t src_blksz,
                                            size_t src_offset, size_t elem_size, size_t elem_count,
                                            gasnet_coll_fn_handle_t func, int func_arg, int flags) {
  check_blocks("gasnet_coll_reduceM", src_blksz, src_offset, 0, 0);
  return compute((struct hyd_legacy_call){.name = "gasnet_coll_reduceM",
                                          .team = team,
                                          .kind = &hyd_legacy_reduce,
                                          .root = dstimage,
                                          .dst = dst,
                                          .srclist = srclist,
                                          .lists = HYD_LEGACY_SRCLIST,
                                          .flags = flags,
                                          .elem_size = elem_size,
                                          .count = elem_count,
                                          .fn = func,
                                          .fn_arg = func_arg});
}

gasnet_coll_handle_t gasnet_coll_scan_nb(gasnet_team_handle_t team, void *dst, size_t dst_blksz,
                                         size_t dst_offset, void *src, size_t src_blksz,
                                         size_t src_offset, size_t elem_size, size_t elem_count,
                                         gasnet_coll_fn_handle_t func, int func_arg, int flags) {
  check_blocks("gasnet_coll_scan", src_blksz, src_offset, dst_blksz, dst_offset);
  return compute((struct hyd_legacy_call){.name = "gasnet_coll_scan",
                                          .team = team,
                                          .kind = &hyd_legacy_scan,
                                          .dst = dst,
                                          .src = src,
                                          .flags = flags,
                                          .elem_size = elem_size,
                                          .count = elem_count,
                                          .fn = func,
                                          .fn_arg = func_arg});
}

gasnet_coll_handle_t gasnet_coll_scanM_nb(gasnet_team_handle_t team, void *const dstlist[],
                                          size_t dst_blksz, size_t dst_offset,
                                          void *const srclist[], size_t src_blksz,
                                          size_t src_offset, size_t elem_size, size_t elem_count,
                                          gasnet_coll_fn_handle_t func, int func_arg, int flags) {
  check_blocks("gasnet_coll_scanM", src_blksz, src_offset, dst_blksz, dst_offset);
  return compute((struct hyd_legacy_call){.name = "gasnet_coll_scanM",
                                          .team = team,
                                          .kind = &hyd_legacy_scan,
                                          .dstlist = dstlist,
                                          .srclist = srclist,
                                          .lists = HYD_LEGACY_DSTLIST | HYD_LEGACY_SRCLIST,
                                          .flags = flags,
                                          .elem_size = elem_size,
                                          .count = elem_count,
                                          .fn = func,
                                          .fn_arg = func_arg});
}

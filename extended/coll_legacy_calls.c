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
  call.name = call.kind->name[call.lists != 0];
  if (call.elem_size && __builtin_mul_overflow(call.elem_size, call.count, &call.nbytes))
    hyd_fatal(call.name, "%zu elements of %zu bytes are more than a size_t holds", call.count,
              call.elem_size);
  if (HYD_DEBUG) {
    check_flags(&call);
    if (call.nbytes == 0) hyd_fatal(call.name, "0 bytes; expected more");
  }
  if (call.flags & HYD_COLL_BLOCKING) call.flags &= ~(HYD_COLL_BLOCKING | GASNET_COLL_AGGREGATE);
  return hyd_legacy_begin(&call);
}

static const struct hyd_legacy_kind *const kinds[] = {[HYD_COLL_OP_BROADCAST] =
                                                          &hyd_legacy_broadcast,
                                                      [HYD_COLL_OP_SCATTER] = &hyd_legacy_scatter,
                                                      [HYD_COLL_OP_GATHER] = &hyd_legacy_gather,
                                                      [HYD_COLL_OP_GATHER_ALL] =
                                                          &hyd_legacy_gather_all,
                                                      [HYD_COLL_OP_EXCHANGE] = &hyd_legacy_exchange,
                                                      [HYD_COLL_OP_REDUCE] = &hyd_legacy_reduce,
                                                      [HYD_COLL_OP_SCAN] = &hyd_legacy_scan};

gasnet_coll_handle_t hyd_coll_move(enum hyd_coll_op op, int lists, gasnet_team_handle_t team,
                                   gasnet_image_t root, void *dst, const void *src, size_t nbytes,
                                   int flags) {
  return begin((struct hyd_legacy_call){NULL, kinds[op], lists, team, root, dst, src, nbytes, flags,
                                        0, 0, 0, 0});
}

/* No implementation cuts data into blocks (K24). */
gasnet_coll_handle_t hyd_coll_compute(enum hyd_coll_op op, int lists, gasnet_team_handle_t team,
                                      gasnet_image_t root, void *dst, size_t dst_blksz,
                                      size_t dst_offset, const void *src, size_t src_blksz,
                                      size_t src_offset, size_t elem_size, size_t elem_count,
                                      gasnet_coll_fn_handle_t func, int func_arg, int flags) {
  if (src_blksz || src_offset || dst_blksz || dst_offset)
    hyd_fatal(kinds[op]->name[lists != 0],
              "src_blksz %zu, src_offset %zu, dst_blksz %zu, dst_offset %zu; expected 0", src_blksz,
              src_offset, dst_blksz, dst_offset);
  return begin((struct hyd_legacy_call){NULL, kinds[op], lists, team, root, dst, src, 0, flags,
                                        elem_size, elem_count, func, func_arg});
}

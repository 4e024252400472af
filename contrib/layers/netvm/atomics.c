/* SPDX-License-Identifier: BSD-3-Clause
 *
 * atomics.c: read-modify-write operations of 32-bit words, one round trip each.
 */
#include "contrib/layers/netvm/nv.h"

int hyd_nv_atomic(const char *call, const struct hyd_paged_range *r, uint64_t offset, unsigned size,
                  hyd_paged_atomic_t op, uint64_t a, uint64_t b, struct hyd_paged_answer *answer) {
  gex_Event_Wait(hyd_paged_atomic(r, offset, size, op, a, b, answer));
  return hyd_nv_check_answer(call, answer->error, r->rank);
}

static int word(const char *call, hyd_nv_seg_t seg, uint64_t offset, hyd_paged_atomic_t op,
                uint32_t a, uint32_t b, uint32_t *old_p) {
  const struct hyd_paged_range *r;
  struct hyd_paged_answer old;
  int rc = hyd_nv_check_object(call, seg, offset, 4, &r);
  if (rc || (rc = hyd_nv_atomic(call, r, offset, 4, op, a, b, &old))) return rc;
  if (old_p) *old_p = (uint32_t)old.value[0];
  return GASNET_OK;
}

int hyd_nv_testandset(hyd_nv_seg_t seg, uint64_t offset, uint32_t *old_p) {
  return word("hyd_nv_testandset", seg, offset, HYD_PAGED_SWAP, 1, 0, old_p);
}
int hyd_nv_incr(hyd_nv_seg_t seg, uint64_t offset, uint32_t *old_p) {
  return word("hyd_nv_incr", seg, offset, HYD_PAGED_ADD, 1, 0, old_p);
}
int hyd_nv_decr(hyd_nv_seg_t seg, uint64_t offset, uint32_t *old_p) {
  return word("hyd_nv_decr", seg, offset, HYD_PAGED_ADD, UINT32_MAX, 0, old_p);
}
int hyd_nv_swap(hyd_nv_seg_t seg, uint64_t offset, uint32_t value, uint32_t *old_p) {
  return word("hyd_nv_swap", seg, offset, HYD_PAGED_SWAP, value, 0, old_p);
}
int hyd_nv_cswap(hyd_nv_seg_t seg, uint64_t offset, uint32_t compare, uint32_t value,
                 uint32_t *old_p) {
  return word("hyd_nv_cswap", seg, offset, HYD_PAGED_CSWAP, compare, value, old_p);
}

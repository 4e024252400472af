/* SPDX-License-Identifier: BSD-3-Clause
 *
 * giov.c: see giov.h.
 */
#include "contrib/layers/armci/giov.h"

static void check_list(const char *call, const struct armci_target *target, const armci_giov_t *v,
                       bool dst_is_remote) {
  void *const *remote = dst_is_remote ? v->dst_ptr_array : v->src_ptr_array;
  size_t bytes = hyd_armci_count(call, v->bytes);
  if (v->ptr_array_len < 0) hyd_armci_fail(call, "%d pieces; expected 0 or more", v->ptr_array_len);
  for (int i = 0; bytes && i < v->ptr_array_len; i++)
    hyd_armci_check_range(call, target, remote[i], bytes);
}

struct armci_target *hyd_armci_giov_check(const char *call, const armci_giov_t *iov, int n,
                                          int proc, bool dst_is_remote) {
  struct armci_target *target = hyd_armci_target(call, proc);
  if (n < 0) hyd_armci_fail(call, "%d lists; expected 0 or more", n);
  for (int i = 0; i < n; i++) check_list(call, target, &iov[i], dst_is_remote);
  return target;
}

struct armci_range hyd_armci_giov_range(void *const *list, int n, size_t bytes) {
  struct armci_range range = hyd_armci_solid(list[0], bytes);
  for (int i = 1; i < n; i++) {
    uintptr_t at = (uintptr_t)list[i];
    if (at < range.low) range.low = at;
    if (at + bytes > range.high) range.high = at + bytes;
  }
  return range;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * move.h: puts and gets of contiguous memory.
 */
#ifndef HYD_ARMCI_MOVE_H
#define HYD_ARMCI_MOVE_H
#include "contrib/layers/armci/copy.h"
#include "contrib/layers/armci/ops.h"

/* Transfers with ranks whose memory is not mapped; the arguments have been checked. */

/* Returns when `src` may be reused. */
void hyd_armci_put_remote(void *src, void *dst, size_t bytes, int proc);
/* Returns with the data. */
void hyd_armci_get_remote(void *src, void *dst, size_t bytes, int proc);
void hyd_armci_nbput_remote(void *src, void *dst, size_t bytes, int proc, armci_hdl_t *h);
void hyd_armci_nbget_remote(void *src, void *dst, size_t bytes, int proc, armci_hdl_t *h);

/* Transfers with any rank, which check rank and range. */

/* Returns when `src` may be reused. */
static inline void hyd_armci_put(const char *call, void *src, void *dst, size_t bytes, int proc) {
  struct armci_target *target = hyd_armci_target(call, proc);
  if (bytes == 0) return;
  hyd_armci_check_range(call, target, dst, bytes);
  if (target->is_mapped)
    hyd_armci_put_mapped(hyd_armci_here(target, dst), src, bytes);
  else
    hyd_armci_put_remote(src, dst, bytes, proc);
}

/* Returns with the data. */
static inline void hyd_armci_get(const char *call, void *src, void *dst, size_t bytes, int proc) {
  struct armci_target *target = hyd_armci_target(call, proc);
  if (bytes == 0) return;
  hyd_armci_check_range(call, target, src, bytes);
  if (target->is_mapped)
    hyd_armci_get_mapped(dst, hyd_armci_here(target, src), bytes);
  else
    hyd_armci_get_remote(src, dst, bytes, proc);
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged_atomic.h: the read-modify-write operations of hyd_paged.h, on memory that is present.
 */
#ifndef HYD_EXTENDED_PAGED_ATOMIC_H
#define HYD_EXTENDED_PAGED_ATOMIC_H

#include "core/base/job.h"
#include "hyd_paged.h"

struct hyd_paged_rmw {
  hyd_paged_atomic_t op;
  unsigned size; /* 4 or 8; 0 for operations on a queue */
  uint64_t a, b;
};

static inline int hyd_paged_is_queue_op(hyd_paged_atomic_t op) { return op >= HYD_PAGED_ENQUEUE; }
/* Size and alignment of the operand, in bytes; 0: there is no such operation. */
size_t hyd_paged_rmw_bytes(hyd_paged_atomic_t op, unsigned size);
/* Executes an operation. Any thread of any process that has the memory mapped. */
void hyd_paged_rmw_do(const struct hyd_paged_rmw *m, void *at, uint64_t value[2]);

#endif

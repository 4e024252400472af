/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_ops.h: finds begin and end of operations that continued after their call had returned. The
 * two may be in different threads.
 */
#ifndef HYD_WATCH_TRACE_OPS_H
#define HYD_WATCH_TRACE_OPS_H

#include "core/watch/trace_parts.h"

struct hyd_op_seen {
  double begin, end;             /* end < 0: none was recorded */
  const struct hyd_event *event; /* OP_BEGIN */
  uint32_t area;
};

struct hyd_ops_seen {
  struct hyd_op_seen *op;
  size_t n;
};

/* Finds the operations of one rank. 0, or -1: out of memory. */
int hyd_ops_find(struct hyd_ops_seen *ops, const struct hyd_parts *ps, uint32_t rank);

#endif

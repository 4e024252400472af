/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_ops.h: operations that went on after their call had returned: where each began and ended.
 * The two may be of different threads.
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

/* Those of one rank. -1: out of memory. */
int hyd_ops_find(struct hyd_ops_seen *ops, const struct hyd_parts *ps, uint32_t rank);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * op_list.h: operations that a conduit's own thread has found done. hyd_op_done recycles an op into
 * the calling thread's list: so a thread of the client calls it, in its next poll.
 */
#ifndef HYD_OP_OP_LIST_H
#define HYD_OP_OP_LIST_H

#include <stdlib.h>

#include "core/base/err.h"
#include "core/op/op.h"

struct hyd_op_list {
  struct hyd_op **op;
  uint32_t n, room;
};

static inline void hyd_op_list_add(struct hyd_op_list *l, struct hyd_op *op, const char *who) {
  if (l->n == l->room) {
    uint32_t room = l->room ? 2 * l->room : 64;
    struct hyd_op **more = realloc(l->op, room * sizeof *more);
    if (more == NULL) hyd_fatal(who, "out of memory for %u operations", room);
    l->op = more;
    l->room = room;
  }
  l->op[l->n++] = op;
}

/* Ends a part of each operation, and empties the list; returns how many there were. */
static inline uint32_t hyd_op_list_done(struct hyd_op_list *l, struct hyd_job *job) {
  uint32_t n = l->n;
  for (uint32_t i = 0; i < n; i++) hyd_op_done(job, l->op[i]);
  l->n = 0;
  return n;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ops.c: see ops.h.
 */
#include "contrib/layers/armci/ops.h"

#include <stdlib.h>

#include "contrib/layers/armci/handles.h"

enum { MOST_IN_FLIGHT = 256 };

static struct armci_op *unused_ops; /* records are reused, never freed: late answers name them */

static struct armci_op *take_record(void) {
  struct armci_op *op = unused_ops;
  if (op) {
    unused_ops = op->next;
  } else if ((op = malloc(sizeof *op)) == NULL) {
    hyd_armci_fail("ARMCI", "out of memory for an operation");
  }
  return op;
}

static void list_dirty(struct armci_target *target) {
  if (target->is_dirty) return;
  target->is_dirty = true;
  hyd_armci.dirty[hyd_armci.ndirty++] = (int)(target - hyd_armci.target);
}

/* Pairs with the release of the handler that counts an answer. */
static bool is_acked(struct armci_op *op) {
  return atomic_load_explicit(&op->unacked, memory_order_acquire) == 0;
}

static void settle_leaf(struct armci_op *op) {
  op->leaf = GEX_EVENT_INVALID;
  if (op->slot) hyd_armci_slot_done(op->slot);
  op->slot = 0;
}

/* The event that says when the local buffer may be reused. */
static gex_Event_t *leaf_of(struct armci_op *op) {
  return op->leaf != GEX_EVENT_INVALID ? &op->leaf : &op->whole;
}

void hyd_armci_op_wait_leaf(struct armci_op *op) {
  gex_Event_t *leaf = leaf_of(op);
  gex_Event_Wait(*leaf);
  *leaf = GEX_EVENT_INVALID;
  settle_leaf(op);
}

bool hyd_armci_op_test_leaf(struct armci_op *op) {
  gex_Event_t *leaf = leaf_of(op);
  if (gex_Event_Test(*leaf)) return false;
  *leaf = GEX_EVENT_INVALID;
  settle_leaf(op);
  return true;
}

void hyd_armci_op_wait(struct armci_op *op) {
  gex_Event_Wait(op->leaf);
  gex_Event_Wait(op->whole);
  op->whole = GEX_EVENT_INVALID;
  settle_leaf(op);
  GASNET_BLOCKUNTIL(is_acked(op));
}

/* Removes the first operation, which is complete. */
static void drop_first(struct armci_target *target) {
  struct armci_op *op = target->first;
  target->first = op->next;
  target->in_flight--;
  free(op->keep);
  op->next = unused_ops;
  unused_ops = op;
}

static void drop_complete(struct armci_target *target) {
  while (target->first) {
    struct armci_op *op = target->first;
    if (!is_acked(op) || op->leaf != GEX_EVENT_INVALID) return;
    if (op->whole != GEX_EVENT_INVALID) {
      if (gex_Event_Test(op->whole)) return;
      op->whole = GEX_EVENT_INVALID;
      settle_leaf(op);
    }
    drop_first(target);
  }
}

static bool must_wait(const struct armci_op *earlier, enum armci_kind kind,
                      const struct armci_range *range) {
  if (earlier->kind == kind && kind != ARMCI_OP_PUT) return false;
  return hyd_armci_may_meet(&earlier->range, range);
}

void hyd_armci_order(struct armci_target *target, enum armci_kind kind,
                     const struct armci_range *range) {
  for (struct armci_op *op = target->first; op; op = op->next)
    if (must_wait(op, kind, range)) hyd_armci_op_wait(op);
}

struct armci_op *hyd_armci_op_add(struct armci_target *target, enum armci_kind kind,
                                  const struct armci_range *range) {
  drop_complete(target);
  if (target->in_flight >= MOST_IN_FLIGHT) {
    hyd_armci_op_wait(target->first);
    drop_first(target);
  }
  struct armci_op *op = take_record();
  *op = (struct armci_op){.range = *range,
                          .kind = kind,
                          .leaf = GEX_EVENT_INVALID,
                          .whole = GEX_EVENT_INVALID};
  if (target->first)
    target->last->next = op;
  else
    target->first = op;
  target->last = op;
  target->in_flight++;
  list_dirty(target);
  return op;
}

void hyd_armci_complete(struct armci_target *target) {
  while (target->first) {
    hyd_armci_op_wait(target->first);
    drop_first(target);
  }
}

void hyd_armci_complete_all(void) {
  while (hyd_armci.ndirty) {
    struct armci_target *target = &hyd_armci.target[hyd_armci.dirty[--hyd_armci.ndirty]];
    target->is_dirty = false;
    hyd_armci_complete(target);
  }
}

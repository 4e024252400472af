/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ops.h: operations in flight to ranks whose memory is not mapped, and the order of those to one
 * rank. Callers hold the lock of lock.h.
 *
 * An operation waits for the earlier ones to that rank whose memory it meets. Two gets, or two
 * accumulates, never wait for each other. A blocking put of a word waits for all earlier
 * operations: the word may be the flag that tells the target of them.
 */
#ifndef HYD_ARMCI_OPS_H
#define HYD_ARMCI_OPS_H
#include "contrib/layers/armci/job.h"
#include "contrib/layers/armci/section.h"

enum armci_kind { ARMCI_OP_PUT, ARMCI_OP_GET, ARMCI_OP_ACC };

/* The memory that an operation touches: [low, high), or of that only pieces at a regular distance,
 * if step is not 0. */
struct armci_range {
  uintptr_t low, high;
  size_t step, piece;
};
struct armci_range hyd_armci_solid(const void *address, size_t bytes);
struct armci_range hyd_armci_strided(const void *address, const struct armci_section *s,
                                     const ptrdiff_t *stride);
/* False: no byte is in both. True: perhaps. */
bool hyd_armci_may_meet(const struct armci_range *a, const struct armci_range *b);

struct armci_op {
  struct armci_op *next;
  struct armci_range range;
  enum armci_kind kind;
  gex_Event_t leaf;         /* GEX_EVENT_INVALID: the source may be reused */
  gex_Event_t whole;        /* GEX_EVENT_INVALID: complete, but for: */
  _Atomic uint32_t unacked; /* messages that the target has yet to answer */
  int slot;                 /* of its handle (handles.c); 0: implicit, or waited for */
  void *keep;               /* freed at completion */
};

/* Waits until an operation of this kind on `range` may start. */
void hyd_armci_order(struct armci_target *target, enum armci_kind kind,
                     const struct armci_range *range);

/* Adds a record, of an operation that is about to start. */
struct armci_op *hyd_armci_op_add(struct armci_target *target, enum armci_kind kind,
                                  const struct armci_range *range);

void hyd_armci_op_wait_leaf(struct armci_op *op); /* until its local buffer may be reused */
bool hyd_armci_op_test_leaf(struct armci_op *op);
void hyd_armci_op_wait(struct armci_op *op);

/* Waits for all operations to the rank. */
void hyd_armci_complete(struct armci_target *target);
void hyd_armci_complete_all(void);
static inline void hyd_armci_settle(struct armci_target *target) {
  if (target->first) hyd_armci_complete(target);
}
static inline void hyd_armci_settle_all(void) {
  if (hyd_armci.ndirty) hyd_armci_complete_all();
}
#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * handles.h: handles of nonblocking operations. A handle names a slot while its operations are in
 * flight; what was never initialised names none, as its tag is no slot's. Callers hold the lock.
 */
#ifndef HYD_ARMCI_HANDLES_H
#define HYD_ARMCI_HANDLES_H
#include "contrib/layers/armci/ops.h"

/* Adds an operation in flight to a handle; NULL: the operation is implicit. */
void hyd_armci_handle_add(armci_hdl_t *handle, struct armci_op *op, int proc);

/* One operation of the slot needs its local buffer no more. */
void hyd_armci_slot_done(int slot);

#endif

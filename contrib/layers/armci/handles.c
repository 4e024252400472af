/* SPDX-License-Identifier: BSD-3-Clause
 *
 * handles.c: see handles.h.
 */
#include "contrib/layers/armci/handles.h"

#include <stdlib.h>

#include "contrib/layers/armci/lock.h"

enum { ANY = -1, FIRST_TAG = 0x41524d00 };

static struct slot {
  int tag;     /* 0: unused */
  int pending; /* operations whose local buffers are in use */
  int proc;    /* of all of them; ANY: they differ */
  int next;    /* unused slot; 0: none */
} * slots;     /* [0] is no slot */
static int nslots, unused_slot;
static int last_tag = FIRST_TAG;

static void more_slots(void) {
  int room = nslots ? 2 * nslots : 64;
  struct slot *more = realloc(slots, (size_t)room * sizeof *more);
  if (more == NULL) hyd_armci_fail("ARMCI", "out of memory for %d handles", room);
  slots = more;
  for (int i = room - 1; i >= (nslots ? nslots : 1); i--) {
    slots[i] = (struct slot){.next = unused_slot};
    unused_slot = i;
  }
  nslots = room;
}

static bool is_active(const armci_hdl_t *h) {
  return h->tag && h->slot > 0 && h->slot < nslots && slots[h->slot].tag == h->tag;
}

static void activate(armci_hdl_t *h, int proc) {
  if (unused_slot == 0) more_slots();
  int i = unused_slot;
  unused_slot = slots[i].next;
  if (++last_tag == 0) last_tag = FIRST_TAG;
  slots[i] = (struct slot){.tag = last_tag, .proc = proc};
  *h = (armci_hdl_t){i, last_tag};
}

static void deactivate(armci_hdl_t *h) {
  slots[h->slot].tag = 0;
  slots[h->slot].next = unused_slot;
  unused_slot = h->slot;
  *h = (armci_hdl_t){0, 0};
}

void hyd_armci_handle_add(armci_hdl_t *handle, struct armci_op *op, int proc) {
  if (handle == NULL) return;
  if (!is_active(handle)) activate(handle, proc);
  struct slot *slot = &slots[handle->slot];
  if (slot->proc != proc) slot->proc = ANY;
  slot->pending++;
  op->slot = handle->slot;
}

void hyd_armci_slot_done(int slot) { slots[slot].pending--; }

static void wait_at(struct armci_target *target, int slot) {
  for (struct armci_op *op = target->first; op && slots[slot].pending; op = op->next)
    if (op->slot == slot) hyd_armci_op_wait_leaf(op);
}

static void test_at(struct armci_target *target, int slot) {
  for (struct armci_op *op = target->first; op; op = op->next)
    if (op->slot == slot && !hyd_armci_op_test_leaf(op)) return;
}

/* Applies `look` to each rank that operations of the slot go to. */
static void look_at(int slot, void (*look)(struct armci_target *, int)) {
  int proc = slots[slot].proc;
  if (proc != ANY) look(&hyd_armci.target[proc], slot);
  for (int i = 0; proc == ANY && i < hyd_armci.ndirty; i++)
    look(&hyd_armci.target[hyd_armci.dirty[i]], slot);
}

int PARMCI_Wait(armci_hdl_t *h) {
  if (h->tag == 0) return 0; /* nothing was left in flight */
  hyd_armci_enter();
  if (is_active(h)) {
    look_at(h->slot, wait_at);
    deactivate(h);
  }
  hyd_armci_leave();
  return 0;
}
ARMCI_TWIN(ARMCI_Wait, PARMCI_Wait);

int PARMCI_Test(armci_hdl_t *h) {
  int pending = 0;
  gasnet_AMPoll();
  hyd_armci_enter();
  if (is_active(h)) {
    look_at(h->slot, test_at);
    if ((pending = slots[h->slot].pending) == 0) deactivate(h);
  }
  hyd_armci_leave();
  return pending != 0;
}
ARMCI_TWIN(ARMCI_Test, PARMCI_Test);

int PARMCI_WaitProc(int proc) {
  struct armci_target *target = hyd_armci_target("ARMCI_WaitProc", proc);
  hyd_armci_enter();
  hyd_armci_settle(target);
  hyd_armci_leave();
  return 0;
}
ARMCI_TWIN(ARMCI_WaitProc, PARMCI_WaitProc);

int PARMCI_WaitAll(void) {
  hyd_armci_enter();
  hyd_armci_settle_all();
  hyd_armci_leave();
  return 0;
}
ARMCI_TWIN(ARMCI_WaitAll, PARMCI_WaitAll);

void ARMCI_INIT_HANDLE(armci_hdl_t *h) { *h = (armci_hdl_t){0, 0}; }
void ARMCI_SET_AGGREGATE_HANDLE(armci_hdl_t *h) { (void)h; }
void ARMCI_UNSET_AGGREGATE_HANDLE(armci_hdl_t *h) { (void)h; }

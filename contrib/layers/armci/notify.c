/* SPDX-License-Identifier: BSD-3-Clause
 *
 * notify.c: each rank has a count of notifications from each rank, at the start of its segment. The
 * sender puts the number of notifications that it has sent, after its earlier operations are
 * complete.
 */
#include "contrib/layers/armci/notify.h"

#include <stdlib.h>

#include "contrib/layers/armci/move.h"
#include "contrib/layers/armci/pause.h"

static uint32_t *sent, *waited; /* [ranks] */

void hyd_armci_notify_begin(int ranks) {
  sent = calloc((size_t)ranks, sizeof *sent);
  waited = calloc((size_t)ranks, sizeof *waited);
  if (sent == NULL || waited == NULL)
    hyd_armci_fail("ARMCI_Init", "out of memory for %d ranks", ranks);
}

int parmci_notify(int proc) {
  struct armci_target *target = hyd_armci_target("armci_notify", proc);
  uint32_t count = ++sent[proc];
  if (target->is_mapped) {
    atomic_store_explicit(&hyd_armci_head(target)->notifications[hyd_armci.rank], count,
                          memory_order_release); /* pairs with parmci_notify_wait */
  } else {
    struct armci_head *head = (struct armci_head *)target->base;
    hyd_armci_put_remote(&count, (void *)&head->notifications[hyd_armci.rank], sizeof count, proc);
  }
  return (int)count;
}
ARMCI_TWIN(armci_notify, parmci_notify);

int parmci_notify_wait(int proc, int *pval) {
  struct armci_pause pause = {0};
  hyd_armci_target("armci_notify_wait", proc);
  _Atomic uint32_t *come = &hyd_armci_head(&hyd_armci.target[hyd_armci.rank])->notifications[proc];
  uint32_t want = ++waited[proc], now;
  /* Pairs with the release of parmci_notify, or the put that follows complete ones. */
  while ((int32_t)((now = atomic_load_explicit(come, memory_order_acquire)) - want) < 0)
    hyd_armci_pause(&pause);
  if (pval) *pval = (int)want;
  return (int)now;
}
ARMCI_TWIN(armci_notify_wait, parmci_notify_wait);

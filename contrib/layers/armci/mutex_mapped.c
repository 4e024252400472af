/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mutex_mapped.c: mutexes by tickets in mapped memory, served in order.
 */
#include "contrib/layers/armci/mutex.h"
#include "contrib/layers/armci/pause.h"

/* Pairs with the release of hyd_armci_mapped_unlock. */
static uint32_t served_now(struct armci_ticket *ticket) {
  return atomic_load_explicit(&ticket->served, memory_order_acquire);
}

static bool try_lock(struct armci_ticket *ticket) {
  uint32_t now = served_now(ticket);
  return atomic_compare_exchange_strong_explicit(&ticket->next, &now, now + 1, memory_order_relaxed,
                                                 memory_order_relaxed);
}

bool hyd_armci_mapped_lock(struct armci_ticket *ticket, bool only_try) {
  struct armci_pause pause = {0};
  if (only_try) return try_lock(ticket);
  uint32_t mine = atomic_fetch_add_explicit(&ticket->next, 1, memory_order_relaxed);
  while (served_now(ticket) != mine) hyd_armci_pause(&pause);
  return true;
}

void hyd_armci_mapped_unlock(struct armci_ticket *ticket) {
  uint32_t now = atomic_load_explicit(&ticket->served, memory_order_relaxed);
  atomic_store_explicit(&ticket->served, now + 1, memory_order_release); /* see served_now */
}

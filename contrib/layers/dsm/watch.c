/* SPDX-License-Identifier: BSD-3-Clause
 *
 * watch.c: chooses the thread of a rank that polls the network. Each message wakes every thread
 * that sleeps at the socket, and of several threads that sleep in GASNet one wakes the others. So
 * while another thread waits in GASNet, that thread polls for all, and the service thread stands
 * aside. It naps while these visits are short, since a thread that visits often polls often; after
 * a visit that lasts for a whole nap, it parks until it is called.
 */
#include <time.h>

#include "contrib/layers/dsm/dsm.h"

#define NAP_NS 200000u

enum { AWAKE, NAPS, PARKED }; /* values of `stands` */

void hyd_dsm_arrive(struct hyd_dsm *d) {
  atomic_fetch_add_explicit(&d->watch.inside, 1, memory_order_relaxed);
}

static void call_from(struct hyd_dsm *d, uint32_t stands) {
  if (atomic_compare_exchange_strong_explicit(&d->watch.stands, &stands, AWAKE,
                                              memory_order_relaxed, memory_order_relaxed))
    hyd_dsm_futex_wake(&d->watch.stands, 1);
}

void hyd_dsm_depart(struct hyd_dsm *d) {
  atomic_fetch_add_explicit(&d->watch.visits, 1, memory_order_relaxed);
  /* W1 pairs with W2: either this thread sees PARKED, or the service thread sees that none is
   * inside. */
  atomic_fetch_sub_explicit(&d->watch.inside, 1, memory_order_seq_cst);
  if (atomic_load_explicit(&d->watch.stands, memory_order_seq_cst) == PARKED) call_from(d, PARKED);
}

void hyd_dsm_call_service(struct hyd_dsm *d) {
  /* W3 pairs with W4: either this thread sees that the service thread is not awake, or the service
   * thread sees the grants to send. */
  atomic_thread_fence(memory_order_seq_cst);
  uint32_t stands = atomic_load_explicit(&d->watch.stands, memory_order_relaxed);
  if (stands != AWAKE) call_from(d, stands);
}

int hyd_dsm_is_visited(struct hyd_dsm *d) {
  return atomic_load_explicit(&d->watch.inside, memory_order_relaxed) != 0;
}

static uint32_t visits(struct hyd_dsm *d) {
  return atomic_load_explicit(&d->watch.visits, memory_order_relaxed);
}

/* Sleeps until a thread calls, or for ns; returns at once if there is something to do. */
static void stand(struct hyd_dsm *d, uint32_t how, uint64_t ns) {
  atomic_store_explicit(&d->watch.stands, how, memory_order_seq_cst); /* W2, W4 */
  atomic_thread_fence(memory_order_seq_cst);
  if (!hyd_dsm_has_grants(d) && (how != PARKED || hyd_dsm_is_visited(d)))
    hyd_dsm_futex_wait_for(&d->watch.stands, how, ns);
  atomic_store_explicit(&d->watch.stands, AWAKE, memory_order_relaxed);
}

void hyd_dsm_stand_aside(struct hyd_dsm *d) {
  for (;;) {
    uint32_t seen = visits(d);
    stand(d, NAPS, NAP_NS);
    if (hyd_dsm_has_grants(d)) return;
    if (visits(d) != seen) continue;
    if (!hyd_dsm_is_visited(d)) return;
    stand(d, PARKED, 0);
    return;
  }
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait.c: polling, and waiting for updates of this rank's control block. A rank spins for a while,
 * then sleeps in GASNet until a message arrives; the rank that updates its block sends one (C2).
 */
#include <sched.h>
#include <time.h>

#include "contrib/layers/netvm/nv.h"

#define SPINS 2000u    /* checks before a sleep or a yield */
#define LOOKS 4u       /* checks before a poll */
#define NAP_NS 100000u /* sleep in a wait with a time limit */

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

static void poll_all(void) {
  struct hyd_nv *nv = &hyd_nv_the;
  gasnet_AMPoll();
  if (atomic_load_explicit(&nv->interrupts.any, memory_order_relaxed)) hyd_nv_dispatch();
}

int hyd_nv_poll(void) {
  int rc = hyd_nv_check_ready("hyd_nv_poll");
  if (rc == GASNET_OK) poll_all();
  return rc;
}

/* Whether the wait must end or pause: it is ready, or handlers are to be run. */
static int is_up(hyd_nv_ready *ready, const void *arg) {
  struct hyd_nv *nv = &hyd_nv_the;
  return ready(arg) ||
         (atomic_load_explicit(&nv->interrupts.any, memory_order_relaxed) && !nv->in_handler);
}

static void nap_once(void) {
  struct timespec t = {0, NAP_NS};
  nanosleep(&t, NULL);
}

static void sleep_until(hyd_nv_ready *ready, const void *arg, uint64_t end) {
  _Atomic uint32_t *sleepers = &hyd_nv_the.control->sleepers;
  if (end != HYD_NV_FOREVER) {
    nap_once();
    return;
  }
  atomic_fetch_add_explicit(sleepers, 1,
                            memory_order_seq_cst); /* C1, with C2; before `ready` reads */
  atomic_thread_fence(memory_order_seq_cst);
  GASNET_BLOCKUNTIL(is_up(ready, arg));
  atomic_fetch_sub_explicit(sleepers, 1, memory_order_relaxed);
}

/* Checks some times; 1: ready. */
static int spin_times(hyd_nv_ready *ready, const void *arg, unsigned times) {
  for (unsigned i = 0; i < times; i++) {
    for (unsigned k = 0; k < LOOKS; k++)
      if (ready(arg)) return 1;
    poll_all();
  }
  return ready(arg);
}

int hyd_nv_is_set(const void *word) {
  return atomic_load_explicit((const _Atomic uint32_t *)word, memory_order_acquire) != 0; /* S2 */
}
int hyd_nv_is_pending(const void *event) { return hyd_nv_pending(event) != 0; }

uint32_t hyd_nv_await(const _Atomic uint32_t *word) {
  hyd_nv_wait(hyd_nv_is_set, word, HYD_NV_FOREVER, 1);
  return atomic_load_explicit(word, memory_order_relaxed) - 1;
}

int hyd_nv_wait(hyd_nv_ready *ready, const void *arg, uint64_t timeout_us, int may_sleep) {
  uint64_t end = HYD_NV_FOREVER, start = timeout_us == HYD_NV_FOREVER ? 0 : now_us();
  if (timeout_us < HYD_NV_FOREVER - start) end = start + timeout_us;
  while (!spin_times(ready, arg, timeout_us ? SPINS / LOOKS : 1)) {
    if (end != HYD_NV_FOREVER && now_us() >= end) return HYD_NV_TIMEOUT;
    if (may_sleep)
      sleep_until(ready, arg, end);
    else
      sched_yield();
  }
  return GASNET_OK;
}

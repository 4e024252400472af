/* SPDX-License-Identifier: BSD-3-Clause
 *
 * oneshot.c: the queue of one-shot notifications, filled by notes, whose order it keeps.
 */
#include <stdio.h>

#include "contrib/layers/netvm/nv.h"

void hyd_nv_add_one_shot(uint32_t notf) {
  struct hyd_nv *nv = &hyd_nv_the;
  int full;
  pthread_mutex_lock(&nv->queue.lock);
  if ((full = nv->queue.n == nv->queue.room) == 0)
    nv->queue.at[(nv->queue.first + nv->queue.n++) % nv->queue.room] = notf;
  atomic_store_explicit(&nv->queue.any, nv->queue.n, memory_order_relaxed); /* under the lock */
  pthread_mutex_unlock(&nv->queue.lock);
  if (!full) return;
  fprintf(stderr,
          "netvm: rank %u: one-shot notification %u: %u wait already; expected the program "
          "to remove them in time, or a larger queue (hyd_nv_settings)\n",
          nv->rank, notf, nv->queue.room);
  gasnet_exit(1);
}

static int remove_one(uint32_t *notf_p) {
  struct hyd_nv *nv = &hyd_nv_the;
  int any;
  pthread_mutex_lock(&nv->queue.lock);
  if ((any = nv->queue.n != 0) != 0) {
    *notf_p = nv->queue.at[nv->queue.first];
    nv->queue.first = (nv->queue.first + 1) % nv->queue.room;
    nv->queue.n--;
  }
  atomic_store_explicit(&nv->queue.any, nv->queue.n, memory_order_relaxed); /* under the lock */
  pthread_mutex_unlock(&nv->queue.lock);
  return any;
}

static int check_call(const char *call, const uint32_t *notf_p) {
  if (notf_p) return hyd_nv_check_ready(call);
  return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "notf_p is NULL");
}

int hyd_nv_notfQRemove(uint32_t *notf_p) {
  int rc = check_call("hyd_nv_notfQRemove", notf_p);
  if (rc || remove_one(notf_p)) return rc;
  hyd_nv_poll();
  return remove_one(notf_p) ? GASNET_OK : HYD_NV_EMPTY;
}

static int is_any(const void *any) {
  return atomic_load_explicit((const _Atomic uint32_t *)any, memory_order_relaxed) != 0;
}

int hyd_nv_notfQWait(uint32_t *notf_p, uint64_t timeout_us) {
  const char *call = "hyd_nv_notfQWait";
  int rc = check_call(call, notf_p);
  if (rc || (rc = hyd_nv_check_may_wait(call)) ||
      (rc = hyd_nv_wait(is_any, &hyd_nv_the.queue.any, timeout_us, 1)))
    return rc;
  return remove_one(notf_p) ? GASNET_OK : HYD_NV_TIMEOUT; /* only this thread removes any */
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * events.c: eventcounts: signals by any rank, acknowledgements by the owner, and handlers of armed
 * eventcounts. A burst of signals makes one interrupt: only a signal that finds none pending
 * interrupts, and the dispatcher runs the handler until none is pending. A1 and A2 are sequentially
 * consistent: a signal that the dispatcher's last load missed sees its last acknowledgement, and
 * interrupts.
 */
#include "contrib/layers/netvm/nv.h"

static struct hyd_nv_event *event_of(uint32_t notf) { return &hyd_nv_the.control->event[notf]; }

static void acknowledge(struct hyd_nv_event *e) {
  atomic_fetch_add_explicit(&e->acks, 1, memory_order_seq_cst); /* A2, with A1 */
}

static int check_disarmed(const char *call, uint32_t notf) {
  int rc = hyd_nv_check_event(call, notf);
  if (rc || !hyd_nv_the.arm[notf].handler) return rc;
  return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "notification %u is armed; its handler takes them",
                     notf);
}

int hyd_nv_notfTest(uint32_t notf, uint64_t *pending_p) {
  const char *call = "hyd_nv_notfTest";
  int rc = check_disarmed(call, notf);
  if (rc) return rc;
  if (pending_p == NULL) return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "pending_p is NULL");
  if ((*pending_p = hyd_nv_pending(event_of(notf))) == 0) {
    hyd_nv_poll();
    *pending_p = hyd_nv_pending(event_of(notf));
  }
  return GASNET_OK;
}

int hyd_nv_notfAck(uint32_t notf) {
  const char *call = "hyd_nv_notfAck";
  int rc = check_disarmed(call, notf);
  if (rc) return rc;
  if (hyd_nv_pending(event_of(notf)) == 0)
    return hyd_nv_fail(GASNET_ERR_NOT_READY, call, "notification %u: none is pending", notf);
  acknowledge(event_of(notf));
  return GASNET_OK;
}

static int wait_for(const char *call, uint32_t notf, uint64_t timeout_us, int may_sleep) {
  struct hyd_nv_event *e;
  int rc = hyd_nv_check_may_wait(call);
  if (rc || (rc = check_disarmed(call, notf))) return rc;
  e = event_of(notf);
  if (!hyd_nv_is_pending(e) && (rc = hyd_nv_wait(hyd_nv_is_pending, e, timeout_us, may_sleep)))
    return rc;
  /* Relaxed: the eventcount is not armed, so no sender reads `acks`. */
  atomic_store_explicit(&e->acks, atomic_load_explicit(&e->acks, memory_order_relaxed) + 1,
                        memory_order_relaxed);
  return GASNET_OK;
}

int hyd_nv_notfSpin(uint32_t notf, uint64_t timeout_us) {
  return wait_for("hyd_nv_notfSpin", notf, timeout_us, 0);
}

int hyd_nv_notfWait(uint32_t notf, uint64_t timeout_us) {
  return wait_for("hyd_nv_notfWait", notf, timeout_us, 1);
}

/* --- handlers -------------------------------------------------------------------------------- */

void hyd_nv_interrupt(uint32_t notf) {
  struct hyd_nv *nv = &hyd_nv_the;
  uint32_t most = HYD_NV_EVENTCOUNTS;
  pthread_mutex_lock(&nv->interrupts.lock);
  if (notf < most && !nv->interrupts.in[notf]) {
    nv->interrupts.in[notf] = 1;
    nv->interrupts.at[(nv->interrupts.first + nv->interrupts.n++) % most] = notf;
    atomic_store_explicit(&nv->interrupts.any, 1, memory_order_relaxed); /* under the lock */
  }
  pthread_mutex_unlock(&nv->interrupts.lock);
}

/* Takes an interrupt; 0: there is none. */
static int take_interrupt(uint32_t *notf_p) {
  struct hyd_nv *nv = &hyd_nv_the;
  int any;
  pthread_mutex_lock(&nv->interrupts.lock);
  if ((any = nv->interrupts.n != 0) != 0) {
    *notf_p = nv->interrupts.at[nv->interrupts.first++ % HYD_NV_EVENTCOUNTS];
    nv->interrupts.in[*notf_p] = 0;
    nv->interrupts.n--;
  }
  if (nv->interrupts.n == 0)
    atomic_store_explicit(&nv->interrupts.any, 0, memory_order_relaxed); /* under the lock */
  pthread_mutex_unlock(&nv->interrupts.lock);
  return any;
}

static void run_handler(uint32_t notf) {
  struct hyd_nv_event *e = event_of(notf);
  while (hyd_nv_the.arm[notf].handler &&
         atomic_load_explicit(&e->acks, memory_order_relaxed) !=
             atomic_load_explicit(&e->signals, memory_order_seq_cst)) { /* A2, with A1 */
    hyd_nv_the.arm[notf].handler(notf, hyd_nv_the.arm[notf].arg);
    acknowledge(e);
  }
}

void hyd_nv_dispatch(void) {
  uint32_t notf;
  if (hyd_nv_the.in_handler) return;
  hyd_nv_the.in_handler = 1;
  while (take_interrupt(&notf)) run_handler(notf);
  hyd_nv_the.in_handler = 0;
}

int hyd_nv_notfArm(uint32_t notf, hyd_nv_handler *handler, void *arg) {
  const char *call = "hyd_nv_notfArm";
  struct hyd_nv *nv = &hyd_nv_the;
  int rc = hyd_nv_check_event(call, notf);
  if (rc) return rc;
  if (handler == NULL) return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "the handler is NULL");
  nv->arm[notf] = (struct hyd_nv_arm){handler, arg};
  atomic_store_explicit(&event_of(notf)->armed, 1, memory_order_seq_cst); /* with A1 */
  /* Signals pending before the store have made no interrupt; later ones may have. */
  if (atomic_load_explicit(&event_of(notf)->signals, memory_order_seq_cst) !=
      atomic_load_explicit(&event_of(notf)->acks, memory_order_relaxed))
    hyd_nv_interrupt(notf);
  hyd_nv_dispatch();
  return GASNET_OK;
}

int hyd_nv_notfDisarm(uint32_t notf) {
  const char *call = "hyd_nv_notfDisarm";
  int rc = hyd_nv_check_event(call, notf);
  if (rc) return rc;
  if (hyd_nv_the.arm[notf].handler == NULL)
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "notification %u is not armed", notf);
  atomic_store_explicit(&event_of(notf)->armed, 0, memory_order_seq_cst);
  hyd_nv_the.arm[notf].handler = NULL;
  return GASNET_OK;
}

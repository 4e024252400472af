/* SPDX-License-Identifier: BSD-3-Clause
 *
 * op_wait.c: waits for operations; what a call that has started an operation returns.
 */
#include "core/op/op.h"
#include "core/am/wait.h"

/* The phase of a barrier of all ranks, by which a dump finds the missing ranks; 0 for a barrier of
 * another team. */
static uint64_t phase_of(const struct hyd_job *job, const struct hyd_op *op) {
  return op->counts == NULL || op->counts == hyd_nb_counts(job->shared) ? op->value : 0;
}

void hyd_op_wait(struct hyd_job *job, struct hyd_op *op) {
  uint32_t kind = atomic_load_explicit(&op->kind, memory_order_relaxed);
  struct hyd_wait w;
  /* One poll is often enough, and cheaper than the begin of a wait. */
  if (job->net.ends == NULL || op->test || !hyd_is_quiet(job) ||
      job->net.ends(job->net.state, &op->pending))
    (void)hyd_poll(job);
  if (hyd_op_test(job, op)) return;
  if (kind == HYD_OP_BARRIER)
    hyd_wait_begin(&w, job, HYD_WAIT_NB_BARRIER, HYD_NO_PEER, phase_of(job, op));
  else
    hyd_wait_begin(&w, job, HYD_WAIT_EVENT, atomic_load_explicit(&op->peer, memory_order_relaxed),
                   0);
  do {
    hyd_wait_pause(&w);
  } while (!hyd_op_test(job, op));
  hyd_wait_end(&w);
}

gex_Event_t hyd_op_launched(struct hyd_job *job, int how, struct hyd_op *op) {
  if (how == HYD_RMA_NBI) return GEX_EVENT_INVALID;
  if (how == HYD_RMA_NB) return (gex_Event_t)op;
  hyd_op_wait(job, op);
  hyd_op_free(hyd_self(job), op);
  return GEX_EVENT_INVALID;
}

gex_Event_t hyd_op_started(struct hyd_job *job, int how, struct hyd_op *op) {
  hyd_op_done(job, op); /* the initiation's own part */
  return hyd_op_launched(job, how, op);
}

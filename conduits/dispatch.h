/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dispatch.h: all calls from the core into conduits, and into the layers above the core.
 */
#ifndef HYD_DISPATCH_H
#define HYD_DISPATCH_H

#include "conduits/conduit.h"
#include "core/base/job.h"

/* What brings up the layers above the core, once the conduit is open; ended by NULL (list.c). */
extern void (*const hyd_layers[])(struct hyd_job *job);

/* --- the life of a conduit ------------------------------------------------ */

/* 0, or -1: it cannot be opened, and has said why. */
static inline int hyd_conduit_open(struct hyd_job *job, void *shared_state) {
  return job->conduit->open ? job->conduit->open(job, shared_state, &job->conduit_state) : -1;
}

/* The segments of all ranks are known. 0, or -1. */
static inline int hyd_conduit_attach(struct hyd_job *job) {
  if (job->conduit_state == NULL || job->conduit->attach == NULL) return 0;
  return job->conduit->attach(job, job->conduit_state);
}

/* This rank's primordial segment is about to go. */
static inline void hyd_conduit_detach(struct hyd_job *job) {
  if (job->conduit_state && job->conduit->detach) job->conduit->detach(job, job->conduit_state);
}

static inline void hyd_conduit_close(struct hyd_job *job) {
  if (job->conduit_state && job->conduit->close) job->conduit->close(job, job->conduit_state);
}

/* --- messages ------------------------------------------------------------- */

/* 0 = sent, non-zero = no room now. */
static inline int hyd_conduit_am_send(struct hyd_job *job, uint32_t peer, const struct hyd_am *m) {
  return job->conduit->ops.am_send(job, job->conduit_state, peer, m);
}

static inline int hyd_conduit_poll(struct hyd_job *job, int take_requests) {
  return job->conduit->ops.poll(job, job->conduit_state, take_requests);
}

/* Sleeps in the conduit if it can; 0: it cannot, sleep on the bell. */
static inline int hyd_conduit_sleep(struct hyd_job *job, uint64_t timeout_ns) {
  if (job->conduit_state == NULL || job->conduit->ops.sleep == NULL) return 0;
  job->conduit->ops.sleep(job, job->conduit_state, timeout_ns);
  return 1;
}

/* -1: the conduit has nothing to say, or cannot now. */
static inline int hyd_conduit_describe(struct hyd_job *job, uint32_t peer, char *line,
                                       size_t size) {
  if (job->conduit_state == NULL || job->conduit->describe == NULL) return -1;
  return job->conduit->describe(job, job->conduit_state, peer, line, size);
}

/* Whether a request from this poll parked its reply: take no more requests. */
static inline int hyd_am_parked(const struct hyd_job *job) { return job->parked != NULL; }

#endif

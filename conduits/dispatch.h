/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dispatch.h: all calls from the core into a conduit.
 */
#ifndef HYD_DISPATCH_H
#define HYD_DISPATCH_H

#include "conduits/conduit.h"
#include "core/base/job.h"

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

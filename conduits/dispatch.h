/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dispatch.h: all calls from the core to conduits and to the layers above the core.
 */
#ifndef HYD_CONDUITS_DISPATCH_H
#define HYD_CONDUITS_DISPATCH_H

#include "conduits/conduit.h"
#include "core/base/job.h"

/* Functions that bring up the layers above the core, once the conduit is open; ended by NULL
 * (list.c). */
extern void (*const hyd_layers[])(struct hyd_job *job);

/* --- the life of a conduit ------------------------------------------------ */

/* 0, or -1: no memory is left for it. */
static inline int hyd_conduit_open(struct hyd_job *job, void *shared_state) {
  return hyd_conduit_of(job)->open ? hyd_conduit_of(job)->open(job, shared_state, &job->net.state)
                                   : -1;
}

/* To be called when the segments of all ranks are known. 0, or -1. */
static inline int hyd_conduit_attach(struct hyd_job *job) {
  if (job->net.state == NULL || hyd_conduit_of(job)->attach == NULL) return 0;
  return hyd_conduit_of(job)->attach(job, job->net.state);
}

/* To be called before this rank's primordial segment is unmapped. */
static inline void hyd_conduit_detach(struct hyd_job *job) {
  if (job->net.state && hyd_conduit_of(job)->detach)
    hyd_conduit_of(job)->detach(job, job->net.state);
}

static inline void hyd_conduit_close(struct hyd_job *job) {
  if (job->net.state && hyd_conduit_of(job)->close) hyd_conduit_of(job)->close(job, job->net.state);
}

/* --- messages ------------------------------------------------------------- */

/* 0 or HYD_NO_ROOM. */
static inline int hyd_conduit_am_send(struct hyd_job *job, uint32_t peer, const struct hyd_am *m) {
  return hyd_conduit_of(job)->ops.am_send(job, job->net.state, peer, m);
}

static inline int hyd_conduit_poll(struct hyd_job *job, int take_requests) {
  return hyd_conduit_of(job)->ops.poll(job, job->net.state, take_requests);
}

/* Sleeps in the conduit. 0: the conduit cannot sleep, and the caller is to sleep on the bell. */
static inline int hyd_conduit_sleep(struct hyd_job *job, uint64_t timeout_ns) {
  const struct hyd_conduit *c = hyd_conduit_of(job); /* once: it may change */
  if (job->net.state == NULL || c->ops.sleep == NULL) return 0;
  c->ops.sleep(job, job->net.state, timeout_ns);
  return 1;
}

/* Describes the state towards a peer. -1: the conduit has no description, or its state is locked.
 */
static inline int hyd_conduit_describe(struct hyd_job *job, uint32_t peer, char *line,
                                       size_t size) {
  if (job->net.state == NULL || hyd_conduit_of(job)->describe == NULL) return -1;
  return hyd_conduit_of(job)->describe(job, job->net.state, peer, line, size);
}

#endif

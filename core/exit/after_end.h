/* SPDX-License-Identifier: BSD-3-Clause
 *
 * after_end.h: calls of the client after this rank has left the job.
 */
#ifndef HYD_EXIT_AFTER_END_H
#define HYD_EXIT_AFTER_END_H

#include "core/base/job.h"

/* To be called in init, once the conduit is chosen. */
void hyd_after_end_init(struct hyd_job *job);
/* To be called before the conduit is closed, and after; and when this rank has left the job. */
void hyd_after_end_closing(struct hyd_job *job);
void hyd_after_end_closed(struct hyd_job *job);
void hyd_after_end_left(struct hyd_job *job);
/* Whether the conduit is closed. */
static inline int hyd_after_end(const struct hyd_job *job) {
  return atomic_load_explicit(&job->end.over, memory_order_relaxed);
}
/* Bounds the time of exit(code), the library's part and what comes after it. */
void hyd_after_end_bound(struct hyd_job *job, int code);

#endif

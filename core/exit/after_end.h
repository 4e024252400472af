/* SPDX-License-Identifier: BSD-3-Clause
 *
 * after_end.h: what the client does after this rank has left the others.
 */
#ifndef HYD_EXIT_AFTER_END_H
#define HYD_EXIT_AFTER_END_H

#include "core/base/job.h"

/* At init, once the conduit is chosen. */
void hyd_after_end_init(struct hyd_job *job);
/* Before the conduit is closed, and after. */
void hyd_after_end_closing(struct hyd_job *job);
void hyd_after_end_closed(struct hyd_job *job);
static inline int hyd_after_end(const struct hyd_job *job) {
  return atomic_load_explicit(&job->end.over, memory_order_relaxed);
}
/* The library's part of exit(code) is over: what remains of it, which is the client's, is bounded.
 */
void hyd_after_end_bound(struct hyd_job *job, int code);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * call_context.h: checks of the context in which the client calls (gex-core.md 7.2).
 */
#ifndef HYD_BASE_CALL_CONTEXT_H
#define HYD_BASE_CALL_CONTEXT_H

#include "core/base/job.h"

/* Checks of every build: init has returned; this process is the rank's own, not a child of it. */
void hyd_check_forked(const char *call);
void hyd_check_unready(const char *call) __attribute__((cold));
HYD_HOT_INLINE void hyd_check_ready(const char *call) {
  const struct hyd_job *job = hyd_the_job;
  if (hyd_unlikely(job == NULL || !job->ready)) hyd_check_unready(call);
}
/* Checks of the checking library. call: the call may communicate, so it must not be in a handler,
 * nor an HSL be held. reply: no HSL may be held. thread: this thread may call (client_place.c). */
void hyd_check_call(const char *call);
/* The checks of most calls: init has returned, and a call that communicates is legal here. */
static inline void hyd_check_entry(const char *call) {
  hyd_check_ready(call);
  if (HYD_DEBUG) hyd_check_call(call);
}
void hyd_check_reply(const char *call);
void hyd_check_thread(const char *call);

#endif

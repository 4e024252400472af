/* SPDX-License-Identifier: BSD-3-Clause
 *
 * am_watch.c: counts and events of messages while the job is watched.
 */
#include "core/am/am_watch.h"

static uint32_t sub_of(const struct hyd_am *m) {
  return m->handler | (m->is_request ? 0 : HYD_EVENT_REPLY) | (uint32_t)m->category << 9;
}

/* Writes a handler's name into the trace when it first runs, so that the trace of a rank that dies
 * has the name. Threads may race to write the same name. */
static void note_name(struct hyd_job *job, uint8_t handler) {
  const char *name = job->ep.handler[handler].entry.gex_name;
  if (job->watch.head && name && job->watch.head->handler[handler][0] == '\0')
    snprintf(job->watch.head->handler[handler], HYD_TRACE_NAME, "%s", name);
}

static const enum hyd_count counter[] = {[HYD_AM_BY_RING] = HYD_COUNT_AM_RING,
                                         [HYD_AM_BY_MAILBOX] = HYD_COUNT_AM_MAILBOX,
                                         [HYD_AM_TO_SELF] = HYD_COUNT_AM_SELF,
                                         [HYD_AM_BY_CONDUIT] = HYD_COUNT_AM_CONDUIT};

void hyd_watch_sent(struct hyd_job *job, uint64_t begin, gex_Rank_t peer, const struct hyd_am *m) {
  hyd_count(job, counter[m->way], m->nbytes);
  note_name(job, m->handler);
  hyd_watch_span(job, begin, HYD_EV_SEND, peer, m->nbytes, sub_of(m),
                 hyd_event_print(m->args, m->nargs, m->nbytes));
}

void hyd_watch_handled(struct hyd_job *job, uint64_t begin, gex_Rank_t src, const struct hyd_am *m,
                       uint32_t print) {
  note_name(job, m->handler);
  hyd_watch_span(job, begin, HYD_EV_HANDLER, src, m->nbytes, sub_of(m), print);
}

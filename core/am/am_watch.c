/* SPDX-License-Identifier: BSD-3-Clause
 *
 * am_watch.c: what is told of messages while the job is watched.
 */
#include "core/am/am_watch.h"

static uint32_t sub_of(const struct hyd_am *m) {
  return m->handler | (m->is_request ? 0 : HYD_EVENT_REPLY) | (uint32_t)m->category << 9;
}

/* Names are told when they are first needed: a rank that dies leaves them, too. Threads may race to
 * write the same. */
static void note_name(struct hyd_job *job, uint8_t handler) {
  const char *name = job->ep.handler[handler].entry.gex_name;
  if (job->watch.head && name && job->watch.head->handler[handler][0] == '\0')
    snprintf(job->watch.head->handler[handler], HYD_TRACE_NAME, "%s", name);
}

void hyd_watch_sent(struct hyd_job *job, uint64_t begin, gex_Rank_t peer, const struct hyd_am *m,
                    int boxed) {
  enum hyd_count way = peer == job->rank                ? HYD_COUNT_AM_SELF
                       : boxed                          ? HYD_COUNT_AM_MAILBOX
                       : hyd_reached_by_ring(job, peer) ? HYD_COUNT_AM_RING
                                                        : HYD_COUNT_AM_CONDUIT;
  hyd_count(job, way, m->nbytes);
  note_name(job, m->handler);
  hyd_watch_span(job, begin, HYD_EV_SEND, peer, m->nbytes, sub_of(m),
                 hyd_event_print(m->args, m->nargs, m->nbytes));
}

void hyd_watch_handled(struct hyd_job *job, uint64_t begin, gex_Rank_t src, const struct hyd_am *m,
                       uint32_t print) {
  note_name(job, m->handler);
  hyd_watch_span(job, begin, HYD_EV_HANDLER, src, m->nbytes, sub_of(m), print);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send.c: see send.h; and messages whose payload is yet to be built.
 */
#include "core/am/send.h"

#include "core/am/am_watch.h"

#include "core/base/err.h"
#include "core/am/deferred.h"

const struct hyd_am *hyd_am_filled(struct hyd_job *job, const struct hyd_am *m,
                                   struct hyd_am *copy) {
  struct hyd_thread *t = hyd_self(job);
  if (m->fill == NULL) return m;
  if (t->fill_buf == NULL) t->fill_buf = malloc(HYD_RING_MAX_PAYLOAD);
  if (t->fill_buf == NULL) hyd_fatal("active message", "out of memory for a payload");
  m->fill(m->fill_arg, t->fill_buf);
  *copy = *m;
  copy->fill = NULL;
  copy->payload = t->fill_buf;
  return copy;
}

int hyd_am_try_send(struct hyd_job *job, gex_Rank_t peer, struct hyd_am *m) {
  uint64_t begin = hyd_watch_begin(job); /* rare: barriers and collectives over networks */
  m->way = (uint8_t)hyd_am_way_to(job, peer);
  if (hyd_am_attempt(job, peer, m->category, m)) return HYD_NO_ROOM;
  if (hyd_unlikely(begin != 0)) hyd_watch_sent(job, begin, peer, m);
  hyd_probe_send(peer, m->handler, m->nbytes);
  return 0;
}

/* The payload of a medium is copied first, because its handler may write to it. One buffer for a
 * request and one for its reply are enough, because handlers nest no deeper. */
void hyd_am_deliver_to_self(struct hyd_job *job, const struct hyd_am *sent) {
  struct hyd_thread *t = hyd_self(job);
  struct hyd_am m = *sent;
  int i = !m.is_request, used = 0;
  if (m.category == HYD_AM_MEDIUM) {
    if (t->loop_buf[i] == NULL) t->loop_buf[i] = aligned_alloc(HYD_LINE, HYD_RING_MAX_PAYLOAD);
    if (t->loop_buf[i] == NULL)
      hyd_fatal("gex_AM_Medium", "out of memory for a message to the same rank");
    if (t->loop_busy[i]) hyd_fatal("gex_AM_Medium", "request to the same rank in a handler");
    if (m.nbytes) hyd_am_copy_payload(&m, t->loop_buf[i]);
    m.payload = t->loop_buf[i];
    t->loop_busy[i] = 1;
    used = 1;
  } else if (m.category == HYD_AM_LONG) {
    if (m.nbytes && m.dest != m.payload)
      hyd_guarded_copy_in(job, hyd_long_place(job, job->rank, &m), m.payload, m.nbytes);
    m.payload = m.dest;
  }
  hyd_am_deliver(job, t, job->rank, &m, HYD_AM_TO_SELF);
  if (used) t->loop_busy[i] = 0;
}

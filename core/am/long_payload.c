/* SPDX-License-Identifier: BSD-3-Clause
 *
 * long_payload.c: how the payload of a long message comes to its destination:
 *
 *   - by a copy, if the destination is mapped here, when the ring has room for the message;
 *   - by the kernel or the guard, if those reach the destination, before the message is sent;
 *   - else with the message.
 */
#include "core/am/am.h"
#include "core/am/internal_handlers.h"
#include "core/base/err.h"
#include "core/team/route.h"

/* A destination outside the segment is fatal in every build, because the bytes would land in other
 * memory. For other endpoints hyd_endpoint_long_prepare has checked that. */
void *hyd_long_place(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m) {
  void *here = hyd_local(job, peer, m->dest, m->nbytes);
  if (here || m->handler == HYD_H_ENDPOINT) return here;
  if (m->way != HYD_AM_BY_CONDUIT && !hyd_in_segment(job, peer, m->dest, m->nbytes))
    hyd_check_remote(job, "gex_AM_Long", peer, m->dest, m->nbytes);
  return NULL;
}

/* Copies the payload to its place. Returns 1, or 0 if the payload has to travel or to be put before
 * the message, because memory is absent or not seen. A reply that is too long to travel waits for
 * absent memory instead, because a handler may not send a put. */
static int put_by_guard(struct hyd_job *job, const struct hyd_route *r, const struct hyd_am *m) {
  const struct hyd_guard *guard = job->mem.guard;
  if (!r->guarded->seen) return 0;
  if (!hyd_in_segment(job, r->peer, m->dest, m->nbytes)) return 0;
  if (guard->copy(job, r->guarded, 1, m->dest, m->payload, m->nbytes) == m->nbytes) return 1;
  if (m->is_request || m->nbytes <= HYD_RING_MAX_PAYLOAD) return 0;
  guard->copy_all(job, r->guarded, 1, m->dest, m->payload, m->nbytes);
  return 1;
}

static int copy_by_kernel(struct hyd_job *job, const struct hyd_route *r, const struct hyd_am *m,
                          const void *from) {
  return hyd_cma_allowed(job, hyd_cma_put(job, r->peer, m->dest, from, m->nbytes), "gex_AM_Long",
                         m->dest);
}

/* The kernel takes no guarded memory of this process, so that such a payload travels, or messages
 * put it. Only a reply that is too long to travel is copied first. */
static int put_by_kernel(struct hyd_job *job, const struct hyd_route *r, const struct hyd_am *m) {
  const struct hyd_guarded *g = hyd_guarded_own(job, m->payload, m->nbytes);
  void *copy;
  int done;
  if (g == NULL) return copy_by_kernel(job, r, m, m->payload);
  if (m->is_request || m->nbytes <= HYD_RING_MAX_PAYLOAD) return 0;
  if ((copy = malloc(m->nbytes)) == NULL)
    hyd_fatal("gex_AM_ReplyLong", "out of memory for a copy of %zu bytes", m->nbytes);
  job->mem.guard->copy_all(job, g, 0, m->payload, copy, m->nbytes);
  done = copy_by_kernel(job, r, m, copy);
  free(copy);
  return done;
}

static int put_by_route(struct hyd_job *job, const struct hyd_route *r, const struct hyd_am *m) {
  if (r->way == HYD_WAY_GUARDED) return put_by_guard(job, r, m);
  return r->way == HYD_WAY_KERNEL && put_by_kernel(job, r, m);
}

/* A guard has the segment of the primordial endpoint; other endpoints have memory of the host. */
static struct hyd_route route_of(const struct hyd_job *job, gex_Rank_t peer,
                                 const struct hyd_am *m) {
  struct hyd_route r = hyd_route_to(job, peer);
  if (m->handler == HYD_H_ENDPOINT && r.way == HYD_WAY_GUARDED)
    r.way = hyd_cma_reaches(job, peer) ? HYD_WAY_KERNEL : HYD_WAY_MESSAGES;
  return r;
}

int hyd_long_put(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m) {
  void *place = hyd_long_place(job, peer, m);
  struct hyd_route r;
  if (place) {
    memcpy(place, m->payload, m->nbytes);
    return 1;
  }
  r = route_of(job, peer, m);
  return put_by_route(job, &r, m);
}

/* Puts a payload in place that is too long to travel, where the kernel took back its permission to
 * copy after the limits were set, or the guard's memory is absent. */
static void put_by_messages(struct hyd_job *job, const struct hyd_route *r, struct hyd_am *m) {
  if (!m->is_request)
    hyd_fatal("gex_AM_ReplyLong",
              "%zu bytes cannot be copied to rank %u, whose memory is not mapped here; expected "
              "permission to ptrace it (in EVERYTHING also GASNET_NO_CMA=1 from the start), or %u "
              "bytes at most",
              m->nbytes, r->peer, HYD_RING_MAX_PAYLOAD);
  job->net.put_by_am(job, r, m->dest, m->payload, m->nbytes);
  m->placed = 1;
}

/* Whether the payload must be in place before the message is sent: if a ring does not carry it; or
 * for a request to guarded memory over a network that pins memory, since what the request's handler
 * waits for may hold up a reply. */
static int must_go_before(const struct hyd_job *job, const struct hyd_route *r,
                          const struct hyd_am *m) {
  if (m->way != HYD_AM_BY_CONDUIT) return m->nbytes > HYD_RING_MAX_PAYLOAD;
  return r->way == HYD_WAY_GUARDED && m->is_request &&
         hyd_conduit_of(job)->guarded == HYD_GUARDED_ROUND;
}

void hyd_long_prepare(struct hyd_job *job, gex_Rank_t peer, struct hyd_am *m) {
  struct hyd_route r;
  if (m->nbytes == 0 || m->placed || peer == job->rank) return;
  r = route_of(job, peer, m);
  if (r.way == HYD_WAY_NETWORK || hyd_long_place(job, peer, m)) return;
  if (r.way == HYD_WAY_GUARDED) hyd_guarded_check_write(r.guarded, peer, "gex_AM_Long");
  m->placed = (uint8_t)put_by_route(job, &r, m);
  if (!m->placed && must_go_before(job, &r, m)) put_by_messages(job, &r, m);
  m->needs_grant = r.way == HYD_WAY_GUARDED && m->is_request && !m->placed;
}

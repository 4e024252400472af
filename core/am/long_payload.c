/* SPDX-License-Identifier: BSD-3-Clause
 *
 * long_payload.c: a long message's payload goes straight to its destination where this process can
 * write there.
 */
#include "core/am/am.h"
#include "core/am/internal_handlers.h"
#include "core/shm/cma.h"
#include "core/base/err.h"
#include "core/mem/paged.h"
#include "core/team/team.h"

/* Outside the segment is fatal in every build, because the bytes would land in other
 * memory. Those of other endpoints were looked at before (endpoint_am.h). */
void *hyd_long_place(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m) {
  void *here = hyd_local(job, peer, m->dest, m->nbytes);
  if (here) return here;
  if (m->handler == HYD_H_FAR) return NULL;
  if (!hyd_in_segment(job, peer, m->dest, m->nbytes) && hyd_in_nbrhd(job, peer))
    hyd_fatal("gex_AM_Long",
              "destination %p, %zu bytes at rank %u is outside its segment [%p, +%zu)", m->dest,
              m->nbytes, peer, (void *)job->mem.seginfo[peer].addr,
              (size_t)job->mem.seginfo[peer].size);
  return NULL;
}

/* A neighbour's paged segment. What is absent goes with the message, or if it is too long for that
 * as a put before it; a reply's must be here, since a handler sends nothing else. */
static int put_paged(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m) {
  const struct hyd_paged *p = hyd_paged_peer(job, peer);
  if (p == NULL || p->ops == NULL || !hyd_in_segment(job, peer, m->dest, m->nbytes)) return 0;
  if (hyd_paged_copy(job, p, 1, NULL, m->dest, m->payload, m->nbytes) == m->nbytes) return 1;
  if (m->is_request || m->nbytes <= HYD_RING_MAX_PAYLOAD) return 0;
  hyd_paged_copy_all(job, p, 1, m->dest, m->payload, m->nbytes);
  return 1;
}

int hyd_long_put(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m) {
  void *place;
  if (hyd_unlikely(job->mem.paged != NULL) && put_paged(job, peer, m)) return 1;
  place = hyd_long_place(job, peer, m);
  if (place) {
    memcpy(place, m->payload, m->nbytes);
    return 1;
  }
  return hyd_cma_reaches(job, peer) && !hyd_paged_peer(job, peer) &&
         !hyd_paged_own(job, m->payload, m->nbytes) &&
         hyd_cma_allowed(job, hyd_cma_put(job, peer, m->dest, m->payload, m->nbytes), "gex_AM_Long",
                         m->dest);
}

/* A request over a network that pins memory: put before it, since what a handler waits for its
 * reply may hold up. */
static int goes_before(const struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m) {
  return hyd_paged_peer(job, peer) && m->is_request &&
         hyd_conduit_of(job)->paged == HYD_PAGED_ROUND && hyd_am_way_to(job, peer) == HYD_AM_BY_CONDUIT;
}

/* Whether no mapping is a way to the destination: in EVERYTHING, and where a neighbour's segment is
 * the client's own memory. */
static int is_out_of_maps(const struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m) {
  return hyd_everything(job) ||
         (hyd_in_nbrhd(job, peer) && hyd_local(job, peer, m->dest, m->nbytes) == NULL);
}

void hyd_long_prepare(struct hyd_job *job, gex_Rank_t peer, struct hyd_am *m) {
  if (hyd_unlikely(hyd_paged_peer(job, peer) != NULL) && m->handler != HYD_H_FAR)
    hyd_paged_check_write(hyd_paged_peer(job, peer), peer, "gex_AM_Long");
  if (m->nbytes && goes_before(job, peer, m)) {
    job->net.put_by_am(job, peer, m->dest, m->payload, m->nbytes);
    m->placed = 1;
    return;
  }
  if (m->nbytes == 0 || peer == job->rank || !is_out_of_maps(job, peer, m) || m->placed) return;
  m->placed = (uint8_t)hyd_long_put(job, peer, m);
  if (m->placed || hyd_am_way_to(job, peer) == HYD_AM_BY_CONDUIT ||
      m->nbytes <= HYD_RING_MAX_PAYLOAD)
    return;
  /* The kernel took back its permission to copy after the limits were agreed on. */
  if (!m->is_request)
    hyd_fatal("gex_AM_ReplyLong",
              "%zu bytes cannot be copied to rank %u, whose memory is not mapped here; expected "
              "permission to ptrace it (in EVERYTHING also GASNET_NO_CMA=1 from the start), or %u "
              "bytes at most",
              m->nbytes, peer, HYD_RING_MAX_PAYLOAD);
  job->net.put_by_am(job, peer, m->dest, m->payload, m->nbytes);
  m->placed = 1;
}

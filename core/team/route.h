/* SPDX-License-Identifier: BSD-3-Clause
 *
 * route.h: how this process reaches the memory of one peer.
 *
 * A transfer computes its route once, when it begins: from what attach, bind and publish have noted
 * of the peer (hyd_route_to, hyd_route_between), and then from the local side, which may change the
 * way to messages (hyd_route_avoid_guarded; device memory, rma.c). Everything after that follows
 * the route. The route's map says what is mapped here; for all other bytes the route names one way:
 *
 *   HYD_WAY_KERNEL     the kernel copies between the processes (core/shm/cma.h)
 *   HYD_WAY_NETWORK    the conduit's own put and get
 *   HYD_WAY_MESSAGES   active messages, whose handlers copy
 *   HYD_WAY_GUARDED    the guard of the peer's memory (core/mem/guard.h)
 *
 * Each way has a table of functions (extended/rma/ways.h). If a way cannot do a transfer, because
 * the kernel takes back its permission or the conduit has no such operation, it hands the transfer
 * to HYD_WAY_MESSAGES, which can do any.
 */
#ifndef HYD_TEAM_ROUTE_H
#define HYD_TEAM_ROUTE_H

#include "core/mem/guard.h"
#include "core/shm/cma.h"
#include "core/team/team.h"

struct hyd_route {
  const struct hyd_map *map;
  struct hyd_guarded *guarded;   /* HYD_WAY_GUARDED */
  const struct hyd_bound *bound; /* the peer's segment; NULL: that of its primordial endpoint */
  gex_Rank_t peer;
  uint16_t endpoint;    /* index of the peer's endpoint */
  uint8_t way;          /* enum hyd_way_id */
  uint8_t by_endpoints; /* of a TM-pair or a team of endpoints: either side may be device memory */
};

/* The map of memory that is not mapped. */
static const struct hyd_map hyd_nowhere = {HYD_NOT_MAPPED, 0, 0};

/* The route to the memory of a primordial endpoint. */
HYD_HOT_INLINE struct hyd_route hyd_route_to(const struct hyd_job *job, gex_Rank_t peer) {
  struct hyd_route r = {.map = &hyd_nowhere, .peer = peer, .way = HYD_WAY_NETWORK};
  if (hyd_unlikely((r.guarded = hyd_guarded_peer(job, peer)) != NULL)) {
    r.way = HYD_WAY_GUARDED;
  } else if (hyd_in_nbrhd(job, peer)) {
    r.map = &job->mem.map[peer];
    r.way = job->mem.cma ? HYD_WAY_KERNEL : HYD_WAY_MESSAGES;
  } else if (hyd_unlikely(hyd_by_kernel(job, peer))) {
    r.way = HYD_WAY_KERNEL;
  }
  return r;
}

/* The route to the memory of an endpoint of a TM-pair or a team of endpoints. Fatal if no segment
 * is known for that endpoint. */
struct hyd_route hyd_route_between(struct hyd_job *job, const struct hyd_pair *p, const char *call);

/* Changes the route to messages if the local side, [local, local+n), is guarded and the route's way
 * takes no guarded memory. local NULL: the local side is memory of the library. */
HYD_HOT_INLINE void hyd_route_avoid_guarded(const struct hyd_job *job, struct hyd_route *r,
                                            const void *local, size_t n) {
  if (hyd_likely(!hyd_has_guarded(job)) || r->way == HYD_WAY_GUARDED) return;
  if ((r->way == HYD_WAY_KERNEL || job->mem.guarded_round) && hyd_guarded_own(job, local, n))
    r->way = HYD_WAY_MESSAGES;
}

/* Fatal, in every build, unless [addr, addr+n) is memory that the route leads to. */
static inline void hyd_route_check(struct hyd_job *job, const struct hyd_route *r, const void *addr,
                                   size_t n, const char *call) {
  if (r->bound)
    hyd_bound_check(r->bound, r->endpoint, r->peer, addr, n, call);
  else
    hyd_check_remote(job, call, r->peer, addr, n);
}

/* Whether the route leads to one segment, and not to all memory of the peer. */
static inline int hyd_route_has_bounds(const struct hyd_job *job, const struct hyd_route *r) {
  return r->bound != NULL || !hyd_everything(job);
}

#endif

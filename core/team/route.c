/* SPDX-License-Identifier: BSD-3-Clause
 *
 * route.c: see route.h.
 */
#include "core/team/route.h"

/* A conduit knows the primordial segments alone, and the local side may lie in another: messages
 * take the network's place. */
static struct hyd_route to_primordial(const struct hyd_job *job, gex_Rank_t peer) {
  struct hyd_route r = hyd_route_to(job, peer);
  if (r.way == HYD_WAY_NETWORK) r.way = HYD_WAY_MESSAGES;
  return r;
}

static struct hyd_route to_bound(const struct hyd_job *job, const struct hyd_bound *b,
                                 const struct hyd_pair *p) {
  struct hyd_route r = {.map = &b->map,
                        .guarded = b->guarded,
                        .bound = b,
                        .peer = p->jobrank,
                        .endpoint = (uint16_t)p->remote,
                        .way = HYD_WAY_MESSAGES};
  if (b->guarded)
    r.way = HYD_WAY_GUARDED;
  else if (!b->device && hyd_cma_reaches(job, p->jobrank))
    r.way = HYD_WAY_KERNEL;
  return r;
}

struct hyd_route hyd_route_between(struct hyd_job *job, const struct hyd_pair *p,
                                   const char *call) {
  struct hyd_route r = p->remote == 0
                           ? to_primordial(job, p->jobrank)
                           : to_bound(job, hyd_bound_known(job, p->remote, p->jobrank, call), p);
  r.by_endpoints = 1;
  return r;
}

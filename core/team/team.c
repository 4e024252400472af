/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team.c: queries of clients and teams; checks of remote places. Handles are pointers to our
 * objects.
 */
#include "core/team/team.h"

#include "core/shm/bell.h"
#include "core/mem/endpoint.h"
#include "core/mem/endpoint_team.h"
#include "core/base/err.h"

static struct hyd_job *job_of(gex_Client_t c) { return (struct hyd_job *)c; }

const char *hyd_no_team(struct hyd_job *job, gex_TM_t tm) {
  if (tm == GEX_TM_INVALID) return "GEX_TM_INVALID";
  if (!hyd_tm_is_pair(job, tm)) return NULL;
  return hyd_ep_team_of(job, tm) ? "a team with other endpoints than the primordial ones"
                                 : "a TM-pair";
}

static struct hyd_team *team_of(gex_TM_t tm, const char *call) {
  const char *other = HYD_DEBUG ? hyd_no_team(hyd_the_job, tm) : NULL;
  if (other) hyd_fatal(call, "%s; expected a team", other);
  return (struct hyd_team *)tm;
}

void hyd_no_member(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank, const char *call) {
  struct hyd_pair p;
  if (!hyd_tm_has_endpoints(job, tm))
    hyd_fatal(call, "rank %u; expected 0 to %u", rank, hyd_team_size(tm) - 1);
  p = hyd_pair_of(job, tm, rank);
  hyd_fatal(call,
            "%s, from endpoint %u to endpoint %u of rank %u; expected endpoint 0 at both sides",
            hyd_no_team(job, tm), p.local, p.remote, rank);
}

static HYD_COLD _Noreturn void
lacks_capability(const struct hyd_pair *p, gex_EP_Capabilities_t capability, const char *call) {
  hyd_fatal(call, "endpoint %u was made with capabilities 0x%x; expected %s among them", p->local,
            p->ep->capabilities,
            capability == GEX_EP_CAPABILITY_AM    ? "GEX_EP_CAPABILITY_AM"
            : capability == GEX_EP_CAPABILITY_VIS ? "GEX_EP_CAPABILITY_VIS"
                                                  : "others");
}

struct hyd_pair hyd_pair_target(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank,
                                gex_EP_Capabilities_t capability, const char *call) {
  struct hyd_pair p;
  if (!hyd_tm_has_endpoints(job, tm)) hyd_no_member(job, tm, rank, call);
  p = hyd_pair_of(job, tm, rank);
  if (p.ep == NULL) hyd_fatal(call, "endpoint %u of this process is not there", p.local);
  if ((p.ep->capabilities & capability) != capability) lacks_capability(&p, capability, call);
  if (p.jobrank == GEX_RANK_INVALID) hyd_fatal(call, "rank %u; expected 0 to %u", rank, p.size - 1);
  if (p.remote >= GASNET_MAXEPS)
    hyd_fatal(call, "endpoint %u of rank %u; expected 0 to %d", p.remote, rank, GASNET_MAXEPS - 1);
  return p;
}

void hyd_check_remote(struct hyd_job *job, const char *call, gex_Rank_t peer, const void *addr,
                      size_t n) {
  uintptr_t base;
  if (n == 0 || hyd_everything(job)) {
    if (n && addr == NULL) hyd_fatal(call, "remote address is NULL with %zu bytes", n);
    return;
  }
  if (hyd_in_segment(job, peer, addr, n)) return;
  if (job->mem.seginfo[peer].size == 0)
    hyd_fatal(
        call,
        "rank %u has no segment that is known here; expected gex_Segment_Attach, gasnet_attach, or "
        "gex_EP_BindSegment and gex_EP_PublishBoundSegment before",
        peer);
  base = (uintptr_t)job->mem.seginfo[peer].addr;
  hyd_fatal(call,
            "remote address %p, %zu bytes, is outside the segment of rank %u; expected a "
            "range within [%p, %p)",
            addr, n, peer, (void *)base, (void *)(base + job->mem.seginfo[peer].size));
}

/* --- clients -------------------------------------------------------------- */

gex_Flags_t gex_Client_QueryFlags(gex_Client_t client) { return job_of(client)->client.flags; }
const char *gex_Client_QueryName(gex_Client_t client) { return job_of(client)->client.name; }
void gex_Client_SetCData(gex_Client_t client, const void *val) {
  job_of(client)->client.cdata = val;
}
void *gex_Client_QueryCData(gex_Client_t client) {
  return (void *)(uintptr_t)job_of(client)->client.cdata;
}

/* --- teams ---------------------------------------------------------------- */

/* The team of endpoints behind the handle, or NULL. */
static struct hyd_ep_team *eps_of(gex_TM_t tm) { return hyd_ep_team_of(hyd_the_job, tm); }

gex_Client_t gex_TM_QueryClient(gex_TM_t tm) {
  (void)(eps_of(tm) ? NULL : team_of(tm, "gex_TM_QueryClient"));
  return (gex_Client_t)hyd_the_job;
}

gex_EP_t gex_TM_QueryEP(gex_TM_t tm) {
  struct hyd_ep_team *e = eps_of(tm);
  return (gex_EP_t)(e ? e->ep : team_of(tm, "gex_TM_QueryEP")->ep);
}

gex_Flags_t gex_TM_QueryFlags(gex_TM_t tm) {
  struct hyd_ep_team *e = eps_of(tm);
  return e ? e->flags : team_of(tm, "gex_TM_QueryFlags")->flags;
}

gex_Rank_t gex_TM_QueryRank(gex_TM_t tm) {
  struct hyd_ep_team *e = eps_of(tm);
  return e ? e->rank : team_of(tm, "gex_TM_QueryRank")->pub.rank;
}

gex_Rank_t gex_TM_QuerySize(gex_TM_t tm) {
  struct hyd_ep_team *e = eps_of(tm);
  return e ? e->members->size : team_of(tm, "gex_TM_QuerySize")->pub.size;
}

static const void **cdata_of(gex_TM_t tm, const char *call) {
  struct hyd_ep_team *e = eps_of(tm);
  return e ? &e->cdata : &team_of(tm, call)->cdata;
}
void gex_TM_SetCData(gex_TM_t tm, const void *val) { *cdata_of(tm, "gex_TM_SetCData") = val; }
void *gex_TM_QueryCData(gex_TM_t tm) {
  return (void *)(uintptr_t)*cdata_of(tm, "gex_TM_QueryCData");
}

/* --- ranks ---------------------------------------------------------------- */

static gex_EP_Location_t location_of(gex_TM_t tm, gex_Rank_t rank, const char *call) {
  struct hyd_ep_team *e = eps_of(tm);
  struct hyd_team *t = e ? NULL : team_of(tm, call);
  gex_Rank_t size = e ? e->members->size : t->pub.size;
  if (rank >= size) hyd_fatal(call, "rank %u; expected 0 to %u", rank, size - 1);
  return e ? e->members->at[rank] : (gex_EP_Location_t){hyd_team_member(t, rank), 0};
}

gex_Rank_t gex_TM_TranslateRankToJobrank(gex_TM_t tm, gex_Rank_t rank) {
  return location_of(tm, rank, "gex_TM_TranslateRankToJobrank").gex_rank;
}

gex_EP_Location_t gex_TM_TranslateRankToEP(gex_TM_t tm, gex_Rank_t rank, gex_Flags_t flags) {
  (void)flags;
  return location_of(tm, rank, "gex_TM_TranslateRankToEP");
}

/* The rank of the first endpoint of a process. */
static gex_Rank_t first_of_process(const struct hyd_ep_members *m, gex_Rank_t jobrank) {
  gex_Rank_t i = 0;
  while (i < m->size && m->at[i].gex_rank != jobrank) i++;
  return i < m->size ? i : GEX_RANK_INVALID;
}

gex_Rank_t gex_TM_TranslateJobrankToRank(gex_TM_t tm, gex_Rank_t jobrank) {
  struct hyd_ep_team *e = eps_of(tm);
  struct hyd_team *t = e ? NULL : team_of(tm, "gex_TM_TranslateJobrankToRank");
  if (jobrank >= hyd_the_job->size)
    hyd_fatal("gex_TM_TranslateJobrankToRank", "jobrank %u; expected 0 to %u", jobrank,
              hyd_the_job->size - 1);
  return e ? first_of_process(e->members, jobrank) : hyd_team_rank_of(t, jobrank);
}

void gasnet_QueryGexObjects(gex_Client_t *client_p, gex_EP_t *endpoint_p, gex_TM_t *tm_p,
                            gex_Segment_t *segment_p) {
  struct hyd_job *job = hyd_the_job;
  int on = job && (job->client.flags & GEX_FLAG_USES_GASNET1) &&
           (job->mem.attached || !job->client.legacy_init);
  if (client_p) *client_p = on ? (gex_Client_t)job : GEX_CLIENT_INVALID;
  if (endpoint_p) *endpoint_p = on ? (gex_EP_t)&job->ep : GEX_EP_INVALID;
  if (tm_p) *tm_p = on ? (gex_TM_t)&job->team : GEX_TM_INVALID;
  if (segment_p) *segment_p = on ? (gex_Segment_t)job->ep.segment : GEX_SEGMENT_INVALID;
}

/* --- waking --------------------------------------------------------------- */

void hyd_wake_team(const struct hyd_team *t) {
  for (gex_Rank_t i = 0; i < t->pub.size; i++)
    if (i != t->pub.rank) hyd_wake(t->job, hyd_rank_at(t->job, hyd_team_member(t, i)));
}

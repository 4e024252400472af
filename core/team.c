/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team.c: queries of clients, endpoints and teams; TM-pairs; client data. Handles are pointers to our
 * objects.
 */
#include "core/team.h"

#include "core/err.h"

static struct hyd_job *job_of(gex_Client_t c) { return (struct hyd_job *)c; }
static struct hyd_ep *ep_of(gex_EP_t e) { return (struct hyd_ep *)e; }
static struct hyd_segment *seg_of(gex_Segment_t s) { return (struct hyd_segment *)s; }

static struct hyd_team *team_of(gex_TM_t tm, const char *call) {
  if (HYD_DEBUG && (tm == GEX_TM_INVALID || hyd_tm_is_pair(hyd_the_job, tm)))
    hyd_fatal(call, "%s; expected a team", tm ? "a TM-pair" : "GEX_TM_INVALID");
  return (struct hyd_team *)tm;
}

void hyd_check_remote(struct hyd_job *job, const char *call, gex_Rank_t peer, const void *addr,
                      size_t n) {
  uintptr_t base, off;
  if (n == 0 || hyd_everything(job)) {
    if (n && addr == NULL) hyd_fatal(call, "remote address is NULL with %zu bytes", n);
    return;
  }
  if (!job->attached)
    hyd_fatal(call, "called before gex_Segment_Attach or gasnet_attach: rank %u has no segment",
              peer);
  base = (uintptr_t)job->seginfo[peer].addr;
  off = (uintptr_t)addr - base;
  if (n > job->seginfo[peer].size || off > job->seginfo[peer].size - n)
    hyd_fatal(call, "remote address %p, %zu bytes, is outside the segment of rank %u; expected a "
              "range within [%p, %p)", addr, n, peer, (void *)base,
              (void *)(base + job->seginfo[peer].size));
}

/* --- clients ------------------------------------------------------------------------------------- */

gex_Flags_t gex_Client_QueryFlags(gex_Client_t client) { return job_of(client)->flags; }
const char *gex_Client_QueryName(gex_Client_t client) { return job_of(client)->name; }
void gex_Client_SetCData(gex_Client_t client, const void *val) { job_of(client)->cdata = val; }
void *gex_Client_QueryCData(gex_Client_t client) { return (void *)(uintptr_t)job_of(client)->cdata; }

/* --- segments ------------------------------------------------------------------------------------- */

gex_Client_t gex_Segment_QueryClient(gex_Segment_t seg) { return (gex_Client_t)seg_of(seg)->job; }
gex_Flags_t gex_Segment_QueryFlags(gex_Segment_t seg) { return (void)seg, 0; }
void *gex_Segment_QueryAddr(gex_Segment_t seg) { return seg_of(seg)->base; }
uintptr_t gex_Segment_QuerySize(gex_Segment_t seg) { return seg_of(seg)->size; }
void gex_Segment_SetCData(gex_Segment_t seg, const void *val) { seg_of(seg)->cdata = val; }
void *gex_Segment_QueryCData(gex_Segment_t seg) { return (void *)(uintptr_t)seg_of(seg)->cdata; }

/* --- endpoints ------------------------------------------------------------------------------------ */

int gex_EP_Create(gex_EP_t *ep_p, gex_Client_t client, gex_EP_Capabilities_t capabilities,
                  gex_Flags_t flags) {
  if (ep_p == NULL || client == GEX_CLIENT_INVALID || (flags & ~GEX_FLAG_HINT_ACCEL_ALL))
    hyd_fatal("gex_EP_Create", "expected a place for the endpoint, a client, and hint flags only");
  if (capabilities == 0 || (capabilities & ~GEX_EP_CAPABILITY_ALL))
    return hyd_error(GASNET_ERR_BAD_ARG, "gex_EP_Create", "capabilities 0x%x; expected an OR of "
                     "GEX_EP_CAPABILITY_*", capabilities);
  return hyd_error(GASNET_ERR_RESOURCE, "gex_EP_Create",
                   "this build has one endpoint for each process (GASNET_MAXEPS is %d)",
                   GASNET_MAXEPS);
}

gex_Client_t gex_EP_QueryClient(gex_EP_t ep) { return (gex_Client_t)ep_of(ep)->job; }
gex_Flags_t gex_EP_QueryFlags(gex_EP_t ep) { return (void)ep, 0; }
gex_Segment_t gex_EP_QuerySegment(gex_EP_t ep) { return (gex_Segment_t)ep_of(ep)->segment; }
gex_EP_Index_t gex_EP_QueryIndex(gex_EP_t ep) { return (void)ep, 0; }
void gex_EP_SetCData(gex_EP_t ep, const void *val) { ep_of(ep)->cdata = val; }
void *gex_EP_QueryCData(gex_EP_t ep) { return (void *)(uintptr_t)ep_of(ep)->cdata; }

/* --- teams ---------------------------------------------------------------------------------------- */

gex_Client_t gex_TM_QueryClient(gex_TM_t tm) {
  return (gex_Client_t)team_of(tm, "gex_TM_QueryClient")->job;
}
gex_EP_t gex_TM_QueryEP(gex_TM_t tm) { return (gex_EP_t)team_of(tm, "gex_TM_QueryEP")->ep; }
gex_Flags_t gex_TM_QueryFlags(gex_TM_t tm) { return team_of(tm, "gex_TM_QueryFlags")->flags; }
gex_Rank_t gex_TM_QueryRank(gex_TM_t tm) { return team_of(tm, "gex_TM_QueryRank")->pub.rank; }
gex_Rank_t gex_TM_QuerySize(gex_TM_t tm) { return team_of(tm, "gex_TM_QuerySize")->pub.size; }
void gex_TM_SetCData(gex_TM_t tm, const void *val) {
  team_of(tm, "gex_TM_SetCData")->cdata = val;
}
void *gex_TM_QueryCData(gex_TM_t tm) {
  return (void *)(uintptr_t)team_of(tm, "gex_TM_QueryCData")->cdata;
}

gex_Rank_t gex_TM_TranslateRankToJobrank(gex_TM_t tm, gex_Rank_t rank) {
  struct hyd_team *t = team_of(tm, "gex_TM_TranslateRankToJobrank");
  if (rank >= t->pub.size)
    hyd_fatal("gex_TM_TranslateRankToJobrank", "rank %u; expected 0 to %u", rank, t->pub.size - 1);
  return hyd_team_member(t, rank);
}

gex_Rank_t gex_TM_TranslateJobrankToRank(gex_TM_t tm, gex_Rank_t jobrank) {
  struct hyd_team *t = team_of(tm, "gex_TM_TranslateJobrankToRank");
  if (jobrank >= t->job->size)
    hyd_fatal("gex_TM_TranslateJobrankToRank", "jobrank %u; expected 0 to %u", jobrank,
              t->job->size - 1);
  return hyd_team_rank_of(t, jobrank);
}

gex_EP_Location_t gex_TM_TranslateRankToEP(gex_TM_t tm, gex_Rank_t rank, gex_Flags_t flags) {
  gex_EP_Location_t at = {gex_TM_TranslateRankToJobrank(tm, rank), 0};
  (void)flags;
  return at;
}

gex_TM_t gex_TM_Pair(gex_EP_t local_ep, gex_EP_Index_t remote_ep_index) {
  struct hyd_ep *ep = ep_of(local_ep);
  if (remote_ep_index == 0) return (gex_TM_t)&ep->job->pair;
  return (gex_TM_t)((uintptr_t)remote_ep_index << 1 | 1);
}

void gasnet_QueryGexObjects(gex_Client_t *client_p, gex_EP_t *endpoint_p, gex_TM_t *tm_p,
                            gex_Segment_t *segment_p) {
  struct hyd_job *job = hyd_the_job;
  int on = job && (job->flags & GEX_FLAG_USES_GASNET1) && (job->attached || !job->legacy_init);
  if (client_p) *client_p = on ? (gex_Client_t)job : GEX_CLIENT_INVALID;
  if (endpoint_p) *endpoint_p = on ? (gex_EP_t)&job->ep : GEX_EP_INVALID;
  if (tm_p) *tm_p = on ? (gex_TM_t)&job->team : GEX_TM_INVALID;
  if (segment_p) *segment_p = on ? (gex_Segment_t)job->ep.segment : GEX_SEGMENT_INVALID;
}

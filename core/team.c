/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team.c: queries of clients and teams; checks of remote places. Handles are pointers to our objects.
 */
#include "core/team.h"

#include "core/ep.h"
#include "core/err.h"

static struct hyd_job *job_of(gex_Client_t c) { return (struct hyd_job *)c; }

static struct hyd_team *team_of(gex_TM_t tm, const char *call) {
  if (HYD_DEBUG && (tm == GEX_TM_INVALID || hyd_tm_is_pair(hyd_the_job, tm)))
    hyd_fatal(call, "%s; expected a team", tm ? "a TM-pair" : "GEX_TM_INVALID");
  return (struct hyd_team *)tm;
}

void hyd_no_member(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank, const char *call) {
  struct hyd_pair p;
  if (!hyd_pair_is_far(job, tm))
    hyd_fatal(call, "rank %u; expected 0 to %u", rank, hyd_team_size(tm) - 1);
  p = hyd_pair_of(job, tm);
  hyd_fatal(call, "a TM-pair from endpoint %u to endpoint %u of rank %u, which can only put and get; "
            "expected endpoint 0 at both sides", p.local, p.remote, rank);
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

void gasnet_QueryGexObjects(gex_Client_t *client_p, gex_EP_t *endpoint_p, gex_TM_t *tm_p,
                            gex_Segment_t *segment_p) {
  struct hyd_job *job = hyd_the_job;
  int on = job && (job->flags & GEX_FLAG_USES_GASNET1) && (job->attached || !job->legacy_init);
  if (client_p) *client_p = on ? (gex_Client_t)job : GEX_CLIENT_INVALID;
  if (endpoint_p) *endpoint_p = on ? (gex_EP_t)&job->ep : GEX_EP_INVALID;
  if (tm_p) *tm_p = on ? (gex_TM_t)&job->team : GEX_TM_INVALID;
  if (segment_p) *segment_p = on ? (gex_Segment_t)job->ep.segment : GEX_SEGMENT_INVALID;
}

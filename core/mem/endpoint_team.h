/* SPDX-License-Identifier: BSD-3-Clause
 *
 * endpoint_team.h: teams with members that are not primordial endpoints (gex-core.md TM-7 to TM-9).
 *
 * Such a team has no collectives: it can do what TM-pairs can, and answers queries. A process may
 * have several members in it, each with a handle of its own.
 *
 * The handle is an address in the last row of job->teams.pairs (team.h). Inline code takes it for a
 * team without members, and calls the library, as it does with TM-pairs.
 */
#ifndef HYD_MEM_ENDPOINT_TEAM_H
#define HYD_MEM_ENDPOINT_TEAM_H

#include "core/base/job.h"

/* What the members of the team in one process share. */
struct hyd_ep_members {
  unsigned local; /* live handles of this process */
  gex_Rank_t size;
  struct hyd_team
      *processes;         /* those of the members, by their primordial endpoints, for destruction */
  gex_EP_Location_t at[]; /* [size]: jobranks, endpoints */
};

struct hyd_ep_team {
  struct hyd_job *job;
  struct hyd_ep *ep;
  gex_Rank_t rank;
  gex_Flags_t flags;
  const void *cdata;
  gex_Memvec_t scratch;
  uint32_t number; /* in job->teams.of_endpoints */
  struct hyd_ep_members *members;
};

/* The object behind a handle, or NULL if it is not one of these. */
struct hyd_ep_team *hyd_ep_team_of(struct hyd_job *job, gex_TM_t tm);
/* Makes a handle for member `rank`, which is *ep. NULL: out of memory, or 65536 handles live. */
struct hyd_ep_team *hyd_ep_team_new(struct hyd_job *job, struct hyd_ep_members *members,
                                    gex_Rank_t rank, struct hyd_ep *ep);
gex_TM_t hyd_ep_team_handle(const struct hyd_ep_team *t);
void hyd_ep_team_free(struct hyd_ep_team *t);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * teams.h: teams of endpoints, for teams.c (team_endpoints.c).
 */
#ifndef HYD_EXTENDED_TEAMS_H
#define HYD_EXTENDED_TEAMS_H

#include "core/mem/endpoint_team.h"
#include "core/team/team.h"

/* Where the handles go, one for each member of this process; and the client's scratch memory: none
 * (NULL), one place for all (scratch_step 0), one for each handle, or for each member (global). */
struct hyd_eps_handles {
  gex_TM_t *tms;
  size_t count;
  gex_Addr_t *scratch;
  size_t scratch_size;
  int scratch_step, scratch_global;
};

/* Whether a listed member is not a primordial endpoint. */
int hyd_eps_wanted(const gex_EP_Location_t *args, size_t n);
/* Makes a team of endpoints. parent_rank[i] is the rank of args[i] in the parent; `processes`, the
 * team of all their processes, becomes the new team's. */
void hyd_eps_create(struct hyd_team *parent, struct hyd_team *processes,
                    const gex_EP_Location_t *args, size_t n, const gex_Rank_t *parent_rank,
                    const struct hyd_eps_handles *out, gex_Flags_t flags);
/* Destroys one handle; returns 1 if *scratch_p was set. */
int hyd_eps_destroy(struct hyd_ep_team *t, gex_Memvec_t *scratch_p, gex_Flags_t flags);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team.h: teams: from (team, rank) to a jobrank, and the checks that need that.
 */
#ifndef HYD_TEAM_TEAM_H
#define HYD_TEAM_TEAM_H

#include "core/mem/endpoint.h"
#include "core/mem/map.h"

/* TM-pairs (gex-core.md 11.6). That of the primordial endpoints is job->pair, a team object of its
 * own whose ranks are jobranks, so that inline code need not tell it from a team. All others are
 * addresses in job->teams.pairs, a range that reads as zeros:
 *
 *      pairs + (local endpoint * 65536 + remote endpoint) * 8
 *
 * After the last local endpoint's row there is one for teams of endpoints (endpoint_team.h).
 *
 * To inline code, and to library code that knows of teams only, they are teams without members: the
 * first takes the library call, the second comes to hyd_no_member. Code that can use them asks
 * first. */
#define HYD_PAIR_STEP 8u
#define HYD_PAIR_REMOTES 65536u
#define HYD_PAIRS_SIZE ((size_t)(GASNET_MAXEPS + 1) * HYD_PAIR_REMOTES * HYD_PAIR_STEP)
HYD_HOT_INLINE int hyd_tm_has_endpoints(const struct hyd_job *job, gex_TM_t tm) {
  return (uintptr_t)tm - (uintptr_t)job->teams.pairs < HYD_PAIRS_SIZE;
}
HYD_HOT_INLINE int hyd_tm_is_pair(const struct hyd_job *job, gex_TM_t tm) {
  return tm == (gex_TM_t)&job->pair || hyd_tm_has_endpoints(job, tm);
}

/* Number of ranks that `tm` can name as a team. */
HYD_HOT_INLINE gex_Rank_t hyd_team_size(gex_TM_t tm) {
  return ((const struct hyd_tm_pub *)tm)->size;
}

HYD_HOT_INLINE gex_Rank_t hyd_team_member(const struct hyd_team *t, gex_Rank_t rank) {
  return hyd_likely(t->member == NULL) ? t->first + rank * t->stride : t->member[rank];
}

/* Jobrank of (tm,rank), or GEX_RANK_INVALID if there is no such rank. */
HYD_HOT_INLINE gex_Rank_t hyd_team_jobrank(gex_TM_t tm, gex_Rank_t rank) {
  if (hyd_unlikely(rank >= hyd_team_size(tm))) return GEX_RANK_INVALID;
  return hyd_team_member((const struct hyd_team *)tm, rank);
}

/* Rank of a jobrank in the team, or GEX_RANK_INVALID. */
gex_Rank_t hyd_team_rank_of(const struct hyd_team *t, gex_Rank_t jobrank);

/* Rings the sleeping members of a team whose members share memory. */
void hyd_wake_team(const struct hyd_team *t);

/* Returns NULL for a team of primordial endpoints, else what the handle is, like "a TM-pair". */
const char *hyd_no_team(struct hyd_job *job, gex_TM_t tm);

/* Ends the job: `tm` has no such rank, or is a pair of endpoints that `call` cannot use. */
void hyd_no_member(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank, const char *call)
    __attribute__((noreturn, cold));

/* Returns both endpoints of (tm, rank), where tm is a TM-pair or a team of endpoints. Fatal if `tm`
 * is a team of primordial endpoints, if there is no such rank or endpoint, or if the local endpoint
 * lacks `capability` (0: none is needed). */
struct hyd_pair hyd_pair_target(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank,
                                gex_EP_Capabilities_t capability, const char *call);

/* team_members.c: makes a team of the given jobranks; this rank is number `rank` of them. Fatal
 * when out of memory. */
struct hyd_team *hyd_team_new(struct hyd_job *job, uint64_t id, const gex_Rank_t *jobranks,
                              gex_Rank_t size, gex_Rank_t rank);
void hyd_team_free(struct hyd_team *t);
/* Fatal unless [addr, addr+n) may be a remote range at `peer`. n == 0 is always fine. */
void hyd_check_remote(struct hyd_job *job, const char *call, gex_Rank_t peer, const void *addr,
                      size_t n);

#endif

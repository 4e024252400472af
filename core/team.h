/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team.h: from (team, rank) to a process, and the checks that need it.
 */
#ifndef HYD_TEAM_H
#define HYD_TEAM_H

#include "core/job.h"

#define HYD_NOT_MAPPED ((uintptr_t)1 << 63) /* a map's `lo` that no address reaches */

/* A TM-pair (gex-core.md 11.6) that names an endpoint which exists is job->pair, a team object of its
 * own whose ranks are jobranks, so that inline code need not tell it from a team. A pair with any
 * other endpoint has bit 0 set and can only be compared. */
HYD_HOT_INLINE int hyd_tm_is_pair(const struct hyd_job *job, gex_TM_t tm) {
  return ((uintptr_t)tm & 1) || tm == (gex_TM_t)&job->pair;
}

/* Number of ranks that `tm` can name. */
HYD_HOT_INLINE gex_Rank_t hyd_team_size(const struct hyd_job *job, gex_TM_t tm) {
  (void)job;
  return hyd_unlikely((uintptr_t)tm & 1) ? 0 : ((const struct hyd_tm_pub *)tm)->size;
}

/* Where [addr, addr+n) of `peer` lies in this process, or NULL. The library's view, also when inline
 * code is shown empty maps. */
HYD_HOT_INLINE void *hyd_local(const struct hyd_job *job, gex_Rank_t peer, const void *addr,
                               size_t n) {
  const struct hyd_map *m = &job->map[peer];
  uintptr_t off = (uintptr_t)addr - m->lo, size = m->lim + HYD_RMA_SMALL;
  return n <= size && off <= size - n ? (void *)(m->base + off) : NULL;
}

HYD_HOT_INLINE gex_Rank_t hyd_team_member(const struct hyd_team *t, gex_Rank_t rank) {
  return hyd_likely(t->member == NULL) ? t->first + rank * t->stride : t->member[rank];
}

/* Jobrank of (tm,rank), or GEX_RANK_INVALID if there is no such rank. */
HYD_HOT_INLINE gex_Rank_t hyd_team_jobrank(const struct hyd_job *job, gex_TM_t tm,
                                           gex_Rank_t rank) {
  if (hyd_unlikely(rank >= hyd_team_size(job, tm))) return GEX_RANK_INVALID;
  return hyd_team_member((const struct hyd_team *)tm, rank);
}

/* Rank of a jobrank in the team, or GEX_RANK_INVALID. */
gex_Rank_t hyd_team_rank_of(const struct hyd_team *t, gex_Rank_t jobrank);

/* members.c: a team of the given jobranks, which are copied if they have to be; the caller is number
 * `rank` of them. Fatal when out of memory. */
struct hyd_team *hyd_team_new(struct hyd_job *job, uint64_t id, const gex_Rank_t *jobranks,
                              gex_Rank_t size, gex_Rank_t rank);
void hyd_team_free(struct hyd_team *t);
/* Lets inline code see the team's maps; or none, where the library wants to see every operation. */
void hyd_team_show_maps(struct hyd_team *t);
/* After job->map has changed. */
void hyd_team_maps_changed(struct hyd_job *job);

/* Fatal unless [addr, addr+n) may be a remote range at `peer`. n == 0 is always fine. */
void hyd_check_remote(struct hyd_job *job, const char *call, gex_Rank_t peer, const void *addr,
                      size_t n);

#endif

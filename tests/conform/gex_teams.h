/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_teams.h: teams of every kind that the library treats differently, for the groups that test
 * teams and collectives.
 */
#ifndef GEX_TEAMS_H
#define GEX_TEAMS_H

#include "gex_support.h"

#include <gasnet_coll.h>

/* Made by all ranks together; TM0 is the first. Every rank is in one team of each kind. */
enum {
  TEAM_JOB,      /* TM0 */
  TEAM_REVERSED, /* all, from the last to the first */
  TEAM_PARITY,   /* even and odd ranks: every second */
  TEAM_MIXED,    /* all, in an order without a rule */
  TEAM_NESTED,   /* halves of the reversed, mixed up */
  TEAM_LISTED,   /* all but the last, by gex_TM_Create, and the last alone; with scratch */
  TEAM_SINGLE,   /* this rank alone */
  TEAM_KINDS
};
struct gex_teams {
  gex_TM_t tm[TEAM_KINDS];
};
void gex_teams_make(struct gex_teams *t);
void gex_teams_destroy(struct gex_teams *t);

gex_TM_t gex_team_split(gex_TM_t parent, int color, int key);
void gex_team_barrier(gex_TM_t tm);
static inline gex_Rank_t gex_jobrank(gex_TM_t tm, gex_Rank_t rank) {
  return gex_TM_TranslateRankToJobrank(tm, rank);
}

/* Scratch memory of this rank that the teams of gex_teams_make do not use. */
enum { SCRATCH_BYTES = 64 * KB };
static inline char *gex_scratch(int i) {
  return gex_at(conform_rank(), AREA_SELF + (size_t)i * SCRATCH_BYTES);
}

/* Size, ranks, translation both ways, and the queries: a team of these jobranks. */
void gex_team_check(gex_TM_t tm, const gex_Rank_t *members, gex_Rank_t n);
/* Messages, transfers and queries from every member to every member. */
void gex_team_traffic(gex_TM_t tm);

#endif

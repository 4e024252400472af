/* SPDX-License-Identifier: BSD-3-Clause
 *
 * teams.h: teams of random members in random order, and what their ranks must be.
 */
#ifndef COLL_TEAMS_H
#define COLL_TEAMS_H

#include "../oracle.h"

enum { COLL_MOST_RANKS = 64 };

/* A team by what one rank sees of it. Of those made in one call each rank knows its own. */
struct coll_team {
  gex_TM_t tm; /* GEX_TM_INVALID: this rank is in none; nothing else is valid then */
  gex_Rank_t rank, size;
  gex_Rank_t member[COLL_MOST_RANKS]; /* by jobrank */
};

void coll_team_whole(struct coll_team *t);
/* One, or several side by side, of members of the parent, by gex_TM_Split or gex_TM_Create. Called
 * by all ranks alike, with the same state of the generator. */
void coll_team_make(struct coll_team *t, const struct coll_team *parent, struct rng *common);
/* What about it is not as it must be, or NULL. */
const char *coll_team_wrong(const struct coll_team *t);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * teams.c: see teams.h.
 */
#include "teams.h"

/* What all ranks make of the generator, by jobrank. */
struct plan {
  int create; /* gex_TM_Create, else gex_TM_Split */
  int color[COLL_MOST_RANKS], key[COLL_MOST_RANKS];
  int joins[COLL_MOST_RANKS];
};

void coll_team_whole(struct coll_team *t) {
  gex_Rank_t i;
  t->tm = oracle.tm0;
  t->rank = oracle.me;
  t->size = oracle.size;
  for (i = 0; i < oracle.size; i++) t->member[i] = i;
}

static int color(struct rng *r, int colors, gex_Rank_t i) {
  return colors == 4 ? (int)i : (int)rng_below(r, (size_t)colors);
}

/* As before, reversed, all alike, few of them so that ties come, anything. */
static int key(struct rng *r, int how, gex_Rank_t i) {
  switch (how) {
  case 0: return (int)i;
  case 1: return -(int)i;
  case 2: return 5;
  case 3: return (int)rng_below(r, 3) - 1;
  default: return (int)rng_below(r, 1000000) - 500000;
  }
}

static void draw(struct plan *p, struct rng *r) {
  int colors = 1 + (int)rng_below(r, 4), keys = (int)rng_below(r, 5), all = (int)rng_below(r, 3);
  gex_Rank_t i;
  p->create = (int)rng_below(r, 3) == 0;
  if (rng_below(r, 2)) colors = 1;
  for (i = 0; i < oracle.size; i++) {
    p->color[i] = color(r, colors, i);
    p->key[i] = key(r, keys, i);
    p->joins[i] = rng_below(r, 4) || all;
  }
}

/* Chooses the members: the parent's ranks with this rank's color, by ascending key; equal keys
 * keep the parent's order. */
static void choose(struct coll_team *t, const struct coll_team *parent, const struct plan *p) {
  gex_Rank_t i, at;
  t->size = 0;
  for (i = 0; i < parent->size; i++) {
    gex_Rank_t m = parent->member[i];
    if (!p->joins[m] || p->color[m] != p->color[oracle.me]) continue;
    for (at = t->size++; at > 0 && p->key[t->member[at - 1]] > p->key[m]; at--)
      t->member[at] = t->member[at - 1];
    t->member[at] = m;
  }
  for (i = 0; i < t->size; i++)
    if (t->member[i] == oracle.me) t->rank = i;
}

static void create(struct coll_team *t, gex_TM_t parent, gex_Flags_t by_jobrank, int joins) {
  gex_EP_Location_t args[COLL_MOST_RANKS];
  gex_Rank_t i;
  for (i = 0; i < t->size; i++) {
    args[i].gex_rank =
        by_jobrank ? t->member[i] : gex_TM_TranslateJobrankToRank(parent, t->member[i]);
    args[i].gex_ep_index = 0;
  }
  gex_TM_Create(&t->tm, joins, parent, args, joins ? t->size : 0, 0, 0,
                GEX_FLAG_TM_NO_SCRATCH | by_jobrank);
}

void coll_team_make(struct coll_team *t, const struct coll_team *parent, struct rng *common) {
  gex_Flags_t by_jobrank = rng_below(common, 2) ? GEX_FLAG_RANK_IS_JOBRANK : 0;
  struct plan p;
  draw(&p, common);
  t->tm = GEX_TM_INVALID;
  if (parent->tm == GEX_TM_INVALID) return;
  choose(t, parent, &p);
  if (p.create)
    create(t, parent->tm, by_jobrank, p.joins[oracle.me]);
  else
    gex_TM_Split(p.joins[oracle.me] ? &t->tm : 0, parent->tm, p.color[oracle.me], p.key[oracle.me],
                 0, 0, GEX_FLAG_TM_NO_SCRATCH);
}

const char *coll_team_wrong(const struct coll_team *t) {
  gex_Rank_t i;
  if (gex_TM_QuerySize(t->tm) != t->size) return "size";
  if (gex_TM_QueryRank(t->tm) != t->rank) return "rank";
  for (i = 0; i < t->size; i++)
    if (gex_TM_TranslateRankToJobrank(t->tm, i) != t->member[i]) return "member";
  return 0;
}

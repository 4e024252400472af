/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team_levels.c: see team_levels.h.
 */
#include "extended/coll/team_levels.h"

#include "core/base/err.h"
#include "core/job/topology.h"

/* Ids of the teams within a team, in bits that the ids of clients' teams do not use. */
#define GROUP_ID ((uint64_t)1 << 62 | (uint64_t)1 << 63)
#define LEADERS_ID ((uint64_t)1 << 63)

struct member {
  gex_Rank_t nbrhd, rank;
};

static void *check_memory(void *p) {
  if (p == NULL) hyd_fatal("gex_TM_Split", "out of memory for a team's levels");
  return p;
}

static int by_nbrhd(const void *a, const void *b) {
  const struct member *x = a, *y = b;
  if (x->nbrhd != y->nbrhd) return x->nbrhd < y->nbrhd ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* The members by groups; within a group in rank order. */
static struct member *members_of(const struct hyd_team *t) {
  struct member *m = check_memory(malloc(t->pub.size * sizeof *m));
  int sorted = 1;
  for (gex_Rank_t i = 0; i < t->pub.size; i++) {
    m[i] = (struct member){hyd_nbrhd_of(t->job, hyd_team_member(t, i)), i};
    sorted &= i == 0 || m[i - 1].nbrhd <= m[i].nbrhd;
  }
  if (!sorted) qsort(m, t->pub.size, sizeof *m, by_nbrhd);
  return m;
}

/* The number of members from `at` on that are in the same group. */
static gex_Rank_t run_at(const struct member *m, gex_Rank_t at, gex_Rank_t size) {
  gex_Rank_t n = 1;
  while (at + n < size && m[at + n].nbrhd == m[at].nbrhd) n++;
  return n;
}

/* The number of groups; 0: the team gets no levels. */
static gex_Rank_t groups_of(const struct member *m, gex_Rank_t size,
                            const struct hyd_coll_slot_offer *offers) {
  gex_Rank_t groups = 0;
  for (gex_Rank_t at = 0, n; at < size; at += n, groups++) {
    n = run_at(m, at, size);
    if (n > HYD_COLL_SLOT_MEMBERS) return 0;
    for (gex_Rank_t i = at; n > 1 && i < at + n; i++)
      if (hyd_coll_offer_of(offers, m[i].rank).index >= HYD_COLL_SLOTS) return 0;
  }
  return groups > 1 && groups < size ? groups : 0;
}

static int by_leader(const void *a, const void *b) {
  const struct hyd_group *x = a, *y = b;
  return x->leader < y->leader ? -1 : x->leader > y->leader;
}
static int group_by_nbrhd(const void *a, const void *b) {
  const struct hyd_group *x = a, *y = b;
  return x->nbrhd < y->nbrhd ? -1 : x->nbrhd > y->nbrhd;
}

/* --- the teams within ----------------------------------------------------- */

/* Makes a team of the n members of t in `rank`, one of which is this rank. Changes `rank`. */
static struct hyd_team *team_within(const struct hyd_team *t, uint64_t id, gex_Rank_t *rank,
                                    gex_Rank_t n) {
  gex_Rank_t mine = 0;
  for (gex_Rank_t i = 0; i < n; i++) {
    if (rank[i] == t->pub.rank) mine = i;
    rank[i] = hyd_team_member(t, rank[i]);
  }
  return hyd_team_new(t->job, t->id | id, rank, n, mine);
}

/* Makes the team of this rank's group, the n members from `at` on. */
static struct hyd_team *group_of(const struct hyd_team *t, const struct member *at, gex_Rank_t n,
                                 const struct hyd_coll_slot_offer *offers) {
  struct hyd_coll_slot_offer theirs[HYD_COLL_SLOT_MEMBERS];
  gex_Rank_t rank[HYD_COLL_SLOT_MEMBERS];
  struct hyd_team *group;
  for (gex_Rank_t i = 0; i < n; i++) {
    rank[i] = at[i].rank;
    theirs[i] = hyd_coll_offer_of(offers, at[i].rank);
  }
  group = team_within(t, GROUP_ID, rank, n);
  hyd_team_slots_join(group, theirs);
  return group;
}

static void find_groups(struct hyd_team *t, struct hyd_team_levels *l, const struct member *m,
                        const struct hyd_coll_slot_offer *offers) {
  gex_Rank_t size = t->pub.size, mine = hyd_nbrhd_of(t->job, hyd_team_member(t, t->pub.rank));
  l->in_order = 1;
  for (gex_Rank_t at = 0, n, g = 0; at < size; at += n, g++) {
    n = run_at(m, at, size);
    l->all[g] = (struct hyd_group){.nbrhd = m[at].nbrhd, .leader = m[at].rank};
    l->in_order &= m[at + n - 1].rank - m[at].rank == n - 1;
    if (m[at].nbrhd == mine && n > 1) l->group = group_of(t, &m[at], n, offers);
  }
}

static void find_leaders(struct hyd_team *t, struct hyd_team_levels *l) {
  gex_Rank_t *rank = check_memory(malloc(l->groups * sizeof *rank));
  int lead = 0;
  qsort(l->all, l->groups, sizeof l->all[0], by_leader);
  for (gex_Rank_t g = 0; g < l->groups; g++) {
    l->all[g].number = g;
    rank[g] = l->all[g].leader;
    lead |= rank[g] == t->pub.rank;
  }
  qsort(l->all, l->groups, sizeof l->all[0], group_by_nbrhd);
  if (lead) l->leaders = team_within(t, LEADERS_ID, rank, l->groups);
  free(rank);
}

int hyd_team_levels_make(struct hyd_team *t, const struct hyd_coll_slot_offer *offers) {
  struct member *m;
  gex_Rank_t groups;
  if (!t->job->teams.use_slots || t->pub.size <= 2) return 0;
  m = members_of(t);
  if ((groups = groups_of(m, t->pub.size, offers)) != 0) {
    t->levels = check_memory(calloc(1, sizeof *t->levels + groups * sizeof t->levels->all[0]));
    t->levels->groups = groups;
    find_groups(t, t->levels, m, offers);
    find_leaders(t, t->levels);
  }
  free(m);
  return t->levels && t->levels->group;
}

void hyd_team_levels_free(struct hyd_team *t) {
  struct hyd_team_levels *l = t->levels;
  if (l == NULL) return;
  if (l->group) {
    hyd_team_slots_free(l->group);
    hyd_team_free(l->group);
  }
  if (l->leaders) hyd_team_free(l->leaders);
  free(l);
  t->levels = NULL;
}

const struct hyd_group *hyd_team_group_of(const struct hyd_team *t, gex_Rank_t rank) {
  struct hyd_group key = {.nbrhd = hyd_nbrhd_of(t->job, hyd_team_member(t, rank))};
  return bsearch(&key, t->levels->all, t->levels->groups, sizeof key, group_by_nbrhd);
}

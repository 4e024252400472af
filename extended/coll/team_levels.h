/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team_levels.h: the levels of a team whose members share memory by groups, as on several hosts
 * with several ranks each. The members of this rank's group are a team of their own, which shares
 * memory. The leaders, the first members of all groups, are another team.
 *
 * Collectives by levels (coll_levels.c) send data over the network once for each group, not for
 * each member. All members make the same levels, with the team.
 */
#ifndef HYD_EXTENDED_TEAM_LEVELS_H
#define HYD_EXTENDED_TEAM_LEVELS_H

#include "extended/coll/team_slots.h"

struct hyd_team_levels {
  struct hyd_team *group;   /* NULL: no other member shares memory with this rank */
  struct hyd_team *leaders; /* NULL: this rank leads no group */
  int in_order;             /* the members of each group have consecutive ranks in the team */
  gex_Rank_t groups;
  struct hyd_group {
    gex_Rank_t nbrhd;  /* jobrank of its neighbourhood's first rank */
    gex_Rank_t leader; /* rank in the team */
    gex_Rank_t number; /* of the leader among leaders */
  } all[];             /* by nbrhd */
};

/* Gives `t` levels if its members form several groups, some group has several members, and each
 * member of such a group offers a slot. Returns 1 if the slot that this rank offers is used. */
int hyd_team_levels_make(struct hyd_team *t, const struct hyd_coll_slot_offer *offers);
void hyd_team_levels_free(struct hyd_team *t);

/* The group of the member with rank `rank`. */
const struct hyd_group *hyd_team_group_of(const struct hyd_team *t, gex_Rank_t rank);

#endif

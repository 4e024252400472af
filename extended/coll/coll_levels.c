/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_levels.c: collectives of a team whose members share memory by groups (team_levels.h). Such a
 * collective has up to three stages: in the groups by shared memory, among their leaders by
 * messages.
 *
 * A member makes all stages when it begins the collective, so that the members of a group, and the
 * leaders, count stages alike. Each stage begins when the one before is complete.
 */
#include "extended/coll/coll.h"
#include "extended/coll/team_levels.h"

#include "core/am/wait.h"

static void add_stage(struct hyd_coll *c, struct hyd_team *team, const struct hyd_coll_kind *kind,
                      gex_Rank_t root, void *dst, const void *src) {
  struct hyd_coll *s = hyd_coll_new(team, kind), **at = &c->stages;
  s->within = c;
  s->root = root;
  s->dst = dst;
  s->src = src;
  s->bytes = c->bytes;
  s->count = c->count;
  s->fn = c->fn;
  s->fn_data = c->fn_data;
  s->ordered = c->ordered;
  hyd_coll_prepare(s);
  while (*at) at = &(*at)->next;
  *at = s;
}

/* Begins the next stage if none is active; returns 1 if all stages are complete. */
static int step_stages(struct hyd_coll *c) {
  struct hyd_coll *next = c->stages;
  if (c->in_stage) return 0;
  if (next == NULL) return 1;
  c->stages = next->next;
  c->in_stage = 1;
  hyd_coll_put_active(next);
  hyd_poll_todo(c->team->job);
  return 0;
}

static const struct hyd_coll_kind in_stages = {step_stages, NULL, NULL};

/* --- broadcast: from the root through its group, among leaders, through the other groups --- */

void hyd_coll_broadcast_by_levels(struct hyd_coll *c) {
  const struct hyd_team_levels *l = c->team->levels;
  const struct hyd_group *from = hyd_team_group_of(c->team, c->root);
  int in_root_group = hyd_team_group_of(c->team, c->team->pub.rank) == from;
  gex_Rank_t jobrank = hyd_team_member(c->team, c->root);
  if (c->bytes == 0) return;
  c->kind = &in_stages;
  if (l->group && in_root_group)
    add_stage(c, l->group, &hyd_coll_kind_broadcast, hyd_team_rank_of(l->group, jobrank), c->dst,
              c->team->pub.rank == c->root ? c->src : c->dst);
  if (l->leaders)
    add_stage(c, l->leaders, &hyd_coll_kind_broadcast, from->number, c->dst,
              l->group ? c->dst : c->src);
  if (l->group && !in_root_group)
    add_stage(c, l->group, &hyd_coll_kind_broadcast, 0, c->dst, c->dst);
}

/* --- reductions: in groups, then among leaders --- */

static int may_regroup(const struct hyd_coll *c) {
  return c->combine == NULL && (!c->ordered || c->team->levels->in_order);
}

void hyd_coll_reduce_all_by_levels(struct hyd_coll *c) {
  const struct hyd_team_levels *l = c->team->levels;
  const struct hyd_coll_kind *in_group = &hyd_coll_kind_reduce_one;
  if (!may_regroup(c)) return;
  c->kind = &in_stages;
  if (l->group && hyd_coll_is_split(c->bytes, l->group->pub.size))
    in_group = &hyd_coll_kind_reduce_all;
  if (l->group) add_stage(c, l->group, in_group, 0, c->dst, c->src);
  if (l->leaders)
    add_stage(c, l->leaders, &hyd_coll_kind_reduce_all, 0, c->dst, l->group ? c->dst : c->src);
  if (l->group) add_stage(c, l->group, &hyd_coll_kind_broadcast, 0, c->dst, c->dst);
}

/* After the stages, the leader of the root's group sends the result to the root. */
static int step_to_root(struct hyd_coll *c) {
  gex_Rank_t me = c->team->pub.rank;
  if (!step_stages(c)) return 0;
  if (c->state == 0) {
    gex_Rank_t leader = hyd_team_group_of(c->team, c->root)->leader;
    c->state = 1;
    if (me == leader && me != c->root)
      hyd_coll_send(c, c->root, 0, c->temp, c->bytes, HYD_COLL_IN_PLACE);
    else if (me == c->root && me != leader)
      hyd_coll_receive(c, leader, 0, c->dst, c->bytes, HYD_COLL_IN_PLACE);
  }
  return c->n_in == 0 || hyd_coll_arrived(&c->in[0]);
}

static const struct hyd_coll_kind to_one = {step_to_root, NULL, NULL};

void hyd_coll_reduce_by_levels(struct hyd_coll *c) {
  const struct hyd_team_levels *l = c->team->levels;
  void *sum;
  if (!may_regroup(c)) return;
  c->kind = &to_one;
  sum = c->team->pub.rank == c->root ? c->dst : l->leaders ? hyd_coll_space(c, c->bytes) : NULL;
  if (l->group) add_stage(c, l->group, &hyd_coll_kind_reduce_one, 0, sum, c->src);
  if (l->leaders)
    add_stage(c, l->leaders, &hyd_coll_kind_reduce_one, hyd_team_group_of(c->team, c->root)->number,
              sum, l->group ? sum : c->src);
}

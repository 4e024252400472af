/* SPDX-License-Identifier: BSD-3-Clause
 *
 * endpoint_team.c: handles of teams of endpoints: a table by number, which is what the handle's address
 * says.
 */
#include "core/mem/endpoint_team.h"

#include "core/team/team.h"

static char *first_handle(const struct hyd_job *job) {
  return job->pairs + (size_t)GASNET_MAXEPS * HYD_PAIR_REMOTES * HYD_PAIR_STEP;
}

gex_TM_t hyd_ep_team_handle(const struct hyd_ep_team *t) {
  return (gex_TM_t)(first_handle(t->job) + (size_t)t->number * HYD_PAIR_STEP);
}

struct hyd_ep_team *hyd_ep_team_of(struct hyd_job *job, gex_TM_t tm) {
  size_t number = ((uintptr_t)tm - (uintptr_t)first_handle(job)) / HYD_PAIR_STEP;
  struct hyd_ep_team *t = NULL;
  if (hyd_likely(number >= HYD_PAIR_REMOTES)) return NULL;
  pthread_mutex_lock(&job->lock);
  if (number < job->ep_teams_size) t = job->ep_teams[number];
  pthread_mutex_unlock(&job->lock);
  return t;
}

/* A free number, for which there is a place; HYD_PAIR_REMOTES: none. Under job->lock. */
static uint32_t free_number(struct hyd_job *job) {
  uint32_t n = 0, more = job->ep_teams_size ? 2 * job->ep_teams_size : 16;
  struct hyd_ep_team **grown;
  while (n < job->ep_teams_size && job->ep_teams[n]) n++;
  if (n < job->ep_teams_size || n == HYD_PAIR_REMOTES) return n;
  grown = realloc(job->ep_teams, more * sizeof *grown);
  if (grown == NULL) return HYD_PAIR_REMOTES;
  memset(grown + n, 0, (more - n) * sizeof *grown);
  job->ep_teams = grown;
  job->ep_teams_size = more;
  return n;
}

struct hyd_ep_team *hyd_ep_team_new(struct hyd_job *job, struct hyd_ep_members *members,
                                    gex_Rank_t rank, struct hyd_ep *ep) {
  struct hyd_ep_team *t = calloc(1, sizeof *t);
  if (t == NULL) return NULL;
  t->job = job;
  t->ep = ep;
  t->rank = rank;
  t->members = members;
  pthread_mutex_lock(&job->lock);
  t->number = free_number(job);
  if (t->number < HYD_PAIR_REMOTES) {
    job->ep_teams[t->number] = t;
    members->local++;
  }
  pthread_mutex_unlock(&job->lock);
  if (t->number < HYD_PAIR_REMOTES) return t;
  free(t);
  return NULL;
}

void hyd_ep_team_free(struct hyd_ep_team *t) {
  pthread_mutex_lock(&t->job->lock);
  t->job->ep_teams[t->number] = NULL;
  pthread_mutex_unlock(&t->job->lock);
  free(t);
}

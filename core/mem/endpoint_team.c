/* SPDX-License-Identifier: BSD-3-Clause
 *
 * endpoint_team.c: see endpoint_team.h. A table finds the object of a handle by the number that the
 * handle's address encodes.
 */
#include "core/mem/endpoint_team.h"

#include "core/team/team.h"

static char *first_handle(const struct hyd_job *job) {
  return job->teams.pairs + (size_t)GASNET_MAXEPS * HYD_PAIR_REMOTES * HYD_PAIR_STEP;
}

gex_TM_t hyd_ep_team_handle(const struct hyd_ep_team *t) {
  return (gex_TM_t)(first_handle(t->job) + (size_t)t->number * HYD_PAIR_STEP);
}

struct hyd_ep_team *hyd_ep_team_of(struct hyd_job *job, gex_TM_t tm) {
  size_t number = ((uintptr_t)tm - (uintptr_t)first_handle(job)) / HYD_PAIR_STEP;
  struct hyd_ep_team *t = NULL;
  if (hyd_likely(number >= HYD_PAIR_REMOTES)) return NULL;
  pthread_mutex_lock(&job->threads.lock);
  if (number < job->teams.of_endpoints_size) t = job->teams.of_endpoints[number];
  pthread_mutex_unlock(&job->threads.lock);
  return t;
}

/* Returns a free number, for which the table has a place, or HYD_PAIR_REMOTES if there is none.
 * Under job->threads.lock. */
static uint32_t free_number(struct hyd_job *job) {
  uint32_t n = 0, more = job->teams.of_endpoints_size ? 2 * job->teams.of_endpoints_size : 16;
  struct hyd_ep_team **grown;
  while (n < job->teams.of_endpoints_size && job->teams.of_endpoints[n]) n++;
  if (n < job->teams.of_endpoints_size || n == HYD_PAIR_REMOTES) return n;
  grown = realloc(job->teams.of_endpoints, more * sizeof *grown);
  if (grown == NULL) return HYD_PAIR_REMOTES;
  memset(grown + n, 0, (more - n) * sizeof *grown);
  job->teams.of_endpoints = grown;
  job->teams.of_endpoints_size = more;
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
  pthread_mutex_lock(&job->threads.lock);
  t->number = free_number(job);
  if (t->number < HYD_PAIR_REMOTES) {
    job->teams.of_endpoints[t->number] = t;
    members->local++;
  }
  pthread_mutex_unlock(&job->threads.lock);
  if (t->number < HYD_PAIR_REMOTES) return t;
  free(t);
  return NULL;
}

void hyd_ep_team_free(struct hyd_ep_team *t) {
  pthread_mutex_lock(&t->job->threads.lock);
  t->job->teams.of_endpoints[t->number] = NULL;
  pthread_mutex_unlock(&t->job->threads.lock);
  free(t);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team_members.c: the members of a team. Jobranks at equal distances (the whole job, rows and
 * columns of grids, hosts) are stored as the first and the distance, and use the job's maps. Other
 * jobranks are stored in a table with an inverse, and have maps of their own. Translation takes
 * constant time either way.
 */
#include "core/base/err.h"
#include "core/team/team.h"

static int is_regular(const gex_Rank_t *jobranks, gex_Rank_t size, gex_Rank_t *stride_p) {
  gex_Rank_t stride = size > 1 ? jobranks[1] - jobranks[0] : 1;
  for (gex_Rank_t i = 1; i < size; i++)
    if (jobranks[i] - jobranks[i - 1] != stride) return 0;
  *stride_p = stride;
  return 1;
}

gex_Rank_t hyd_team_rank_of(const struct hyd_team *t, gex_Rank_t jobrank) {
  gex_Rank_t d = jobrank - t->first, rank;
  if (t->member)
    return jobrank - t->lowest < t->span ? t->rank_of[jobrank - t->lowest] : GEX_RANK_INVALID;
  /* Strides may be negative, and size 1 has stride 1. */
  rank = (int32_t)t->stride < 0 ? (0 - d) / (0 - t->stride) : d / t->stride;
  return rank < t->pub.size && t->first + rank * t->stride == jobrank ? rank : GEX_RANK_INVALID;
}

static void *check_memory(void *p) {
  if (p == NULL) hyd_fatal("gex_TM_Split", "out of memory for a team");
  return p;
}

static void make_tables(struct hyd_team *t, const gex_Rank_t *jobranks, gex_Rank_t size) {
  gex_Rank_t low = jobranks[0], high = jobranks[0];
  for (gex_Rank_t i = 1; i < size; i++) {
    if (jobranks[i] < low) low = jobranks[i];
    if (jobranks[i] > high) high = jobranks[i];
  }
  t->lowest = low;
  t->span = high - low + 1;
  t->member = check_memory(malloc(size * sizeof *t->member));
  t->rank_of = check_memory(malloc(t->span * sizeof *t->rank_of));
  t->maps = check_memory(malloc(size * sizeof *t->maps));
  memcpy(t->member, jobranks, size * sizeof *t->member);
  for (gex_Rank_t i = 0; i < t->span; i++) t->rank_of[i] = GEX_RANK_INVALID;
  for (gex_Rank_t i = 0; i < size; i++) t->rank_of[jobranks[i] - low] = i;
}

/* --- teams ---------------------------------------------------------------- */

struct hyd_team *hyd_team_new(struct hyd_job *job, uint64_t id, const gex_Rank_t *jobranks,
                              gex_Rank_t size, gex_Rank_t rank) {
  struct hyd_team *t = check_memory(calloc(1, sizeof *t));
  t->job = job;
  t->ep = &job->ep;
  t->id = id;
  t->pub.size = size;
  t->pub.rank = rank;
  t->first = jobranks[0];
  if (!is_regular(jobranks, size, &t->stride)) make_tables(t, jobranks, size);
  pthread_mutex_lock(&job->threads.lock);
  hyd_team_copy_maps(t);
  hyd_team_show_maps(t);
  t->next = job->teams.list;
  job->teams.list = t;
  pthread_mutex_unlock(&job->threads.lock);
  return t;
}

void hyd_team_free(struct hyd_team *t) {
  struct hyd_team **at = &t->job->teams.list;
  pthread_mutex_lock(&t->job->threads.lock);
  while (*at && *at != t) at = &(*at)->next;
  if (*at) *at = t->next;
  pthread_mutex_unlock(&t->job->threads.lock);
  free(t->member);
  free(t->rank_of);
  free(t->maps);
  free(t);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * query.c: who is where: ranks, neighbourhoods, hosts (gex-core.md 8.2, gasnet1-core.md section 9).
 * All ranks of a job are on one host so far; neighbourhoods are blocks of consecutive ranks.
 */
#include "core/env.h"
#include "core/err.h"
#include "core/job.h"

gex_Rank_t gex_System_QueryJobRank(void) { return hyd_world.rank; }
gex_Rank_t gex_System_QueryJobSize(void) { return hyd_world.size; }

uint64_t gex_System_QueryMaxThreads(void) {
  hyd_check_ready("gex_System_QueryMaxThreads");
  return hyd_the_job->thread_mode == 1 ? 1 : hyd_the_job->max_threads;
}

int gex_System_QueryHiddenAMConcurrencyLevel(void) { return 0; }

static void info(gex_Rank_t first, gex_Rank_t count, gex_RankInfo_t **info_p,
                 gex_Rank_t *info_count_p, gex_Rank_t *my_info_index_p) {
  if (info_p) *info_p = &hyd_the_job->rank_info[first];
  if (info_count_p) *info_count_p = count;
  if (my_info_index_p) *my_info_index_p = hyd_the_job->rank - first;
}

void gex_System_QueryNbrhdInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p,
                               gex_Rank_t *my_info_index_p) {
  hyd_check_ready("gex_System_QueryNbrhdInfo");
  info(hyd_the_job->nbrhd_first, hyd_the_job->nbrhd_count, info_p, info_count_p, my_info_index_p);
}

void gex_System_QueryHostInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p,
                              gex_Rank_t *my_info_index_p) {
  hyd_check_ready("gex_System_QueryHostInfo");
  info(0, hyd_the_job->size, info_p, info_count_p, my_info_index_p);
}

/* Ranks in each neighbourhood but perhaps the last. */
static gex_Rank_t nbrhd_block(const struct hyd_job *job) {
  int64_t max = GASNETI_PSHM_ENABLED
                    ? hyd_env_int(job->env, HYD_ENV_SUPERNODE_MAXSIZE, 0, INT_MAX) : 1;
  return max == 0 || max > job->size ? job->size : (gex_Rank_t)max;
}

void hyd_nbrhd_init(struct hyd_job *job) {
  gex_Rank_t block = nbrhd_block(job);
  job->nbrhd_first = job->rank / block * block;
  job->nbrhd_count = job->size - job->nbrhd_first < block ? job->size - job->nbrhd_first : block;
}

void gex_System_QueryMyPosition(gex_Rank_t *nbrhd_set_size_p, gex_Rank_t *nbrhd_set_rank_p,
                                gex_Rank_t *host_set_size_p, gex_Rank_t *host_set_rank_p) {
  const struct hyd_job *job = hyd_the_job;
  gex_Rank_t block;
  hyd_check_ready("gex_System_QueryMyPosition");
  block = nbrhd_block(job);
  if (nbrhd_set_size_p) *nbrhd_set_size_p = (job->size + block - 1) / block;
  if (nbrhd_set_rank_p) *nbrhd_set_rank_p = job->rank / block;
  if (host_set_size_p) *host_set_size_p = 1;
  if (host_set_rank_p) *host_set_rank_p = 0;
}

int gasnet_getNodeInfo(gasnet_nodeinfo_t *table, int numentries) {
  const struct hyd_job *job = hyd_the_job;
  gex_Rank_t block;
  if (job == NULL)
    return hyd_error(GASNET_ERR_NOT_INIT, "gasnet_getNodeInfo", "called before init");
  if (numentries < 0 || (numentries && table == NULL))
    return hyd_error(GASNET_ERR_BAD_ARG, "gasnet_getNodeInfo", "%d entries at %p", numentries,
                     (void *)table);
  block = nbrhd_block(job);
  for (gex_Rank_t i = 0; i < (gex_Rank_t)numentries && i < job->size; i++) {
    gasnet_nodeinfo_t n = {.host = 0, .supernode = i / block};
#if GASNETI_PSHM_ENABLED
    n.offset = job->attached && !hyd_everything(job) && hyd_in_nbrhd(job, i)
                   ? job->map[i].base - job->map[i].lo : 0;
#endif
    table[i] = n;
  }
  return GASNET_OK;
}

int gex_System_QueryProgressThreads(gex_Client_t client, unsigned int *count_p,
                                    const gex_ProgressThreadInfo_t **info_p, gex_Flags_t flags) {
  hyd_check_ready("gex_System_QueryProgressThreads");
  if (client == GEX_CLIENT_INVALID || count_p == NULL || info_p == NULL || flags)
    return hyd_error(GASNET_ERR_BAD_ARG, "gex_System_QueryProgressThreads",
                     "expected a client, places for count and info, and flags 0");
  if (!(hyd_the_job->flags & GEX_FLAG_DEFER_THREADS))
    return hyd_error(GASNET_ERR_RESOURCE, "gex_System_QueryProgressThreads",
                     "GEX_FLAG_DEFER_THREADS was not given to gex_Client_Init");
  *count_p = 0;
  *info_p = NULL;
  return GASNET_OK;
}

char *gasnet_getenv(const char *name) {
  const struct hyd_job *job = hyd_the_job;
  if (name == NULL) return NULL;
  return job ? hyd_env_get(job->env, name) : getenv(name);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * topology.c: queries about ranks, neighbourhoods and hosts (gex-core.md 8.2, gasnet1-core.md
 * section 9). A neighbourhood is a block of consecutive ranks of one machine. The interface's word
 * "host" means a machine, which may have several hosts in this library's sense (layout.h).
 */
#include "core/env/env.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/base/job.h"
#include "core/job/topology.h"
#include "core/team/team.h"

gex_Rank_t gex_System_QueryJobRank(void) { return hyd_world.rank; }
gex_Rank_t gex_System_QueryJobSize(void) { return hyd_world.size; }

uint64_t gex_System_QueryMaxThreads(void) {
  if (hyd_the_job == NULL)
    return GASNETI_MAX_THREADS; /* the client may size tables by it before init */
  return hyd_the_job->threads.mode == 1 ? 1 : hyd_the_job->threads.max;
}

int gex_System_QueryHiddenAMConcurrencyLevel(void) { return 0; }

static void info(gex_Rank_t first, gex_Rank_t count, gex_RankInfo_t **info_p,
                 gex_Rank_t *info_count_p, gex_Rank_t *my_info_index_p) {
  if (info_p) *info_p = &hyd_the_job->place.rank_info[first];
  if (info_count_p) *info_count_p = count;
  if (my_info_index_p) *my_info_index_p = hyd_the_job->rank - first;
}

void gex_System_QueryNbrhdInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p,
                               gex_Rank_t *my_info_index_p) {
  hyd_check_ready("gex_System_QueryNbrhdInfo");
  info(hyd_the_job->place.nbrhd_first, hyd_the_job->place.nbrhd_count, info_p, info_count_p,
       my_info_index_p);
}

void gex_System_QueryHostInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p,
                              gex_Rank_t *my_info_index_p) {
  hyd_check_ready("gex_System_QueryHostInfo");
  if (info_p) *info_p = hyd_the_job->place.machine_info;
  if (info_count_p) *info_count_p = hyd_the_job->place.machine_count;
  if (my_info_index_p) *my_info_index_p = hyd_the_job->place.machine_mine;
}

/* --- machines ------------------------------------------------------------- */

static uint32_t machines(const struct hyd_shared *s) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < s->nhosts; i++)
    if (hyd_host_machines(s)[i] > most) most = hyd_host_machines(s)[i];
  return most + 1;
}

/* Finds the ranks of this machine, which are consecutive as a rule. */
static void find_machine(struct hyd_job *job) {
  const struct hyd_shared *s = job->shared;
  const uint32_t *first = hyd_host_firsts(s), *machine = hyd_host_machines(s);
  uint32_t mine = hyd_host_of(s, job->rank);
  gex_Rank_t n = 0, at = 0;
  gex_RankInfo_t *list;
  for (uint32_t i = 0; i < s->nhosts; i++)
    if (machine[i] == machine[mine]) n += first[i + 1] - first[i];
  job->place.machine_count = n;
  job->place.machine_info = &job->place.rank_info[job->place.host_first];
  job->place.machine_mine = job->rank - job->place.host_first;
  if (n == job->place.host_count) return;
  if ((list = calloc(n, sizeof *list)) == NULL)
    hyd_fatal("gex_Client_Init", "out of memory for %u ranks", n);
  for (uint32_t i = 0; i < s->nhosts; i++) {
    if (machine[i] != machine[mine]) continue;
    if (i == mine) job->place.machine_mine = at + job->rank - job->place.host_first;
    memcpy((void *)(list + at), &job->place.rank_info[first[i]],
           (first[i + 1] - first[i]) * sizeof *list);
    at += first[i + 1] - first[i];
  }
  job->place.machine_info = list;
}

/* --- neighbourhoods ------------------------------------------------------- */

/* The number of ranks in a neighbourhood; the last one of a host may have fewer. */
static gex_Rank_t nbrhd_block(const struct hyd_job *job) {
  int64_t max =
      GASNETI_PSHM_ENABLED ? hyd_env_int(job->env, HYD_ENV_SUPERNODE_MAXSIZE, 0, INT_MAX) : 1;
  return max == 0 || max > job->size ? job->size : (gex_Rank_t)max;
}

void hyd_nbrhd_init(struct hyd_job *job) {
  gex_Rank_t block = job->place.nbrhd_most = nbrhd_block(job);
  /* Ranks of this host in earlier neighbourhoods. */
  gex_Rank_t before = (job->rank - job->place.host_first) / block * block;
  job->place.nbrhd_first = job->place.host_first + before;
  job->place.nbrhd_count =
      job->place.host_count - before < block ? job->place.host_count - before : block;
  find_machine(job);
}

gex_Rank_t hyd_nbrhd_of(const struct hyd_job *job, gex_Rank_t rank) {
  gex_Rank_t first = hyd_host_firsts(job->shared)[hyd_host_of(job->shared, rank)];
  return first + (rank - first) / job->place.nbrhd_most * job->place.nbrhd_most;
}

gex_Rank_t hyd_nbrhds(const struct hyd_job *job, gex_Rank_t *firsts) {
  const uint32_t *first = hyd_host_firsts(job->shared);
  gex_Rank_t n = 0;
  for (uint32_t host = 0; host < job->shared->nhosts; host++)
    for (gex_Rank_t r = first[host]; r < first[host + 1]; r += job->place.nbrhd_most, n++)
      if (firsts) firsts[n] = r;
  return n;
}

/* The number of neighbourhoods on earlier hosts. */
static gex_Rank_t nbrhds_before(const struct hyd_job *job, uint32_t host) {
  const uint32_t *first = hyd_host_firsts(job->shared);
  gex_Rank_t block = job->place.nbrhd_most, n = 0;
  for (uint32_t i = 0; i < host; i++) n += (first[i + 1] - first[i] - 1) / block + 1;
  return n;
}

void gex_System_QueryMyPosition(gex_Rank_t *nbrhd_set_size_p, gex_Rank_t *nbrhd_set_rank_p,
                                gex_Rank_t *host_set_size_p, gex_Rank_t *host_set_rank_p) {
  const struct hyd_job *job = hyd_the_job;
  uint32_t mine;
  hyd_check_ready("gex_System_QueryMyPosition");
  mine = hyd_host_of(job->shared, job->rank);
  if (nbrhd_set_size_p) *nbrhd_set_size_p = nbrhds_before(job, job->shared->nhosts);
  if (nbrhd_set_rank_p)
    *nbrhd_set_rank_p =
        nbrhds_before(job, mine) + (job->rank - job->place.host_first) / job->place.nbrhd_most;
  if (host_set_size_p) *host_set_size_p = machines(job->shared);
  if (host_set_rank_p) *host_set_rank_p = hyd_host_machines(job->shared)[mine];
}

static gasnet_nodeinfo_t node_info(const struct hyd_job *job, gex_Rank_t rank, uint32_t host,
                                   gex_Rank_t before) {
  gex_Rank_t first = hyd_host_firsts(job->shared)[host];
  gasnet_nodeinfo_t n = {.host = hyd_host_machines(job->shared)[host],
                         .supernode = before + (rank - first) / job->place.nbrhd_most};
#if GASNETI_PSHM_ENABLED
  n.offset = !hyd_everything(job) && job->mem.map[rank].lo != HYD_NOT_MAPPED
                 ? job->mem.map[rank].base - job->mem.map[rank].lo
                 : 0;
#endif
  return n;
}

int gasnet_getNodeInfo(gasnet_nodeinfo_t *table, int numentries) {
  const struct hyd_job *job = hyd_the_job;
  uint32_t host = 0;
  if (job == NULL)
    return hyd_error(GASNET_ERR_NOT_INIT, "gasnet_getNodeInfo", "called before init");
  if (numentries < 0 || (numentries && table == NULL))
    return hyd_error(GASNET_ERR_BAD_ARG, "gasnet_getNodeInfo", "%d entries at %p", numentries,
                     (void *)table);
  for (gex_Rank_t i = 0, before = 0; i < (gex_Rank_t)numentries && i < job->size; i++) {
    if (i == hyd_host_firsts(job->shared)[host + 1]) before = nbrhds_before(job, ++host);
    table[i] = node_info(job, i, host, before);
  }
  return GASNET_OK;
}

int gex_System_QueryProgressThreads(gex_Client_t client, unsigned int *count_p,
                                    const gex_ProgressThreadInfo_t **info_p, gex_Flags_t flags) {
  hyd_check_ready("gex_System_QueryProgressThreads");
  if (client == GEX_CLIENT_INVALID || count_p == NULL || info_p == NULL || flags)
    return hyd_error(GASNET_ERR_BAD_ARG, "gex_System_QueryProgressThreads",
                     "expected a client, places for count and info, and flags 0");
  if (!(hyd_the_job->client.flags & GEX_FLAG_DEFER_THREADS))
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

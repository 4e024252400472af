/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pin.c: firehose's configuration (pin.h).
 */
#include "conduits/pin/pin.h"

#include <stdio.h>

#include "conduits/conduit.h"
#include "conduits/conduit_host.h"
#include "core/base/err.h"
#include "core/env/env.h"
#include "firehose/pin_limits.h"

#define PIECE_MOST ((size_t)1 << 20)

enum fh_strategy hyd_pin_strategy(struct hyd_job *job) {
  const char *text = hyd_env_str(hyd_job_env(job), HYD_ENV_FIREHOSE_STRATEGY);
  int strategy = fh_strategy_named(text);
  if (strategy < 0)
    hyd_refuse("environment",
               "GASNET_FIREHOSE_STRATEGY=%.40s; expected firehose, rendezvous, unpin, pin-all, "
               "bounce or odp",
               text);
  return (enum fh_strategy)strategy;
}

uint64_t hyd_pin_bytes(struct hyd_job *job, uint64_t taken, uint32_t devices) {
  struct hyd_env *env = hyd_job_env(job);
  uint64_t m = hyd_env_size(env, HYD_ENV_FIREHOSE_M), there, wanted, all;
  struct fh_limits l;
  const char *text = hyd_env_str(env, HYD_ENV_PHYSMEM_MAX), *by;
  int per_host;
  if (m) return m + hyd_env_size(env, HYD_ENV_FIREHOSE_MAXVICTIM_M);
  fh_limits_read(&l, "");
  there = l.cgroup < l.physical ? l.cgroup : l.physical;
  wanted = hyd_env_segsize(text, there, &per_host);
  if (wanted == 0)
    hyd_refuse("environment", "GASNET_PHYSMEM_MAX=%.40s; expected a size (8GB) or a fraction (2/3)",
               text);
  all = fh_limits_each(&l, hyd_job_ranks_of_host(job),
                       wanted < there ? (double)wanted / (double)there : 1, &by);
  return (all > taken ? all - taken : 0) / devices;
}

/* Divides `bytes` into M and MAXVICTIM: M as the environment says, or eight ninths; if firehose
 * serves no peers, M is as small as possible. */
static int divide(struct hyd_job *job, uint64_t bytes, size_t longest, int serves_peers,
                  struct fh_config *c) {
  struct hyd_env *env = hyd_job_env(job);
  uint64_t m = hyd_env_size(env, HYD_ENV_FIREHOSE_M),
           victim = hyd_env_size(env, HYD_ENV_FIREHOSE_MAXVICTIM_M);
  uint64_t least = (uint64_t)(c->nodes - 1) * (longest + 2 * c->bucket);
  if (fh_limits_divide(bytes, longest, c)) return -1;
  if (serves_peers && m && victim) {
    c->m = m;
    c->maxvictim = victim;
  } else if (!serves_peers && c->m > least) {
    c->maxvictim += c->m - least;
    c->m = least;
  }
  return 0;
}

static uint32_t max_regions(const struct hyd_job *job) {
  int64_t n = hyd_env_int(hyd_job_env(job), HYD_ENV_FIREHOSE_MAXREGIONS, 0, INT32_MAX);
  if (n && n < hyd_job_size(job))
    hyd_refuse("environment",
               "GASNET_FIREHOSE_MAXREGIONS=%d; expected 0, or one for each of %u ranks", (int)n,
               hyd_job_size(job));
  return (uint32_t)n;
}

static size_t bucket(struct hyd_env *env) {
  uint64_t n = hyd_env_size(env, HYD_ENV_FIREHOSE_BUCKET);
  if (n < 4096 || n & (n - 1))
    hyd_refuse("environment", "GASNET_FIREHOSE_BUCKET=%llu; expected a power of two, 4096 at least",
               (unsigned long long)n);
  return n;
}

struct fh *hyd_pin_open(struct hyd_job *job, struct fh_config *c, uint64_t bytes, size_t longest,
                        int serves_peers, char *why, size_t size) {
  struct hyd_env *env = hyd_job_env(job);
  uint32_t regions = max_regions(job);
  const char *wrong = "";
  struct fh *fh;
  c->node = hyd_job_rank(job);
  c->nodes = hyd_job_size(job);
  c->regions = 1;
  c->strict = hyd_env_bool(env, HYD_ENV_FIREHOSE_STRICT);
  if (regions) c->max_regions = regions;
  c->bucket = bucket(env);
  c->ahead = hyd_env_size(env, HYD_ENV_FIREHOSE_AHEAD);
  if (divide(job, bytes, longest, serves_peers, c)) {
    snprintf(why, size,
             "%llu bytes that may be pinned are too little for firehose: transfers are copied "
             "(ulimit -l, GASNET_FIREHOSE_M)",
             (unsigned long long)bytes);
    return NULL;
  }
  fh = fh_open(c, &wrong);
  if (fh == NULL) snprintf(why, size, "firehose cannot be used: %s; transfers are copied", wrong);
  return fh;
}

size_t hyd_pin_piece(struct hyd_job *job, const struct fh *fh, int serves_peers) {
  size_t piece = fh_local_max(fh);
  for (gex_Rank_t i = 0; serves_peers && i < hyd_job_size(job); i++)
    if (i != hyd_job_rank(job) && fh_remote_max(fh, i) < piece) piece = fh_remote_max(fh, i);
  return piece < PIECE_MOST ? piece : PIECE_MOST;
}

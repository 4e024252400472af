/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs_make.c: brings the ranks' jobs up as core/job/init.c does, but all in one process, each on a
 * host of its own. Rings and coll slots are there, as memory that is never touched.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "core/boot/boot.h"
#include "core/env/env.h"
#include "core/mem/endpoint.h"
#include "core/oob/host_leaders.h"
#include "core/team/team.h"
#include "extended/extended.h"
#include "tests/sim/jobs.h"

extern char **environ;

struct common { /* that the jobs share, being of one process */
  struct hyd_env *env;
  struct hyd_map *map;
  gex_RankInfo_t *rank_info;
};

static void *must(void *p) {
  if (p && p != MAP_FAILED) return p;
  perror("sim-jobs: memory");
  exit(99);
}

static struct common make_common(uint32_t n) {
  struct common c;
  c.env = hyd_env_snapshot(environ);
  c.map = must(calloc(n, sizeof *c.map));
  c.rank_info = must(calloc(n, sizeof *c.rank_info));
  for (uint32_t i = 0; i < n; i++) {
    hyd_map_clear(&c.map[i]);
    *(gex_Rank_t *)(uintptr_t)&c.rank_info[i] = i;
  }
  return c;
}

/* What the ranks of a host share: this one alone. */
static struct hyd_shared *make_shared(uint32_t rank, uint32_t n) {
  struct hyd_shared *s = must(mmap(NULL, hyd_shared_size(1, n), PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  s->nranks = 1;
  s->first = rank;
  s->job_size = s->nhosts = n;
  for (uint32_t i = 0; i <= n; i++) hyd_host_firsts(s)[i] = i;
  for (uint32_t i = 0; i < n; i++) hyd_host_machines(s)[i] = i;
  return s;
}

static struct hyd_job *make_job(const struct common *c, uint32_t rank, uint32_t n) {
  struct hyd_job *job = must(calloc(1, sizeof *job));
  job->env = c->env;
  job->net.conduit = &sim_conduit;
  job->rank = rank;
  job->size = n;
  job->shared = make_shared(rank, n);
  job->place.host_first = rank;
  job->place.host_count = 1;
  job->me = hyd_rank_at(job, rank);
  job->host_inbox = hyd_inbox(job->shared, 0);
  job->threads.mode = 1;        /* SEQ */
  job->client.segment_mode = 3; /* EVERYTHING: no rank attaches */
  job->client.name = (char *)(uintptr_t) "sim";
  job->boot = must(calloc(1, sizeof *job->boot));
  job->place.rank_info = c->rank_info;
  job->mem.map = job->mem.nowhere = c->map;
  job->place.nbrhd_first = rank;
  job->place.nbrhd_count = 1;
  job->place.nbrhd_most = 1;
  job->threads.max = 1;
  pthread_mutex_init(&job->threads.lock, NULL);
  hyd_poll_init(job);
  return job;
}

static void make_team(struct hyd_job *job, const struct hyd_job *first) {
  if (first) { /* the pairs' addresses serve all */
    job->ep.job = job;
    job->ep.capabilities = GEX_EP_CAPABILITY_ALL;
    job->mem.eps[0] = &job->ep;
    job->mem.neps = 1;
    job->teams.pairs = first->teams.pairs;
  } else {
    hyd_ep_init(job);
  }
  job->team.job = job;
  job->team.ep = &job->ep;
  job->team.pub.size = job->size;
  job->team.pub.rank = job->rank;
  job->team.stride = 1;
}

static struct hyd_thread *make_thread(struct hyd_job *job) {
  struct hyd_thread *t = must(calloc(1, sizeof *t));
  t->nbi = must(calloc(1, sizeof *t->nbi));
  t->job = job;
  job->threads.list = t;
  job->threads.count = 1;
  return t;
}

static void bring_up(struct sim_job *r, const struct common *c, uint32_t n) {
  struct hyd_job *job = r->job = make_job(c, r->id, n);
  r->thread = make_thread(job);
  hyd_the_job = job;
  hyd_the_thread = r->thread;
  make_team(job, r->id ? r->all->rank[0].job : NULL);
  job->net.state = r;
  job->rx.poll_more = 1;
  job->net.max_medium = sim_conduit.max_medium;
  job->net.max_long = sim_conduit.max_long;
  hyd_leaders_init(job);
  hyd_extended_init(job);
  hyd_team_show_maps(&job->team);
  job->pair = job->team;
  job->ready = 1;
}

void sim_jobs_make(struct sim_jobs *all) {
  const uint32_t n = all->many.n;
  const struct common c = make_common(n);
  all->rank = must(calloc(n, sizeof *all->rank));
  all->entered = must(calloc((size_t)n * SIM_STEPS, sizeof *all->entered));
  for (uint32_t i = 0; i < n; i++) {
    struct sim_job *r = &all->rank[i];
    r->all = all;
    r->id = i;
    r->end[0] = &r->first[0];
    r->end[1] = &r->first[1];
    bring_up(r, &c, n);
    sim_job_handlers(r);
  }
}

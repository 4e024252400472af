/* SPDX-License-Identifier: BSD-3-Clause
 *
 * threads.c: many threads of a few nodes put to random memory of the others, through firehoses of
 * which there are far too few, while other threads remap memory. Checked as in world.h; and every
 * thread does all of its puts within the time that there is, so none starves.
 *
 *   threads [--seed S] [--verbose]
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/tools/sim/firehose/cluster.h"
#include "contrib/tools/sim/rng.h"

#define LIMIT_S 200
#define MOST 16

struct plan {
  const char *name;
  uint32_t nodes, threads, puts, remappers;
  int regions;
  uint64_t f, maxvictim, memory, longest; /* buckets */
  uint32_t max_regions;
};

static const struct plan plans[] = {
    {"one thread", 3, 1, 4000, 0, 0, 8, 8, 64, 4, 0},
    {"room for one request at a time", 2, 4, 1500, 0, 0, 8, 8, 256, 8, 0},
    {"local memory for one request at a time", 3, 3, 1000, 0, 0, 8, 4, 100, 4, 0},
    {"many threads, few firehoses", 2, 8, 500, 0, 0, 9, 40, 400, 8, 0},
    {"hits mostly", 3, 4, 4000, 0, 0, 64, 64, 48, 3, 0},
    {"memory is remapped", 3, 3, 1500, 1, 0, 12, 16, 40, 3, 0},
    {"regions", 3, 3, 1500, 0, 1, 12, 16, 40, 3, 0},
    {"regions are remapped", 3, 3, 1500, 1, 1, 12, 16, 40, 3, 0},
    {"regions are merged", 3, 3, 2500, 1, 1, 80, 96, 100, 3, 0},
    {"one registration for each", 3, 3, 1000, 0, 1, 12, 16, 40, 3, 3},
    {"few registrations, remapped", 3, 3, 1500, 1, 1, 48, 64, 200, 3, 8},
};

struct worker {
  struct cluster_node *n;
  const struct plan *plan;
  struct sim_rng rng;
  pthread_t thread;
  uint64_t hits, notes;
};

static _Atomic int working;

/* --- one put -------------------------------------------------------------- */

struct side {
  struct cluster_node *of;
  uint64_t bucket, n, incarnations;
  int doubtful; /* asked for while the word on a remap was on its way: the old memory, perhaps */
  struct fh_request r;
};

static void choose(struct worker *w, struct side *s, struct cluster_node *of) {
  s->of = of;
  s->n = sim_between(&w->rng, 1, w->plan->longest);
  s->bucket = sim_below(&w->rng, w->plan->memory - s->n + 1);
  s->incarnations = cluster_incarnations(of, s->bucket, s->n);
  s->doubtful = !cluster_is_settled(of, s->bucket, s->n);
}

/* What was mapped when the request began, and still is, must be pinned. */
static void check(struct worker *w, struct side *s, const char *wrong) {
  int settled = cluster_is_settled(s->of, s->bucket, s->n);
  int reaches = cluster_reaches(s->of, s->bucket, s->n);
  if (!reaches && settled && !s->doubtful &&
      cluster_incarnations(s->of, s->bucket, s->n) == s->incarnations)
    cluster_wrong(w->n->in, wrong);
}

static int ask(struct worker *w, struct side *s) {
  uintptr_t addr = cluster_addr(w->n->in, s->of->node, s->bucket);
  size_t len = s->n * w->n->in->config.bucket;
  int note = sim_chance(&w->rng, 50000);
  if (s->of == w->n) return fh_local_pin(w->n->fh, addr, len, &s->r);
  if (!note && fh_try_remote_pin(w->n->fh, s->of->node, addr, len, &s->r) == 0) return w->hits++, 0;
  w->notes += (uint64_t)note;
  return fh_remote_pin(w->n->fh, s->of->node, addr, len, &s->r, note ? "n" : NULL, note ? 1 : 0);
}

static void put(struct worker *w) {
  struct cluster *c = w->n->in;
  uint32_t to = (w->n->node + 1 + (uint32_t)sim_below(&w->rng, c->nodes - 1)) % c->nodes;
  struct side there, here;
  choose(w, &there, &c->node[to]);
  choose(w, &here, w->n);
  if (ask(w, &there)) {
    cluster_wrong(c, "a remote request fails");
    return;
  }
  if (ask(w, &here)) cluster_wrong(c, "a local request fails");
  check(w, &there, "remote memory is granted that is not pinned");
  check(w, &here, "local memory is granted that is not pinned");
  if (sim_chance(&w->rng, 200000)) cluster_poll(w->n);
  check(w, &there, "remote memory is unpinned during a transfer");
  check(w, &here, "local memory is unpinned during a transfer");
  fh_release(w->n->fh, &here.r);
  fh_release(w->n->fh, &there.r);
}

/* --- threads -------------------------------------------------------------- */

static void *work(void *arg) {
  struct worker *w = arg;
  for (uint32_t i = 0; i < w->plan->puts && !atomic_load(&w->n->in->wrong); i++) put(w);
  atomic_fetch_sub(&working, 1);
  while (atomic_load(&working) > 0) cluster_poll(w->n); /* others may need this node */
  return NULL;
}

static void *remap(void *arg) {
  struct worker *w = arg;
  while (atomic_load(&working) > 0 && !atomic_load(&w->n->in->wrong)) {
    uint64_t n = sim_between(&w->rng, 1, w->plan->longest),
             b = sim_below(&w->rng, w->plan->memory - n + 1);
    cluster_remap(w->n, b, n);
    for (int k = 0; k < 20; k++) cluster_poll(w->n);
  }
  while (atomic_load(&working) > 0) cluster_poll(w->n);
  return NULL;
}

static void report(struct cluster *c, const struct plan *p, const struct worker *w, uint32_t n) {
  struct fh_stats st, sum = {0};
  uint64_t hits = 0;
  for (uint32_t i = 0; i < n; i++) hits += w[i].hits;
  for (uint32_t i = 0; i < c->nodes; i++) {
    fh_get_stats(c->node[i].fh, &st);
    sum.remote_misses += st.remote_misses, sum.local_misses += st.local_misses;
    sum.put_off += st.put_off, sum.won += st.won, sum.stale += st.stale, sum.stolen += st.stolen;
  }
  printf("# %s: %llu hits, %llu remote and %llu local misses, %llu put off, %llu won, %llu stale, "
         "%llu stolen\n",
         p->name, (unsigned long long)hits, (unsigned long long)sum.remote_misses,
         (unsigned long long)sum.local_misses, (unsigned long long)sum.put_off,
         (unsigned long long)sum.won, (unsigned long long)sum.stale,
         (unsigned long long)sum.stolen);
}

static void check_notes(struct cluster *c, const struct worker *w, uint32_t n) {
  uint64_t sent = 0, run = 0;
  for (uint32_t i = 0; i < n; i++) sent += w[i].notes;
  for (uint32_t i = 0; i < c->nodes; i++) run += c->node[i].notes;
  if (sent != run) cluster_wrong(c, "notes were not run once each");
}

static int run(const struct plan *p, uint64_t seed, int verbose) {
  struct fh_config config = fh_config_default;
  uint32_t each = p->threads + p->remappers, n = p->nodes * each;
  struct worker *w = calloc(n, sizeof *w);
  struct cluster c;
  config.bucket = 4096;
  config.m = p->f * (p->nodes - 1) * 4096;
  config.maxvictim = p->maxvictim * 4096;
  config.regions = p->regions;
  config.max_regions = p->max_regions;
  if (cluster_open(&c, &config, p->nodes, p->memory, 0)) exit(1);
  atomic_store(&working, (int)(p->nodes * p->threads));
  for (uint32_t i = 0; i < n; i++) {
    w[i] = (struct worker){.n = &c.node[i / each], .plan = p, .rng = sim_stream(seed, i)};
    pthread_create(&w[i].thread, NULL, i % each < p->threads ? work : remap, &w[i]);
  }
  for (uint32_t i = 0; i < n; i++) pthread_join(w[i].thread, NULL);
  if (!atomic_load(&c.wrong)) check_notes(&c, w, n);
  if (verbose) report(&c, p, w, n);
  cluster_close(&c);
  free(w);
  if (!atomic_load(&c.wrong)) return 0;
  printf("not ok %s (--seed %llu): %s\n", p->name, (unsigned long long)seed, atomic_load(&c.wrong));
  return 1;
}

int main(int argc, char **argv) {
  uint64_t seed = (uint64_t)getpid();
  int failed = 0, verbose = 0, count = (int)(sizeof plans / sizeof plans[0]);
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--verbose") == 0)
      verbose = 1;
    else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
      seed = strtoull(argv[++i], NULL, 10);
    else
      return fprintf(stderr, "usage: %s [--seed S] [--verbose]\n", argv[0]), 2;
  }
  alarm(LIMIT_S);
  for (int k = 0; k < count; k++) {
    printf("# %s, --seed %llu\n", plans[k].name, (unsigned long long)seed);
    fflush(stdout);
    failed += run(&plans[k], seed, verbose);
  }
  printf("%d passed, %d failed\n", count - failed, failed);
  return failed != 0;
}

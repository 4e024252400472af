/* SPDX-License-Identifier: BSD-3-Clause
 *
 * growth.c: the library does not grow. A thread of each of three nodes does many operations, mostly
 * hits; also misses, notes, and remaps. After a tenth of them, and at the end, all memory is
 * remapped, so that nothing is pinned and nothing is on its way: what is allocated then must be the
 * same, to the byte, and so must what the instances say that they have for each other. The process
 * may have become larger by RESIDENT_SLACK: pages of the library's tables that were not touched
 * before, and what malloc keeps.
 *
 *   growth [--ops N] [--seed S] [--verbose]
 *
 * N operations page-based, and N region-based: by default 500,000 each.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/tools/sim/firehose/cluster.h"
#include "tests/sim/firehose/count.h"
#include "contrib/tools/sim/rng.h"

#define TOO_LONG_S 500
#define NODES 3u
#define MEMORY 400u /* buckets of each node */
#define HOT 12u     /* of which so many are used mostly */
#define LONGEST 4u
#define ARENA_SLACK (64u << 10)
#define POLL_EVERY 16u

/* Sanitizers keep what is freed, and shadows of what is touched; and take their time. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RESIDENT_SLACK SIZE_MAX
#define OPS 50000
#else
#define RESIDENT_SLACK (256u << 10)
#define OPS 500000
#endif

struct worker {
  struct cluster_node *n;
  struct sim_rng rng;
  pthread_t thread;
  uint64_t ops;
};

static _Atomic int working, remapping;

/* --- operations ----------------------------------------------------------- */

static void choose(struct worker *w, uint64_t *bucket, uint64_t *n) {
  int hot = !sim_chance(&w->rng, 10000);
  *n = hot ? 1 : sim_between(&w->rng, 1, LONGEST);
  *bucket = sim_below(&w->rng, hot ? HOT : MEMORY - *n + 1);
}

static int pin_there(struct worker *w, uint32_t to, struct fh_request *r) {
  const struct cluster *c = w->n->in;
  uint64_t bucket, n;
  int note = sim_chance(&w->rng, 1000);
  choose(w, &bucket, &n);
  return fh_remote_pin(w->n->fh, to, cluster_addr(c, to, bucket), n * c->config.bucket, r,
                       note ? "n" : NULL, note ? 1 : 0);
}

static int pin_here(struct worker *w, struct fh_request *r) {
  const struct cluster *c = w->n->in;
  uint64_t bucket, n;
  choose(w, &bucket, &n);
  return fh_local_pin(w->n->fh, cluster_addr(c, w->n->node, bucket), n * c->config.bucket, r);
}

static void operate(struct worker *w) {
  struct cluster *c = w->n->in;
  uint32_t to = (w->n->node + 1 + (uint32_t)sim_below(&w->rng, NODES - 1)) % NODES;
  struct fh_request there, here;
  if (pin_there(w, to, &there) || pin_here(w, &here)) {
    cluster_wrong(c, "a request fails");
    return;
  }
  fh_release(w->n->fh, &here);
  fh_release(w->n->fh, &there);
  if (sim_chance(&w->rng, 300)) cluster_remap(w->n, sim_below(&w->rng, MEMORY - LONGEST), LONGEST);
}

/* Nothing is asked for any more: all goes. */
static void *work(void *arg) {
  struct worker *w = arg;
  for (uint64_t i = 0; i < w->ops && !atomic_load(&w->n->in->wrong); i++) {
    operate(w);
    if (i % POLL_EVERY == 0) cluster_poll(w->n);
  }
  atomic_fetch_sub(&working, 1);
  while (atomic_load(&working) > 0) cluster_poll(w->n);
  cluster_remap(w->n, 0, MEMORY);
  atomic_fetch_sub(&remapping, 1);
  while (atomic_load(&remapping) > 0) cluster_poll(w->n);
  return NULL;
}

/* --- phases --------------------------------------------------------------- */

static int is_quiet(const struct cluster *c) {
  struct fh_stats st;
  for (uint32_t i = 0; i < NODES; i++) {
    fh_get_stats(c->node[i].fh, &st);
    if (st.pinned_bytes || atomic_load(&c->node[i].post.queued)) return 0;
  }
  return 1;
}

struct state {
  struct count process;
  size_t peers; /* bytes of the instances for each other */
};

static void look(struct cluster *c, struct state *s) {
  count_now(&s->process);
  s->peers = 0;
  for (uint32_t i = 0; i < NODES * NODES; i++)
    s->peers += fh_peer_bytes(c->node[i / NODES].fh, i % NODES);
}

static void run_phase(struct cluster *c, struct worker *w, uint64_t ops, struct state *after) {
  atomic_store(&working, (int)NODES);
  atomic_store(&remapping, (int)NODES);
  for (uint32_t i = 0; i < NODES; i++) {
    w[i].ops = ops / NODES;
    if (pthread_create(&w[i].thread, NULL, work, &w[i])) abort();
  }
  for (uint32_t i = 0; i < NODES; i++) pthread_join(w[i].thread, NULL);
  while (!is_quiet(c) && !atomic_load(&c->wrong))
    for (uint32_t i = 0; i < NODES; i++) cluster_poll(&c->node[i]);
  look(c, after);
}

static void compare(struct cluster *c, const struct state *before, const struct state *after) {
  const struct count *a = &before->process, *b = &after->process;
  if (b->blocks != a->blocks || b->bytes != a->bytes)
    cluster_wrong(c, "more is allocated than was");
  if (after->peers != before->peers)
    cluster_wrong(c, "nodes have more for each other than they had");
  if (b->arena > a->arena + ARENA_SLACK) cluster_wrong(c, "malloc has more in use than it had");
  if (b->resident > a->resident && b->resident - a->resident > RESIDENT_SLACK)
    cluster_wrong(c, "the process has grown");
}

/* --- runs ----------------------------------------------------------------- */

struct options {
  uint64_t ops, seed;
  int verbose;
};

static void report(const struct cluster *c, const char *name, const struct state *k) {
  struct fh_stats st;
  uint64_t misses = 0, moved = 0, stale = 0, notes = 0;
  for (uint32_t i = 0; i < NODES; i++) {
    fh_get_stats(c->node[i].fh, &st);
    misses += st.remote_misses + st.local_misses, moved += st.moved, stale += st.stale;
    notes += c->node[i].notes;
  }
  for (int i = 0; i < 2; i++) {
    const struct count *p = &k[i].process;
    printf(
        "# %s: %lld blocks of %lld bytes, %zu for peers, %zu in malloc's arenas, %zu KB resident\n",
        i ? "at the end" : name, (long long)p->blocks, (long long)p->bytes, k[i].peers, p->arena,
        p->resident / 1024);
  }
  printf("# %llu misses, %llu moved, %llu stale, %llu notes\n", (unsigned long long)misses,
         (unsigned long long)moved, (unsigned long long)stale, (unsigned long long)notes);
}

static int run(const struct options *o, int regions) {
  const char *name = regions ? "regions" : "pages";
  struct fh_config config = fh_config_default;
  struct worker w[NODES];
  struct state k[2];
  struct cluster c;
  config.bucket = 4096;
  config.m = 32 * (NODES - 1) * 4096;
  config.maxvictim = 32 * 4096;
  config.regions = regions;
  if (cluster_open(&c, &config, NODES, MEMORY, 0)) return 1;
  c.helpful = 1;
  for (uint32_t i = 0; i < NODES; i++)
    w[i] = (struct worker){.n = &c.node[i], .rng = sim_stream(o->seed, i)};
  run_phase(&c, w, o->ops / 10, &k[0]);
  run_phase(&c, w, o->ops - o->ops / 10, &k[1]);
  compare(&c, &k[0], &k[1]);
  if (o->verbose || atomic_load(&c.wrong)) report(&c, name, k);
  cluster_close(&c);
  if (!atomic_load(&c.wrong)) return 0;
  printf("not ok %s (--seed %llu): %s\n", name, (unsigned long long)o->seed, atomic_load(&c.wrong));
  return 1;
}

int main(int argc, char **argv) {
  struct options o = {.ops = OPS, .seed = (uint64_t)getpid()};
  int failed = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--verbose") == 0)
      o.verbose = 1;
    else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
      o.seed = strtoull(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "--ops") == 0 && i + 1 < argc)
      o.ops = strtoull(argv[++i], NULL, 10);
    else
      return fprintf(stderr, "usage: %s [--ops N] [--seed S] [--verbose]\n", argv[0]), 2;
  }
  alarm(TOO_LONG_S);
  printf("# --seed %llu\n", (unsigned long long)o.seed);
  for (int regions = 0; regions < 2; regions++) failed += run(&o, regions);
  printf("%d passed, %d failed\n", 2 - failed, failed);
  return failed != 0;
}

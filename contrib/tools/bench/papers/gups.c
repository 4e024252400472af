/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gups.c: four threads update random words of a table of which each has a quarter; all update the
 * same words in each layout. What is counted are the misses of a node of two threads: with one
 * instance for both; with one for each, of half of M, where the node's other one is reached through
 * shared memory; and those of a node with one thread only and all of M, which then has three
 * others. Updates of a node's own memory ask for no firehose. Here the accesses are what matters;
 * the table has no contents.
 *
 * The paper says neither M nor the number of updates. With few of them, most misses are first
 * touches, of which the node of two threads has a third fewer than one of one thread; with many and
 * a small M, most make room.
 */
#include <errno.h>

#include "contrib/tools/bench/papers/net.h"
#include "contrib/tools/bench/papers/papers.h"

#define THREADS 4u
/* bytes of the table for an update of each thread: 16 to a page, so that all are touched */
#define PER_THREAD 256

struct layout {
  uint32_t threads;   /* of an instance */
  uint32_t instances; /* of a node */
  double part;        /* of M and MAXVICTIM, for an instance */
};

struct updates {
  struct sim_rng rng;
  uint64_t left, words; /* of the table */
  uint32_t node, threads_of_node, threads_of_instance;
};

static int next_update(struct flow *f, struct put *p) {
  struct updates *u = f->arg;
  uint64_t quarter = u->words / THREADS, word;
  uint32_t owner;
  do {
    if (u->left-- == 0) return 0;
    word = sim_below(&u->rng, u->words);
    owner = (uint32_t)(word / quarter);
  } while (owner / u->threads_of_node == u->node);
  p->to = owner / u->threads_of_instance;
  p->target = (word - (uint64_t)p->to * u->threads_of_instance * quarter) * 8;
  p->len = 8;
  return 1;
}

static int run_updates(const struct net_config *c, const struct layout *l, uint64_t words,
                       uint64_t updates, double *misses) {
  struct flow f[THREADS] = {0};
  struct updates u[THREADS];
  uint64_t total = 0;
  struct net net;
  int rc = net_open(&net, c);
  for (uint32_t i = 0; i < THREADS && rc == 0; i++) {
    uint32_t of_node = l->threads * l->instances;
    u[i] = (struct updates){sim_stream(6, i), updates, words, i / of_node, of_node, l->threads};
    f[i] = (struct flow){.node = &net.node[i / l->threads],
                         .window = 1,
                         .next = next_update,
                         .arg = &u[i]};
    flow_start(&f[i]);
  }
  if (rc == 0) rc = net_run(&net);
  for (uint32_t i = 0; i < THREADS; i++) {
    total += f[i].sums.misses;
    flow_end(&f[i]);
  }
  *misses = (double)total * l->threads * l->instances / THREADS;
  if (net_close(&net)) {
    papers_wrong = net.wrong;
    rc = EPROTO;
  }
  return rc;
}

static int measure_misses(const struct layout *l, double m, double mb, uint64_t updates,
                          double *misses) {
  uint64_t bytes = (uint64_t)(mb * (double)PAPERS_MB);
  struct net_config c = {.cost = &cost_myrinet, .nodes = THREADS / l->threads, .bucket = COST_PAGE};
  c.memory = bytes / c.nodes;
  c.m = (uint64_t)(m * l->part * (double)PAPERS_MB);
  c.maxvictim = c.m / 8;
  return run_updates(&c, l, bytes / 8, updates, misses);
}

int papers_gups(struct papers_gups *out, double m, int quick) {
  static const struct layout shared = {2, 1, 1}, separate = {1, 2, 0.5}, single = {1, 1, 1};
  int rc = 0;
  if (quick) m /= 64;
  out->m = m;
  out->n = PAPERS_TABLES;
  for (uint32_t i = 0; i < out->n && rc == 0; i++) {
    double mb = out->mb[i] = (quick ? 0.25 : 16) * (double)(1u << i);
    uint64_t updates = (uint64_t)(mb * (double)PAPERS_MB) / PER_THREAD;
    rc = measure_misses(&shared, m, mb, updates, &out->shared[i]);
    if (rc == 0) rc = measure_misses(&separate, m, mb, updates, &out->separate[i]);
    if (rc == 0) rc = measure_misses(&single, m, mb, updates, &out->single[i]);
  }
  return rc;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_firehose.c: what a hit costs: lookup, reference and release, against an atomic addition to
 * memory that no other thread uses, in turns of WINDOW each; and how two threads get on that hit
 * different buckets.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "suites.h"
#include "contrib/tools/sim/firehose/cluster.h"

#define BUCKETS 8
#define WINDOW 20000 /* operations */
#define APART 3      /* buckets between those of two threads */
#define BUCKET_BYTES 16384
#define MANY 1024u

/* --- one thread ----------------------------------------------------------- */

static double add_ns(void) {
  static _Alignas(128) _Atomic uint64_t word;
  double start = hyd_bn_now();
  for (int i = 0; i < WINDOW; i++) atomic_fetch_add(&word, 1);
  return (hyd_bn_now() - start) / WINDOW;
}

/* Negative: it was no hit. */
static double hit_ns(struct cluster *c, uint32_t node, uint64_t bucket) {
  struct fh *fh = c->node[0].fh;
  uintptr_t addr = cluster_addr(c, node, bucket) + 64;
  struct fh_request r;
  double start = hyd_bn_now();
  for (int i = 0; i < WINDOW; i++) {
    if (node == 0 ? fh_try_local_pin(fh, addr, 8, &r) : fh_try_remote_pin(fh, node, addr, 8, &r))
      return -1;
    fh_release(fh, &r);
  }
  return (hyd_bn_now() - start) / WINDOW;
}

static bool hits(struct hyd_bn *b, struct cluster *c, const char *name, uint32_t node) {
  struct hyd_bn_row *row = hyd_bn_row(&b->rows, "firehose", name, 8, 0, "ns", "adds");
  for (int i = 0, n = hyd_bn_scaled(b, 400); i < n; i++) {
    double add = add_ns(), hit = hit_ns(c, node, APART);
    if (hit < 0) return false;
    hyd_bn_add(&row->value, hit);
    hyd_bn_add(&row->ratio, hit / ((add + add_ns()) / 2));
  }
  return true;
}

/* --- two threads ---------------------------------------------------------- */

struct pair {
  struct cluster *c;
  pthread_barrier_t both;
  int cpu[2], windows;
  double *ns[2]; /* of each window */
};

struct half {
  struct pair *pair;
  int index;
};

static void *time_hits(void *arg) {
  struct half *h = arg;
  struct pair *p = h->pair;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(p->cpu[h->index], &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);
  for (int i = 0; i < p->windows; i++) {
    pthread_barrier_wait(&p->both);
    p->ns[h->index][i] = hit_ns(p->c, 1, (uint64_t)(h->index * APART));
  }
  return NULL;
}

/* One thread's time and then both threads' time at once, window by window. */
static bool two_threads(struct hyd_bn *b, struct cluster *c) {
  struct hyd_bn_row *row =
      hyd_bn_row(&b->rows, "firehose", "remote hits, 2 threads", 8, 0, "M/s", "x one");
  struct pair p = {.c = c, .cpu = {b->cpu[0], b->cpu[1]}, .windows = hyd_bn_scaled(b, 400)};
  struct half half[2] = {{&p, 0}, {&p, 1}};
  struct hyd_bn_set alone = {0};
  pthread_t thread[2];
  if (!hyd_bn_two_cores(b, "firehose")) return false;
  for (int i = 0; i < p.windows; i++) hyd_bn_add(&alone, hit_ns(c, 1, 0));
  for (int t = 0; t < 2; t++) p.ns[t] = calloc((size_t)p.windows, sizeof *p.ns[t]);
  pthread_barrier_init(&p.both, NULL, 2);
  for (int t = 0; t < 2; t++) pthread_create(&thread[t], NULL, time_hits, &half[t]);
  for (int t = 0; t < 2; t++) pthread_join(thread[t], NULL);
  for (int i = 0; i < p.windows; i++) {
    double rate = 1 / p.ns[0][i] + 1 / p.ns[1][i];
    hyd_bn_add(&row->value, rate * 1e3);
    hyd_bn_add(&row->ratio, rate * hyd_bn_median(&alone));
  }
  pthread_barrier_destroy(&p.both);
  for (int t = 0; t < 2; t++) free(p.ns[t]);
  hyd_bn_clear(&alone);
  return true;
}

/* --- all ------------------------------------------------------------------ */

struct helper {
  struct cluster *c;
  _Atomic int stop;
};

static void *answer_requests(void *arg) {
  struct helper *h = arg;
  while (!atomic_load(&h->stop)) cluster_poll(&h->c->node[1]);
  return NULL;
}

/* Firehoses on some buckets of node 1, and some local ones. */
static bool fill_tables(struct cluster *c) {
  struct helper h = {.c = c};
  struct fh_request r;
  pthread_t thread;
  bool ok = true;
  if (pthread_create(&thread, NULL, answer_requests, &h)) return false;
  for (uint64_t bucket = 0; bucket < BUCKETS; bucket++)
    for (uint32_t node = 0; node < 2 && ok; node++) {
      uintptr_t addr = cluster_addr(c, node, bucket);
      ok = node ? !fh_remote_pin(c->node[0].fh, 1, addr, 8, &r, NULL, 0)
                : !fh_local_pin(c->node[0].fh, addr, 8, &r);
      if (ok) fh_release(c->node[0].fh, &r);
    }
  atomic_store(&h.stop, 1);
  pthread_join(thread, NULL);
  return ok;
}

static double resident(void) {
  long total = 0, pages = 0;
  FILE *f = fopen("/proc/self/statm", "re");
  if (f && fscanf(f, "%ld %ld", &total, &pages) != 2) pages = 0;
  if (f) fclose(f);
  return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* Memory of MANY nodes that have sent nothing yet, for each of the peers that each has. */
static bool silent_peers(struct hyd_bn *b, struct fh_config config) {
  struct cluster c;
  double before = resident();
  config.m = (MANY - 1) * config.bucket;
  if (before <= 0 || cluster_open(&c, &config, MANY, 1, 0)) return false;
  hyd_bn_add(&hyd_bn_row(&b->rows, "firehose", "per silent peer of 1023", -1, 0, "B", "")->value,
             (resident() - before) / MANY / (MANY - 1));
  cluster_close(&c);
  return true;
}

bool hyd_bn_suite_firehose(struct hyd_bn *b) {
  struct fh_config config = fh_config_default;
  struct cluster c;
  bool ok;
  hyd_bn_progress(b, "firehose: hits");
  config.m = config.maxvictim = 64 * BUCKET_BYTES;
  config.bucket = BUCKET_BYTES;
  if (cluster_open(&c, &config, 2, 64, 0)) return false;
  ok = fill_tables(&c) && hits(b, &c, "remote hit", 1) && hits(b, &c, "local hit", 0) &&
       two_threads(b, &c);
  cluster_close(&c);
  if (!ok) hyd_bn_complain("firehose: a bucket that was just used is no hit");
  return ok && silent_peers(b, config);
}

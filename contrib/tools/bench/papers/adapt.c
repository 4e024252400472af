/* SPDX-License-Identifier: BSD-3-Clause
 *
 * adapt.c: whether one setting does for all: traces of bulk and of scattered transfers, and of
 * both, with buckets of fixed sizes and nothing asked for ahead, against the library's default:
 * small buckets, and what follows in a stream asked for ahead. The time of each, in parts of that
 * of the best fixed size.
 */
#include <errno.h>
#include <string.h>

#include "contrib/tools/bench/papers/net.h"
#include "contrib/tools/bench/papers/papers.h"

const size_t papers_buckets[PAPERS_BUCKETS] = {4096, 16384, 65536, 262144, 1048576};
const char *const papers_traces[PAPERS_TRACES] = {"bulk, 64 KB", "in order, 4 KB", "scattered, 8 B",
                                                  "scattered and bulk"};

enum { BULK, IN_ORDER, SCATTERED, BOTH };

struct trace {
  struct sim_rng rng;
  int kind;
  uint64_t left, at, memory, ring; /* ring: bytes of the source that are gone through in turns */
};

static void in_order(struct trace *t, struct put *p, size_t len) {
  p->len = len;
  p->target = t->at % t->memory;
  p->source = t->at % t->ring;
  t->at += len;
}

static void scattered(struct trace *t, struct put *p) {
  p->len = 8;
  p->target = sim_below(&t->rng, t->memory / 8) * 8;
  p->source = 0;
}

static int next_put(struct flow *f, struct put *p) {
  struct trace *t = f->arg;
  if (t->left == 0) return 0;
  t->left--;
  p->to = 1;
  p->asks_local = 1;
  if (t->kind == SCATTERED || (t->kind == BOTH && t->left % 2))
    scattered(t, p);
  else
    in_order(t, p, t->kind == IN_ORDER ? 4096 : 65536);
  return 1;
}

/* Scattered places come from half as much again as can be pinned; streams go through four times as
 * much. */
static void prepare_trace(struct trace *t, const struct net_config *c, int kind) {
  *t = (struct trace){.rng = sim_stream(7, (uint64_t)kind), .kind = kind};
  t->memory = kind == SCATTERED ? c->m + c->m / 2 : c->memory;
  t->ring = c->maxvictim / 2;
}

static int go(struct net *net, struct flow *f, uint64_t n) {
  int rc;
  ((struct trace *)f->arg)->left = n;
  flow_start(f);
  rc = net_run(net);
  net_barrier(net);
  return rc;
}

/* Its seconds, after as much again before. */
static int run_trace(const struct net_config *c, int kind, uint64_t n, double *seconds) {
  struct trace t;
  struct net net;
  struct flow f = {.window = 4, .next = next_put, .arg = &t};
  int rc = net_open(&net, c);
  prepare_trace(&t, c, kind);
  f.node = net.node;
  if (rc == 0 && (rc = go(&net, &f, n)) == 0) {
    uint64_t start = net.now;
    rc = go(&net, &f, n);
    *seconds = (double)(net.now - start) / 1e9;
  }
  flow_end(&f);
  if (net_close(&net)) papers_wrong = net.wrong, rc = EPROTO;
  return rc;
}

static uint64_t puts_of(const struct net_config *c, int kind) {
  uint64_t size = kind == IN_ORDER || kind == SCATTERED ? 4096 : 65536;
  return 2 * c->m / size;
}

int papers_adapt(struct papers_adapt *out, const struct cost *cost, int quick) {
  struct net_config c = {.cost = cost, .nodes = 2, .m = (quick ? 32 : 256) * PAPERS_MB};
  int rc = 0;
  *out = (struct papers_adapt){.m = (double)c.m / (double)PAPERS_MB};
  c.maxvictim = c.m / 8;
  c.memory = 4 * c.m;
  for (int k = 0; k < PAPERS_TRACES && rc == 0; k++) {
    for (int b = 0; b < PAPERS_BUCKETS && rc == 0; b++) {
      c.bucket = papers_buckets[b];
      c.ahead = 0;
      rc = run_trace(&c, k, puts_of(&c, k), &out->fixed[k][b]);
    }
    c.bucket = fh_config_default.bucket;
    c.ahead = fh_config_default.ahead;
    if (rc == 0) rc = run_trace(&c, k, puts_of(&c, k), &out->adaptive[k]);
  }
  return rc;
}

double papers_adapt_ratio(const struct papers_adapt *a, int trace) {
  double best = a->fixed[trace][0];
  for (int b = 1; b < PAPERS_BUCKETS; b++)
    if (a->fixed[trace][b] < best) best = a->fixed[trace][b];
  return a->adaptive[trace] / best;
}

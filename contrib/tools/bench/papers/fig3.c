/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fig3.c: one node puts to random places of another's memory. What is measured is the steady state:
 * before, everything was touched, or, where it does not fit into M + MAXVICTIM, so much at random
 * that what is pinned is as random as it will be. Sizes of places are those of the puts: 64 KB
 * touch 16 pages.
 */
#include <errno.h>

#include "contrib/tools/bench/papers/net.h"
#include "contrib/tools/bench/papers/papers.h"

#define WINDOW 8 /* puts at once; chosen: enough that the link is busy during a round trip */
#define WARM 3   /* times what fits: e^-3 = 5 % of what was there at first is still */

struct puts {
  struct sim_rng rng;
  uint64_t places, left, next; /* next: the place, if in order */
  size_t stride, bytes;
  int random;
};

struct point {
  double value, hits;
};

static int choose_place(struct flow *f, struct put *p) {
  struct puts *w = f->arg;
  uint64_t place = w->random ? sim_below(&w->rng, w->places) : w->next++;
  if (w->left == 0) return 0;
  w->left--;
  p->to = 1;
  p->target = place * w->stride;
  p->len = w->bytes;
  return 1;
}

static int run_puts(struct net *net, struct flow *f, struct puts *w, uint64_t n) {
  w->left = n;
  f->sums = (struct flow_sums){0};
  flow_start(f);
  return net_run(net);
}

/* What is pinned afterwards is what will be in the long run. */
static int warm(struct net *net, struct flow *f, struct puts *w) {
  uint64_t fits = (net->c.m + net->c.maxvictim) / w->stride;
  int rc;
  if (!net_asks(net) || net->c.strategy == FH_STRATEGY_UNPIN) return 0;
  w->random = w->places > fits && net->c.strategy == FH_STRATEGY_FIREHOSE;
  rc = run_puts(net, f, w, w->random ? WARM * fits : w->places);
  w->random = 1;
  return rc;
}

static void measure_point(struct net *net, struct flow *f, struct puts *w, uint64_t n,
                          struct point *out) {
  uint64_t start;
  *out = (struct point){-1, 0};
  if (warm(net, f, w)) return;
  net_barrier(net);
  start = net->now;
  w->random = 1;
  if (run_puts(net, f, w, n)) return;
  net_barrier(net);
  out->hits = 1 - (double)f->sums.misses / (double)f->sums.puts;
  if (f->window == 1)
    out->value = (f->sums.hit_ns + f->sums.miss_ns) / (double)f->sums.puts / 1e3;
  else
    out->value = (double)f->sums.bytes / (double)(net->now - start) * 1e9 / (double)PAPERS_MB;
}

static int one(const struct net_config *c, struct puts w, uint32_t window, uint64_t n,
               struct point *out) {
  struct net net;
  struct flow f = {.window = window, .next = choose_place, .arg = &w};
  int rc = net_open(&net, c);
  *out = (struct point){-1, 0};
  w.rng = sim_stream(c->memory, 3);
  if (rc == 0) {
    f.node = &net.node[0];
    measure_point(&net, &f, &w, n, out);
  }
  flow_end(&f);
  if (net_close(&net) == 0) return 0;
  papers_wrong = net.wrong;
  return EPROTO;
}

/* --- series --------------------------------------------------------------- */

/* Working sets, as parts of M; 9/8 is M + MAXVICTIM. */
static const double parts[] = {0.25, 0.5, 0.75, 1, 1.0625, 1.125, 1.25, 1.5, 2, 4, 8, 16};
static const double quick_parts[] = {0.5, 1, 1.125, 1.5, 4, 16};

static int series(struct papers_series *out, struct net_config c, struct puts w, uint32_t window,
                  int quick) {
  const double *part = quick ? quick_parts : parts;
  uint64_t n = quick ? 400 : window == 1 ? 20000 : 8000;
  out->n = quick ? sizeof quick_parts / sizeof *part : sizeof parts / sizeof *part;
  out->bytes = w.bytes;
  for (uint32_t i = 0; i < out->n; i++) {
    c.memory = (uint64_t)((double)c.m * part[i]);
    w.places = c.memory / w.stride;
    out->mb[i] = (double)c.memory / (double)PAPERS_MB;
    for (int s = 0; s < PAPERS_STRATEGIES; s++) {
      struct point p;
      c.strategy = (enum fh_strategy)s;
      if (one(&c, w, window, n, &p)) return EPROTO;
      out->value[i][s] = p.value;
      if (s == FH_STRATEGY_FIREHOSE) out->hits[i] = p.hits;
    }
  }
  return 0;
}

static const struct puts bulk = {.stride = 65536, .bytes = 65536},
                         word = {.stride = COST_PAGE, .bytes = 8};

static struct net_config two_nodes(const struct cost *cost, int quick) {
  struct net_config c = {.cost = cost, .nodes = 2, .bucket = COST_PAGE};
  c.m = (quick ? 8 : 400) * PAPERS_MB; /* the paper: M = 400 MB, MAXVICTIM = 50 MB */
  c.maxvictim = c.m / 8;
  return c;
}

int papers_fig3(struct papers_fig3 *out, const struct cost *cost, int quick) {
  struct net_config c = two_nodes(cost, quick);
  int rc;
  out->m = (double)c.m / (double)PAPERS_MB;
  out->maxvictim = (double)c.maxvictim / (double)PAPERS_MB;
  rc = series(&out->bandwidth, c, bulk, WINDOW, quick);
  return rc ? rc : series(&out->latency, c, word, 1, quick);
}

double papers_fig3_unpin(const struct cost *cost, int regions) {
  struct cost that = *cost;
  struct net_config c = two_nodes(&that, 1);
  struct puts w = bulk;
  struct point p;
  that.regions = regions;
  c.strategy = FH_STRATEGY_UNPIN;
  c.memory = c.m;
  w.places = c.memory / w.stride;
  return one(&c, w, WINDOW, 400, &p) ? -1 : p.value;
}

/* --- what is asked of it -------------------------------------------------- */

double papers_fig3_full(const struct papers_fig3 *f, double *hits) {
  const struct papers_series *s = &f->bandwidth;
  for (uint32_t i = 0; i < s->n; i++) {
    if (s->mb[i] < f->m) continue;
    *hits = s->hits[i];
    return s->value[i][FH_STRATEGY_FIREHOSE] / s->value[i][FH_STRATEGY_PIN_ALL];
  }
  return 0;
}

double papers_fig3_meets(const struct papers_fig3 *f) {
  const double *v = f->bandwidth.value[f->bandwidth.n - 1];
  return v[FH_STRATEGY_UNPIN] / v[FH_STRATEGY_FIREHOSE];
}

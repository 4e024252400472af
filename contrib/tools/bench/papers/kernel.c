/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernel.c: phases, and a program's runs by all strategies.
 */
#include "contrib/tools/bench/papers/kernel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int next_send(struct flow *f, struct put *p) {
  struct kernel_list *l = f->arg;
  struct kernel_block *b;
  while (l->at < l->n && l->block[l->at].left == 0) l->at++;
  if (l->at == l->n) return 0;
  b = &l->block[l->at];
  p->to = b->to;
  p->source = b->source;
  p->target = b->target;
  p->len = b->left < b->piece ? b->left : b->piece;
  /* Not with unpin: by the slides' table that takes (5,460 - 781) s more for the 750,000 puts of
   * each node, 6.2 ms or one unpin for each, so that sources stay pinned there. */
  p->asks_local = f->node->net->c.strategy < FH_STRATEGY_UNPIN;
  b->source += p->len;
  b->target += p->len;
  b->left -= p->len;
  return 1;
}

void kernel_send(struct kernel *k, uint32_t from, uint32_t to, const struct kernel_block *b) {
  struct kernel_list *l = &k->list[from];
  if (to != from) {
    l->block[l->n] = *b;
    l->block[l->n++].to = to;
    return;
  }
  memcpy(kernel_at(k, from, b->target), kernel_at(k, from, b->source), b->left);
  net_work(&k->net.node[from], cost_copy(k->net.c.cost, b->left));
}

int kernel_exchange(struct kernel *k) {
  int rc;
  for (uint32_t i = 0; i < k->net.c.nodes; i++) flow_start(&k->flow[i]);
  rc = net_run(&k->net);
  for (uint32_t i = 0; i < k->net.c.nodes; i++) k->list[i].n = k->list[i].at = 0;
  net_barrier(&k->net);
  return rc;
}

/* --- runs ----------------------------------------------------------------- */

static int open_kernel(struct kernel *k, const struct net_config *c) {
  int rc = net_open(&k->net, c);
  k->list = calloc(c->nodes, sizeof *k->list);
  k->flow = calloc(c->nodes, sizeof *k->flow);
  for (uint32_t i = 0; i < c->nodes; i++)
    k->flow[i] =
        (struct flow){.node = &k->net.node[i], .window = 1, .next = next_send, .arg = &k->list[i]};
  return rc;
}

static void sum_up(const struct kernel *k, struct papers_run *out) {
  struct flow_sums all = {0};
  for (uint32_t i = 0; i < k->net.c.nodes; i++) {
    const struct flow_sums *s = &k->flow[i].sums;
    all.puts += s->puts;
    all.misses += s->misses;
    all.hit_ns += s->hit_ns;
    all.miss_ns += s->miss_ns;
  }
  out->puts = all.puts;
  out->seconds = (double)k->net.now / 1e9;
  out->hits = 1 - (double)all.misses / (double)all.puts;
  out->put_us = (all.hit_ns + all.miss_ns) / (double)all.puts / 1e3;
  if (all.puts > all.misses) out->hit_us = all.hit_ns / (double)(all.puts - all.misses) / 1e3;
  if (all.misses) out->miss_us = all.miss_ns / (double)all.misses / 1e3;
}

static int close_kernel(struct kernel *k) {
  for (uint32_t i = 0; i < k->net.c.nodes; i++) flow_end(&k->flow[i]);
  free(k->flow);
  free(k->list);
  if (net_close(&k->net) == 0) return 0;
  papers_wrong = k->net.wrong;
  return EPROTO;
}

static int run_program(struct papers_run *out, const struct kernel_program *p,
                       const struct net_config *c) {
  struct kernel k;
  int rc;
  *out = (struct papers_run){0};
  out->status = open_kernel(&k, c);
  if (out->status == 0) out->status = p->run(&k, p->rounds);
  if (out->status == 0) sum_up(&k, out);
  rc = close_kernel(&k);
  if (out->status == EDOM) papers_wrong = "a kernel's result is wrong";
  return out->status == EDOM ? EDOM : rc;
}

int kernel_compare(struct papers_kernel *out, const struct kernel_program *p,
                   const struct cost *cost) {
  struct net_config c = {
      .cost = cost, .nodes = p->nodes, .bucket = COST_PAGE, .memory = p->memory, .data = 1};
  int rc = 0;
  out->nodes = p->nodes;
  c.m = 400 * PAPERS_MB; /* as in figure 3 */
  c.maxvictim = 50 * PAPERS_MB;
  for (int s = 0; s < PAPERS_STRATEGIES && rc == 0; s++) {
    c.strategy = (enum fh_strategy)s;
    rc = run_program(&out->run[s], p, &c);
  }
  c.strategy = FH_STRATEGY_FIREHOSE;
  c.ahead = fh_config_default.ahead;
  return rc ? rc : run_program(&out->ahead, p, &c);
}

double papers_more_us(const struct papers_kernel *k, enum fh_strategy of) {
  const struct papers_run *r = &k->run[of];
  return r->status ? 0 : (r->seconds - k->run[0].seconds) * 1e6 * k->nodes / (double)r->puts;
}

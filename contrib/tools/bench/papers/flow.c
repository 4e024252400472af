/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flow.c: a thread that puts: as one put ends, the next begins.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/bench/papers/net.h"

static void count_put(struct flow_sums *s, const struct put *p) {
  double ns = (double)(p->ended - p->started);
  s->puts++;
  s->bytes += p->len;
  s->misses += (uint64_t)p->missed;
  *(p->missed ? &s->miss_ns : &s->hit_ns) += ns;
}

static void go_on(struct put *p) {
  struct flow *f = p->arg;
  if (f->node->net->status == 0 && f->next(f, p)) net_put(p);
}

static void end_put(struct put *p) {
  struct flow *f = p->arg;
  count_put(&f->sums, p);
  go_on(p);
}

void flow_start(struct flow *f) {
  size_t bytes = f->window * sizeof *f->put;
  f->put = sim_realloc(f->put, bytes);
  memset(f->put, 0, bytes);
  for (uint32_t i = 0; i < f->window; i++) {
    f->put[i].from = f->node;
    f->put[i].done = end_put;
    f->put[i].arg = f;
    go_on(&f->put[i]);
  }
}

void flow_end(struct flow *f) {
  free(f->put);
  f->put = NULL;
}

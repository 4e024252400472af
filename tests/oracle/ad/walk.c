/* SPDX-License-Identifier: BSD-3-Clause
 *
 * walk.c: see walk.h. A walk over all edges from `first` to `last` exists if and only if the edges
 * hang together with `first`, and as many lead into each value as out of it, but for one more out
 * of `first` and one more into `last` if these differ.
 */
#include "walk.h"

#include <stdlib.h>

struct graph {
  uint64_t *value; /* sorted, each once */
  long *balance;   /* edges out less edges in */
  size_t *parent;  /* values that hang together have the same root */
  size_t n;
};

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static size_t index_of(const struct graph *g, uint64_t value) {
  const uint64_t *at = bsearch(&value, g->value, g->n, sizeof value, by_value);
  return (size_t)(at - g->value);
}

static size_t root(struct graph *g, size_t i) {
  while (g->parent[i] != i) i = g->parent[i] = g->parent[g->parent[i]];
  return i;
}

static void make_values(struct graph *g, const struct ad_step *step, size_t n, uint64_t first,
                        uint64_t last) {
  size_t i, k = 0;
  g->value[k++] = first;
  g->value[k++] = last;
  for (i = 0; i < n; i++) {
    g->value[k++] = step[i].from;
    g->value[k++] = step[i].to;
  }
  qsort(g->value, k, sizeof *g->value, by_value);
  for (g->n = i = 0; i < k; i++)
    if (i == 0 || g->value[i] != g->value[i - 1]) g->value[g->n++] = g->value[i];
  for (i = 0; i < g->n; i++) g->parent[i] = i;
}

static const char *judge(struct graph *g, uint64_t first) {
  size_t i, home = root(g, index_of(g, first));
  for (i = 0; i < g->n; i++)
    if (g->balance[i]) return "a value was found more often, or less, than it was left";
  for (i = 0; i < g->n; i++)
    if (root(g, i) != home) return "a value was found that cannot have been reached";
  return 0;
}

const char *ad_walk(const struct ad_step *step, size_t n, uint64_t first, uint64_t last) {
  struct graph g;
  const char *why;
  size_t i;
  g.value = malloc((2 * n + 2) * sizeof *g.value);
  g.balance = calloc(2 * n + 2, sizeof *g.balance);
  g.parent = malloc((2 * n + 2) * sizeof *g.parent);
  if (!g.value || !g.balance || !g.parent) abort();
  make_values(&g, step, n, first, last);
  for (i = 0; i < n; i++) {
    size_t from = index_of(&g, step[i].from), to = index_of(&g, step[i].to);
    g.balance[from]++;
    g.balance[to]--;
    g.parent[root(&g, from)] = root(&g, to);
  }
  g.balance[index_of(&g, first)]--; /* one walk begins there, and ends at `last` */
  g.balance[index_of(&g, last)]++;
  why = judge(&g, first);
  free(g.value);
  free(g.balance);
  free(g.parent);
  return why;
}

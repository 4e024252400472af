/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait_graph.c: see wait_graph.h. An edge leads from a waiting rank to a rank that it waits for:
 * the peer of the wait, the peer of its oldest operation, or a rank that is missing in a barrier. A
 * cycle is no proof of a deadlock, as a waiting rank serves its peers; but it is the first place to
 * look.
 */
#include "core/diag/wait_graph.h"

#include <stdlib.h>
#include <string.h>

#include "core/watch/wait_reason.h"

#define MOST_LINES 100u
#define NO_PLACE UINT32_MAX

struct edge {
  uint32_t from, to, in_cycle;
};

struct hyd_wait_graph {
  struct hyd_place *place; /* in order of ranks */
  uint32_t *at;            /* [size]: index of a rank in `place`, or NO_PLACE */
  struct edge *edge;       /* in order of `from` */
  uint32_t *first;         /* [size + 1]: index of a rank's first edge */
  uint32_t *cycle, cycles; /* ranks of each cycle, then its first rank again, then NO_PLACE */
  uint32_t places, size, edges, cycle_words;
};

/* --- making it ------------------------------------------------------------ */

static int by_rank(const void *a, const void *b) {
  uint32_t x = ((const struct hyd_place *)a)->rank, y = ((const struct hyd_place *)b)->rank;
  return x < y ? -1 : x > y;
}

static void add_edge(struct hyd_wait_graph *g, const struct hyd_place *p, uint32_t to) {
  if (to < g->size && to != p->rank) g->edge[g->edges++] = (struct edge){p->rank, to, 0};
}

static int is_barrier(const struct hyd_place *p) {
  return p->reason == HYD_WAIT_BARRIER || p->reason == HYD_WAIT_NB_BARRIER;
}

static void add_edges(struct hyd_wait_graph *g, const struct hyd_place *p) {
  int of_op = p->reason == HYD_WAIT_EVENT || p->reason == HYD_WAIT_NBI;
  if (p->reason == HYD_WAIT_NONE) return;
  if (p->peer < g->size)
    add_edge(g, p, p->peer);
  else if (of_op)
    add_edge(g, p, p->oldest_peer);
  for (uint32_t i = 0; i < p->nmissing; i++) add_edge(g, p, p->missing[i]);
}

/* A depth-first walk with the path path[0..depth): an edge to a rank on the path closes a cycle. */
struct walk {
  uint32_t *path, *next; /* next: [size]: the next edge of a rank to follow */
  unsigned char *state;  /* [size]: 0: not visited, 1: on the path, 2: done */
  uint32_t depth;
};

static void note_cycle(struct hyd_wait_graph *g, const struct walk *w, uint32_t to) {
  uint32_t i = w->depth;
  while (w->path[i - 1] != to) i--;
  for (uint32_t k = i - 1; k < w->depth; k++) {
    g->edge[w->next[w->path[k]] - 1].in_cycle = 1;
    g->cycle[g->cycle_words++] = w->path[k];
  }
  g->cycle[g->cycle_words++] = to;
  g->cycle[g->cycle_words++] = NO_PLACE;
  g->cycles++;
}

static void step_walk(struct hyd_wait_graph *g, struct walk *w) {
  uint32_t at = w->path[w->depth - 1], to;
  if (w->next[at] == g->first[at + 1]) {
    w->state[at] = 2;
    w->depth--;
    return;
  }
  to = g->edge[w->next[at]++].to;
  if (w->state[to] == 0) {
    w->state[to] = 1;
    w->path[w->depth++] = to;
  } else if (w->state[to] == 1 && g->cycle_words + w->depth + 2 <= 2 * g->size + 2) {
    note_cycle(g, w, to);
  }
}

static int find_cycles(struct hyd_wait_graph *g) {
  struct walk w = {calloc(g->size, sizeof *w.path), calloc(g->size, sizeof *w.next),
                   calloc(g->size, 1), 0};
  int ok = w.path && w.next && w.state;
  for (uint32_t r = 0; ok && r < g->size; r++) w.next[r] = g->first[r];
  for (uint32_t r = 0; ok && r < g->size; r++) {
    if (w.state[r]) continue;
    w.state[r] = 1;
    w.path[w.depth++] = r;
    while (w.depth) step_walk(g, &w);
  }
  free(w.path);
  free(w.next);
  free(w.state);
  return ok ? 0 : -1;
}

static int fill_graph(struct hyd_wait_graph *g, const struct hyd_place *place) {
  g->place = calloc(g->places, sizeof *g->place);
  g->at = malloc(g->size * sizeof *g->at);
  g->edge = calloc(g->places * (size_t)(HYD_PLACE_MISSING + 1), sizeof *g->edge);
  g->first = calloc(g->size + 1, sizeof *g->first);
  g->cycle = calloc(2 * (size_t)g->size + 2, sizeof *g->cycle);
  if (!g->place || !g->at || !g->edge || !g->first || !g->cycle) return -1;
  memcpy(g->place, place, g->places * sizeof *place);
  qsort(g->place, g->places, sizeof *g->place, by_rank);
  for (uint32_t r = 0; r < g->size; r++) g->at[r] = NO_PLACE;
  for (uint32_t i = 0, r = 0; i <= g->places; i++) {
    uint32_t to = i < g->places ? g->place[i].rank : g->size;
    while (r <= to) g->first[r++] = g->edges;
    if (i == g->places || g->at[to] != NO_PLACE) continue;
    g->at[to] = i;
    add_edges(g, &g->place[i]);
  }
  return find_cycles(g);
}

struct hyd_wait_graph *hyd_wait_graph_new(const struct hyd_place *place, size_t n) {
  struct hyd_wait_graph *g = calloc(1, sizeof *g);
  if (g == NULL || n == 0) {
    free(g);
    return NULL;
  }
  g->size = place[0].size;
  for (size_t i = 0; i < n; i++)
    if (place[i].rank >= g->size) g->size = place[i].rank + 1;
  g->places = (uint32_t)n;
  if (fill_graph(g, place) == 0) return g;
  hyd_wait_graph_free(g);
  return NULL;
}

void hyd_wait_graph_free(struct hyd_wait_graph *g) {
  free(g->place);
  free(g->at);
  free(g->edge);
  free(g->first);
  free(g->cycle);
  free(g);
}

/* --- text ----------------------------------------------------------------- */

static const struct hyd_place *place_of(const struct hyd_wait_graph *g, uint32_t rank) {
  return g->at[rank] == NO_PLACE ? NULL : &g->place[g->at[rank]];
}

/* Writes the reason of a rank's wait: its oldest operation, if known, as that says more than the
 * call. */
static void put_why(const struct hyd_place *p, FILE *out) {
  char op[64] = "";
  if (!is_barrier(p)) hyd_place_op_text(p, op, sizeof op);
  fputs(*op ? op : hyd_wait_reason_text((enum hyd_wait_reason)p->reason), out);
}

static void put_wait(const struct hyd_place *p, FILE *out) {
  fprintf(out, "waits %.1f s (", (double)p->waited_ns * 1e-9);
  put_why(p, out);
  fputs(")\n", out);
}

static void put_cycles(const struct hyd_wait_graph *g, FILE *out) {
  int begins = 1;
  for (uint32_t i = 0; i < g->cycle_words; i++) {
    if (g->cycle[i] == NO_PLACE) {
      fputc('\n', out);
      begins = 1;
      continue;
    }
    if (begins) fputs("cycle: rank ", out);
    fprintf(out, "%u", g->cycle[i]);
    begins = 0;
    if (g->cycle[i + 1] == NO_PLACE) continue;
    fputs(" -(", out);
    put_why(place_of(g, g->cycle[i]), out);
    fputs(")-> ", out);
  }
}

struct drawing {
  const struct hyd_wait_graph *g;
  FILE *out;
  unsigned char *drawn;     /* [size] */
  uint32_t *waiter, *first; /* ranks that wait for a rank: from waiter[first[rank]] on */
  uint32_t lines;
};

static int index_waiters(struct drawing *d) {
  const struct hyd_wait_graph *g = d->g;
  d->drawn = calloc(g->size + 1, 1);
  d->waiter = calloc(g->edges + 1, sizeof *d->waiter);
  d->first = calloc(g->size + 2, sizeof *d->first);
  if (!d->drawn || !d->waiter || !d->first) return -1;
  for (uint32_t e = 0; e < g->edges; e++) d->first[g->edge[e].to + 2]++;
  for (uint32_t r = 2; r < g->size + 2; r++) d->first[r] += d->first[r - 1];
  for (uint32_t e = 0; e < g->edges; e++) /* afterwards first[r + 1] is where r's waiters end */
    d->waiter[d->first[g->edge[e].to + 1]++] = g->edge[e].from;
  return 0;
}

static uint32_t waiters(const struct drawing *d, uint32_t rank) {
  return d->first[rank + 1] - d->first[rank];
}

/* How many consecutive ranks share a line: they wait for the same, and no rank waits for them. */
static uint32_t alike(const struct drawing *d, uint32_t from, uint32_t to) {
  const struct hyd_place *p = place_of(d->g, d->waiter[from]);
  uint32_t n = 1;
  if (waiters(d, p->rank)) return 1;
  for (; from + n < to; n++) {
    const struct hyd_place *q = place_of(d->g, d->waiter[from + n]);
    if (q->rank != p->rank + n || q->reason != p->reason || q->oldest_kind != p->oldest_kind ||
        waiters(d, q->rank))
      break;
  }
  return n;
}

static void draw_below(struct drawing *d, uint32_t rank, uint32_t depth) {
  for (uint32_t i = d->first[rank], n; i < d->first[rank + 1] && d->lines < MOST_LINES; i += n) {
    uint32_t from = d->waiter[i];
    int seen = d->drawn[from];
    n = seen ? 1 : alike(d, i, d->first[rank + 1]);
    fprintf(d->out, "%*s<- ", (int)(3 * depth), "");
    d->lines++;
    if (n > 1)
      fprintf(d->out, "ranks %u to %u, each ", from, from + n - 1);
    else
      fprintf(d->out, "rank %u ", from);
    if (seen)
      fputs("(above)\n", d->out);
    else
      put_wait(place_of(d->g, from), d->out);
    for (uint32_t k = 0; k < n; k++) d->drawn[from + k] = 1;
    if (!seen && depth < 20) draw_below(d, from, depth + 1);
  }
}

static void draw_from(struct drawing *d, uint32_t rank) {
  const struct hyd_place *p = place_of(d->g, rank);
  d->lines++;
  d->drawn[rank] = 1;
  fprintf(d->out, "rank %u ", rank);
  if (p == NULL)
    fputs("(where it is is not known)\n", d->out);
  else if (p->reason != HYD_WAIT_NONE)
    put_wait(p, d->out);
  else
    fputs(p->state == HYD_RANK_EXITING ? "has left\n" : "is not waiting\n", d->out);
  draw_below(d, rank, 1);
}

static int waits(const struct hyd_wait_graph *g, uint32_t rank) {
  return g->first[rank] != g->first[rank + 1];
}

void hyd_wait_graph_text(const struct hyd_wait_graph *g, FILE *out) {
  struct drawing d = {.g = g, .out = out};
  uint32_t left = 0;
  fputs("--- which ranks wait for which ---\n", out);
  put_cycles(g, out);
  if (index_waiters(&d) == 0) {
    for (uint32_t r = 0; r < g->size && d.lines < MOST_LINES; r++)
      if (waiters(&d, r) && !waits(g, r)) draw_from(&d, r);
    for (uint32_t i = 0; i < g->cycle_words && d.lines < MOST_LINES; i++)
      if (g->cycle[i] != NO_PLACE && !d.drawn[g->cycle[i]]) draw_from(&d, g->cycle[i]);
    for (uint32_t e = 0; e < g->edges; e++) left += !d.drawn[g->edge[e].from];
    if (left) fprintf(out, "and more: %u waits\n", left);
  }
  if (g->edges == 0) fputs("no rank waits for one that is known\n", out);
  free(d.drawn);
  free(d.waiter);
  free(d.first);
}

/* --- for graphviz --------------------------------------------------------- */

struct picture {
  const struct hyd_wait_graph *g;
  FILE *out;
  unsigned char *waited; /* [size]: some rank waits for this one */
  unsigned char *drawn;  /* [places]: this is the first rank of a vertex */
};

static int have_same_targets(const struct hyd_wait_graph *g, uint32_t a, uint32_t b) {
  uint32_t n = g->first[a + 1] - g->first[a];
  const struct edge *x = g->edge + g->first[a], *y = g->edge + g->first[b];
  if (g->first[b + 1] - g->first[b] != n) return 0;
  for (uint32_t i = 0; i < n; i++)
    if (x[i].to != y[i].to) return 0;
  return 1;
}

/* How many ranks from place i on share a vertex: they are consecutive, in the same wait for the
 * same ranks, and no rank waits for them. */
static uint32_t ranks_of_vertex(const struct picture *d, uint32_t i) {
  const struct hyd_place *p = &d->g->place[i], *q;
  uint32_t n = 1;
  for (; !d->waited[p->rank] && i + n < d->g->places; n++) {
    q = p + n;
    if (q->rank != p->rank + n || d->waited[q->rank] || q->reason != p->reason ||
        q->oldest_kind != p->oldest_kind || q->state != p->state ||
        !have_same_targets(d->g, p->rank, q->rank))
      break;
  }
  return n;
}

static void put_vertex(const struct picture *d, const struct hyd_place *p, uint32_t n) {
  uint64_t longest = 0;
  for (uint32_t i = 0; i < n; i++)
    if (p[i].waited_ns > longest) longest = p[i].waited_ns;
  fprintf(d->out, n > 1 ? "  r%u [label=\"ranks %u to %u\\n" : "  r%u [label=\"rank %u\\n", p->rank,
          p->rank, p->rank + n - 1);
  if (p->reason != HYD_WAIT_NONE)
    fprintf(d->out, "%s, %s%.1f s\"", hyd_wait_reason_text((enum hyd_wait_reason)p->reason),
            n > 1 ? "up to " : "", (double)longest * 1e-9);
  else
    fprintf(d->out, "%s\"", p->state == HYD_RANK_EXITING ? "has left" : "not waiting");
}

/* Ends a vertex; marks the cause: a rank that others wait for, and that waits for none. */
static void end_vertex(const struct picture *d, uint32_t rank) {
  int is_cause = d->waited[rank] && !waits(d->g, rank);
  fputs(is_cause ? ", style=filled, fillcolor=\"#ffb09c\", penwidth=2];\n" : "];\n", d->out);
}

static void put_vertices(struct picture *d) {
  const struct hyd_wait_graph *g = d->g;
  for (uint32_t i = 0, n; i < g->places; i += n) {
    n = ranks_of_vertex(d, i);
    d->drawn[i] = 1;
    put_vertex(d, &g->place[i], n);
    end_vertex(d, g->place[i].rank);
  }
  for (uint32_t r = 0; r < g->size; r++) {
    if (!d->waited[r] || g->at[r] != NO_PLACE) continue;
    fprintf(d->out, "  r%u [label=\"rank %u\\nwhere it is is not known\"", r, r);
    end_vertex(d, r);
  }
}

static void put_arrows(const struct picture *d) {
  const struct hyd_wait_graph *g = d->g;
  for (const struct edge *e = g->edge; e < g->edge + g->edges; e++) {
    if (!d->drawn[g->at[e->from]]) continue;
    fprintf(d->out, "  r%u -> r%u [label=\"", e->from, e->to);
    put_why(place_of(g, e->from), d->out);
    fprintf(d->out, "\"%s];\n", e->in_cycle ? ", color=red, penwidth=2" : "");
  }
}

void hyd_wait_graph_dot(const struct hyd_wait_graph *g, FILE *out) {
  struct picture d = {g, out, calloc(g->size + 1, 1), calloc(g->places + 1, 1)};
  fputs("digraph waits {\n  rankdir=LR;\n  node [shape=box, fontname=sans];\n"
        "  edge [fontname=sans, fontsize=10];\n",
        out);
  for (uint32_t e = 0; d.waited && e < g->edges; e++) d.waited[g->edge[e].to] = 1;
  if (d.waited && d.drawn) {
    put_vertices(&d);
    put_arrows(&d);
  }
  fputs("}\n", out);
  free(d.waited);
  free(d.drawn);
}

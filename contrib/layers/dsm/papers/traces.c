/* SPDX-License-Identifier: BSD-3-Clause
 *
 * traces.c: reads a program's traces, and cuts them to the part that the program times: from the
 * last barrier of all ranks before it first reads the clock to the last one before it last reads
 * it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/dsm/papers/replay.h"

static char wrong[300];

static const char *complain(const char *path, const char *what) {
  snprintf(wrong, sizeof wrong, "%.200s: %s", path, what);
  return wrong;
}

static int is_head(const struct hyd_dsm_trace_head *h, uint32_t rank) {
  return h->magic == HYD_DSM_TRACE_MAGIC && h->rank == rank && h->ranks > rank &&
         h->ranks <= CLUSTER_MOST && h->events < (size_t)1 << 32;
}

static const char *read_events(FILE *f, const char *path, uint32_t rank, struct traces *t) {
  struct hyd_dsm_trace_head h;
  struct trace *one;
  if (fread(&h, sizeof h, 1, f) != 1 || !is_head(&h, rank))
    return complain(path, "expected the trace of a rank, from HYD_DSM_TRACE");
  if (t->of == NULL) {
    t->ranks = h.ranks;
    t->pages = h.pages;
    t->of = calloc(h.ranks, sizeof *t->of);
  }
  if (t->of == NULL || h.ranks != t->ranks) return complain(path, "expected as many ranks as in 0");
  one = &t->of[rank];
  one->n = h.events;
  one->event = malloc(one->n * sizeof *one->event + 1);
  if (one->event == NULL) return complain(path, strerror(ENOMEM));
  if (fread(one->event, sizeof *one->event, one->n, f) != one->n)
    return complain(path, "it is too short");
  return NULL;
}

/* Finds how many barriers a rank has passed when it first and last reads the clock. 0: it never
 * reads it. */
static int find_clock(const struct trace *t, size_t *first, size_t *last) {
  size_t barriers = 0;
  *first = 0;
  for (size_t i = 0; i < t->n; i++) {
    barriers += t->event[i].kind == HYD_DSM_E_BARRIER;
    if (t->event[i].kind != HYD_DSM_E_CLOCK || barriers == 0) continue;
    if (*first == 0) *first = barriers;
    *last = barriers;
  }
  return *first != 0;
}

/* Cuts a trace. Events that found homes before the cut are kept. */
static void cut_trace(struct trace *t, size_t first, size_t last) {
  size_t barriers = 0, kept = 0;
  for (size_t i = 0; i < t->n && barriers <= last; i++) {
    int is_barrier = t->event[i].kind == HYD_DSM_E_BARRIER;
    barriers += (size_t)is_barrier;
    if (barriers >= first && (barriers < last || (barriers == last && is_barrier)))
      t->event[kept++] = t->event[i];
  }
  t->n = kept;
}

static const char *cut_all(struct traces *t, const char *dir) {
  size_t first, last;
  uint32_t i = 0;
  while (i < t->ranks && !find_clock(&t->of[i], &first, &last)) i++;
  if (i == t->ranks) return complain(dir, "expected a program that reads the clock (CLOCK)");
  for (i = 0; i < t->ranks; i++) cut_trace(&t->of[i], first, last);
  return NULL;
}

const char *traces_read(struct traces *t, const char *dir) {
  *t = (struct traces){0};
  for (uint32_t i = 0; i == 0 || i < t->ranks; i++) {
    char path[4096];
    const char *what;
    FILE *f;
    snprintf(path, sizeof path, "%.4000s/%u", dir, i);
    f = fopen(path, "re");
    if (f == NULL) return complain(path, strerror(errno));
    what = read_events(f, path, i, t);
    fclose(f);
    if (what) return what;
  }
  return cut_all(t, dir);
}

void traces_free(struct traces *t) {
  for (uint32_t i = 0; i < t->ranks; i++) free(t->of[i].event);
  free(t->of);
}

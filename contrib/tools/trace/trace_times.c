/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_times.c: classes of events, times of slices without those inside, traffic between ranks.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/trace/trace.h"

const char *const trace_class_name[TRACE_CLASSES] = {"put",  "get",     "atomic", "collective",
                                                     "send", "handler", "wait",   "other"};

enum trace_class trace_class_of(const char *name) {
  static const struct {
    const char *begins;
    enum trace_class class;
  } table[] = {{"put", TRACE_PUT},         {"get", TRACE_GET},         {"memset", TRACE_PUT},
               {"strided put", TRACE_PUT}, {"strided get", TRACE_GET}, {"atomic", TRACE_ATOMIC},
               {"collective", TRACE_COLL}, {"barrier", TRACE_COLL},    {"send ", TRACE_SEND},
               {"handler", TRACE_HANDLER}, {"wait", TRACE_WAIT}};
  if (strcmp(name, "sent again") == 0) return TRACE_OTHER;
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    if (strncmp(name, table[i].begins, strlen(table[i].begins)) == 0) return table[i].class;
  return TRACE_OTHER;
}

static int by_place_and_time(const void *va, const void *vb) {
  const struct trace_event *a = va, *b = vb;
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  if (a->thread != b->thread) return a->thread < b->thread ? -1 : 1;
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  if (a->at != b->at) return a->at < b->at ? -1 : 1;
  return a->length > b->length ? -1 : a->length < b->length; /* the outer one first */
}

#define DEEPEST 64

/* Slices of a thread lie within each other: a stack of those that are open. */
static void set_self_times(struct trace *t) {
  size_t open[DEEPEST];
  int depth = 0;
  for (size_t i = 0; i < t->events; i++) {
    struct trace_event *e = &t->event[i];
    if (e->kind != TRACE_SLICE) continue;
    e->self = e->length;
    while (depth && (t->event[open[depth - 1]].rank != e->rank ||
                     t->event[open[depth - 1]].thread != e->thread ||
                     t->event[open[depth - 1]].at + t->event[open[depth - 1]].length <= e->at))
      depth--;
    if (depth) {
      struct trace_event *outer = &t->event[open[depth - 1]];
      outer->self -= e->length < outer->self ? e->length : outer->self;
    }
    if (depth < DEEPEST) open[depth++] = i;
  }
}

void trace_sort(struct trace *t) {
  if (t->events) qsort(t->event, t->events, sizeof *t->event, by_place_and_time);
  set_self_times(t);
}

void trace_matrix(const struct trace *t, struct trace_matrix *m) {
  size_t cells = (size_t)t->ranks * t->ranks;
  m->count = calloc(cells, sizeof *m->count);
  m->bytes = calloc(cells, sizeof *m->bytes);
  if (m->count == NULL || m->bytes == NULL)
    trace_die("out of memory for a matrix of %u ranks", t->ranks);
  for (size_t i = 0; i < t->events; i++) {
    const struct trace_event *e = &t->event[i];
    int away = e->class == TRACE_PUT || e->class == TRACE_SEND || e->class == TRACE_ATOMIC;
    size_t at = away ? (size_t)e->rank * t->ranks + e->peer : (size_t)e->peer * t->ranks + e->rank;
    if (e->kind != TRACE_SLICE || e->peer == TRACE_NO_PEER || (!away && e->class != TRACE_GET))
      continue;
    m->count[at]++;
    m->bytes[at] += e->bytes;
  }
}

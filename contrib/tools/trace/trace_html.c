/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_html.c: the page: viewer.html, with the events where it says @DATA@. Times in it are
 * nanoseconds.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/trace/trace.h"

#define MOST_EVENTS 400000u /* on a page: the longest of more */
#define MOST_FLOWS 200000u

/* In a script "</" would end it. */
static void put_json(FILE *f, json_t *v) {
  char *text =
      json_dumps(v, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_ESCAPE_SLASH | JSON_ENCODE_ANY);
  if (text == NULL) trace_die("out of memory");
  for (const char *p = text; *p; p++)
    if (*p == '<')
      fputs("\\u003c", f);
    else
      fputc(*p, f);
  free(text);
}

static void put_text(FILE *f, const char *text) {
  json_t *v = json_string(text);
  if (v == NULL) v = json_string("?"); /* no UTF-8 */
  if (v == NULL) trace_die("out of memory");
  put_json(f, v);
  json_decref(v);
}

static int by_length(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? 1 : x > y ? -1 : 0;
}

/* The length that events must have to be among the MOST_EVENTS longest. */
static double least_length(const struct trace *t) {
  double *length, least;
  if (t->events <= MOST_EVENTS) return -1;
  length = malloc(t->events * sizeof *length);
  if (length == NULL) trace_die("out of memory");
  for (size_t i = 0; i < t->events; i++) length[i] = t->event[i].length;
  qsort(length, t->events, sizeof *length, by_length);
  least = length[MOST_EVENTS - 1];
  free(length);
  return least;
}

static const char *put_event(FILE *f, const struct trace_event *e, const char *between) {
  fprintf(f, "%s%.0f,%.0f,%u,%lld,%llu,%d", between, e->at * 1000,
          e->length < 0 ? -1 : e->length * 1000, e->name,
          e->peer == TRACE_NO_PEER ? -1LL : (long long)e->peer, (unsigned long long)e->bytes,
          e->unfinished);
  return ",";
}

/* Events are in order of rank, thread and kind: a list for each of these. */
static void put_lanes(FILE *f, const struct trace *t, double least, size_t *left_out) {
  const char *between = "", *lane = "";
  fputs("\"lanes\":[", f);
  for (size_t i = 0; i < t->events; i++) {
    const struct trace_event *e = &t->event[i], *before = i ? e - 1 : NULL;
    if (before == NULL || before->rank != e->rank || before->thread != e->thread ||
        before->kind != e->kind) {
      fprintf(f, "%s{\"rank\":%u,\"thread\":%u,\"kind\":%u,\"e\":[", lane, e->rank, e->thread,
              e->kind);
      lane = "]},\n";
      between = "";
    }
    if (e->length < least)
      ++*left_out;
    else
      between = put_event(f, e, between);
  }
  fprintf(f, "%s],\n", t->events ? "]}" : "");
}

static void put_flows(FILE *f, const struct trace *t) {
  size_t n = t->flows < MOST_FLOWS ? t->flows : MOST_FLOWS;
  fputs("\"flows\":[", f);
  for (size_t i = 0; i < n; i++) {
    const struct trace_flow *w = &t->flow[i];
    fprintf(f, "%s%u,%u,%.0f,%u,%u,%.0f", i ? "," : "", w->src, w->src_thread, w->sent * 1000,
            w->dst, w->dst_thread, w->taken * 1000);
  }
  fputs("],\n", f);
}

static void put_matrix(FILE *f, const struct trace *t) {
  size_t cells = (size_t)t->ranks * t->ranks;
  struct trace_matrix m;
  trace_matrix(t, &m);
  fputs("\"count\":[", f);
  for (size_t i = 0; i < cells; i++)
    fprintf(f, "%s%llu", i ? "," : "", (unsigned long long)m.count[i]);
  fputs("],\"bytes\":[", f);
  for (size_t i = 0; i < cells; i++)
    fprintf(f, "%s%llu", i ? "," : "", (unsigned long long)m.bytes[i]);
  fputs("],\n", f);
  free(m.count);
  free(m.bytes);
}

static void put_names(FILE *f, const struct trace *t) {
  fputs("\"names\":[", f);
  for (uint32_t i = 0; i < t->names; i++) {
    fputs(i ? "," : "", f);
    put_text(f, t->name[i]);
  }
  fputs("],\"class\":[", f);
  for (uint32_t i = 0; i < t->names; i++)
    fprintf(f, "%s%d", i ? "," : "", (int)trace_class_of(t->name[i]));
  fputs("],\"classes\":[", f);
  for (int i = 0; i < TRACE_CLASSES; i++) fprintf(f, "%s\"%s\"", i ? "," : "", trace_class_name[i]);
  fputs("],\n", f);
}

static void put_data(FILE *f, const struct trace *t, const char *title) {
  size_t left_out = 0;
  fputs("{\"title\":", f);
  put_text(f, title);
  fputs(",\"whole\":", f);
  put_json(f, t->whole);
  fprintf(f, ",\"ranks\":%u,\"end\":%.0f,\n", t->ranks, t->end * 1000);
  put_names(f, t);
  put_matrix(f, t);
  put_flows(f, t);
  put_lanes(f, t, least_length(t), &left_out);
  fprintf(f, "\"left_out\":%zu}", left_out);
}

void trace_html(const struct trace *t, const char *title, const char *file) {
  static const char mark[] = "@DATA@";
  const char *data = strstr(trace_viewer, mark);
  FILE *f = fopen(file, "we");
  if (f == NULL) trace_die("%s: %s", file, strerror(errno));
  fwrite(trace_viewer, 1, (size_t)(data - trace_viewer), f);
  put_data(f, t, title);
  fputs(data + sizeof mark - 1, f);
  if (ferror(f) | fclose(f)) trace_die("%s: cannot be written", file);
}

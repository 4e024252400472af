/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_summary.c: what a user wants to know of a trace first, as text.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/trace/trace.h"

#define WAITS_SHOWN 10
#define MATRIX_MOST 16 /* ranks, for a matrix as text; else the busiest pairs */
#define PAIRS_SHOWN 10

/* --- the whole ------------------------------------------------------------ */

static long long whole(const struct trace *t, const char *key) {
  return (long long)json_integer_value(json_object_get(t->whole, key));
}

static const char *text(json_t *o, const char *key) {
  const char *s = json_string_value(json_object_get(o, key));
  return s ? s : "?";
}

static void print_ranks(const struct trace *t, FILE *out, const char *key, const char *says) {
  json_t *list = json_object_get(t->whole, key), *v;
  size_t i;
  if (json_array_size(list) == 0) return;
  fprintf(out, "%s", says);
  json_array_foreach(list, i, v) fprintf(out, " %lld", (long long)json_integer_value(v));
  fputc('\n', out);
}

static void print_clocks(const struct trace *t, FILE *out) {
  json_t *hosts = json_object_get(t->whole, "hosts"), *h;
  double most = 0;
  size_t i, unknown = 0;
  json_array_foreach(hosts, i, h) {
    json_t *error = json_object_get(h, "clock_error_ns");
    if (!json_is_integer(error)) unknown++;
    if (json_number_value(error) > most) most = json_number_value(error);
  }
  if (json_array_size(hosts) <= 1) return;
  fprintf(out, "clocks of %zu hosts, aligned at the start: clock error <= %.1f us",
          json_array_size(hosts), most / 1000);
  if (unknown) fprintf(out, "; of %zu hosts it is not known", unknown);
  fputc('\n', out);
}

static void print_whole(const struct trace *t, FILE *out) {
  fprintf(out, "%s: %u ranks over %s, %.6f s, %lld events\n", text(t->whole, "program"), t->ranks,
          text(t->whole, "conduit"), t->end / 1e6, whole(t, "events"));
  if (whole(t, "overwritten"))
    fprintf(out, "%lld older events were overwritten (GASNET_TRACESIZE)\n",
            whole(t, "overwritten"));
  if (whole(t, "threads_left_out"))
    fprintf(out, "%lld threads were left out\n", whole(t, "threads_left_out"));
  print_clocks(t, out);
  fprintf(out, "%lld messages sent, %lld handlers run, %lld of them matched\n",
          whole(t, "messages_sent"), whole(t, "handlers_run"), whole(t, "messages_matched"));
  print_ranks(t, out, "ranks_missing", "nothing is there of rank");
  print_ranks(t, out, "ranks_died", "did not leave in order: rank");
}

/* --- time by class -------------------------------------------------------- */

struct row {
  uint64_t count, bytes;
  double total, self, longest;
};

static void add_event(struct row *row, const struct trace_event *e) {
  row->count++;
  row->bytes += e->bytes;
  row->total += e->length;
  row->self += e->self;
  if (e->length > row->longest) row->longest = e->length;
}

static void print_classes(const struct trace *t, FILE *out) {
  struct row row[TRACE_CLASSES] = {{0}};
  for (size_t i = 0; i < t->events; i++)
    if (t->event[i].kind == TRACE_SLICE) add_event(&row[t->event[i].class], &t->event[i]);
  fprintf(out, "\nTime by class, of all ranks (self: without nested time)\n");
  fprintf(out, "%-12s %9s %12s %12s %11s %11s %14s\n", "", "count", "total ms", "self ms",
          "mean us", "longest us", "bytes");
  for (int c = 0; c < TRACE_CLASSES; c++)
    if (row[c].count)
      fprintf(out, "%-12s %9llu %12.3f %12.3f %11.2f %11.2f %14llu\n", trace_class_name[c],
              (unsigned long long)row[c].count, row[c].total / 1000, row[c].self / 1000,
              row[c].total / (double)row[c].count, row[c].longest,
              (unsigned long long)row[c].bytes);
}

static void print_names(const struct trace *t, FILE *out) {
  struct row *row = calloc(t->names + 1, sizeof *row);
  if (row == NULL) trace_die("out of memory");
  for (size_t i = 0; i < t->events; i++) add_event(&row[t->event[i].name], &t->event[i]);
  fprintf(out, "\nEvents by name\n");
  for (uint32_t i = 0; i < t->names; i++)
    if (row[i].count) fprintf(out, "%-50s %9llu\n", t->name[i], (unsigned long long)row[i].count);
  free(row);
}

/* --- ranks, and their imbalance --------------------------------------- */

static void print_spread(FILE *out, const char *what, const double *of, uint32_t ranks) {
  double sum = 0, most = 0;
  uint32_t at = 0;
  for (uint32_t i = 0; i < ranks; i++) {
    sum += of[i];
    if (of[i] > most) most = of[at = i];
  }
  if (sum > 0)
    fprintf(out, "imbalance of %-8s %6.2f (rank %u has %.3f ms, the mean is %.3f ms)\n", what,
            most / (sum / ranks), at, most / 1000, sum / ranks / 1000);
}

static void print_each_rank(const struct trace *t, FILE *out) {
  double *wait = calloc(3 * (size_t)t->ranks, sizeof *wait), *handler = wait + t->ranks,
         *call = handler + t->ranks;
  if (wait == NULL) trace_die("out of memory");
  for (size_t i = 0; i < t->events; i++) {
    const struct trace_event *e = &t->event[i];
    if (e->kind != TRACE_SLICE) continue;
    *(e->class == TRACE_WAIT      ? &wait[e->rank]
      : e->class == TRACE_HANDLER ? &handler[e->rank]
                                  : &call[e->rank]) += e->self;
  }
  fprintf(out, "\nEach rank, ms\n%6s %12s %12s %12s\n", "rank", "in waits", "in handlers",
          "in calls");
  for (uint32_t i = 0; i < t->ranks; i++)
    fprintf(out, "%6u %12.3f %12.3f %12.3f\n", i, wait[i] / 1000, handler[i] / 1000,
            call[i] / 1000);
  print_spread(out, "waits", wait, t->ranks);
  print_spread(out, "handlers", handler, t->ranks);
  print_spread(out, "calls", call, t->ranks);
  free(wait);
}

/* --- traffic between ranks ------------------------------------------------ */

static void print_square(const struct trace *t, const struct trace_matrix *m, FILE *out) {
  fprintf(out, "\nFrom rank (row) to rank: messages, puts, gets and atomics, and their bytes\n%6s",
          "");
  for (uint32_t j = 0; j < t->ranks; j++) fprintf(out, " %19u", j);
  fputc('\n', out);
  for (uint32_t i = 0; i < t->ranks; i++) {
    fprintf(out, "%6u", i);
    for (uint32_t j = 0; j < t->ranks; j++)
      fprintf(out, " %7llu %11llu", (unsigned long long)m->count[(size_t)i * t->ranks + j],
              (unsigned long long)m->bytes[(size_t)i * t->ranks + j]);
    fputc('\n', out);
  }
}

static void print_busiest(const struct trace *t, const struct trace_matrix *m, FILE *out) {
  size_t cells = (size_t)t->ranks * t->ranks;
  fprintf(out, "\nThe busiest pairs\n");
  for (int n = 0; n < PAIRS_SHOWN; n++) {
    size_t best = 0;
    for (size_t i = 1; i < cells; i++)
      if (m->bytes[i] > m->bytes[best] ||
          (m->bytes[i] == m->bytes[best] && m->count[i] > m->count[best]))
        best = i;
    if (m->count[best] == 0) return;
    fprintf(out, "rank %5zu to %5zu: %9llu, %14llu bytes\n", best / t->ranks, best % t->ranks,
            (unsigned long long)m->count[best], (unsigned long long)m->bytes[best]);
    m->count[best] = m->bytes[best] = 0;
  }
}

static void print_matrix(const struct trace *t, FILE *out) {
  struct trace_matrix m;
  trace_matrix(t, &m);
  (t->ranks <= MATRIX_MOST ? print_square : print_busiest)(t, &m, out);
  free(m.count);
  free(m.bytes);
}

/* --- the slowest waits ---------------------------------------------------- */

static void print_waits(const struct trace *t, FILE *out) {
  const struct trace_event *slow[WAITS_SHOWN];
  int n = 0;
  for (size_t i = 0; i < t->events; i++) {
    const struct trace_event *e = &t->event[i];
    int at;
    if (e->kind != TRACE_SLICE || e->class != TRACE_WAIT) continue;
    for (at = n; at > 0 && slow[at - 1]->length < e->length; at--)
      if (at < WAITS_SHOWN) slow[at] = slow[at - 1];
    if (at < WAITS_SHOWN) slow[at] = e;
    if (n < WAITS_SHOWN) n++;
  }
  if (n) fprintf(out, "\nThe slowest waits\n%6s %14s %12s\n", "rank", "at ms", "ms");
  for (int i = 0; i < n; i++) {
    fprintf(out, "%6u %14.3f %12.3f  %s", slow[i]->rank, slow[i]->at / 1000, slow[i]->length / 1000,
            t->name[slow[i]->name]);
    if (slow[i]->peer != TRACE_NO_PEER) fprintf(out, " of rank %u", slow[i]->peer);
    fprintf(out, "%s\n", slow[i]->unfinished ? ", not over" : "");
  }
}

void trace_summary(const struct trace *t, FILE *out) {
  print_whole(t, out);
  print_classes(t, out);
  print_each_rank(t, out);
  print_matrix(t, out);
  print_waits(t, out);
  print_names(t, out);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_load.c: reads a trace. A line of the file is an event, so that memory is needed for what is
 * kept of it only.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/trace/trace.h"

struct reader {
  struct trace *t;
  const char *file;
  size_t line;
};

static _Noreturn void bad(const struct reader *r, const char *what) {
  trace_die("%s:%zu: %s; expected a trace of Hydrant (GASNET_TRACEFILE)", r->file, r->line, what);
}

void *trace_grow(void *list, size_t *room, size_t used, size_t each) {
  if (used < *room) return list;
  *room = *room ? 2 * *room : 1024;
  list = realloc(list, *room * each);
  if (list == NULL) trace_die("out of memory for %zu events", *room);
  return list;
}

/* --- members of an object ------------------------------------------------- */

static uint32_t read_number(struct reader *r, json_t *o, const char *key, uint32_t most) {
  json_t *v = json_object_get(o, key);
  json_int_t n = json_integer_value(v);
  if (!json_is_integer(v) || n < 0 || n > most) bad(r, key);
  return (uint32_t)n;
}

static uint32_t optional(struct reader *r, json_t *o, const char *key, uint32_t otherwise) {
  return json_object_get(o, key) ? read_number(r, o, key, UINT32_MAX - 1) : otherwise;
}

static double micros(struct reader *r, json_t *o, const char *key) {
  json_t *v = json_object_get(o, key);
  if (!json_is_number(v)) bad(r, key);
  return json_number_value(v);
}

static uint32_t name_of(struct reader *r, json_t *o) {
  const char *name = json_string_value(json_object_get(o, "name"));
  struct trace *t = r->t;
  if (name == NULL) bad(r, "name");
  for (uint32_t i = 0; i < t->names; i++)
    if (strcmp(t->name[i], name) == 0) return i;
  t->name = realloc(t->name, (t->names + 1) * sizeof *t->name);
  if (t->name == NULL || (t->name[t->names] = strdup(name)) == NULL) trace_die("out of memory");
  return t->names++;
}

static uint32_t thread_of(struct reader *r, json_t *o) {
  uint32_t thread = read_number(r, o, "tid", 1023);
  if (thread >= r->t->threads) r->t->threads = thread + 1;
  return thread;
}

/* --- events --------------------------------------------------------------- */

static struct trace_event *add_event(struct reader *r, json_t *o, enum trace_kind kind) {
  struct trace *t = r->t;
  json_t *args = json_object_get(o, "args");
  struct trace_event *e;
  t->event = trace_grow(t->event, &t->event_room, t->events, sizeof *t->event);
  e = &t->event[t->events++];
  *e = (struct trace_event){.at = micros(r, o, "ts"),
                            .rank = read_number(r, o, "pid", t->ranks - 1),
                            .thread = thread_of(r, o),
                            .name = name_of(r, o),
                            .kind = (uint8_t)kind};
  e->peer = optional(r, args, "peer", TRACE_NO_PEER);
  if (e->peer != TRACE_NO_PEER && e->peer >= t->ranks) bad(r, "peer");
  e->bytes = (uint64_t)json_integer_value(json_object_get(args, "bytes"));
  e->unfinished = json_is_true(json_object_get(args, "unfinished"));
  e->class = (uint8_t)trace_class_of(t->name[e->name]);
  return e;
}

static void take_slice(struct reader *r, json_t *o) {
  struct trace_event *e = add_event(r, o, TRACE_SLICE);
  e->length = micros(r, o, "dur");
  if (e->length < 0) bad(r, "dur");
  if (e->at + e->length > r->t->end) r->t->end = e->at + e->length;
}

/* The end of an operation follows its begin. */
static void take_op(struct reader *r, json_t *o, int begins) {
  struct trace *t = r->t;
  struct trace_event *e;
  if (begins) {
    add_event(r, o, TRACE_OP)->length = -1;
    return;
  }
  e = t->events ? &t->event[t->events - 1] : NULL;
  if (e == NULL || e->kind != TRACE_OP || e->length >= 0 ||
      e->rank != read_number(r, o, "pid", t->ranks - 1))
    bad(r, "an operation ends that did not begin");
  e->length = micros(r, o, "ts") - e->at;
  if (e->length < 0) e->length = 0;
  if (e->at + e->length > t->end) t->end = e->at + e->length;
}

/* The two ends of a flow follow each other. */
static void take_flow(struct reader *r, json_t *o, int begins) {
  struct trace *t = r->t;
  struct trace_flow *f;
  if (begins) {
    t->flow = trace_grow(t->flow, &t->flow_room, t->flows, sizeof *t->flow);
    f = &t->flow[t->flows++];
    *f = (struct trace_flow){.sent = micros(r, o, "ts"),
                             .src = read_number(r, o, "pid", t->ranks - 1),
                             .dst = TRACE_NO_PEER};
    f->src_thread = thread_of(r, o);
    return;
  }
  if (t->flows == 0 || t->flow[t->flows - 1].dst != TRACE_NO_PEER)
    bad(r, "a message ends that did not begin");
  f = &t->flow[t->flows - 1];
  f->taken = micros(r, o, "ts");
  f->dst = read_number(r, o, "pid", t->ranks - 1);
  f->dst_thread = thread_of(r, o);
}

static void take_event(struct reader *r, json_t *o) {
  const char *phase = json_string_value(json_object_get(o, "ph"));
  if (phase == NULL || phase[0] == '\0' || phase[1]) bad(r, "ph");
  switch (phase[0]) {
  case 'X': take_slice(r, o); return;
  case 'i': (void)add_event(r, o, TRACE_MOMENT); return;
  case 'b':
  case 'e': take_op(r, o, phase[0] == 'b'); return;
  case 's':
  case 'f': take_flow(r, o, phase[0] == 's'); return;
  case 'M': return;
  default: bad(r, "ph");
  }
}

/* --- lines ---------------------------------------------------------------- */

static void take_head(struct reader *r, const char *line, size_t n) {
  char *text = malloc(n + 3);
  json_t *o, *format;
  if (text == NULL) trace_die("out of memory");
  memcpy(text, line, n);
  memcpy(text + n, "]}", 3);
  o = json_loads(text, 0, NULL);
  free(text);
  r->t->whole = json_incref(json_object_get(o, "otherData"));
  format = json_object_get(r->t->whole, "format");
  if (!json_is_string(format) || strcmp(json_string_value(format), "hydrant trace 1") != 0)
    bad(r, "no such head");
  r->t->ranks = read_number(r, r->t->whole, "ranks", 1u << 20);
  if (r->t->ranks == 0) bad(r, "ranks");
  json_decref(o);
}

static void take_line(struct reader *r, const char *line, size_t n) {
  json_t *o;
  while (n && (line[n - 1] == '\n' || line[n - 1] == ',')) n--;
  r->line++;
  if (r->line == 1) {
    take_head(r, line, n);
    return;
  }
  if (n == 0 || line[0] == ']') return;
  o = json_loadb(line, n, 0, NULL);
  if (!json_is_object(o)) bad(r, "no event");
  take_event(r, o);
  json_decref(o);
}

void trace_load(struct trace *t, const char *file) {
  struct reader r = {.t = t, .file = file};
  FILE *f = fopen(file, "re");
  char *line = NULL;
  size_t room = 0;
  ssize_t n;
  if (f == NULL) trace_die("%s: %s", file, strerror(errno));
  while ((n = getline(&line, &room, f)) >= 0) take_line(&r, line, (size_t)n);
  if (ferror(f)) trace_die("%s: %s", file, strerror(errno));
  if (r.line == 0) bad(&r, "empty");
  free(line);
  fclose(f);
  if (t->flows && t->flow[t->flows - 1].dst == TRACE_NO_PEER) t->flows--;
  trace_sort(t);
}

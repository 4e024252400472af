/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace.h: gasnet-trace: a trace that core/watch/trace_join.c has written, read line by line, and
 * what is said of it.
 */
#ifndef HYD_CONTRIB_TRACE_TRACE_H
#define HYD_CONTRIB_TRACE_TRACE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#define TRACE_NO_PEER UINT32_MAX

enum trace_class {
  TRACE_PUT,
  TRACE_GET,
  TRACE_ATOMIC,
  TRACE_COLL,
  TRACE_SEND,
  TRACE_HANDLER,
  TRACE_WAIT,
  TRACE_OTHER,
  TRACE_CLASSES
};
extern const char *const trace_class_name[TRACE_CLASSES];

enum trace_kind { TRACE_SLICE, TRACE_MOMENT, TRACE_OP };

struct trace_event {
  double at, length; /* microseconds; an operation that was not finished: length < 0 */
  double self;       /* without the slices in it */
  uint64_t bytes;
  uint32_t rank, thread, peer, name; /* name: index in trace.name */
  uint8_t class, kind, unfinished;
};

struct trace_flow {
  double sent, taken;
  uint32_t src, src_thread, dst, dst_thread;
};

struct trace {
  json_t *whole;           /* otherData */
  uint32_t ranks, threads; /* threads: the most of any rank */
  struct trace_event *event;
  size_t events, event_room;
  struct trace_flow *flow;
  size_t flows, flow_room;
  char **name;
  uint32_t names;
  double end; /* of the last event */
};

/* Ends the program with one line and status 1. */
void trace_die(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));
void *trace_grow(void *list, size_t *room, size_t used, size_t each);

/* Reads the file and sorts its events by rank, thread and time; or the end. */
void trace_load(struct trace *t, const char *file);
/* trace_times.c: the classes of events, and self times of nested slices. */
enum trace_class trace_class_of(const char *name);
void trace_sort(struct trace *t);

/* The bytes and the number of messages, puts and gets between ranks: [ranks * ranks], to be freed.
 */
struct trace_matrix {
  uint64_t *count, *bytes;
};
void trace_matrix(const struct trace *t, struct trace_matrix *m);

void trace_summary(const struct trace *t, FILE *out);
extern const char trace_viewer[]; /* made of viewer.html by the build */
/* One page that needs nothing else; the end if it cannot be written. */
void trace_html(const struct trace *t, const char *title, const char *file);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_parts.h: maps and checks the ranks' files of a trace (the parts), and converts their times
 * to nanoseconds of rank 0's clock.
 */
#ifndef HYD_WATCH_TRACE_PARTS_H
#define HYD_WATCH_TRACE_PARTS_H

#include "core/watch/trace_format.h"

struct hyd_part {
  struct hyd_trace_head *head; /* NULL: this rank's file does not exist */
  size_t bytes;
  uint32_t areas;
  double slope;      /* nanoseconds of a tick */
  int64_t offset_ns; /* from the host's clock to rank 0's */
  uint64_t error_ns;
};

struct hyd_parts {
  struct hyd_part *part; /* [size] */
  uint32_t size, there;
  int64_t begin_ns; /* when the first rank began to record */
  double end;       /* the time of the last event, as of hyd_part_time */
};

/* Opens the parts. 0; 1: there are none; -1: out of memory. */
int hyd_parts_open(struct hyd_parts *ps, const char *file);
void hyd_parts_close(struct hyd_parts *ps);

/* The events of an area that were not overwritten: indices from `from` up to, not including, `to`.
 */
struct hyd_part_ring {
  struct hyd_trace_area *area;
  uint64_t from, to;
};
struct hyd_part_ring hyd_part_ring(const struct hyd_part *p, uint32_t area);
static inline const struct hyd_event *hyd_part_event(const struct hyd_part *p,
                                                     const struct hyd_part_ring *r, uint64_t i) {
  return &hyd_trace_events(r->area)[i & (p->head->events - 1)];
}

/* A time of the part, in nanoseconds after parts->begin_ns. */
double hyd_part_time(const struct hyd_parts *ps, const struct hyd_part *p, uint64_t tick);

#endif

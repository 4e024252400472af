/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_flows.h: finds which handler ran for which send. Messages carry no numbers for that. Both
 * sides have recorded source, target, handler, and a number made of size and arguments
 * (hyd_event_print); messages that are equal in all of these are matched in order.
 */
#ifndef HYD_WATCH_TRACE_FLOWS_H
#define HYD_WATCH_TRACE_FLOWS_H

#include "core/watch/trace_parts.h"

struct hyd_flow_end {
  uint32_t src, dst, id;
  uint16_t sub, area;
  double at;
};

struct hyd_flows {
  struct hyd_flow_end *sent, *taken; /* sorted; taken[i] belongs to sent[i] for i < matched */
  size_t nsent, ntaken, matched;
};

/* Finds the matches. 0, or -1: out of memory. */
int hyd_flows_find(struct hyd_flows *f, const struct hyd_parts *ps);
void hyd_flows_free(struct hyd_flows *f);

#endif

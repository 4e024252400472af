/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_join.h: makes the file of a traced job, in Chrome's format, of what its ranks have left.
 * Also in gasnetrun and gasnet-trace.
 *
 * A line is an event; the first has, in otherData, what is known of the whole.
 */
#ifndef HYD_WATCH_TRACE_JOIN_H
#define HYD_WATCH_TRACE_JOIN_H

#include <stddef.h>
#include <stdint.h>

/* Whether GASNET_TRACEFILE names a file of this kind: it ends in .json and has no %. */
int hyd_trace_is_name(const char *file);
/* The name of a rank's part, to be freed; NULL: out of memory. */
char *hyd_trace_part_name(const char *file, uint32_t rank);

/* Makes `file` of the parts that are there, and removes them. 0; 1: there are none; -1: it cannot
 * be made, see `why`. */
int hyd_trace_join(const char *file, char *why, size_t why_size);

#endif

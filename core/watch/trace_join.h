/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_join.h: makes the file of a traced job, in Chrome's format, from its ranks' files. Compiled
 * into gasnetrun and gasnet-trace, too.
 *
 * Each line is an event; the first line has data about the job in otherData.
 */
#ifndef HYD_WATCH_TRACE_JOIN_H
#define HYD_WATCH_TRACE_JOIN_H

#include <stddef.h>
#include <stdint.h>

/* Whether the value of GASNET_TRACEFILE names such a file: it ends in .json and has no %. */
int hyd_trace_is_name(const char *file);
/* The name of a rank's file, to be freed; NULL: out of memory. */
char *hyd_trace_part_name(const char *file, uint32_t rank);

/* Makes `file` from the ranks' files that exist, and removes these. 0; 1: there are none; -1: see
 * `why`. */
int hyd_trace_join(const char *file, char *why, size_t why_size);

#endif

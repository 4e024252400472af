/* SPDX-License-Identifier: BSD-3-Clause
 *
 * perf_table.h: gasnetrun --perf: each rank appends a line to a file (GASNET_PERF); gasnetrun
 * prints the lines as a table at the end of the job. Compiled into gasnetrun, too.
 */
#ifndef HYD_WATCH_PERF_TABLE_H
#define HYD_WATCH_PERF_TABLE_H

#include <stdint.h>
#include <stdio.h>

/* X(name, column heading): the fields of a line, in order. */
#define HYD_PERF_TIMES(X)                                                                          \
  X(run, "run s") X(calls, "calls s") X(waits, "waits s") X(handlers, "handlers s")
#define HYD_PERF_COUNTS(X)                                                                         \
  X(messages, "messages")                                                                          \
  X(transfers, "put+get")                                                                          \
  X(bytes, "bytes")                                                                                \
  X(mapped, "mapped")                                                                              \
  X(kernel, "kernel")                                                                              \
  X(network, "network")                                                                            \
  X(by_am, "by msg")                                                                               \
  X(mailbox, "mailbox")                                                                            \
  X(ring, "ring")                                                                                  \
  X(conduit, "conduit")                                                                            \
  X(eager, "eager")                                                                                \
  X(called, "rendezv.")                                                                            \
  X(hits, "fh hit")                                                                                \
  X(misses, "fh miss")                                                                             \
  X(bounced, "bounced")                                                                            \
  X(resent, "resent")                                                                              \
  X(atomics_by_am, "AD by msg")

struct hyd_perf {
  uint32_t rank;
#define X(name, head) double name;
  HYD_PERF_TIMES(X)
#undef X
#define X(name, head) uint64_t name;
  HYD_PERF_COUNTS(X)
#undef X
};

/* Appends a line, by one write. 0, or an errno value. */
int hyd_perf_append(const char *file, const struct hyd_perf *p);
/* Prints the table in the order of ranks, with a sum, and removes the file. Does nothing without a
 * file. */
void hyd_perf_print(const char *file, FILE *out);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * perf_table.h: gasnetrun --perf: a line of each rank in a file (GASNET_PERF), and the table that
 * is printed of them when the job is over. Also in gasnetrun.
 */
#ifndef HYD_WATCH_PERF_TABLE_H
#define HYD_WATCH_PERF_TABLE_H

#include <stdint.h>
#include <stdio.h>

/* X(name, head of its column): all that a line has, in order. */
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

/* One line, in one write. 0, or an errno value. */
int hyd_perf_append(const char *file, const struct hyd_perf *p);
/* Prints the table, in order of ranks, with their sum, and removes the file. Nothing if there is
 * none. */
void hyd_perf_print(const char *file, FILE *out);

#endif

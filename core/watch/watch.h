/* SPDX-License-Identifier: BSD-3-Clause
 *
 * watch.h: the interface by which the library reports its operations: to statistics
 * (GASNET_STATSFILE), the table of gasnetrun --perf, and traces (GASNET_TRACEFILE).
 *
 *   hyd_count                        counts an operation (job.h)
 *   hyd_count_way                    counts the way that an operation took
 *   hyd_watch_begin, hyd_watch_end   record the time that an operation took
 *
 * In a job that is not watched each is a test of job->watched, and inline code handles operations
 * without the library. In a watched job inline code sees an empty map. A job is watched from init
 * on, or while gasnetrun top runs (core/job/counting.c).
 */
#ifndef HYD_WATCH_WATCH_H
#define HYD_WATCH_WATCH_H

#include "core/base/job.h"
#include "core/watch/probes.h"
#include "core/watch/trace_format.h"

/* Reads GASNET_TRACEFILE, GASNET_TRACEMASK and GASNET_TRACESIZE, and opens this rank's file. To be
 * called after GASNET_STATSFILE was read. */
void hyd_watch_init(struct hyd_job *job);
/* This rank leaves: notes that in its file. */
void hyd_watch_close(struct hyd_job *job);
/* Makes the job's one file at the end of the job, if this process is to make it. `env`: the job's
 * environment. */
void hyd_watch_join(struct hyd_env *env);
/* Sets the offset from the clock of this rank's host to rank 0's, and its possible error. */
void hyd_watch_clock(struct hyd_job *job, int64_t offset_ns, uint64_t error_ns);

/* perf.c: writes this rank's line, if GASNET_PERF is set. */
void hyd_perf_write(struct hyd_job *job);

/* Has the next poll check whether this rank is to count (core/job/counting.c). Async-signal-safe.
 */
void hyd_watch_ask(struct hyd_job *job);

/* To be called in a watched job only, by the functions below. */
uint64_t hyd_watch_ticks(void);
void hyd_watch_span(struct hyd_job *job, uint64_t begin, enum hyd_event_kind kind, gex_Rank_t peer,
                    uint64_t bytes, uint32_t sub, uint32_t id);
void hyd_watch_wait_begin(struct hyd_job *job, uint32_t reason, gex_Rank_t peer);
void hyd_watch_wait_end(struct hyd_job *job);
/* An operation is about to start that may continue after its call; it has ended. */
void hyd_watch_op_begin(struct hyd_job *job, const void *op, enum hyd_event_kind kind,
                        gex_Rank_t peer, uint64_t bytes);
void hyd_watch_op_end(struct hyd_job *job, const void *op);

HYD_HOT_INLINE uint64_t hyd_watch_begin(const struct hyd_job *job) {
  return hyd_watched(job) ? hyd_watch_ticks() : 0;
}
HYD_HOT_INLINE void hyd_watch_end(struct hyd_job *job, uint64_t begin, enum hyd_event_kind kind,
                                  gex_Rank_t peer, uint64_t bytes, uint32_t sub, uint32_t id) {
  if (hyd_unlikely(begin != 0)) hyd_watch_span(job, begin, kind, peer, bytes, sub, id);
}
/* Records an event without duration. */
HYD_HOT_INLINE void hyd_watch_mark(struct hyd_job *job, enum hyd_event_kind kind, gex_Rank_t peer,
                                   uint64_t bytes) {
  if (hyd_watched(job)) hyd_watch_span(job, hyd_watch_ticks(), kind, peer, bytes, 0, 0);
}
HYD_HOT_INLINE void hyd_count_way(struct hyd_job *job, enum hyd_count way, uint64_t value) {
  if (hyd_watched(job)) {
    struct hyd_thread *t = hyd_self(job);
    hyd_stat(t, way, value);
    t->watch.way = way;
  }
}

/* A number by which messages from one rank to another for one handler are told apart: both sides
 * compute it from size and arguments. */
static inline uint32_t hyd_event_print(const gex_AM_Arg_t *args, unsigned nargs, size_t nbytes) {
  uint32_t h = 2166136261u ^ (uint32_t)nbytes;
  for (unsigned i = 0; i < nargs; i++) h = (h ^ (uint32_t)args[i]) * 16777619u + (h >> 15);
  return h;
}

#endif

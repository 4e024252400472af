/* SPDX-License-Identifier: BSD-3-Clause
 *
 * watch.h: the one interface by which the library tells what it does, for statistics
 * (GASNET_STATSFILE), the table of gasnetrun --perf, and traces (GASNET_TRACEFILE).
 *
 *   hyd_count(job, HYD_COUNT_PUT, n)          it happened (job.h)
 *   hyd_count_way(job, HYD_COUNT_BY_MAP, n)   this is how it went
 *   t = hyd_watch_begin(job); ...; hyd_watch_end(job, t, HYD_EV_PUT, peer, n, sub, id)    it took
 * so long
 *
 * In a job that is not watched each is a test of job->watch.on; and inline code takes its own way,
 * which is not seen. While something does, inline code is shown an empty map. What watches is there
 * from init on, or is gasnetrun top, which comes and goes (core/job/counting.c).
 */
#ifndef HYD_WATCH_WATCH_H
#define HYD_WATCH_WATCH_H

#include "core/base/job.h"
#include "core/watch/probes.h"
#include "core/watch/trace_format.h"

/* Reads GASNET_TRACEFILE, GASNET_TRACEMASK, GASNET_TRACESIZE, and opens this rank's file;
 * GASNET_STATSFILE has been read. */
void hyd_watch_init(struct hyd_job *job);
/* This rank leaves: its file says so. */
void hyd_watch_close(struct hyd_job *job);
/* Once the file of a job that is over can be made: makes it, if it is the caller that is to. `env`
 * is the job's. */
void hyd_watch_join(struct hyd_env *env);
/* The clock of this rank's host and rank 0's: what is to be added, and how much that may be wrong.
 */
void hyd_watch_clock(struct hyd_job *job, int64_t offset_ns, uint64_t error_ns);

/* perf.c: this rank's line for GASNET_PERF, if that is set. */
void hyd_perf_write(struct hyd_job *job);

/* The next poll looks whether this rank is to count for now. Async-signal-safe. */
void hyd_watch_ask(struct hyd_job *job);

/* While watched only; the rest of this file calls them. */
uint64_t hyd_watch_ticks(void);
void hyd_watch_span(struct hyd_job *job, uint64_t begin, enum hyd_event_kind kind, gex_Rank_t peer,
                    uint64_t bytes, uint32_t sub, uint32_t id);
void hyd_watch_wait_begin(struct hyd_job *job, uint32_t reason, gex_Rank_t peer);
void hyd_watch_wait_end(struct hyd_job *job);
/* An operation of that kind is about to start, which need not end before the call returns; it is
 * over. */
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
/* Something that takes no time. */
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

/* What tells messages from each other that one rank sends another for one handler: a number made of
 * what both sides see. */
static inline uint32_t hyd_event_print(const gex_AM_Arg_t *args, unsigned nargs, size_t nbytes) {
  uint32_t h = 2166136261u ^ (uint32_t)nbytes;
  for (unsigned i = 0; i < nargs; i++) h = (h ^ (uint32_t)args[i]) * 16777619u + (h >> 15);
  return h;
}

#endif

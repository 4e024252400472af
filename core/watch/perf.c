/* SPDX-License-Identifier: BSD-3-Clause
 *
 * perf.c: writes this rank's line for gasnetrun --perf.
 */
#include "core/base/err.h"
#include "core/env/env.h"
#include "core/sys/clock.h"
#include "core/tools/tools_int.h"
#include "core/watch/perf_table.h"
#include "core/watch/watch.h"

static double seconds(uint64_t ticks) { return (double)gasnett_ticks_to_ns(ticks) * 1e-9; }

static void set_counts(struct hyd_perf *p, const struct hyd_value_stat *s) {
  static const enum hyd_count away[] = {HYD_COUNT_AMREQ_SHORT,  HYD_COUNT_AMREQ_MEDIUM,
                                        HYD_COUNT_AMREQ_LONG,   HYD_COUNT_AMREP_SHORT,
                                        HYD_COUNT_AMREP_MEDIUM, HYD_COUNT_AMREP_LONG};
  static const enum hyd_count moved[] = {HYD_COUNT_PUT,     HYD_COUNT_GET,     HYD_COUNT_PUT_VAL,
                                         HYD_COUNT_GET_VAL, HYD_COUNT_VIS_PUT, HYD_COUNT_VIS_GET,
                                         HYD_COUNT_MEMSET};
  for (size_t i = 0; i < sizeof away / sizeof away[0]; i++) {
    p->messages += s[away[i]].count;
    p->bytes += s[away[i]].total;
  }
  for (size_t i = 0; i < sizeof moved / sizeof moved[0]; i++) {
    p->transfers += s[moved[i]].count;
    p->bytes += s[moved[i]].total;
  }
  p->mapped = s[HYD_COUNT_BY_MAP].count;
  p->kernel = s[HYD_COUNT_BY_KERNEL].count;
  p->network = s[HYD_COUNT_BY_NETWORK].count;
  p->by_am = s[HYD_COUNT_BY_MESSAGES].count;
  p->mailbox = s[HYD_COUNT_AM_MAILBOX].count;
  p->ring = s[HYD_COUNT_AM_RING].count;
  p->conduit = s[HYD_COUNT_AM_CONDUIT].count;
  p->hits = s[HYD_COUNT_FIREHOSE_HIT].count;
  p->misses = s[HYD_COUNT_FIREHOSE_MISS].count;
  p->eager = s[HYD_COUNT_EAGER].count;
  p->called = s[HYD_COUNT_RENDEZVOUS].count;
  p->bounced = s[HYD_COUNT_BOUNCE].count;
  p->resent = s[HYD_COUNT_RESENT].count;
  p->atomics_by_am = s[HYD_COUNT_AD_AM].count;
}

void hyd_perf_write(struct hyd_job *job) {
  const char *file = hyd_env_str(job->env, HYD_ENV_PERF);
  struct hyd_perf p = {.rank = job->rank,
                       .run = (double)(hyd_now_ns() - job->watch.since_ns) * 1e-9};
  struct hyd_sums sums;
  int err;
  if (*file == '\0') return;
  hyd_sums_take(job, &sums);
  p.calls = seconds(sums.ticks[HYD_TIME_CALLS]);
  p.waits = seconds(sums.ticks[HYD_TIME_WAITS]);
  p.handlers = seconds(sums.ticks[HYD_TIME_HANDLERS]);
  set_counts(&p, sums.stat);
  err = hyd_perf_append(file, &p);
  if (err)
    fprintf(stderr, "WARNING: rank %u: cannot write to GASNET_PERF %s: %s\n", job->rank, file,
            strerror(err));
}

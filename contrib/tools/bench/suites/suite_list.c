/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_list.c: the suites that need jobs. Where a figure is relative to S or to plain processes, the
 * reference is measured again before and after each job, and the job's samples are divided by the
 * mean of the two medians next to it.
 */
#include "contrib/tools/bench/base/bench.h"

#include <stdlib.h>
#include <string.h>

const struct hyd_bn_suite hyd_bn_suites[] = {
    {"limits", "the machine's own: L, S, C, memcpy by size", hyd_bn_suite_limits, true},
    {"clocks", "reading the time: gasnett_ticks_now, clock_gettime", hyd_bn_suite_clocks, true},
    {"am", "active messages between 2 ranks: round trip, rate, bandwidth", hyd_bn_suite_am, true},
    {"rma", "put and get between 2 ranks: latency, bandwidth", hyd_bn_suite_rma, true},
    {"vis", "vector, indexed, strided between 2 ranks, against loops by hand", hyd_bn_suite_vis,
     true},
    {"ex", "atomics, negotiated messages, collectives, teams", hyd_bn_suite_ex, true},
    {"barrier", "barriers of 2 ranks on 2 cores, and of 4 and 8", hyd_bn_suite_barrier, true},
    {"oversub", "8 ranks on 2 idle cores", hyd_bn_suite_oversub, true},
    {"load", "the same with 4 foreign processes computing", hyd_bn_suite_load, true},
    {"start", "64 ranks: hello, barrier, exit", hyd_bn_suite_start, true},
    {"idle", "processor time of a rank that waits", hyd_bn_suite_idle, true},
    {"bind", "the messages of am with ranks bound to cores, and not", hyd_bn_suite_bind, false},
    {"reserve", "start of a job with 64 GB segments", hyd_bn_suite_reserve, true},
    {"memory", "resident memory per rank, 64 ranks", hyd_bn_suite_memory, true},
    {"firehose", "hits in firehose's tables, against atomic additions", hyd_bn_suite_firehose,
     true},
    {"papers", "the figures of the papers on Firehose, most of them on virtual time",
     hyd_bn_suite_papers, true},
    {"netvm", "network virtual memory: paged and pinned, notifications, locks, queues",
     hyd_bn_suite_netvm, false},
#ifdef HYD_BENCH_UDP
    {"udp", "datagrams between 2 ranks, against raw sockets; loss, memory", hyd_bn_suite_udp, true},
#endif
    {"ibv", "verbs between 2 ranks, against raw verbs and perftest; counts", hyd_bn_suite_ibv,
     false},
    {"ibv-pinning", "ways to pin memory, over verbs", hyd_bn_suite_ibv_pinning, false},
    {NULL, NULL, NULL, false},
};

bool hyd_bn_two_cores(const struct hyd_bn *b, const char *suite) {
  if (b->cpu[0] != b->cpu[1]) return true;
  hyd_bn_complain("%s: needs two cores, this machine or cpuset has one", suite);
  return false;
}

bool hyd_bn_suite_am(struct hyd_bn *b) {
  hyd_bn_progress(b, "am: messages between 2 ranks");
  if (!hyd_bn_two_cores(b, "am")) return false;
  return hyd_bn_job_rows(b, "am",
                         &(struct hyd_bn_job){"am", 2, hyd_bn_scaled(b, 400), NULL, 40, NULL});
}

bool hyd_bn_suite_rma(struct hyd_bn *b) {
  hyd_bn_progress(b, "rma: put and get between 2 ranks");
  if (!hyd_bn_two_cores(b, "rma")) return false;
  return hyd_bn_job_rows(b, "rma",
                         &(struct hyd_bn_job){"rma", 2, hyd_bn_scaled(b, 400), NULL, 40, NULL});
}

bool hyd_bn_suite_vis(struct hyd_bn *b) {
  hyd_bn_progress(b, "vis: sections and lists between 2 ranks");
  if (!hyd_bn_two_cores(b, "vis")) return false;
  static const char *const alone[] = {"GASNET_SUPERNODE_MAXSIZE=1", NULL}; /* no shared memory */
  const struct hyd_bn_job jobs[] = {{"vis", 2, hyd_bn_scaled(b, 200), "64MB/P", 55, NULL},
                                    {"vis-am", 2, hyd_bn_scaled(b, 100), NULL, 55, alone}};
  bool ok = hyd_bn_job_rows(b, "vis", &jobs[0]);
  return hyd_bn_job_rows(b, "vis", &jobs[1]) && ok;
}

bool hyd_bn_suite_ex(struct hyd_bn *b) {
  const struct hyd_bn_job jobs[] = {{"ad", 2, hyd_bn_scaled(b, 400), NULL, 40, NULL},
                                    {"npam", 2, hyd_bn_scaled(b, 40), NULL, 40, NULL},
                                    {"coll", 2, hyd_bn_scaled(b, 400), NULL, 40, NULL},
                                    {"broadcast", 4, hyd_bn_scaled(b, 100), NULL, 40, NULL},
                                    {"teams", 8, b->quick ? 20 : 100, NULL, 40, NULL}};
  bool ok = true;
  hyd_bn_progress(b, "ex: atomics, negotiated messages, collectives, teams");
  if (!hyd_bn_two_cores(b, "ex")) return false;
  for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) ok &= hyd_bn_job_rows(b, "ex", &jobs[i]);
  return ok;
}

bool hyd_bn_suite_barrier(struct hyd_bn *b) {
  bool ok = true;
  hyd_bn_progress(b, "barrier");
  if (hyd_bn_two_cores(b, "barrier"))
    ok =
        hyd_bn_job_rows(b, "barrier",
                        &(struct hyd_bn_job){"barrier", 2, hyd_bn_scaled(b, 1000), NULL, 30, NULL});
  for (int ranks = 4; ranks <= 8; ranks *= 2)
    ok &= hyd_bn_job_rows(b, "barrier",
                          &(struct hyd_bn_job){"crowd-barrier", ranks, hyd_bn_scaled(b, 200), NULL,
                                               30, NULL});
  return ok;
}

/* ---- figures in S -------------------------------------------------------- */

static bool measure_s(struct hyd_bn *b, const char *suite, double *median_p) {
  struct hyd_bn_set s = {0};
  bool ok = hyd_bn_measure_switch(b, b->quick ? 0.1 : 0.25, &s);
  if (ok) {
    *median_p = hyd_bn_median(&s);
    struct hyd_bn_row *row =
        hyd_bn_row(&b->rows, suite, "S: futex round trip, one core", -1, 0, "ns", "");
    hyd_bn_add_all(&row->value, s.v, s.n);
  }
  hyd_bn_clear(&s);
  return ok;
}

bool hyd_bn_take_relative(struct hyd_bn *b, const char *suite, json_t *records, double reference,
                          const char *ref) {
  size_t i, j;
  json_t *record, *x;
  bool ok = json_array_size(records) > 0;
  json_array_foreach(records, i, record) {
    json_t *r = json_array();
    json_array_foreach(json_object_get(record, "v"), j, x)
        json_array_append_new(r, json_real(json_number_value(x) / reference));
    json_object_set_new(record, "r", r);
    json_object_set_new(record, "ref", json_string(ref));
    ok &= !hyd_bn_take_record(&b->rows, suite, record);
  }
  json_decref(records);
  if (!ok) hyd_bn_complain("%s: a job sent no results, or malformed ones", suite);
  return ok;
}

/* `rounds` times each job between two measurements of S. */
static bool jobs_in_s(struct hyd_bn *b, const char *suite, const struct hyd_bn_job *jobs, int njobs,
                      int rounds) {
  double before, after;
  json_t *records;
  if (!measure_s(b, suite, &before)) return false;
  for (int round = 0; round < rounds; round++) {
    for (int j = 0; j < njobs; j++) {
      if (!hyd_bn_job_run(&jobs[j], NULL, &records)) return false;
      if (!measure_s(b, suite, &after)) {
        json_decref(records);
        return false;
      }
      if (!hyd_bn_take_relative(b, suite, records, (before + after) / 2, "S")) return false;
      before = after;
    }
  }
  return true;
}

bool hyd_bn_suite_oversub(struct hyd_bn *b) {
  int ms = hyd_bn_scaled(b, 200);
  const struct hyd_bn_job jobs[] = {{"crowd-barrier", 8, ms, NULL, 30, NULL},
                                    {"crowd-am", 8, ms, NULL, 30, NULL},
                                    {"crowd-coll", 8, ms, NULL, 30, NULL}};
  hyd_bn_progress(b, "oversub: 8 ranks on 2 cores");
  return jobs_in_s(b, "oversub", jobs, 3, b->quick ? 1 : 4);
}

bool hyd_bn_suite_load(struct hyd_bn *b) {
  int ms = hyd_bn_scaled(b, 800);
  const struct hyd_bn_job jobs[] = {{"crowd-barrier", 8, ms, NULL, 30, NULL},
                                    {"crowd-am", 2, 2 * ms, NULL, 30, NULL}};
  struct hyd_bn_foreign foreign;
  hyd_bn_progress(b, "load: 4 foreign processes on the 2 cores");
  if (!hyd_bn_foreign_start(&foreign, 4, 120)) return false;
  bool ok = jobs_in_s(b, "load", jobs, 2, b->quick ? 1 : 2);
  hyd_bn_foreign_stop(&foreign);
  return ok;
}

/* ---- start-to-end times -------------------------------------------------- */

/* 64 plain processes, forked by a fresh process of its own so that the memory that the launcher has
 * grown does not make them dearer: ns without and with an exec of /bin/true. */
static bool plain_processes(double *fork_ns_p, double *exec_ns_p) {
  const struct hyd_bn_job job = {"forks", 1, 64, NULL, 30, NULL};
  json_t *records;
  if (!hyd_bn_job_run(&job, NULL, &records)) return false;
  json_t *forks = json_object_get(json_array_get(records, 0), "v");
  json_t *execs = json_object_get(json_array_get(records, 1), "v");
  *fork_ns_p = json_number_value(json_array_get(forks, 0));
  *exec_ns_p = json_number_value(json_array_get(execs, 0));
  json_decref(records);
  return *fork_ns_p > 0 && *exec_ns_p > 0;
}

static bool start_round(struct hyd_bn *b, bool warm_up) {
  const struct hyd_bn_job job = {"hello", 64, 0, NULL, 30, NULL};
  double job_ns, before, after, exec_ns;
  if (!plain_processes(&before, &exec_ns) || !hyd_bn_job_run(&job, &job_ns, NULL) ||
      !plain_processes(&after, &exec_ns)) {
    hyd_bn_complain("start: 64 ranks or 64 plain processes could not be started");
    return false;
  }
  if (warm_up) return true;
  struct hyd_bn_table *t = &b->rows;
  struct hyd_bn_row *r = hyd_bn_row(t, "start", "hello, barrier, exit", -1, 64, "ms", "fork");
  hyd_bn_add(&r->value, job_ns / 1e6);
  hyd_bn_add(&r->ratio, job_ns / ((before + after) / 2));
  r = hyd_bn_row(t, "start", "64 x fork, exit, reap", -1, 0, "ms", "");
  hyd_bn_add(&r->value, before / 1e6);
  hyd_bn_add(&r->value, after / 1e6);
  r = hyd_bn_row(t, "start", "64 x fork, exec true, reap", -1, 0, "ms", "");
  hyd_bn_add(&r->value, exec_ns / 1e6);
  return true;
}

bool hyd_bn_suite_start(struct hyd_bn *b) {
  hyd_bn_progress(b, "start: 64 ranks");
  for (int i = -1; i < (b->quick ? 4 : 12); i++)
    if (!start_round(b, i < 0)) return false;
  return true;
}

bool hyd_bn_suite_idle(struct hyd_bn *b) {
  hyd_bn_progress(b, "idle: waiting for a late peer");
  const struct hyd_bn_job jobs[] = {{"idle", 2, b->quick ? 1 : 3, NULL, 40, NULL},
                                    {"waits", 2, hyd_bn_scaled(b, 1000), NULL, 40, NULL},
                                    {"waits", 4, hyd_bn_scaled(b, 1000), NULL, 40,
                                     NULL}}; /* twice the cores */
  bool ok = true;
  for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++)
    ok &= hyd_bn_job_rows(b, "idle", &jobs[i]);
  return ok;
}

/* The same messages where the system puts the ranks, as is the default, and with each on a core of
 * its own. */
bool hyd_bn_suite_bind(struct hyd_bn *b) {
  static const char *const settings[2][2] = {{"GASNET_BIND=0", NULL}, {"GASNET_BIND=1", NULL}};
  bool ok = true;
  hyd_bn_progress(b, "bind: messages of ranks that are bound to cores, or not");
  if (!hyd_bn_two_cores(b, "bind")) return false;
  for (int i = 0; i < (b->quick ? 2 : 6); i++)
    ok &= hyd_bn_job_rows(b, i % 2 ? "bound" : "unbound",
                          &(struct hyd_bn_job){"am", 2, hyd_bn_scaled(b, 100), NULL, 40,
                                               settings[i % 2]});
  return ok;
}

/* Runs the job; its time and the segment's size in MB. */
static bool reserve_once(const char *segsize, double *ns_p, double *mb_p) {
  const struct hyd_bn_job job = {"reserve", 4, 0, segsize, 30, NULL};
  json_t *records;
  if (!hyd_bn_job_run(&job, ns_p, &records)) return false;
  json_t *v = json_object_get(json_array_get(records, 0), "v");
  *mb_p = json_number_value(json_array_get(v, 0));
  json_decref(records);
  return true;
}

bool hyd_bn_suite_reserve(struct hyd_bn *b) {
  struct hyd_bn_table *t = &b->rows;
  double ns[3], mb[3];
  hyd_bn_progress(b, "reserve: 4 ranks, 64 GB each");
  for (int i = -1; i < (b->quick ? 6 : 20); i++) {
    if (!reserve_once("64MB/P", &ns[0], &mb[0]) || !reserve_once("64GB/P", &ns[1], &mb[1]) ||
        !reserve_once("64MB/P", &ns[2], &mb[2]))
      return false;
    if (mb[1] < 65536 || mb[0] > 64) {
      hyd_bn_complain("reserve: asked for 64 MB and 64 GB, got %.0f MB and %.0f MB", mb[0], mb[1]);
      return false;
    }
    if (i < 0) continue;
    struct hyd_bn_row *r =
        hyd_bn_row(t, "reserve", "start to end, 64 GB each", -1, 4, "ms", "64 MB");
    hyd_bn_add(&r->value, ns[1] / 1e6);
    hyd_bn_add(&r->ratio, ns[1] / ((ns[0] + ns[2]) / 2));
    r = hyd_bn_row(t, "reserve", "start to end, 64 MB each", -1, 4, "ms", "");
    hyd_bn_add(&r->value, ns[0] / 1e6);
  }
  return true;
}

bool hyd_bn_suite_memory(struct hyd_bn *b) {
  hyd_bn_progress(b, "memory: 64 ranks before use");
  if (!hyd_bn_job_rows(b, "memory", &(struct hyd_bn_job){"memory", 8, 0, NULL, 30, NULL}) ||
      !hyd_bn_job_rows(b, "memory", &(struct hyd_bn_job){"memory", 64, 0, NULL, 30, NULL}))
    return false;
  struct hyd_bn_row *few = hyd_bn_find(&b->rows, "memory", "resident (Rss)", -1, 8);
  struct hyd_bn_row *many = hyd_bn_find(&b->rows, "memory", "resident (Rss)", -1, 64);
  if (!few || !many) return false;
  double per_peer = (hyd_bn_median(&many->value) - hyd_bn_median(&few->value)) / 56;
  struct hyd_bn_row *r =
      hyd_bn_row(&b->rows, "memory", "resident per silent peer", -1, 64, "KB", "");
  hyd_bn_add(&r->value, per_peer);
  return true;
}

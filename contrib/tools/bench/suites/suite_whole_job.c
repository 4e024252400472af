/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_whole_job.c: what a job costs besides its messages: its start, waiting, reserved and
 * resident memory. A start is compared with plain processes started before and after it.
 */
#include "suites.h"

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
  enum { FEW = 8, MANY = 64 };
  hyd_bn_progress(b, "memory: 64 ranks before use");
  return hyd_bn_job_rows(b, "memory", &(struct hyd_bn_job){"memory", FEW, 0, NULL, 30, NULL}) &&
         hyd_bn_job_rows(b, "memory", &(struct hyd_bn_job){"memory", MANY, 0, NULL, 30, NULL}) &&
         hyd_bn_add_growth(b, "memory", "resident (Rss)", FEW, MANY, "resident per silent peer",
                           "KB");
}

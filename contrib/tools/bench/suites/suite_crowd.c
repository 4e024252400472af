/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_crowd.c: more ranks, or other processes, than cores. S is measured again before and after
 * each job, and the job's samples are divided by the mean of the two medians next to it.
 */
#include "suites.h"

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

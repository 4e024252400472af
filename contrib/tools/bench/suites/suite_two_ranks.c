/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_two_ranks.c: suites whose figures come from jobs of two ranks with a core each.
 */
#include "suites.h"

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

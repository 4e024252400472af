/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_udp.c: jobs over the loopback whose ranks share no memory. How datagrams are protected, and
 * how many are lost, is said by the job's environment.
 */
#include "suites.h"

#define ALONE "GASNET_CONDUIT=udp", "GASNET_SUPERNODE_MAXSIZE=1"

static const char *const mac[] = {ALONE, "GASNET_UDP_SECURITY=mac", "GASNET_UDP_FAULTS=", NULL};
static const char *const none[] = {ALONE, "GASNET_UDP_SECURITY=none", "GASNET_QUIET=1",
                                   "GASNET_UDP_FAULTS=", NULL};
static const char *const aead[] = {ALONE, "GASNET_UDP_SECURITY=aead", "GASNET_UDP_FAULTS=", NULL};

static bool speeds(struct hyd_bn *b) {
  static const char *const *const modes[] = {mac, none, aead};
  bool ok = true;
  for (int i = 0; i < 3; i++)
    ok &= hyd_bn_job_rows(b, "udp",
                          &(struct hyd_bn_job){"udp", 2, hyd_bn_scaled(b, 60), NULL, 55, modes[i]});
  return ok;
}

static bool local_completions(struct hyd_bn *b) {
  static const char *const *const modes[] = {mac, none};
  bool ok = true;
  for (int i = 0; i < 2; i++)
    ok &= hyd_bn_job_rows(
        b, "udp", &(struct hyd_bn_job){"udp-lc", 2, hyd_bn_scaled(b, 20), NULL, 55, modes[i]});
  return ok;
}

/* ---- loss ---------------------------------------------------------------- */

/* MB/s without loss. */
static bool lossless(struct hyd_bn *b, double *median_p) {
  const struct hyd_bn_job job = {"udp-loss", 2, hyd_bn_scaled(b, 40), NULL, 55, mac};
  struct hyd_bn_table one = {0};
  json_t *records, *record;
  if (!hyd_bn_job_run(&job, NULL, &records)) return false;
  record = json_array_get(records, 0);
  bool ok = record && !hyd_bn_take_record(&one, "udp", record) &&
            !hyd_bn_take_record(&b->rows, "udp", record);
  if (ok) *median_p = hyd_bn_median(&one.row[0]->value);
  hyd_bn_clear_table(&one);
  json_decref(records);
  if (!ok) hyd_bn_complain("udp: a job sent no results, or malformed ones");
  return ok;
}

/* Every job with losses lies between two without. */
static bool losses(struct hyd_bn *b) {
  static const char *const drop[][5] = {
      {ALONE, "GASNET_UDP_SECURITY=mac", "GASNET_UDP_FAULTS=drop=0", NULL},
      {ALONE, "GASNET_UDP_SECURITY=mac", "GASNET_UDP_FAULTS=drop=1", NULL},
      {ALONE, "GASNET_UDP_SECURITY=mac", "GASNET_UDP_FAULTS=drop=5", NULL}};
  double before, after;
  json_t *records;
  if (!lossless(b, &before)) return false;
  for (int i = 0; i < (b->quick ? 3 : 9); i++) {
    const struct hyd_bn_job job = {"udp-loss", 2, hyd_bn_scaled(b, 20), NULL, 55, drop[i % 3]};
    if (!hyd_bn_job_run(&job, NULL, &records)) return false;
    if (!lossless(b, &after)) {
      json_decref(records);
      return false;
    }
    if (!hyd_bn_take_relative(b, "udp", records, (before + after) / 2, "lossless")) return false;
    before = after;
  }
  return true;
}

/* ---- memory -------------------------------------------------------------- */

/* What every process of a job has allocated grows by so much for a peer: between 33 and 64 ranks,
 * of which each talks with the same six when they meet in barriers. */
static bool silent_peers(struct hyd_bn *b) {
  for (int ranks = 33; ranks <= 64; ranks += 31)
    if (!hyd_bn_job_rows(b, "udp", &(struct hyd_bn_job){"udp-memory", ranks, 0, NULL, 30, mac}))
      return false;
  return hyd_bn_add_growth(b, "udp", "allocated", 33, 64, "allocated per silent peer", "B");
}

static bool memory(struct hyd_bn *b) {
  bool ok = silent_peers(b);
  for (int ranks = 2; ranks <= 8; ranks *= 4)
    ok &= hyd_bn_job_rows(b, "udp", &(struct hyd_bn_job){"udp-active", ranks, 2, NULL, 55, mac});
  return ok;
}

bool hyd_bn_suite_udp(struct hyd_bn *b) {
  if (!hyd_bn_two_cores(b, "udp")) return false;
  hyd_bn_progress(b, "udp: datagrams between 2 ranks");
  bool ok = speeds(b);
  hyd_bn_progress(b, "udp: puts whose source the client wants back");
  ok &= local_completions(b);
  hyd_bn_progress(b, "udp: a rank that polls seldom");
  ok &= hyd_bn_job_rows(b, "udp",
                        &(struct hyd_bn_job){"udp-seldom", 2, b->quick ? 1 : 5, NULL, 55, mac});
  if (!b->quick)
    ok &= hyd_bn_job_rows(b, "udp", &(struct hyd_bn_job){"udp-seldom-usual", 2, 2, NULL, 55, mac});
  hyd_bn_progress(b, "udp: collectives");
  for (int ranks = 2; !b->quick && ranks <= 4; ranks *= 2)
    ok &= hyd_bn_job_rows(b, "udp",
                          &(struct hyd_bn_job){"udp-coll", ranks, hyd_bn_scaled(b, 40), NULL, 55,
                                               mac});
  hyd_bn_progress(b, "udp: losses");
  ok &= losses(b);
  hyd_bn_progress(b, "udp: memory, and the MAC");
  ok &= memory(b);
  hyd_bn_progress(b, "udp: simulated");
  ok &= hyd_bn_suite_sim(b);
  return ok & hyd_bn_job_rows(b, "udp",
                              &(struct hyd_bn_job){"udp-engine", 1, hyd_bn_scaled(b, 400), NULL, 30,
                                                   NULL});
}

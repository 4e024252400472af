/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_papers.c: what the papers on Firehose show, as figures for goals: the emulated network of
 * contrib/tools/bench/papers, threads that compete (contrib/tools/sim/firehose/contend.h), and many
 * simulated nodes against an oracle (contrib/tools/sim/firehose/traces.h). All but the threads is
 * virtual time, and the same on any machine.
 */
#include "suites.h"
#include "contrib/tools/sim/firehose/contend.h"
#include "contrib/tools/sim/firehose/traces.h"
#include "contrib/tools/bench/papers/papers.h"

static void add_row(struct hyd_bn *b, const char *name, const char *unit, double value) {
  hyd_bn_add(&hyd_bn_row(&b->rows, "papers", name, -1, 0, unit, "")->value, value);
}

static bool report_failure(const char *figure, const char *why) {
  hyd_bn_complain("papers: %s: %s", figure, why ? why : "out of memory");
  return false;
}

static bool working_sets(struct hyd_bn *b) {
  struct papers_fig3 f;
  double hits;
  hyd_bn_progress(b, "papers: figure 3");
  if (papers_fig3(&f, &cost_myrinet, b->quick)) return report_failure("figure 3", papers_wrong);
  add_row(b, "figure 3, at M", "of pin-all", papers_fig3_full(&f, &hits));
  add_row(b, "figure 3, beyond", "of firehose", papers_fig3_meets(&f));
  return true;
}

static bool kernels(struct hyd_bn *b) {
  struct papers_kernel k;
  hyd_bn_progress(b, "papers: Cannon's multiplication, bitonic sort");
  if (papers_cannon(&k, &cost_myrinet, b->quick)) return report_failure("Cannon", papers_wrong);
  add_row(b, "Cannon, hits", "%", 100 * k.run[FH_STRATEGY_FIREHOSE].hits);
  if (papers_bitonic(&k, &cost_myrinet, b->quick))
    return report_failure("bitonic sort", papers_wrong);
  add_row(b, "bitonic sort, hits", "%", 100 * k.run[FH_STRATEGY_FIREHOSE].hits);
  return true;
}

static bool shared_tables(struct hyd_bn *b) {
  struct papers_gups g;
  hyd_bn_progress(b, "papers: figure 7");
  if (papers_gups(&g, 400, b->quick)) return report_failure("figure 7", papers_wrong);
  add_row(b, "figure 7, fewer misses", "%", 100 * (1 - g.shared[g.n - 1] / g.separate[g.n - 1]));
  return true;
}

static bool one_setting(struct hyd_bn *b) {
  double worst = 0;
  hyd_bn_progress(b, "papers: one setting for all traces");
  for (int regions = 0; regions < 2; regions++) {
    struct cost c = cost_verbs;
    struct papers_adapt a;
    c.regions = regions;
    if (papers_adapt(&a, &c, b->quick)) return report_failure("traces", papers_wrong);
    for (int k = 0; k < PAPERS_TRACES; k++)
      if (papers_adapt_ratio(&a, k) > worst) worst = papers_adapt_ratio(&a, k);
  }
  add_row(b, "one setting, worst trace", "best fixed", worst);
  return true;
}

static bool threads(struct hyd_bn *b) {
  struct contend_result r;
  hyd_bn_progress(b, "papers: figure 8");
  if (contend_run(b->quick, &r)) return report_failure("figure 8", r.wrong);
  add_row(b, "figure 8, to 16 threads", "of one's", contend_least_rate(&r));
  add_row(b, "figure 8, slowest", "of fastest", contend_least_fairness(&r));
  return true;
}

static bool many_nodes(struct hyd_bn *b) {
  double pinned = 0;
  for (int k = 0; k < PATTERN_KINDS; k++) {
    struct traces_result t;
    hyd_bn_progress(b, "papers: traces of many nodes");
    if (traces_run((enum pattern_kind)k, b->quick, &t)) return report_failure("traces", t.wrong);
    if (traces_pinned(&t) > pinned) pinned = traces_pinned(&t);
    if (k != PATTERN_HOT_SPOT) continue;
    add_row(b, "hot-spot, misses", "oracle's", traces_of_least(&t, t.misses));
    add_row(b, "hot-spot, time", "oracle's", traces_cost(&t));
  }
  add_row(b, "most pinned, all traces", "of limit", pinned);
  return true;
}

bool hyd_bn_suite_papers(struct hyd_bn *b) {
  return working_sets(b) && kernels(b) && shared_tables(b) && one_setting(b) && threads(b) &&
         many_nodes(b);
}

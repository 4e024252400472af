/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_fig3.c: figure 3 as a table and a plot, and what the paper says of it.
 */
#include <errno.h>

#include "contrib/tools/bench/papers/report.h"

/* --- the table ------------------------------------------------------------ */

static void print_table(const struct papers_series *s, const char *what) {
  printf("\n  %s\n  %11s %8s", what, "working set", "hits");
  for (int k = 0; k < PAPERS_STRATEGIES; k++)
    printf(" %10s", fh_strategy_name((enum fh_strategy)k));
  printf("\n");
  for (uint32_t i = 0; i < s->n; i++) {
    printf("  %8.1f MB %6.2f %%", s->mb[i], 100 * s->hits[i]);
    for (int k = 0; k < PAPERS_STRATEGIES; k++) report_cell(s->value[i][k], 10, 2);
    printf("\n");
  }
}

/* --- the plot ------------------------------------------------------------- */

static void put_series(FILE *f, const struct papers_series *s) {
  for (uint32_t i = 0; i < s->n; i++) {
    fprintf(f, "%g", s->mb[i]);
    for (int k = 0; k < PAPERS_STRATEGIES; k++)
      if (s->value[i][k] < 0)
        fprintf(f, " -");
      else
        fprintf(f, " %g", s->value[i][k]);
    fprintf(f, "\n");
  }
  fprintf(f, "\n\n");
}

/* MB/s, by the times that the slides and the paper state alone: 64 KB in no less than an unpin
 * request. */
#define PAPER_UNPIN_US 6000.0

static double paper_unpin_rate(void) { return 65536 / (double)PAPERS_MB / (PAPER_UNPIN_US / 1e6); }

/* The paper's curves as far as its text says: firehose at full bandwidth up to M; with unpin, a
 * request a put. */
static void put_paper(FILE *f, const struct papers_fig3 *r) {
  const struct papers_series *s = &r->bandwidth;
  double full = s->value[0][FH_STRATEGY_PIN_ALL];
  fprintf(f, "%g %g\n%g %g\n\n\n", s->mb[0], full, r->m, full);
  fprintf(f, "%g %g\n%g %g\n", s->mb[0], paper_unpin_rate(), s->mb[s->n - 1], paper_unpin_rate());
}

static const char panels[] =
    "set multiplot layout 1,2\nset logscale xy\nset grid\nset xlabel 'working set, MB'\nset "
    "datafile missing '-'\n"
    "names = 'firehose rendezvous unpin pin-all bounce'\n"
    "set arrow 1 from m, graph 0 to m, graph 1 nohead dt 2\n"
    "set arrow 2 from mv, graph 0 to mv, graph 1 nohead dt 3\n"
    "set title '64 KB puts (dashed: M; dotted: M + MAXVICTIM)'\nset ylabel 'MB/s'\n"
    "set key at graph 0.98, 0.8 right top\n"
    "plot for [k=0:4] data index 0 using 1:k+2 with linespoints lc k+1 pt 7 ps 0.5 title "
    "word(names, k+1)";
static const char panels_paper[] =
    ", data index 2 with linespoints lc 8 dt 4 pt 4 title 'paper: firehose', "
    "data index 3 with lines lc 8 dt 3 title 'paper: an unpin request a put'";
static const char panels_rest[] =
    "\nset title 'blocking puts of 8 B'\nset ylabel 'µs'\nset key right center\nunset arrow\n"
    "plot for [k=0:4] data index 1 using 1:k+2 with linespoints lc k+1 pt 7 ps 0.5 title "
    "word(names, k+1)\n"
    "unset multiplot\n";

static void draw_fig3(const struct papers_options *o, const char *name, const struct papers_fig3 *r,
                      int is_paper) {
  char commands[2048];
  FILE *f = report_data(o, name);
  if (f == NULL) return;
  fprintf(f, "# working set in MB; firehose, rendezvous, unpin, pin-all, bounce: 64 KB, MB/s; then "
             "8 B, us; then what\n"
             "# the paper says of firehose and unpin with 64 KB\n");
  put_series(f, &r->bandwidth);
  put_series(f, &r->latency);
  if (is_paper) put_paper(f, r);
  fclose(f);
  snprintf(commands, sizeof commands, "m = %g\nmv = %g\n%s%s%s", r->m, r->m + r->maxvictim, panels,
           is_paper ? panels_paper : "", panels_rest);
  report_plot(o, name, commands);
}

/* --- what the paper says -------------------------------------------------- */

/* The least of firehose's bandwidth by the strategy's, over working sets up to M or beyond it. */
static double least_share(const struct papers_fig3 *r, enum fh_strategy of, int beyond) {
  const struct papers_series *s = &r->bandwidth;
  double least = 1e9;
  for (uint32_t i = 0; i < s->n; i++) {
    double ratio = s->value[i][FH_STRATEGY_FIREHOSE] / s->value[i][of];
    if ((s->mb[i] > r->m) == beyond && ratio >= 0 && ratio < least) least = ratio;
  }
  return least;
}

/* Beyond M: the most that a blocking put takes, of what it takes with unpin. */
static double latest(const struct papers_fig3 *r) {
  const struct papers_series *s = &r->latency;
  double most = 0;
  for (uint32_t i = 0; i < s->n; i++) {
    double ratio = s->value[i][FH_STRATEGY_FIREHOSE] / s->value[i][FH_STRATEGY_UNPIN];
    if (s->mb[i] > r->m && ratio > most) most = ratio;
  }
  return most;
}

/* MB: the largest working set that a rendezvous without unpin can have. */
static double stops(const struct papers_fig3 *r) {
  double last = 0;
  for (uint32_t i = 0; i < r->bandwidth.n; i++)
    if (r->bandwidth.value[i][FH_STRATEGY_RENDEZVOUS] >= 0) last = r->bandwidth.mb[i];
  return last;
}

/* The largest rise with the working set: 1 = there is none. */
static double rise(const struct papers_series *s) {
  double most = 1;
  for (uint32_t i = 1; i < s->n; i++) {
    double ratio = s->value[i][FH_STRATEGY_FIREHOSE] / s->value[i - 1][FH_STRATEGY_FIREHOSE];
    if (ratio > most) most = ratio;
  }
  return most;
}

static void judge_goals(const struct papers_fig3 *r) {
  double hits, full = papers_fig3_full(r, &hits), meets = papers_fig3_meets(r), last = stops(r);
  double beside = least_share(r, FH_STRATEGY_RENDEZVOUS, 0),
         above = least_share(r, FH_STRATEGY_UNPIN, 1);
  report_goals();
  report_goal("firehose at M: hits", "100 %", hits >= 1, "%.2f %%", 100 * hits);
  report_goal("firehose at M: of pin-all's bandwidth", "full", full >= 0.98, "%.1f %%", 100 * full);
  report_goal("up to M: of rendezvous without unpin, at least", "more (close behind)", beside >= 1,
              "%.4f", beside);
  report_goal("rendezvous without unpin stops at", "M", last == r->m, "%g MB", last);
  report_goal("beyond M: of rendezvous with unpin, at least", "no less", above >= 0.999, "%.3f",
              above);
  report_goal("graceful: rise with the working set, at most", "none", rise(&r->bandwidth) <= 1.005,
              "%.4f", rise(&r->bandwidth));
  report_goal("at the end: with-unpin's part of firehose's", "they meet", meets >= 0.85, "%.1f %%",
              100 * meets);
  report_goal("8 B: time of that with unpin, at most", "matches it", latest(r) <= 1.05, "%.3f",
              latest(r));
}

/* --- the figures ---------------------------------------------------------- */

static int show_one(const struct papers_options *o, const char *name, const struct cost *cost,
                    struct papers_fig3 *r) {
  int rc = papers_fig3(r, cost, o->quick);
  if (rc) return rc;
  printf("  M = %g MB, MAXVICTIM = %g MB, 2 nodes; '-': the strategy cannot have so much\n", r->m,
         r->maxvictim);
  print_table(&r->bandwidth, "64 KB, 8 at once: MB/s");
  print_table(&r->latency, "8 B, blocking: us");
  draw_fig3(o, name, r, cost == &cost_myrinet);
  judge_goals(r);
  return 0;
}

int papers_show_fig3(const struct papers_options *o) {
  struct papers_fig3 r;
  double pages = papers_fig3_unpin(&cost_myrinet, 0), regions = papers_fig3_unpin(&cost_myrinet, 1);
  char paper[40];
  int rc = show_one(o, "fig3", &cost_myrinet, &r);
  if (rc || pages < 0 || regions < 0) return rc ? rc : EPROTO;
  snprintf(paper, sizeof paper, "%.1f MB/s (6 ms a put)", paper_unpin_rate());
  report_goal("64 KB with unpin: one request unpins it all", paper,
              pages >= 0.9 * paper_unpin_rate(), "%.2f MB/s", pages);
  report_fact("the same where the network pins regions", "", "%.2f MB/s", regions);
  return 0;
}

int papers_show_verbs(const struct papers_options *o) {
  struct papers_fig3 r;
  return show_one(o, "verbs", &cost_verbs, &r);
}

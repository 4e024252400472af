/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_fig8.c: figure 8 as a table and a plot: what threads put that compete for the firehoses of
 * one put. Of numbers the paper's text gives the part of requests that took its path of deadlock
 * avoidance; of the rates it says how they go. It is measured in real time, so that a busy machine
 * is seen, and no two runs say quite the same: where other work keeps the processors busy, threads
 * are woken late, and `chrt --rr 1 papers --only fig8` measures the library.
 */
#include <errno.h>
#include <unistd.h>

#include "contrib/tools/sim/firehose/contend.h"
#include "contrib/tools/bench/papers/report.h"

#define LIMIT_S 300 /* if threads are stuck, nothing else ends it */
#define PAPER_AVOIDED_LEAST 0.75
#define PAPER_AVOIDED_MOST 0.85
#define PAPER_PEAK 4 /* threads */

/* --- the table ------------------------------------------------------------ */

static void print_table(const struct contend_result *r) {
  printf("\n  %7s %10s %9s %12s %12s %16s %8s %11s\n", "threads", "all, MB/s", "of one's",
         "a thread's:", "to", "slowest/fastest", "put off", "precedence");
  for (int k = 0; k < CONTEND_POINTS; k++) {
    const struct contend_point *p = &r->point[k];
    printf("  %7u %10.1f %9.3f %12.2f %12.2f %16.3f %8.3f %11.3f\n", p->threads, p->mb_s,
           p->mb_s / r->point[0].mb_s, p->slowest, p->fastest, p->fairness, p->contended,
           p->precedence);
  }
}

/* --- the plot ------------------------------------------------------------- */

static void put_data(FILE *f, const struct contend_point *p) {
  fprintf(f, "%u %.3f %.3f %.3f %.4f %.4f %.4f\n", p->threads, p->mb_s, p->slowest, p->fastest,
          p->fairness, p->contended, p->precedence);
}

static const char panels[] =
    "set multiplot layout 1,2\nset logscale x 2\nset grid\nset xrange [0.8:20]\nset xtics "
    "(1,2,4,8,16)\n"
    "set xlabel 'threads'\nset title '32 KB puts, f = 8'\nset ylabel 'MB/s'\nset yrange [0:*]\n"
    "set key at graph 0.98, 0.65 right\n"
    "plot data using 1:2 with linespoints lc 1 pt 7 title 'all threads', \\\n"
    "  '' using 1:($2/$1):3:4 with yerrorbars lc 2 pt 7 ps 0.6 title 'one thread: slowest, mean, "
    "fastest'\n"
    "set title 'fairness and contention'\nset ylabel 'ratio'\nset yrange [0:1.6]\nset key default\n"
    "set object 1 rectangle from graph 0, first least to graph 1, first most behind fc rgb "
    "'#dddddd' fs solid "
    "noborder\n"
    "plot data using 1:5 with linespoints lc 1 pt 7 title 'slowest/fastest', \\\n"
    "  '' using 1:6 with linespoints lc 3 pt 7 title 'requests that waited for room, a put', \\\n"
    "  '' using 1:7 with linespoints lc 4 pt 7 title 'that took precedence, a put', \\\n"
    "  NaN with boxes lc rgb '#dddddd' fs solid title 'paper: deadlock avoidance'\nunset "
    "multiplot\n";

static void draw_fig8(const struct papers_options *o, const struct contend_result *r) {
  FILE *f = report_data(o, "fig8");
  char commands[2048];
  if (f == NULL) return;
  fprintf(f, "# in real time: threads; MB/s of all, of the slowest thread, of the fastest; "
             "slowest/fastest; put off\n"
             "# and precedence, a put\n");
  for (int k = 0; k < CONTEND_POINTS; k++) put_data(f, &r->point[k]);
  fclose(f);
  snprintf(commands, sizeof commands, "least = %g\nmost = %g\n%s", PAPER_AVOIDED_LEAST,
           PAPER_AVOIDED_MOST, panels);
  report_plot(o, "fig8", commands);
}

/* --- what the paper says -------------------------------------------------- */

static double of_contended(const struct contend_point *p) { return p->contended; }
static double of_precedence(const struct contend_point *p) { return p->precedence; }

/* Reports the range of a figure over the points with competition. */
static void range(const struct contend_result *r, const char *what,
                  double (*of)(const struct contend_point *)) {
  double least = of(&r->point[1]), most = least;
  char paper[40];
  for (int k = 2; k < CONTEND_POINTS; k++) {
    double x = of(&r->point[k]);
    if (x < least) least = x;
    if (x > most) most = x;
  }
  snprintf(paper, sizeof paper, "%.0f to %.0f %% avoid deadlock", 100 * PAPER_AVOIDED_LEAST,
           100 * PAPER_AVOIDED_MOST);
  report_fact(what, paper, "%.0f to %.0f %% of puts", 100 * least, 100 * most);
}

static uint32_t peak(const struct contend_result *r) {
  int best = 0;
  for (int k = 1; k < CONTEND_POINTS; k++)
    if (r->point[k].mb_s > r->point[best].mb_s) best = k;
  return r->point[best].threads;
}

static void judge_goals(const struct contend_result *r) {
  double rate = contend_least_rate(r), fairness = contend_least_fairness(r);
  char paper[40];
  snprintf(paper, sizeof paper, "about %d threads", PAPER_PEAK);
  report_goals();
  report_goal("rate of up to 16 threads, of one's, at least", "slowly decreases: 0.9", rate >= 0.9,
              "%.3f", rate);
  report_goal("slowest thread's rate, of the fastest's", "very small errors: 0.9", fairness >= 0.9,
              "%.3f", fairness);
  report_fact("the most is put by", paper, "%u threads", peak(r));
  range(r, "requests that had to wait for room", of_contended);
  range(r, "requests that took precedence", of_precedence);
}

/* --- the figure ----------------------------------------------------------- */

int papers_show_fig8(const struct papers_options *o) {
  struct contend_result r;
  alarm(LIMIT_S);
  contend_run(o->quick, &r);
  alarm(0);
  if (r.wrong) return papers_wrong = r.wrong, EPROTO;
  printf(
      "  Threads of a node put %d KB each to random places of another node, whose firehoses are "
      "those of one put.\n"
      "  Real threads, in real time; the link, of 230 MB/s, is emulated. Medians of rounds. Put "
      "off: requests that\n"
      "  had to wait for room, precedence: those that then got it before others; for each put.\n",
      CONTEND_PUT / 1024);
  print_table(&r);
  draw_fig8(o, &r);
  judge_goals(&r);
  return 0;
}

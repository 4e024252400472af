/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_fig8.c: figure 8: the time of a page while all nodes fetch from one; beyond 16 nodes it is a
 * prediction.
 */
#include "contrib/layers/dsm/papers/fetch.h"
#include "contrib/layers/dsm/papers/show.h"

#define PAGES 1024u
#define PAPER_ASYNC 33.33 /* us, at 2 nodes */
#define PAPER_ARDMAR 59.49

static const uint32_t nodes[] = {2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 32, 64, 128, 256, 512, 1024};
#define ROWS (sizeof nodes / sizeof nodes[0])

static double at(const double *us, uint32_t n) {
  for (size_t i = 0; i < ROWS; i++)
    if (nodes[i] == n) return us[i];
  return -1;
}

/* The smallest number of nodes at which ARDMAR is faster. */
static uint32_t crossing(const double *async, const double *ardmar) {
  for (size_t i = 0; i < ROWS; i++)
    if (ardmar[i] < async[i]) return nodes[i];
  return 0;
}

static int within(double x, double of) { return x >= 0.9 * of && x <= 1.1 * of; }

static void print_goals(const double *async, const double *ardmar) {
  uint32_t cross = crossing(async, ardmar);
  double flat = at(ardmar, 16) / at(ardmar, 8);
  report_goals();
  report_goal("ASYNC, 2 nodes, us a page", "33.33, within 10 %", within(async[0], PAPER_ASYNC),
              "%.2f", async[0]);
  report_goal("ARDMAR, 2 nodes, us a page", "59.49, within 10 %", within(ardmar[0], PAPER_ARDMAR),
              "%.2f", ardmar[0]);
  report_goal("ARDMAR is the faster", "between 4 and 8 nodes", cross > 4 && cross <= 8,
              "from %u nodes on", cross);
  report_goal("ARDMAR, 16 nodes : 8 nodes", "levels off: <= 1.05", flat <= 1.05, "%.3f", flat);
  report_fact("ASYNC : ARDMAR, 16 nodes", "", "%.2f", at(async, 16) / at(ardmar, 16));
  report_fact("ASYNC : ARDMAR, 1,024 nodes (prediction)", "", "%.2f",
              at(async, 1024) / at(ardmar, 1024));
}

static void draw_figure(const struct papers_options *o, const double *async, const double *ardmar) {
  FILE *f = report_data(o, "fig8");
  if (f == NULL) return;
  fprintf(f, "# nodes; us a page: ASYNC, ARDMAR\n");
  for (size_t i = 0; i < ROWS; i++) fprintf(f, "%u %g %g\n", nodes[i], async[i], ardmar[i]);
  fclose(f);
  report_plot(o, "fig8",
              "set multiplot layout 1,2\nset grid\nset key left top\nset xlabel 'nodes'\n"
              "set ylabel 'µs a page'\nset title 'Figure 8: all nodes fetch from one'\n"
              "set xrange [2:16]\nset yrange [0:]\n"
              "plot data using 1:2 with linespoints lc 1 pt 7 title 'ASYNC', \\\n"
              "  '' using 1:3 with linespoints lc 2 pt 7 title 'ARDMAR', \\\n"
              "  '-' using 1:2 with points lc 0 pt 6 ps 2 title 'the paper, at 2 nodes'\n"
              "2 33.33\n2 59.49\ne\n"
              "set xrange [2:1024]\nset yrange [*:*]\nset logscale xy 2\n"
              "set key right bottom\nset title 'the same model beyond the paper'\n"
              "plot data using 1:2 with linespoints lc 1 pt 7 title 'ASYNC', \\\n"
              "  '' using 1:3 with linespoints lc 2 pt 7 title 'ARDMAR'\nunset multiplot\n");
}

int show_fig8(const struct papers_options *o) {
  double async[ROWS], ardmar[ROWS];
  uint32_t pages = o->quick ? 64 : PAGES;
  printf("Figure 8: page fetch under contention, on the paper's machines in virtual time\n\n"
         "  %6s %14s %14s\n",
         "nodes", "ASYNC, us", "ARDMAR, us");
  for (size_t i = 0; i < ROWS; i++) {
    async[i] = fetch_contended(&costs_paper, ASYNC, nodes[i], pages);
    ardmar[i] = fetch_contended(&costs_paper, ARDMAR, nodes[i], pages);
    printf("  %6u %14.2f %14.2f%s\n", nodes[i], async[i], ardmar[i],
           nodes[i] > 16 ? "   prediction" : "");
  }
  print_goals(async, ardmar);
  draw_figure(o, async, ardmar);
  return 0;
}

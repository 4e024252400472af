/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_fig7.c: figure 7 as a table and a plot, with an M that holds all of a table, and with one
 * that does not.
 */
#include "contrib/tools/bench/papers/report.h"

static double fewer(const double *shared, const double *others, uint32_t i) {
  return 100 * (1 - shared[i] / others[i]);
}

static void print_table(const struct papers_gups *g) {
  printf("\n  M = %g MB a node; misses of a node\n", g->m);
  printf("  %9s %12s %14s %8s %16s %8s\n", "table", "shared by 2", "separate, M/2", "fewer",
         "node of 1 thread", "fewer");
  for (uint32_t i = 0; i < g->n; i++)
    printf("  %6.2f MB %12.0f %14.0f %6.1f %% %16.0f %6.1f %%\n", g->mb[i], g->shared[i],
           g->separate[i], fewer(g->shared, g->separate, i), g->single[i],
           fewer(g->shared, g->single, i));
}

static void put_series(FILE *f, const struct papers_gups *g) {
  for (uint32_t i = 0; i < g->n; i++)
    fprintf(f, "%g %g %g %g\n", g->mb[i], g->shared[i], g->separate[i], g->single[i]);
  fprintf(f, "\n\n");
}

static void draw_fig7(const struct papers_options *o, const struct papers_gups *g) {
  FILE *f = report_data(o, "fig7");
  char commands[1024];
  if (f == NULL) return;
  fprintf(f, "# table in MB; misses of a node: of 2 threads that share, that do not; of one "
             "thread; for two Ms\n");
  for (int i = 0; i < 2; i++) put_series(f, &g[i]);
  fclose(f);
  snprintf(
      commands, sizeof commands,
      "set multiplot layout 1,2\nset logscale xy 2\nset grid\nset key left top\nset xlabel 'table, "
      "MB'\n"
      "set ylabel 'misses of a node'\nm = '%g %g'\ndo for [i=0:1] {\nset title 'M = '.word(m, "
      "i+1).' MB'\n"
      "plot data index i using 1:2 with linespoints lc 1 pt 7 title '2 threads share a table', \\\n"
      "  '' index i using 1:3 with linespoints lc 2 pt 7 title 'a table for each, of M/2', \\\n"
      "  '' index i using 1:4 with linespoints lc 3 pt 7 title '1 thread on a node "
      "(paper)'\n}\nunset multiplot\n",
      g[0].m, g[1].m);
  report_plot(o, "fig7", commands);
}

int papers_show_fig7(const struct papers_options *o) {
  struct papers_gups g[2];
  int rc = papers_gups(&g[0], 400, o->quick);
  if (rc == 0) rc = papers_gups(&g[1], 100, o->quick);
  if (rc) return rc;
  printf("  The paper says neither M nor the number of updates; where all fits, its layout can "
         "save 1/3 at most.\n");
  for (int i = 0; i < 2; i++) print_table(&g[i]);
  draw_fig7(o, g);
  report_goals();
  for (int i = 0; i < 2; i++) {
    uint32_t last = g[i].n - 1;
    double separate = fewer(g[i].shared, g[i].separate, last),
           single = fewer(g[i].shared, g[i].single, last);
    char what[80];
    snprintf(what, sizeof what, "largest table, M = %g MB: fewer than separate", g[i].m);
    report_goal(what, "35 %", separate >= 35, "%.1f %%", separate);
    snprintf(what, sizeof what, "the paper's layout: than nodes of 1 thread");
    report_goal(what, "35 %", single >= 35, "%.1f %%", single);
  }
  return 0;
}

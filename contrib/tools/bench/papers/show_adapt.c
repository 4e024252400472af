/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_adapt.c: times of traces by sizes of buckets, as a table for networks of regions and of
 * pages.
 */
#include "contrib/tools/bench/papers/report.h"

static void print_table(const struct papers_adapt *a, const char *kind) {
  printf("\n  %s-based, M = %g MB; times in parts of the best fixed size's\n", kind, a->m);
  printf("  %-20s", "trace");
  for (int b = 0; b < PAPERS_BUCKETS; b++) printf(" %5zu KB", papers_buckets[b] / 1024);
  printf(" %9s\n", "default");
  for (int k = 0; k < PAPERS_TRACES; k++) {
    double best = a->adaptive[k] / papers_adapt_ratio(a, k);
    printf("  %-20s", papers_traces[k]);
    for (int b = 0; b < PAPERS_BUCKETS; b++) printf(" %8.2f", a->fixed[k][b] / best);
    printf(" %9.2f\n", papers_adapt_ratio(a, k));
  }
}

static void put_data(FILE *f, const struct papers_adapt *a) {
  for (int k = 0; k < PAPERS_TRACES; k++) {
    double best = a->adaptive[k] / papers_adapt_ratio(a, k);
    fprintf(f, "\"%s\"", papers_traces[k]);
    for (int b = 0; b < PAPERS_BUCKETS; b++) fprintf(f, " %g", a->fixed[k][b] / best);
    fprintf(f, " %g\n", papers_adapt_ratio(a, k));
  }
  fprintf(f, "\n\n");
}

static void draw_adapt(const struct papers_options *o, const struct papers_adapt *a) {
  FILE *f = report_data(o, "adapt");
  if (f == NULL) return;
  fprintf(f, "# times in parts of the best fixed size's: buckets of 4, 16, 64, 256, 1024 KB; the "
             "default; for pages, regions\n");
  for (int i = 0; i < 2; i++) put_data(f, &a[i]);
  fclose(f);
  report_plot(
      o, "adapt",
      "set multiplot layout 1,2\nset style data histogram\nset style fill solid 0.8\nset grid y\n"
      "set logscale y 2\nset yrange [0.5:32]\nset xtics rotate by -15\nset key left top\n"
      "set ylabel 'time, of the best fixed size'\nkind = 'page-based region-based'\n"
      "do for [i=0:1] {\nset title word(kind, i+1)\nplot data index i using 2:xtic(1) title '4 "
      "KB', \\\n"
      "  '' index i using 3 title '16 KB', '' index i using 4 title '64 KB', \\\n"
      "  '' index i using 5 title '256 KB', '' index i using 6 title '1 MB', \\\n"
      "  '' index i using 7 title 'default'\n}\nunset multiplot\n");
}

int papers_show_adapt(const struct papers_options *o) {
  static const char *const kind[] = {"page", "region"};
  struct papers_adapt a[2];
  for (int regions = 0; regions < 2; regions++) {
    struct cost c = cost_verbs;
    int rc;
    c.regions = regions;
    if ((rc = papers_adapt(&a[regions], &c, o->quick))) return rc;
    print_table(&a[regions], kind[regions]);
  }
  draw_adapt(o, a);
  report_goals();
  for (int regions = 0; regions < 2; regions++)
    for (int k = 0; k < PAPERS_TRACES; k++) {
      double ratio = papers_adapt_ratio(&a[regions], k);
      char what[80];
      snprintf(what, sizeof what, "%s-based, %s", kind[regions], papers_traces[k]);
      report_goal(what, "1.10", ratio <= 1.10, "%.2f", ratio);
    }
  return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draw.c: two panels in one SVG, by gnuplot: latency and traffic over the number of ranks. Commands
 * and data go down a pipe, as gasnet-bench's do; nothing is written but the SVG.
 */
#include <string.h>

#include "contrib/tools/gnuplot/gnuplot.h"
#include "contrib/tools/sim/planner/planner.h"

static int points(FILE *to, const struct plan *p, const struct plan_op *op) {
  int n = 0;
  for (uint32_t i = 0; i < p->rows; i++) {
    const struct plan_row *r = &p->row[i];
    if (r->op != op) continue;
    if (to)
      fprintf(to, "%u %g %g\n", r->ranks, (double)r->latency_ps / 1e6, (double)r->bytes / 1e3);
    n++;
  }
  return n;
}

static void data(FILE *to, const struct plan *p) {
  for (int k = 0; plan_ops[k].name; k++) {
    if (!points(NULL, p, &plan_ops[k])) continue;
    fprintf(to, "$d%d << EOD\n", k);
    points(to, p, &plan_ops[k]);
    fprintf(to, "EOD\n");
  }
}

static void panel(FILE *to, const struct plan *p, const char *title, const char *unit, int column) {
  const char *before = "plot ";
  fprintf(to, "set title '%s'\nset ylabel '%s'\n", title, unit);
  for (int k = 0; plan_ops[k].name; k++) {
    if (!points(NULL, p, &plan_ops[k])) continue;
    fprintf(to, "%s$d%d using 1:%d with linespoints lc %d pt 7 ps 0.5 title '%s'", before, k,
            column, k + 1, plan_ops[k].name);
    before = ", ";
  }
  fprintf(to, "\n");
}

static void commands(const struct gnuplot *g, const struct plan *p, const char *file) {
  FILE *to = g->to;
  data(to, p);
  gnuplot_svg(g, 1100, 560, file);
  gnuplot_panels(g, 2, "gasnet-sim");
  fprintf(to, "set logscale x 2\nset logscale y\nset xlabel 'ranks'\n");
  panel(to, p, "predicted latency", "us", 2);
  panel(to, p, "predicted traffic, all ranks together", "KB", 3);
  fprintf(to, "unset multiplot\n");
}

int plan_draw(const struct plan *p, const char *file) {
  struct gnuplot g;
  int rc = gnuplot_start(&g);
  if (rc) {
    plan_complain("--plot needs gnuplot, which could not be started (%s); " GNUPLOT_INSTALL,
                  strerror(rc));
    return -1;
  }
  commands(&g, p, file);
  if (gnuplot_end(&g) == 0) return 0;
  plan_complain("gnuplot could not draw %s", file);
  return -1;
}

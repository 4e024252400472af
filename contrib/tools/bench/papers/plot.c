/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plot.c: figures by gnuplot: commands by a pipe, data from a file.
 */
#include <stdlib.h>

#include "contrib/tools/gnuplot/gnuplot.h"
#include "contrib/tools/bench/papers/report.h"

static char *path_of(const struct papers_options *o, const char *name, const char *kind) {
  char *path = NULL;
  return asprintf(&path, "%s/%s.%s", o->dir, name, kind) < 0 ? NULL : path;
}

static void draw_data(const struct gnuplot *g, const char *svg, const char *data,
                      const char *commands) {
  gnuplot_svg(g, 1100, 480, svg);
  fprintf(g->to, "data = ");
  gnuplot_quote(g, data);
  fprintf(g->to, "\n%s", commands);
}

void report_plot(const struct papers_options *o, const char *name, const char *commands) {
  static int missing;
  char *svg, *data;
  struct gnuplot g;
  if (missing) return;
  if (gnuplot_start(&g)) {
    missing = 1;
    fprintf(stderr, "papers: no plots, as gnuplot could not be started; " GNUPLOT_INSTALL "\n");
    return;
  }
  svg = path_of(o, name, "svg");
  data = path_of(o, name, "dat");
  if (svg && data) draw_data(&g, svg, data, commands);
  if (gnuplot_end(&g)) fprintf(stderr, "papers: gnuplot could not draw %s\n", svg ? svg : name);
  free(svg);
  free(data);
}

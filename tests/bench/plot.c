/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plot.c: two panels in one SVG, by gnuplot: latency and bandwidth over size. Commands and data go
 * down a pipe; nothing is written but the SVG.
 */
#include "bench.h"

#include <string.h>

#include "tests/gnuplot/gnuplot.h"

struct curve {
  const char *suite, *name, *title;
};
static const struct curve latency[] = {{"rma", "put latency", "put"},
                                       {"rma", "get latency", "get"},
                                       {"am", "Medium round trip", "AM Medium, round trip"},
                                       {"am", "Long round trip", "AM Long, round trip"}};
static const struct curve bandwidth[] = {{"limits", "memcpy", "memcpy"},
                                         {"rma", "put bandwidth", "put"},
                                         {"rma", "get bandwidth", "get"},
                                         {"am", "Medium bandwidth", "AM Medium"},
                                         {"am", "Long bandwidth", "AM Long"}};

static int points(FILE *to, const struct hyd_bn *b, const struct curve *c) {
  int n = 0;
  for (size_t i = 0; i < b->rows.n; i++) {
    struct hyd_bn_row *r = b->rows.row[i];
    if (strcmp(r->suite, c->suite) || strcmp(r->name, c->name) || r->bytes <= 0) continue;
    if (to)
      fprintf(to, "%ld %g %g %g\n", r->bytes, hyd_bn_median(&r->value), hyd_bn_pct(&r->value, 1),
              hyd_bn_pct(&r->value, 99));
    n++;
  }
  return n;
}

static void panel(FILE *to, const struct hyd_bn *b, const char *title, const char *unit,
                  const struct curve *curves, size_t n) {
  int drawn = 0;
  for (size_t i = 0; i < n; i++) {
    if (!points(NULL, b, &curves[i])) continue;
    fprintf(to, "$d%d << EOD\n", drawn++);
    points(to, b, &curves[i]);
    fprintf(to, "EOD\n");
  }
  if (!drawn) return;
  fprintf(to, "set key %s\nset title '%s'\nset ylabel '%s'\nplot ",
          strcmp(unit, "ns") ? "right bottom" : "left top", title, unit);
  int k = 0;
  for (size_t i = 0; i < n; i++)
    if (points(NULL, b, &curves[i])) {
      fprintf(to, "%s$d%d using 1:2 with linespoints lc %d pt 7 ps 0.5 title '%s'", k ? ", " : "",
              k, k + 1, curves[i].title);
      k++;
    }
  fprintf(to, "\n");
}

static void commands(const struct gnuplot *g, const struct hyd_bn *b, const char *file) {
  FILE *to = g->to;
  gnuplot_svg(g, 1100, 480, file);
  fprintf(to, "set multiplot layout 1,2\nset logscale x 2\nset logscale y\nset grid\nset xtics "
              "('8' 8, '64' 64, '512' 512, '4K' 4096, '64K' 65536, "
              "'1M' 1048576, '16M' 16777216)\n"
              "set xlabel 'bytes'\n");
  panel(to, b, "latency (median)", "ns", latency, sizeof latency / sizeof *latency);
  panel(to, b, "bandwidth (median)", "MB/s", bandwidth, sizeof bandwidth / sizeof *bandwidth);
  fprintf(to, "unset multiplot\n");
}

bool hyd_bn_plot(const struct hyd_bn *b, const char *file) {
  struct gnuplot g;
  int some = 0, rc;
  for (size_t i = 0; i < sizeof latency / sizeof *latency; i++)
    some += points(NULL, b, &latency[i]);
  for (size_t i = 0; i < sizeof bandwidth / sizeof *bandwidth; i++)
    some += points(NULL, b, &bandwidth[i]);
  if (!some) {
    hyd_bn_complain("nothing to plot: --plot needs the suite rma, am or limits");
    return false;
  }
  if ((rc = gnuplot_start(&g))) {
    hyd_bn_complain("--plot needs gnuplot, which could not be started (%s); " GNUPLOT_INSTALL, strerror(rc));
    return false;
  }
  commands(&g, b, file);
  if (gnuplot_end(&g) == 0) return true;
  hyd_bn_complain("gnuplot could not draw %s", file);
  return false;
}

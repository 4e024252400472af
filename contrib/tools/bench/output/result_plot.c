/* SPDX-License-Identifier: BSD-3-Clause
 *
 * result_plot.c: two panels in one SVG, by gnuplot: latency and bandwidth over size; or one, of the
 * ways to pin memory over the working set. Commands and data go down a pipe; nothing is written but
 * the SVG.
 */
#include "output.h"

#include <string.h>

#include "contrib/tools/gnuplot/gnuplot.h"

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

static const struct curve pinning[] = {{"ibv-pinning", "firehose", "firehose"},
                                       {"ibv-pinning", "rendezvous", "rendezvous, kept"},
                                       {"ibv-pinning", "unpin", "rendezvous, unpinned"},
                                       {"ibv-pinning", "pin-all", "everything pinned"},
                                       {"ibv-pinning", "bounce", "bounce buffers"}};

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
  fprintf(to, "set title '%s'\nset ylabel '%s'\nplot ", title, unit);
  int k = 0;
  for (size_t i = 0; i < n; i++)
    if (points(NULL, b, &curves[i])) {
      fprintf(to, "%s$d%d using 1:2 with linespoints lc %d pt 7 ps 0.5 title '%s'", k ? ", " : "",
              k, k + 1, curves[i].title);
      k++;
    }
  fprintf(to, "\n");
}

static const char scales[] =
    "set logscale x 2\nset logscale y\nset yrange [*:*] noextend\nset xtics rotate by -45 "
    "('8 B' 8, '64 B' 64, '512 B' 512, '4 KB' 4096, '32 KB' 32768, '256 KB' 262144, "
    "'2 MB' 2097152, '16 MB' 16777216, '128 MB' 134217728)\n";

static void pinning_commands(const struct gnuplot *g, const struct hyd_bn *b, const char *file) {
  gnuplot_svg(g, 700, 480, file);
  gnuplot_panels(g, 1, "gasnet-bench");
  fprintf(g->to, "%sset xlabel 'working set'\n", scales);
  panel(g->to, b, "put of 64 KB to a random place (median)", "µs", pinning,
        sizeof pinning / sizeof *pinning);
  fprintf(g->to, "unset multiplot\n");
}

static void commands(const struct gnuplot *g, const struct hyd_bn *b, const char *file) {
  FILE *to = g->to;
  gnuplot_svg(g, 1100, 560, file);
  gnuplot_panels(g, 2, "gasnet-bench");
  fprintf(to, "%sset xlabel 'size'\n", scales);
  panel(to, b, "latency (median)", "ns", latency, sizeof latency / sizeof *latency);
  panel(to, b, "bandwidth (median)", "MB/s", bandwidth, sizeof bandwidth / sizeof *bandwidth);
  fprintf(to, "unset multiplot\n");
}

static int all_points(const struct hyd_bn *b, const struct curve *curves, size_t n) {
  int some = 0;
  for (size_t i = 0; i < n; i++) some += points(NULL, b, &curves[i]);
  return some;
}

bool hyd_bn_plot(const struct hyd_bn *b, const char *file) {
  struct gnuplot g;
  int some = all_points(b, latency, sizeof latency / sizeof *latency) +
             all_points(b, bandwidth, sizeof bandwidth / sizeof *bandwidth);
  int pins = all_points(b, pinning, sizeof pinning / sizeof *pinning), rc;
  if (!some && !pins) {
    hyd_bn_complain("nothing to plot: --plot needs the suite rma, am, limits or ibv-pinning");
    return false;
  }
  if ((rc = gnuplot_start(&g))) {
    hyd_bn_complain("--plot needs gnuplot, which could not be started (%s); " GNUPLOT_INSTALL,
                    strerror(rc));
    return false;
  }
  if (some)
    commands(&g, b, file);
  else
    pinning_commands(&g, b, file);
  if (gnuplot_end(&g) == 0) return true;
  hyd_bn_complain("gnuplot could not draw %s", file);
  return false;
}

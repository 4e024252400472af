/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plot.c: two panels in one SVG, by gnuplot: latency and bandwidth over size. Commands and data go
 * down a pipe; nothing is written but the SVG.
 */
#include "bench.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

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

static void commands(FILE *to, const struct hyd_bn *b, const char *file) {
  fprintf(to, "set terminal svg size 1100,480 dynamic font 'sans,12'\nset output '");
  for (const char *c = file; *c; c++) fprintf(to, *c == '\'' ? "''" : "%c", *c);
  fprintf(to, "'\nset multiplot layout 1,2\nset logscale x 2\nset logscale y\nset grid\nset xtics "
              "('8' 8, '64' 64, '512' 512, '4K' 4096, '64K' 65536, "
              "'1M' 1048576, '16M' 16777216)\n"
              "set xlabel 'bytes'\n");
  panel(to, b, "latency (median)", "ns", latency, sizeof latency / sizeof *latency);
  panel(to, b, "bandwidth (median)", "MB/s", bandwidth, sizeof bandwidth / sizeof *bandwidth);
  fprintf(to, "unset multiplot\n");
}

bool hyd_bn_plot(const struct hyd_bn *b, const char *file) {
  int some = 0, ends[2], status = 0;
  for (size_t i = 0; i < sizeof latency / sizeof *latency; i++)
    some += points(NULL, b, &latency[i]);
  for (size_t i = 0; i < sizeof bandwidth / sizeof *bandwidth; i++)
    some += points(NULL, b, &bandwidth[i]);
  if (!some) {
    hyd_bn_complain("nothing to plot: --plot needs the suite rma, am or limits");
    return false;
  }
  if (pipe(ends)) return false;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[0], 0);
  posix_spawn_file_actions_addclose(&files, ends[1]);
  pid_t pid;
  char *argv[] = {"gnuplot", "-", NULL};
  int rc = posix_spawnp(&pid, "gnuplot", &files, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&files);
  close(ends[0]);
  if (rc) {
    close(ends[1]);
    hyd_bn_complain("--plot needs gnuplot, which could not be started (%s); on Debian: "
                    "apt-get install gnuplot-nox",
                    strerror(rc));
    return false;
  }
  FILE *to = fdopen(ends[1], "w");
  if (to) {
    commands(to, b, file);
    fclose(to);
  }
  waitpid(pid, &status, 0);
  if (status) hyd_bn_complain("gnuplot could not draw %s", file);
  return status == 0;
}

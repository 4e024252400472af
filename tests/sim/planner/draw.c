/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draw.c: two panels in one SVG, by gnuplot: latency and traffic over the number of ranks. Commands and data
 * go down a pipe, as gasnet-bench's do; nothing is written but the SVG.
 */
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/sim/planner/planner.h"

extern char **environ;

static int points(FILE *to, const struct plan *p, const struct plan_op *op) {
  int n = 0;
  for (uint32_t i = 0; i < p->rows; i++) {
    const struct plan_row *r = &p->row[i];
    if (r->op != op) continue;
    if (to) fprintf(to, "%u %g %g\n", r->ranks, (double)r->latency_ps / 1e6, (double)r->bytes / 1e3);
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
    fprintf(to, "%s$d%d using 1:%d with linespoints lc %d pt 7 ps 0.5 title '%s'", before, k, column, k + 1,
            plan_ops[k].name);
    before = ", ";
  }
  fprintf(to, "\n");
}

static void commands(FILE *to, const struct plan *p, const char *file) {
  data(to, p);
  fprintf(to, "set terminal svg size 1100,480 dynamic font 'sans,12'\nset output '");
  for (const char *c = file; *c; c++) fprintf(to, *c == '\'' ? "''" : "%c", *c);
  fprintf(to, "'\nset multiplot layout 1,2\nset logscale x 2\nset logscale y\nset grid\nset key left top\n"
              "set xlabel 'ranks'\n");
  panel(to, p, "predicted latency", "us", 2);
  panel(to, p, "predicted traffic, all ranks together", "KB", 3);
  fprintf(to, "unset multiplot\n");
}

/* Its standard input, or NULL. */
static FILE *start_gnuplot(pid_t *pid) {
  posix_spawn_file_actions_t files;
  char *argv[] = {(char *)(uintptr_t)"gnuplot", (char *)(uintptr_t)"-", NULL};
  int ends[2], rc;
  if (pipe(ends)) return NULL;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[0], 0);
  posix_spawn_file_actions_addclose(&files, ends[1]);
  rc = posix_spawnp(pid, "gnuplot", &files, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&files);
  close(ends[0]);
  if (rc == 0) return fdopen(ends[1], "w");
  close(ends[1]);
  plan_complain("--plot needs gnuplot, which could not be started (%s); on Debian: apt-get install gnuplot-nox",
                strerror(rc));
  return NULL;
}

int plan_draw(const struct plan *p, const char *file) {
  int status = 0;
  pid_t pid;
  FILE *to;
  signal(SIGPIPE, SIG_IGN);
  to = start_gnuplot(&pid);
  if (to == NULL) return -1;
  commands(to, p, file);
  fclose(to);
  waitpid(pid, &status, 0);
  if (status) plan_complain("gnuplot could not draw %s", file);
  return status ? -1 : 0;
}

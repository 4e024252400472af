/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gnuplot.c: see gnuplot.h.
 */
#include "contrib/tools/gnuplot/gnuplot.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int spawn(const int ends[2], pid_t *pid) {
  char *argv[] = {(char *)(uintptr_t) "gnuplot", (char *)(uintptr_t) "-", NULL};
  posix_spawn_file_actions_t files;
  int rc;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[0], 0);
  posix_spawn_file_actions_addclose(&files, ends[1]);
  rc = posix_spawnp(pid, "gnuplot", &files, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&files);
  return rc;
}

int gnuplot_start(struct gnuplot *g) {
  int ends[2], rc;
  if (pipe(ends)) return errno;
  rc = spawn(ends, &g->pid);
  close(ends[0]);
  if (rc) {
    close(ends[1]);
    return rc;
  }
  signal(SIGPIPE, SIG_IGN);
  g->to = fdopen(ends[1], "w");
  if (g->to) return 0;
  rc = errno;
  close(ends[1]);
  waitpid(g->pid, NULL, 0);
  return rc;
}

void gnuplot_quote(const struct gnuplot *g, const char *text) {
  fputc('\'', g->to);
  for (const char *c = text; *c; c++) fprintf(g->to, *c == '\'' ? "''" : "%c", *c);
  fputc('\'', g->to);
}

void gnuplot_svg(const struct gnuplot *g, int width, int height, const char *file) {
  fprintf(g->to,
          "set encoding utf8\nset terminal svg size %d,%d dynamic font 'sans,12'\nset output ",
          width, height);
  gnuplot_quote(g, file);
  fputc('\n', g->to);
}

int gnuplot_missing(void) {
  const char *path = getenv("PATH");
  char file[4096];
  while (path && *path) {
    int n = (int)strcspn(path, ":");
    snprintf(file, sizeof file, "%.*s/gnuplot", n, path);
    if (access(file, X_OK) == 0) return 0;
    path += n + (path[n] == ':');
  }
  return ENOENT;
}

/* The processor's name in /proc/cpuinfo. */
static void processor(char *name, size_t size) {
  char line[256];
  FILE *f = fopen("/proc/cpuinfo", "re");
  snprintf(name, size, "an unknown processor");
  while (f && fgets(line, sizeof line, f)) {
    char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) || !colon) continue;
    colon[strcspn(colon, "\n")] = 0;
    snprintf(name, size, "%s", colon + 2);
    break;
  }
  if (f) fclose(f);
}

void gnuplot_panels(const struct gnuplot *g, int columns, const char *program) {
  char name[200], date[16], text[320];
  time_t now = time(NULL);
  struct tm tm;
  processor(name, sizeof name);
  strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&now, &tm));
  snprintf(text, sizeof text, "%s, %ld cores; %s; %s %s", name, sysconf(_SC_NPROCESSORS_ONLN), date,
           program, PACKAGE_VERSION);
  fprintf(g->to, "set multiplot layout 1,%d title ", columns);
  gnuplot_quote(g, text);
  fprintf(g->to, " noenhanced font 'sans,11'\nset key below height 1.5\nset grid\n"
                 "set offsets graph 0.03, graph 0.03, graph 0.03, graph 0.03\n");
}

int gnuplot_end(struct gnuplot *g) {
  int status = 0;
  fclose(g->to);
  waitpid(g->pid, &status, 0);
  return status;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plot.c: gnuplot, which gets its commands by a pipe and the data from a file.
 */
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/papers/report.h"

extern char **environ;

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
  return NULL;
}

static void put_path(FILE *to, const struct papers_options *o, const char *name, const char *kind) {
  fputc('\'', to);
  for (const char *c = o->dir; *c; c++) fprintf(to, *c == '\'' ? "''" : "%c", *c);
  fprintf(to, "/%s.%s'\n", name, kind);
}

void report_plot(const struct papers_options *o, const char *name, const char *commands) {
  static int missing;
  int status = 0;
  pid_t pid;
  FILE *to;
  if (missing) return;
  signal(SIGPIPE, SIG_IGN);
  to = start_gnuplot(&pid);
  if (to == NULL) {
    missing = 1;
    fprintf(stderr, "papers: no plots, as gnuplot could not be started; on Debian: apt-get install gnuplot-nox\n");
    return;
  }
  fprintf(to, "set terminal svg size 1100,480 dynamic font 'sans,12'\nset output ");
  put_path(to, o, name, "svg");
  fprintf(to, "data = ");
  put_path(to, o, name, "dat");
  fputs(commands, to);
  fclose(to);
  waitpid(pid, &status, 0);
  if (status) fprintf(stderr, "papers: gnuplot could not draw %s/%s.svg\n", o->dir, name);
}

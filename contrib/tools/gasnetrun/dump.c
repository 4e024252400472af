/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dump.c: gasnetrun --dump JOB. The signal that asks for a dump ends a process that does not expect
 * it, so that only those are sent one that do.
 *
 * For a rank it goes to its supervisor, which dumps the whole job, or to the agent that started it,
 * which asks gasnetrun, which asks all agents. A rank that another process manager has started
 * knows those of its host only. What ranks say goes to the job's stderr; which of them wait for
 * which is looked at from outside (rows.h), and goes to ours.
 */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "contrib/tools/gasnetrun/rows.h"
#include "contrib/tools/gasnetrun/run.h"
#include "core/diag/dump_signal.h"
#include "core/diag/wait_graph.h"
#include "core/sys/memory_file.h"

extern char **environ;

static void ask_for_dump(const struct hyd_job_found *job) {
  int alone = job->role == HYD_IS_RANK, of_rank = job->named == HYD_IS_RANK;
  const union sigval all = {.sival_int = HYD_DUMP_HOST};
  const char *what = alone ? "a rank without a launcher of gasnetrun's: for the ranks of its host"
                     : job->role == HYD_IS_LAUNCHER ? "the job's launcher"
                     : job->role == HYD_IS_AGENT
                         ? of_rank ? "the agent of that rank" : "an agent of the job's"
                     : of_rank ? "the supervisor of that rank"
                               : "the job's supervisor";
  if (alone ? sigqueue(job->pid, HYD_DUMP_SIGNAL, all) : kill(job->pid, HYD_DUMP_SIGNAL))
    hyd_die(1, "--dump: cannot signal process %d (%s): %s", (int)job->pid, job->name,
            strerror(errno));
  printf("%s: asked process %d (%s, %s) for a dump; it goes to the job's stderr\n",
         program_invocation_short_name, (int)job->pid, job->name, what);
}

/* --- the graph ------------------------------------------------------------ */

static struct hyd_wait_graph *graph_of(const struct hyd_rows *rows) {
  struct hyd_place *place = calloc(rows->n + 1, sizeof *place);
  struct hyd_wait_graph *g;
  for (uint32_t i = 0; place && i < rows->n; i++) place[i] = rows->row[i].place;
  g = place ? hyd_wait_graph_new(place, rows->n) : NULL;
  free(place);
  return g;
}

/* The command line has been checked to have one. */
static const char *ending_of(const char *file) { return strrchr(file, '.') + 1; }

/* By dot(1); `source` is read from its beginning. */
static void run_dot(const char *file, int source) {
  char format[8];
  char *argv[] = {(char *)(uintptr_t) "dot", format, (char *)(uintptr_t) "-o",
                  (char *)(uintptr_t)file, NULL};
  posix_spawn_file_actions_t files;
  int status = 0, err;
  pid_t pid;
  snprintf(format, sizeof format, "-T%.4s", ending_of(file));
  lseek(source, 0, SEEK_SET);
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, source, STDIN_FILENO);
  err = posix_spawnp(&pid, argv[0], &files, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&files);
  if (err)
    hyd_die(1,
            "--draw %.80s: dot: %s; expected graphviz, which a name that ends in .dot does without",
            file, strerror(err));
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (status) hyd_die(1, "--draw %.80s: dot failed", file);
}

static void draw_waits(const struct hyd_wait_graph *g, const char *file) {
  int is_made = strcmp(ending_of(file), "dot") == 0,
      fd = is_made ? -1 : hyd_memory_file("hydrant-graph", NULL);
  FILE *f = is_made ? fopen(file, "we") : fd >= 0 ? fdopen(fd, "w+") : NULL;
  if (f == NULL) hyd_die(1, "--draw %.80s: %s", file, strerror(errno));
  hyd_wait_graph_dot(g, f);
  if (fflush(f) || ferror(f)) hyd_die(1, "--draw %.80s: %s", file, strerror(errno));
  if (!is_made) run_dot(file, fd);
  fclose(f);
  printf("%s: wrote %s\n", program_invocation_short_name, file);
}

static void show_graph(const struct hyd_rows *rows, int err, const char *file) {
  struct hyd_wait_graph *g = err ? NULL : graph_of(rows);
  if (g == NULL) {
    hyd_say("--dump: which ranks wait for which is not known: %s",
            hyd_rows_why(err ? err : ENOMEM));
    if (file) exit(1);
    return;
  }
  if (rows->silent) hyd_say("--dump: %u hosts have not answered", rows->silent);
  if (rows->n > 1 || file) hyd_wait_graph_text(g, stdout);
  if (file) draw_waits(g, file);
  hyd_wait_graph_free(g);
}

int hyd_run_dump(const char *word, const char *file) {
  struct hyd_job_found job;
  struct hyd_rows rows = {0};
  int err;
  hyd_job_find(&job, "--dump", word);
  err = hyd_rows_ask(&rows, &job, 0); /* before ranks are disturbed */
  ask_for_dump(&job);
  fflush(stdout);
  show_graph(&rows, err, file);
  hyd_rows_free(&rows);
  return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnetrun.c: gasnetrun -n N program: checks that the program can be such a job, sets its
 * environment and becomes it, or starts it on hosts. See run.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>

#include <gasnet_config.h>

#include "contrib/tools/gasnetrun/agent.h"
#include "contrib/tools/gasnetrun/run.h"
#include "core/watch/perf_table.h"
#include "core/watch/trace_join.h"

#define LEAST_STACK (32u << 10)

/* In one write, as other processes may write there, too. */
static void write_message(const char *fmt, va_list ap) {
  char *text = NULL;
  if (vasprintf(&text, fmt, ap) < 0) text = NULL;
  fprintf(stderr, "%s: %s\n", program_invocation_short_name, text ? text : "out of memory");
  free(text);
}

void hyd_say(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  write_message(fmt, ap);
  va_end(ap);
}

void hyd_die(int status, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  write_message(fmt, ap);
  va_end(ap);
  exit(status);
}

void hyd_wrong(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  write_message(fmt, ap);
  va_end(ap);
  exit(HYD_RUN_USAGE);
}

void hyd_say_words(const char *what, char **words) {
  fprintf(stderr, "%s: %s", program_invocation_short_name, what);
  for (; *words; words++) fprintf(stderr, " '%s'", *words);
  fputc('\n', stderr);
}

static void find_program(const char *name, char *path, size_t size) {
  int err = hyd_run_find(name, path, size);
  if (err == 0) return;
  if (err == ENOENT && strchr(name, '/') == NULL && access(name, X_OK) == 0)
    hyd_die(HYD_RUN_NOT_FOUND, "%s: not found in PATH; did you mean ./%s?", name, name);
  if (err == EACCES)
    hyd_die(HYD_RUN_CANNOT_RUN,
            "%s: not executable: %s; expected permission to run the file (chmod +x)", name,
            strerror(err));
  if (err == EISDIR) hyd_die(HYD_RUN_CANNOT_RUN, "%s: is a directory", name);
  hyd_die(HYD_RUN_NOT_FOUND, "%s: %s; expected a program in PATH, or the path of one", name,
          err == ENOENT ? "no such program" : strerror(err));
}

static int has_name(const struct hyd_run_idents *ids, const char *name) {
  for (int i = 0; i < ids->conduits; i++)
    if (strcasecmp(ids->conduit[i], name) == 0) return 1;
  return 0;
}

/* Refuses a program of another GASNet, or of a conduit that is not here. `err`: its file could not
 * be read, as it may be executable without being readable. */
static void check_program(const struct hyd_run *run, const char *path, enum hyd_spawner spawner,
                          int err, const struct hyd_run_idents *ids) {
  if (err) return;
  if (ids->conduits == 0) {
    if (run->verbose || (ids->elf && spawner == HYD_BY_FORK && !hyd_run_is_quiet()))
      hyd_say("note: %s is not a Hydrant program; assuming a wrapper", path);
    return;
  }
  if (run->fixed_conduit && !has_name(ids, run->fixed_conduit))
    hyd_die(HYD_RUN_CANNOT_RUN, "%s was compiled for conduit %s; expected %s", path,
            ids->conduit[0], run->fixed_conduit);
  for (int i = 0; i < ids->conduits; i++)
    if (hyd_run_has_conduit(ids->conduit[i])) goto known;
  hyd_die(HYD_RUN_CANNOT_RUN, "%s was compiled for conduit %s; this build has: %s", path,
          ids->conduit[0], hyd_run_conduits());
known:
  if (!ids->fork_spawner && spawner == HYD_BY_FORK)
    hyd_die(HYD_RUN_CANNOT_RUN, "%s was linked without the fork spawner ($GASNetFORKSpawner$)",
            path);
}

/* The conduit that the ranks will take. */
static const char *conduit_of(const struct hyd_run *run, const struct hyd_run_idents *ids) {
  const char *variable = getenv("GASNET_CONDUIT");
  if (run->conduit) return run->conduit;
  if (variable && *variable) return variable;
  return ids->conduits ? ids->conduit[0] : "smp";
}

static void set(const struct hyd_run *run, const char *name, const char *value) {
  if (setenv(name, value, 1))
    hyd_die(1, "cannot set %s: %s; expected room in the environment", name, strerror(errno));
  if (run->verbose || run->dry_run) hyd_say("%s=%s", name, value);
}

/* The library takes GASNET_PSHM_NODES for a job of its own to fork. */
static void set_spawner(const struct hyd_run *run, enum hyd_spawner spawner, const char *conduit) {
  char number[24], variable[64];
  const char *now;
  snprintf(number, sizeof number, "%ld", run->ranks);
  hyd_spawner_variable(conduit, variable, sizeof variable);
  if (spawner == HYD_BY_FORK)
    set(run, "GASNET_PSHM_NODES", number);
  else
    unsetenv("GASNET_PSHM_NODES");
  now = getenv(variable);
  if (run->spawner || (now && (spawner == HYD_BY_FORK || strcasecmp(now, "fork") == 0)))
    set(run, variable, hyd_spawner_name(spawner));
}

/* A file of this job's, in the directory that its ranks share. */
static void set_perf(const struct hyd_run *run) {
  char dir[PATH_MAX], name[PATH_MAX + 40];
  if (getcwd(dir, sizeof dir) == NULL)
    hyd_wrong("working directory: getcwd: %s; " HYD_RUN_HERE, strerror(errno));
  snprintf(name, sizeof name, "%s/.gasnet-perf.%d", dir, (int)getpid());
  set(run, "GASNET_PERF", name);
}

static void set_environment(const struct hyd_run *run, enum hyd_spawner spawner,
                            const struct hyd_run_idents *ids) {
  const char *conduit = run->fixed_conduit ? NULL : run->conduit;
  const char *now = getenv("GASNET_CONDUIT");
  set_spawner(run, spawner, conduit_of(run, ids));
  if (conduit && (!has_name(ids, conduit) || (now && *now))) set(run, "GASNET_CONDUIT", conduit);
  if (run->fixed_conduit && now && *now) set(run, "GASNET_CONDUIT", run->fixed_conduit);
  if (run->verbose && !getenv("GASNET_VERBOSEENV")) set(run, "GASNET_VERBOSEENV", "1");
  if (run->verbose > 1) set(run, "GASNET_SPAWN_VERBOSE", "1");
  if (run->bind) set(run, "GASNET_BIND", "1");
  if (run->perf) set_perf(run);
  if (run->trace) set(run, "GASNET_TRACEFILE", run->trace);
  if (run->show_binding) set(run, "GASNET_SHOW_BINDING", "1");
  if (run->depth) set(run, "GASNET_NETWORKDEPTH", run->depth);
}

static void show_command(const struct hyd_run *run, enum hyd_spawner spawner, const char *path) {
  char what[PATH_MAX + 16];
  if (!run->verbose || spawner == HYD_BY_MPI || spawner == HYD_BY_PMI)
    return; /* those show theirs */
  snprintf(what, sizeof what, "%s %s", run->dry_run ? "would run:" : "running:", path);
  hyd_say_words(what, run->program + 1);
}

/* Joins the traces of a job that is over and had no supervisor to outlive its ranks.
 * Those of other hosts are missing. */
static void join_parts(void) {
  const char *file = getenv("GASNET_TRACEFILE");
  char why[256];
  if (file && hyd_trace_is_name(file) && hyd_trace_join(file, why, sizeof why) < 0)
    hyd_say("GASNET_TRACEFILE %s: %s", file, why);
  if ((file = getenv("GASNET_PERF")) != NULL) hyd_perf_print(file, stderr);
}

static int job_over_hosts(struct hyd_run *run, enum hyd_spawner spawner, const char *path) {
  int status = hyd_ssh_job(run, spawner, path);
  if (!run->dry_run) join_parts();
  return status;
}

static int start_job(struct hyd_run *run, enum hyd_spawner spawner, const char *path) {
  if (spawner == HYD_BY_SSH || spawner == HYD_BY_CUSTOM) return job_over_hosts(run, spawner, path);
  if (spawner != HYD_BY_FORK) hyd_mpirun_job(run, spawner, path);
  if (run->dry_run) return 0;
  execv(path, run->program);
  hyd_die(HYD_RUN_CANNOT_RUN, "cannot run %s: execve: %s; expected a program for this machine",
          path, strerror(errno));
}

/* The fork spawner's program reads before init, as one process, and all ranks have that. */
static void prepare_input(const struct hyd_run *run, enum hyd_spawner spawner) {
  int null;
  if (run->input != HYD_INPUT_NONE || spawner == HYD_BY_SSH || spawner == HYD_BY_CUSTOM) return;
  if ((null = open("/dev/null", O_RDONLY | O_CLOEXEC)) < 0 || dup2(null, STDIN_FILENO) < 0)
    hyd_die(1, "-stdin none: /dev/null: %s", strerror(errno));
}

static int run_job(struct hyd_run *run) {
  static char path[PATH_MAX];
  struct hyd_run_idents ids;
  enum hyd_spawner spawner;
  int err;
  run->verbose += run->dry_run && !run->verbose;
  find_program(run->program[0], path, sizeof path);
  err = hyd_run_scan_file(path, &ids);
  if (ids.input_until_init && !run->input_given) run->input = HYD_INPUT_INIT;
  spawner = hyd_spawner_choose(run, conduit_of(run, &ids), err || ids.conduits);
  if (strcasecmp(conduit_of(run, &ids), "mpi") == 0) run->mpirun = hyd_mpirun_of(ids.mpi);
  check_program(run, path, spawner, err, &ids);
  set_environment(run, spawner, &ids);
  show_command(run, spawner, path);
  prepare_input(run, spawner);
  return start_job(run, spawner, path);
}

/* Ends gasnetrun with a message if its stack is too small for the functions of the C library, which
 * would die of SIGSEGV. The message itself needs little stack. */
static void check_stack(void) {
  static char line[160];
  struct rlimit r;
  if (getrlimit(RLIMIT_STACK, &r) || r.rlim_cur >= LEAST_STACK) return;
  snprintf(line, sizeof line,
           "%.40s: a stack of %u KB (ulimit -s) is too small; expected %u at least\n",
           program_invocation_short_name, (unsigned)(r.rlim_cur / 1024), LEAST_STACK / 1024);
  (void)!write(STDERR_FILENO, line, strlen(line));
  _exit(1);
}

int main(int argc, char **argv) {
  struct hyd_run run;
  if (*program_invocation_short_name == '\0')
    program_invocation_short_name = (char *)(uintptr_t) "gasnetrun";
  check_stack();
  if (argc == 2 && strcmp(argv[1], "--agent") == 0) return hyd_agent_main(NULL, -1);
  if (argc == 3 && strcmp(argv[1], "--agent") == 0)
    return hyd_agent_main(NULL, (int)hyd_run_number("--agent ", argv[2], 3, INT_MAX));
  if (argc == 3 && strcmp(argv[1], "--worker") == 0) return hyd_agent_main(argv[2], -1);
  hyd_run_parse(&run, program_invocation_short_name, argc, argv);
  switch (run.action) {
  case HYD_RUN_HELP: fputs(hyd_run_usage(), stdout); return 0;
  case HYD_RUN_VERSION:
    printf("gasnetrun (Hydrant) %s, GASNet %d.%d.%d; conduits: %s\n", HYD_VERSION,
           GASNET_RELEASE_VERSION_MAJOR, GASNET_RELEASE_VERSION_MINOR, GASNET_RELEASE_VERSION_PATCH,
           hyd_run_conduits());
    return 0;
  case HYD_RUN_DUMP: return hyd_run_dump(run.job, run.draw);
  case HYD_RUN_TOP: return hyd_run_top(run.program + 1);
  case HYD_RUN_DOCTOR: return hyd_run_doctor();
  case HYD_RUN_ENV: return hyd_run_env(run.program[1]);
  case HYD_RUN_JOB: return run_job(&run);
  }
  return 1;
}

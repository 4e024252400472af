/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnetrun.c: gasnetrun -n N program: checks that the program can be such a job, sets its
 * environment and becomes it, or starts it on hosts. See run.h.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "core/launch/node.h"
#include "core/launch/run.h"
#include "core/launch/ssh_job.h"

static const char *self;

static __attribute__((format(printf, 2, 3), noreturn)) void die(int status, const char *fmt, ...) {
  va_list ap;
  fprintf(stderr, "%s: ", self);
  va_start(ap, fmt);
  vfprintf(stderr, fmt, ap);
  va_end(ap);
  fputc('\n', stderr);
  exit(status);
}

static void find_program(const char *name, char *path, size_t size) {
  int err = hyd_run_find(name, path, size);
  if (err == 0) return;
  if (err == ENOENT && strchr(name, '/') == NULL && access(name, X_OK) == 0)
    die(HYD_RUN_NOT_FOUND, "%s: not found in PATH; did you mean ./%s?", name, name);
  if (err == EACCES) die(HYD_RUN_CANNOT_RUN, "%s: not executable", name);
  if (err == EISDIR) die(HYD_RUN_CANNOT_RUN, "%s: is a directory", name);
  die(HYD_RUN_NOT_FOUND, "%s: %s", name, err == ENOENT ? "no such program" : strerror(err));
}

static int has_name(const struct hyd_run_idents *ids, const char *name) {
  for (int i = 0; i < ids->conduits; i++)
    if (strcasecmp(ids->conduit[i], name) == 0) return 1;
  return 0;
}

/* Refuses a program of another GASNet, or of a conduit that is not here. */
static void check_program(const struct hyd_run *run, const char *path, int over_hosts,
                          struct hyd_run_idents *ids) {
  const char *quiet = getenv("GASNET_QUIET");
  if (hyd_run_scan_file(path, ids)) return; /* may be executable without being readable */
  if (ids->conduits == 0) {
    if (run->verbose || (ids->elf && (quiet == NULL || quiet[0] == '\0' || quiet[0] == '0')))
      fprintf(stderr, "%s: note: %s has no $GASNetConduitName$; taking it for a wrapper\n", self,
              path);
    return;
  }
  if (run->fixed_conduit && !has_name(ids, run->fixed_conduit))
    die(HYD_RUN_CANNOT_RUN, "%s was compiled for conduit %s; expected %s", path, ids->conduit[0],
        run->fixed_conduit);
  for (int i = 0; i < ids->conduits; i++)
    if (hyd_run_has_conduit(ids->conduit[i])) goto known;
  die(HYD_RUN_CANNOT_RUN, "%s was compiled for conduit %s; this build has: %s", path,
      ids->conduit[0], hyd_run_conduits());
known:
  if (!ids->fork_spawner && !over_hosts)
    die(HYD_RUN_CANNOT_RUN, "%s was linked without the fork spawner ($GASNetFORKSpawner$)", path);
}

/* Whether the job runs over hosts. The fork spawner has one. */
static int choose_spawner(struct hyd_run *run) {
  int over_hosts = hyd_ssh_wanted(run);
  if (over_hosts < 0) die(HYD_RUN_USAGE, "%s", run->error);
  if (!over_hosts && run->hosts > 1)
    die(HYD_RUN_USAGE, "-N %ld: conduit %s runs on one host with the fork spawner (-H, -spawner=ssh)", run->hosts,
        run->conduit ? run->conduit : "smp");
  return over_hosts;
}

static void set(const struct hyd_run *run, const char *name, const char *value) {
  if (setenv(name, value, 1)) die(1, "cannot set %s: %s", name, strerror(errno));
  if (run->verbose || run->dry_run) fprintf(stderr, "%s: %s=%s\n", self, name, value);
}

static void set_environment(const struct hyd_run *run, int over_hosts, const struct hyd_run_idents *ids) {
  char number[24];
  const char *conduit = run->fixed_conduit ? NULL : run->conduit;
  const char *now = getenv("GASNET_CONDUIT");
  snprintf(number, sizeof number, "%ld", run->ranks);
  if (!over_hosts) set(run, "GASNET_PSHM_NODES", number);
  if (!over_hosts && run->spawner) set(run, "GASNET_SMP_SPAWNER", "fork");
  if (conduit && (!has_name(ids, conduit) || (now && *now))) set(run, "GASNET_CONDUIT", conduit);
  if (run->fixed_conduit && now && *now) set(run, "GASNET_CONDUIT", run->fixed_conduit);
  if (run->verbose && !getenv("GASNET_VERBOSEENV")) set(run, "GASNET_VERBOSEENV", "1");
  if (run->verbose > 1) set(run, "GASNET_SPAWN_VERBOSE", "1");
}

static void show_command(const struct hyd_run *run, const char *path) {
  if (!run->verbose && !run->dry_run) return;
  fprintf(stderr, "%s: %s %s", self, run->dry_run ? "would run:" : "running:", path);
  for (char **a = run->program + 1; *a; a++) fprintf(stderr, " '%s'", *a);
  fputc('\n', stderr);
}

static void run_job(struct hyd_run *run) {
  static char path[PATH_MAX];
  struct hyd_run_idents ids;
  int over_hosts;
  run->verbose += run->dry_run && !run->verbose;
  over_hosts = choose_spawner(run);
  find_program(run->program[0], path, sizeof path);
  check_program(run, path, over_hosts, &ids);
  set_environment(run, over_hosts, &ids);
  show_command(run, path);
  if (over_hosts) {
    int status = hyd_ssh_job(run, self, path);
    if (status < 0) die(HYD_RUN_USAGE, "%s", run->error);
    exit(status);
  }
  if (run->dry_run) exit(0);
  execv(path, run->program);
  die(HYD_RUN_CANNOT_RUN, "cannot run %s: %s", path, strerror(errno));
}

static const char *base_name(const char *path) {
  const char *slash = path ? strrchr(path, '/') : NULL;
  const char *base = slash ? slash + 1 : path;
  return base == NULL || *base == '\0' ? "gasnetrun" : base;
}

int main(int argc, char **argv) {
  struct hyd_run run;
  self = base_name(argv[0]);
  if (argc == 2 && strcmp(argv[1], "--probe-job") == 0) return hyd_run_probe_job();
  if (argc == 2 && strcmp(argv[1], "--agent") == 0) return hyd_agent_main();
  if (hyd_run_parse(&run, self, argc, argv)) die(HYD_RUN_USAGE, "%s", run.error);
  switch (run.action) {
  case HYD_RUN_HELP:
    fputs(hyd_run_usage(), stdout);
    return 0;
  case HYD_RUN_VERSION:
    printf("gasnetrun (Hydrant) %s; conduits: %s\n", PACKAGE_VERSION, hyd_run_conduits());
    return 0;
  case HYD_RUN_DUMP:
    return hyd_run_dump(self, run.pid);
  case HYD_RUN_DOCTOR:
    return hyd_run_doctor();
  case HYD_RUN_JOB:
    run_job(&run);
  }
  return 1;
}

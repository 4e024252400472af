/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run_args.c: gasnetrun's command line (gasnet-env-launch.md 8.1), by getopt_long_only, because its
 * long options have one dash. The first word that is no option is the program; what follows is its
 * own business. A fuzz target (tests/fuzz/args_fuzz.c) drives hyd_run_parse.
 */
#include "contrib/gasnetrun/run.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Long options that have no short one are told by letters that are none. */
static const struct option long_options[] = {
    {"np", required_argument, NULL, 'n'},   {"spawner", required_argument, NULL, 'S'},
    {"dump", required_argument, NULL, 'D'}, {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},    {"hostfile", required_argument, NULL, 'F'},
    {"label", no_argument, NULL, 'L'},      {"host", required_argument, NULL, 'H'},
    {"bind", no_argument, NULL, 'B'},       {NULL, 0, NULL, 0},
};

/* As amudprun: udp's launcher elsewhere (gasnet-env-launch.md 4). */
static const struct option udp_options[] = {
    {"np", required_argument, NULL, 'n'},
    {"spawn", required_argument, NULL, 's'},
    {"depth", required_argument, NULL, 'd'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static const char usage_text[] =
    "Usage: gasnetrun [-c CONDUIT] -n N [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
    "       gasnetrun --dump PID\n"
    "       gasnetrun doctor\n"
    "Runs PROGRAM as a job of N ranks, which ends with the job's status.\n\n"
    "  -n N, -np N     number of ranks\n"
    "  -c CONDUIT      network to use (default: the one PROGRAM was compiled for)\n"
    "  -H HOST,...     run on these hosts, by ssh; localhost is this one, without ssh; also "
    "--host\n"
    "  -hostfile FILE  the same from a file with one host to a line\n"
    "  -N M            number of hosts of the list to use (default: all)\n"
    "  -E V1,V2...     variables that all ranks shall see, on other hosts, too\n"
    "  -label          begin each line of output with its rank\n"
    "  --bind          give each rank cores of its own, where there are enough (GASNET_BIND=1)\n"
    "  -v              say what is done, and every setting (GASNET_VERBOSEENV=1); -vv: more\n"
    "  -t              say what would be done, and stop\n"
    "  -k              keep temporary files; here there are none\n"
    "  -spawner=NAME   how ranks are started: fork (this host), ssh (hosts), custom "
    "(GASNET_CSPAWN_CMD),\n"
    "                  mpi or pmi (MPIRUN_CMD, PMIRUN_CMD)\n"
    "  --dump PID      ask a running job, by any of its processes, where every rank is, on all "
    "hosts\n"
    "  --help, --version\n"
    "  doctor          what this machine offers, and which fallbacks the library would take\n\n"
    "Called as amudprun: amudprun -np N [-spawn L|S|C] [-depth D] [-v] PROGRAM [ARGUMENT]..., for "
    "udp.\n"
    "Called as gasnetrun_smp, -c is the number of CPUs for each rank, as in other GASNets.\n"
    "See gasnetrun(1), gasnet_env(7).\n";

const char *hyd_run_usage(void) { return usage_text; }

const char *hyd_run_conduits(void) {
  const char *names = HYD_CONDUIT_NAMES;
  return names + strspn(names, " ");
}

int hyd_run_has_conduit(const char *name) {
  size_t len = strlen(name);
  for (const char *p = hyd_run_conduits(); *p; p += strspn(p, " ")) {
    size_t n = strcspn(p, " ");
    if (n == len && strncasecmp(p, name, n) == 0) return 1;
    p += n;
  }
  return 0;
}

int hyd_run_bad(struct hyd_run *run, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(run->error, sizeof run->error, fmt, ap);
  va_end(ap);
  return -1;
}

/* A whole decimal number from min to max. */
static int number(struct hyd_run *run, const char *option, const char *text, long min, long max,
                  long *out_p) {
  char *end;
  long v;
  errno = 0;
  v = strtol(text, &end, 10);
  if (text[0] == '\0' || strspn(text, "+-0123456789") != strlen(text) || *end || errno || v < min ||
      v > max)
    return hyd_run_bad(run, "%s %.40s: expected a number from %ld to %ld", option, text, min, max);
  *out_p = v;
  return 0;
}

static int check_names(struct hyd_run *run, const char *list) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
  for (const char *p = list;; p++) {
    size_t n = strspn(p, letters);
    if (n == 0 || (*p >= '0' && *p <= '9') || (p[n] != ',' && p[n] != '\0'))
      return hyd_run_bad(run, "-E %.80s: expected names of variables, separated by commas", list);
    p += n;
    if (*p == '\0') return 0;
  }
}

static int check_conduit(struct hyd_run *run, const char *name) {
  if (hyd_run_has_conduit(name)) return 0;
  return hyd_run_bad(run, "-c %.40s: no such conduit in this build; expected one of: %s", name,
                     hyd_run_conduits());
}

static int take_option(struct hyd_run *run, int c, char **argv, const char *value) {
  long pid, depth;
  switch (c) {
  case 'n': return number(run, "-n", value, 1, HYD_RUN_MAX_RANKS, &run->ranks);
  case 'N':
    return number(run, "-N", value, 1, HYD_RUN_MAX_RANKS,
                  run->amudprun ? &run->ranks : &run->hosts);
  case 'c':
    if (run->fixed_conduit) return number(run, "-c", value, 1, HYD_RUN_MAX_RANKS, &run->cpus);
    run->conduit = value;
    return check_conduit(run, value);
  case 'E': run->export_list = value; return check_names(run, value);
  case 'v': run->verbose++; return 0;
  case 'H': run->host_list = value; return 0;
  case 'F': run->host_file = value; return 0;
  case 'L': run->label = 1; return 0;
  case 'B': run->bind = 1; return 0;
  case 't': run->dry_run = 1; return 0;
  case 'k': return 0;
  case 'S': run->spawner = value; return 0;
  case 's': run->letter = value; return 0;
  case 'd': run->depth = value; return number(run, "-depth", value, 1, HYD_RUN_MAX_RANKS, &depth);
  case 'D':
    if (number(run, "--dump", value, 2, 0x3fffffff, &pid)) return -1;
    run->pid = (pid_t)pid;
    run->action = HYD_RUN_DUMP;
    return 0;
  case 'h': run->action = HYD_RUN_HELP; return 0;
  case 'V': run->action = HYD_RUN_VERSION; return 0;
  case ':':
    return hyd_run_bad(run, "%.40s: a value is missing (gasnetrun --help)", argv[optind - 1]);
  default: return hyd_run_bad(run, "%.80s: no such option (gasnetrun --help)", argv[optind - 1]);
  }
}

static int check_job(struct hyd_run *run) {
  if (run->program[0] == NULL)
    return hyd_run_bad(run, "no program given; expected gasnetrun -n N program [argument]...");
  if (run->ranks == 0) return hyd_run_bad(run, "no number of ranks given; expected -n N");
  if (run->host_list && run->host_file)
    return hyd_run_bad(run, "-H and -hostfile: expected one of them");
  if (run->hosts > run->ranks)
    return hyd_run_bad(run, "-N %ld: more hosts than ranks (-n %ld)", run->hosts, run->ranks);
  return 0;
}

int hyd_run_parse(struct hyd_run *run, const char *self, int argc, char **argv) {
  int c;
  memset(run, 0, sizeof *run);
  if (strncmp(self, "gasnetrun_", 10) == 0) {
    run->fixed_conduit = run->conduit = self + 10;
    if (!hyd_run_has_conduit(run->conduit))
      return hyd_run_bad(run, "no conduit %.40s in this build; expected one of: %s", run->conduit,
                         hyd_run_conduits());
  }
  if (strcmp(self, "amudprun") == 0) {
    run->amudprun = 1;
    run->fixed_conduit = run->conduit = "udp";
    if (!hyd_run_has_conduit("udp")) return hyd_run_bad(run, "no conduit udp in this build");
  }
  optind = 0;
  opterr = 0;
  while ((c = getopt_long_only(argc, argv, run->amudprun ? "+:n:N:E:vth" : "+:n:N:c:E:H:vtkh",
                               run->amudprun ? udp_options : long_options, NULL)) != -1)
    if (take_option(run, c, argv, optarg)) return -1;
  run->program = argv + optind;
  if (run->action != HYD_RUN_JOB) return 0;
  if (run->program[0] && run->ranks == 0 && strcmp(run->program[0], "doctor") == 0) {
    run->action = HYD_RUN_DOCTOR;
    if (run->program[1])
      return hyd_run_bad(run, "doctor: %.40s: no argument expected", run->program[1]);
    return 0;
  }
  return check_job(run);
}

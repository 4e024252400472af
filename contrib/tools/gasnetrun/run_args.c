/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run_args.c: gasnetrun's command line (gasnet-env-launch.md 8.1), by getopt_long_only, because its
 * long options have one dash. The first word that is no option is the program; what follows is its
 * own business. A fuzz target (tests/fuzz/args_fuzz.c) drives hyd_run_parse.
 */
#include "contrib/tools/gasnetrun/run.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/watch/trace_join.h"

/* Long options that have no short one are told by letters that are none. */
static const struct option long_options[] = {
    {"np", required_argument, NULL, 'n'},
    {"spawner", required_argument, NULL, 'S'},
    {"dump", required_argument, NULL, 'D'},
    {"draw", required_argument, NULL, 'G'},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {"hostfile", required_argument, NULL, 'F'},
    {"label", no_argument, NULL, 'L'},
    {"host", required_argument, NULL, 'H'},
    {"bind", no_argument, NULL, 'B'},
    {"show-binding", no_argument, NULL, 'W'},
    {"trace", required_argument, NULL, 'T'},
    {"perf", no_argument, NULL, 'P'},
    {"stdin", required_argument, NULL, 'I'},
    {NULL, 0, NULL, 0},
};

/* As amudprun: udp's launcher elsewhere (gasnet-env-launch.md 4). */
static const struct option udp_options[] = {
    {"np", required_argument, NULL, 'n'},
    {"spawn", required_argument, NULL, 's'},
    {"depth", required_argument, NULL, 'd'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static const char common_text[] =
    "  gasnetrun -n 4 ./program                        4 ranks on this host\n"
    "  gasnetrun -c udp -n 8 -H host1,host2 ./program  8 ranks on two hosts, by ssh\n"
    "  gasnetrun doctor                                what this machine offers\n"
    "gasnetrun --help tells the rest.";

static const char usage_text[] =
    "Usage: gasnetrun [-c CONDUIT] -n N [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
    "       gasnetrun --dump JOB [--draw FILE]\n"
    "       gasnetrun top [--once] [--no-rates] [-d SECONDS] [JOB]\n"
    "       gasnetrun doctor\n"
    "       gasnetrun env [WORD]\n"
    "Runs PROGRAM as a job of N ranks, which ends with the job's status.\n\n"
    "  -n N, -np N     number of ranks\n"
    "  -c CONDUIT      network to use (default: the one PROGRAM was compiled for)\n"
    "  -H HOST,...     run on these hosts, by ssh; localhost is this one, without ssh; also "
    "--host\n"
    "  -hostfile FILE  the same from a file with one host to a line\n"
    "  -N M            number of hosts of the list to use (default: all)\n"
    "  -E V1,V2...     variables to send to ranks on other hosts as well\n"
    "  -stdin WHICH    ranks that read standard input: 0 (default), all,\n"
    "                  init (all up to their init, then 0), none\n"
    "  -label          begin each line of output with its rank\n"
    "  --bind          give each rank cores of its own, where there are enough (GASNET_BIND=1)\n"
    "  --trace FILE    write what ranks do, and when, to FILE, which ends in .json,\n"
    "                  for gasnet-trace and Perfetto (GASNET_TRACEFILE)\n"
    "  --perf          at the end, a table of what ranks did: times, messages, bytes, the paths "
    "they took\n"
    "  --show-binding  each rank says which processors and memory nodes are its own\n"
    "  -v              print each step, and every setting (GASNET_VERBOSEENV=1); -vv: more\n"
    "  -t              dry run: print what would be run, without running it\n"
    "  -k              accepted, without effect\n"
    "  -spawner=NAME   how ranks are started: fork (this host), ssh (hosts), custom "
    "(GASNET_CSPAWN_CMD),\n"
    "                  mpi or pmi (MPIRUN_CMD, PMIRUN_CMD)\n"
    "  --dump JOB      ask a running job, by any of its processes or its program, where every rank "
    "is, on all hosts,\n"
    "                  and print which ranks wait for which\n"
    "  --draw FILE     with --dump: that as a picture, too, by graphviz: FILE.svg, .png, .pdf; or "
    ".dot\n"
    "  --help, --version\n"
    "  top [JOB]       a live screen of a running job: a line for each rank; --once: print it and "
    "stop;\n"
    "                  --no-rates: do not make ranks count their transfers\n"
    "  doctor          what this machine offers, what is missing, and which fallbacks would be "
    "used\n"
    "  env [WORD]      the library's environment variables: all, or those with WORD in name or "
    "description\n\n"
    "Called as amudprun: amudprun -np N [-spawn L|S|C] [-depth D] [-v] PROGRAM [ARGUMENT]..., for "
    "udp.\n"
    "Called as gasnetrun_smp, -c is the number of CPUs for each rank, as in other GASNets.\n"
    "See gasnetrun(1), gasnet_env(7).\n";

const char *hyd_run_usage(void) { return usage_text; }

/* `template` is for authors of conduits. */
const char *hyd_run_conduits(void) {
  static char names[] = HYD_CONDUIT_NAMES;
  static const char hidden[] = " template";
  char *at = strstr(names, hidden), *end = at ? at + sizeof hidden - 1 : NULL;
  if (at && (*end == ' ' || *end == '\0')) memmove(at, end, strlen(end) + 1);
  return names + strspn(names, " ");
}

int hyd_run_has_conduit(const char *name) {
  size_t len = strlen(name);
  const char *all = HYD_CONDUIT_NAMES;
  for (const char *p = all + strspn(all, " "); *p; p += strspn(p, " ")) {
    size_t n = strcspn(p, " ");
    if (n == len && strncasecmp(p, name, n) == 0) return 1;
    p += n;
  }
  return 0;
}

long hyd_run_number(const char *name, const char *text, long min, long max) {
  char *end;
  long v;
  errno = 0;
  v = strtol(text, &end, 10);
  if (text[0] == '\0' || strspn(text, "+-0123456789") != strlen(text) || *end || errno || v < min ||
      v > max)
    hyd_wrong("%s%.40s: expected a number from %ld to %ld", name, text, min, max);
  return v;
}

static const char *checked_conduit(const char *name) {
  if (!hyd_run_has_conduit(name))
    hyd_wrong("-c %.40s: no such conduit in this build; expected one of: %s", name,
              hyd_run_conduits());
  return name;
}

static const char *checked_trace(const char *file) {
  if (!hyd_trace_is_name(file))
    hyd_wrong("--trace %.80s: expected the name of a file that ends in .json, without %%", file);
  return file;
}

/* A process, or a program. */
static const char *checked_job(const char *job) {
  if (job[0] == '\0' || strspn(job, "+-0123456789") == strlen(job))
    (void)hyd_run_number("--dump ", job, 2, 0x3fffffff);
  return job;
}

static const char *checked_drawing(const char *file) {
  static const char *const known[] = {".svg", ".png", ".pdf", ".dot"};
  size_t n = strlen(file);
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (n > 4 && strcmp(file + n - 4, known[i]) == 0) return file;
  hyd_wrong("--draw %.80s: expected the name of a file that ends in .svg, .png, .pdf or .dot",
            file);
}

static enum hyd_input checked_input(const char *which) {
  static const char *const names[] = {"0", "all", "init", "none"}; /* as HYD_INPUT_FIRST ... */
  for (int i = 0; i < HYD_INPUTS; i++)
    if (strcmp(which, names[i]) == 0) return (enum hyd_input)i;
  hyd_wrong("-stdin %.40s: expected 0, all, init or none", which);
}

static long parse_count(const char *option, const char *value) {
  return hyd_run_number(option, value, 1, HYD_RUN_MAX_RANKS);
}

static void take_option(struct hyd_run *run, int c, const char *word, const char *value) {
  switch (c) {
  case 'n': run->ranks = parse_count("-n ", value); return;
  case 'N': *(run->amudprun ? &run->ranks : &run->hosts) = parse_count("-N ", value); return;
  case 'c':
    if (run->fixed_conduit)
      (void)hyd_run_number("-c ", value, 0, HYD_RUN_MAX_RANKS); /* CPUs of each rank: not needed */
    else
      run->conduit = checked_conduit(value);
    return;
  case 'E': run->export_list = value; return;
  case 'v': run->verbose++; return;
  case 'H': run->host_list = value; return;
  case 'F': run->host_file = value; return;
  case 'L': run->label = 1; return;
  case 'I':
    run->input = checked_input(value);
    run->input_given = 1;
    return;
  case 'B': run->bind = 1; return;
  case 'P': run->perf = 1; return;
  case 'T': run->trace = checked_trace(value); return;
  case 'G': run->draw = checked_drawing(value); return;
  case 'W': run->show_binding = 1; return;
  case 't': run->dry_run = 1; return;
  case 'k': return;
  case 'S': run->spawner = value; return;
  case 's': run->letter = value; return;
  case 'd':
    (void)parse_count("-depth ", value);
    run->depth = value;
    return;
  case 'D':
    run->job = checked_job(value);
    run->action = HYD_RUN_DUMP;
    return;
  case 'h': run->action = HYD_RUN_HELP; return;
  case 'V': run->action = HYD_RUN_VERSION; return;
  case ':': hyd_wrong("%.40s: a value is missing (gasnetrun --help)", word);
  default: hyd_wrong("%.80s: no such option (gasnetrun --help)", word);
  }
}

static void check_job(const struct hyd_run *run) {
  if (run->program[0] == NULL) hyd_wrong("no program given; expected\n%s", common_text);
  if (run->ranks == 0) hyd_wrong("no number of ranks given; expected -n N");
  if (run->host_list && run->host_file) hyd_wrong("-H and -hostfile: expected one of them");
  if (run->hosts > run->ranks)
    hyd_wrong("-N %ld: more hosts than ranks (-n %ld)", run->hosts, run->ranks);
}

/* gasnetrun_<conduit>, or amudprun: for one conduit. */
static void take_name(struct hyd_run *run, const char *self) {
  run->amudprun = strcmp(self, "amudprun") == 0;
  if (run->amudprun)
    run->fixed_conduit = "udp";
  else if (strncmp(self, "gasnetrun_", 10) == 0)
    run->fixed_conduit = self + 10;
  run->conduit = run->fixed_conduit;
  if (run->conduit && !hyd_run_has_conduit(run->conduit))
    hyd_wrong("no conduit %.40s in this build; expected one of: %s", run->conduit,
              hyd_run_conduits());
}

/* Words that are no program, if no number of ranks is given. */
static void take_command(struct hyd_run *run) {
  int arguments = 0;
  if (strcmp(run->program[0], "top") == 0) {
    run->action = HYD_RUN_TOP;
    return;
  }
  if (strcmp(run->program[0], "doctor") == 0) {
    run->action = HYD_RUN_DOCTOR;
  } else if (strcmp(run->program[0], "env") == 0) {
    run->action = HYD_RUN_ENV;
    arguments = run->program[1] != NULL;
  } else {
    return;
  }
  if (run->program[1] && run->program[1 + arguments])
    hyd_wrong("%s: %.40s: %s", run->program[0], run->program[1 + arguments],
              arguments ? "one word expected" : "no argument expected");
}

void hyd_run_parse(struct hyd_run *run, const char *self, int argc, char **argv) {
  int c;
  memset(run, 0, sizeof *run);
  take_name(run, self);
  optind = 0;
  opterr = 0;
  while ((c = getopt_long_only(argc, argv, run->amudprun ? "+:n:N:E:vth" : "+:n:N:c:E:H:vtkh",
                               run->amudprun ? udp_options : long_options, NULL)) != -1)
    take_option(run, c, argv[optind - 1], optarg);
  run->program = argv + optind;
  if (run->action == HYD_RUN_JOB && run->program[0] && run->ranks == 0) take_command(run);
  if (run->draw && run->action != HYD_RUN_DUMP) hyd_wrong("--draw: expected --dump, too");
  if (run->action == HYD_RUN_JOB) check_job(run);
}

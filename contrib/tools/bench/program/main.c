/* SPDX-License-Identifier: BSD-3-Clause
 *
 * main.c: gasnet-bench's command line. It confines itself, and so every process it starts, to two
 * cores; runs the suites named; prints the table, JSON or plot.
 */
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/tools/bench/base/cores.h"
#include "contrib/tools/bench/goals/goals.h"
#include "contrib/tools/bench/launch/launch.h"
#include "contrib/tools/bench/output/output.h"
#include "contrib/tools/gnuplot/gnuplot.h"
#include "suite_list.h"
#include "worker_list.h"

struct request {
  bool suite[24], all, goals, json, brief, full, records;
  const char *json_file, *plot_file, *groups, *cpus;
};

static const char usage_head[] =
    "Usage: gasnet-bench [OPTION]... [SUITE]...\n"
    "       gasnet-bench [OPTION]... goals\n"
    "       gasnet-bench peers [OPTION]...\n"
    "       gasnet-bench waits [OPTION]...\n"
    "       gasnet-bench growth [OPTION]...\n"
    "       gasnet-bench caf [OPTION]...\n"
    "Measures Hydrant on this host, together with the machine's own limits, on two cores.\n\n"
    "Suites (default: all but netvm, ibv and ibv-pinning, as a one-screen table):\n";
static const char usage_tail[] =
    "\nOptions:\n"
    "  --quick         a quarter of the samples\n"
    "  --brief         one-screen table even if suites are named\n"
    "  --full          every row even for all suites\n"
    "  --json[=FILE]   JSON instead of the table, or into FILE beside the table\n"
    "  --plot FILE     latency and bandwidth by size, drawn by gnuplot as SVG\n"
    "  --records       all samples, one JSON object a line\n"
    "  --cpus A,B      the two cores to use (default: two cores of one package)\n"
    "  --goals LIST    groups of goals for `gasnet-bench goals`: smp, vis, ex, firehose, udp, ibv, "
    "netvm\n"
    "                  (default: smp)\n"
    "  --worker NAME N one rank of a measurement over hosts, started by gasnetrun: "
    "gasnet-bench(1)\n"
    "  --help, --version\n\n"
    "L: round trip of a cache line between the cores; S: round trip of a futex ping-pong on one\n"
    "core; C: copy of 4 KB that the other core has just written. See gasnet-bench(1).\n";

static void print_usage(FILE *out) {
  fputs(usage_head, out);
  for (const struct hyd_bn_suite *s = hyd_bn_suites; s->name; s++)
    fprintf(out, "  %-10s %s\n", s->name, s->what);
  fputs(usage_tail, out);
}

/* ---- command line -------------------------------------------------------- */

static bool pick_suite(struct request *r, const char *name) {
  if (!strcmp(name, "goals")) return r->goals = true;
  if (!strcmp(name, "all")) return r->all = true;
  for (int i = 0; hyd_bn_suites[i].name; i++)
    if (!strcmp(name, hyd_bn_suites[i].name)) return r->suite[i] = true;
  hyd_bn_complain("no suite is called '%s'; see gasnet-bench --help", name);
  return false;
}

/* -1: go on; else the exit status. */
static int parse_options(struct request *r, struct hyd_bn *b, int argc, char **argv) {
  static const struct option options[] = {{"quick", no_argument, NULL, 'q'},
                                          {"brief", no_argument, NULL, 'b'},
                                          {"full", no_argument, NULL, 'f'},
                                          {"json", optional_argument, NULL, 'j'},
                                          {"plot", required_argument, NULL, 'p'},
                                          {"cpus", required_argument, NULL, 'c'},
                                          {"goals", required_argument, NULL, 'g'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, 'v'},
                                          {"records", no_argument, NULL, 'r'},
                                          {NULL, 0, NULL, 0}};
  int c;
  while ((c = getopt_long(argc, argv, "h", options, NULL)) != -1) {
    if (c == 'q')
      b->quick = true;
    else if (c == 'b')
      r->brief = true;
    else if (c == 'f')
      r->full = true;
    else if (c == 'p')
      r->plot_file = optarg;
    else if (c == 'c')
      r->cpus = optarg;
    else if (c == 'g')
      r->groups = optarg;
    else if (c == 'r')
      r->records = true;
    else if (c == 'j') {
      r->json = true;
      r->json_file = optarg;
    } else if (c == 'h') {
      print_usage(stdout);
      return 0;
    } else if (c == 'v') {
      printf("gasnet-bench (Hydrant) %s\n", PACKAGE_VERSION);
      return 0;
    } else {
      fputs("Try 'gasnet-bench --help'.\n", stderr);
      return 2;
    }
  }
  for (; optind < argc; optind++)
    if (!pick_suite(r, argv[optind])) return 2;
  return -1;
}

/* Comparisons that are scripts of their own, DIR/DIR.py beside what else this program runs; the
 * rest of the words are for them. */
static const char *const comparisons[] = {"peers", "waits", "growth", "caf"};

static int run_comparison(const char *name, char **words) {
  char file[64], script[PATH_MAX], gasnetrun[PATH_MAX];
  char *argv[64] = {"python3", script, "--gasnetrun", gasnetrun};
  int n = 4;
  while (*words && n < 63) argv[n++] = *words++;
  snprintf(file, sizeof file, "%s/%s.py", name, name);
  if (!hyd_bn_find_program(file, script, sizeof script)) {
    hyd_bn_complain("%s: not installed; in a build tree: make %s", file, name);
    return 2;
  }
  hyd_bn_find_program("gasnetrun", gasnetrun, sizeof gasnetrun);
  execvp(argv[0], argv);
  hyd_bn_complain("%s: python3: %m", name);
  return 2;
}

static int run_suites(struct hyd_bn *b, struct request *r) {
  bool some = r->all, table = !r->records && (!r->json || r->json_file);
  if (r->plot_file && gnuplot_missing()) {
    hyd_bn_complain("--plot needs gnuplot, which is not there; " GNUPLOT_INSTALL);
    return 2;
  }
  for (int i = 0; hyd_bn_suites[i].name; i++) some |= r->suite[i];
  if (!some) r->all = true;
  hyd_bn_others_begin(b);
  for (int i = 0; hyd_bn_suites[i].name; i++)
    if (((r->all && hyd_bn_suites[i].of_all) || r->suite[i]) && !hyd_bn_suites[i].run(b))
      b->failed = true;
  hyd_bn_progress(b, NULL);
  hyd_bn_others_end(b);
  if (r->records) hyd_bn_print_records(stdout, b);
  if (table) hyd_bn_print(stdout, b, r->brief || (r->all && !r->full));
  if (table) hyd_bn_others_print(stdout, b);
  if (r->json && !hyd_bn_write_json(hyd_bn_to_json(b), r->json_file ? r->json_file : "-")) return 2;
  if (r->plot_file && !hyd_bn_plot(b, r->plot_file)) return 2;
  return b->failed;
}

int main(int argc, char **argv) {
  struct hyd_bn b = {.progress = isatty(2)};
  struct request r = {.groups = "smp"};
  if (argc > 2 && !strcmp(argv[1], "--worker"))
    return hyd_bn_worker_main(hyd_bn_workers, argc, argv);
  for (size_t i = 0; argc > 1 && i < sizeof comparisons / sizeof *comparisons; i++)
    if (!strcmp(argv[1], comparisons[i])) return run_comparison(argv[1], argv + 2);
  int rc = parse_options(&r, &b, argc, argv);
  if (rc >= 0) return rc;
  if (!hyd_bn_choose_cores(b.cpu, r.cpus)) {
    hyd_bn_complain("cannot use the cores %s", r.cpus ? r.cpus : "that this process may run on");
    return 2;
  }
  hyd_bn_proc_setup();
  if (!r.goals) return run_suites(&b, &r);
  return hyd_bn_goals(&b, hyd_bn_suites, r.groups, r.json && !r.json_file,
                      r.json ? (r.json_file ? r.json_file : "-") : NULL);
}

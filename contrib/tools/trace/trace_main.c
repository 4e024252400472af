/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_main.c: gasnet-trace FILE: says what is in a trace, and makes a page of it; gasnet-trace
 * --join FILE: makes the file of what ranks have left.
 */
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/trace/trace.h"
#include "core/watch/trace_join.h"

#define USAGE_STATUS 2

static const char usage[] = "Usage: gasnet-trace [--html PAGE] FILE.json\n"
                            "       gasnet-trace --join FILE.json\n"
                            "Says what a trace of a job (GASNET_TRACEFILE, gasnetrun --trace) "
                            "shows: time by class, the ranks'\n"
                            "imbalance, which rank talks to which, the slowest waits.\n\n"
                            "  --html PAGE  write a page with the timeline, the matrix and "
                            "histograms; it needs no network\n"
                            "  --join       first make FILE.json of the parts FILE.json.r0, "
                            "FILE.json.r1 ... that ranks have left,\n"
                            "               where no launcher did\n"
                            "  --help, --version\n"
                            "See gasnet-trace(1).\n";

void trace_die(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fputs("gasnet-trace: ", stderr);
  vfprintf(stderr, fmt, ap);
  fputc('\n', stderr);
  va_end(ap);
  exit(1);
}

static _Noreturn void wrong(const char *what, const char *word) {
  fprintf(stderr, "gasnet-trace: %s%s (gasnet-trace --help)\n", word, what);
  exit(USAGE_STATUS);
}

struct settings {
  const char *file, *html;
  int join;
};

static void parse_options(struct settings *s, int argc, char **argv) {
  static const struct option options[] = {{"html", required_argument, NULL, 'o'},
                                          {"join", no_argument, NULL, 'j'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, 'V'},
                                          {NULL, 0, NULL, 0}};
  int c;
  opterr = 0;
  while ((c = getopt_long(argc, argv, ":", options, NULL)) != -1) switch (c) {
    case 'o': s->html = optarg; break;
    case 'j': s->join = 1; break;
    case 'h': fputs(usage, stdout); exit(0);
    case 'V': printf("gasnet-trace (Hydrant) %s\n", PACKAGE_VERSION); exit(0);
    case ':': wrong(": a value is missing", argv[optind - 1]);
    default: wrong(": no such option", argv[optind - 1]);
    }
  if (optind + 1 != argc) wrong("expected one file", "");
  s->file = argv[optind];
}

static void join_files(const char *file) {
  char why[256];
  int got;
  if (!hyd_trace_is_name(file)) wrong(": expected a name that ends in .json, without %", file);
  got = hyd_trace_join(file, why, sizeof why);
  if (got > 0) trace_die("%s.r0: no rank has left a part of it", file);
  if (got < 0) trace_die("%s: %s", file, why);
}

int main(int argc, char **argv) {
  struct settings s = {0};
  struct trace t = {0};
  parse_options(&s, argc, argv);
  if (s.join) join_files(s.file);
  trace_load(&t, s.file);
  trace_summary(&t, stdout);
  if (s.html) trace_html(&t, s.file, s.html);
  if (fflush(stdout)) trace_die("standard output: %s", strerror(errno));
  return 0;
}

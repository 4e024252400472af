/* SPDX-License-Identifier: BSD-3-Clause
 *
 * main.c: papers: the figures of the papers on Firehose, measured on this project's library and
 * virtual time; but for figure 8, of threads, in real time.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "contrib/tools/bench/papers/papers.h"

static const struct papers_figure figures[] = {
    {"fig3", "SMP paper, figure 3: puts over a growing working set, on Myrinet", papers_show_fig3},
    {"verbs", "The same on a network of today", papers_show_verbs},
    {"table", "Slides, application benchmarks: Cannon's matrix multiplication and bitonic sort",
     papers_show_table},
    {"fig7", "SMP paper, figure 7: misses of threads that share a node's firehoses (GUPS)",
     papers_show_fig7},
    {"fig8",
     "SMP paper, figure 8: threads that compete for the firehoses of one put (in real time)",
     papers_show_fig8},
    {"traces", "Traces of 1,024 nodes: misses against an oracle, limits, memory",
     papers_show_traces},
    {"adapt", "One setting for all: bulk and scattered puts, by sizes of buckets",
     papers_show_adapt},
};
#define FIGURES (sizeof figures / sizeof figures[0])

static int print_usage(FILE *to) {
  fprintf(to, "Usage: papers [--dir DIR] [--only NAME]... [--quick] [--help]\n"
              "Measures the figures of the papers on Firehose; tables to standard output, data and "
              "plots into DIR\n"
              "(default: papers). --quick: small sizes, whose numbers mean little.\n");
  for (size_t i = 0; i < FIGURES; i++)
    fprintf(to, "  %-6s %s\n", figures[i].name, figures[i].title);
  return to == stdout ? 0 : 2;
}

/* A figure's bit; 0: there is none. */
static unsigned named(const char *name) {
  for (size_t i = 0; i < FIGURES; i++)
    if (strcmp(name, figures[i].name) == 0) return 1u << i;
  fprintf(stderr, "papers: no figure is called %s\n", name);
  return 0;
}

static int show_figure(unsigned which, const struct papers_options *o) {
  int failed = 0;
  for (size_t i = 0; i < FIGURES; i++) {
    int rc;
    if (which && !(which & 1u << i)) continue;
    printf("%s%s\n", which & ((1u << i) - 1) || (!which && i) ? "\n" : "", figures[i].title);
    rc = figures[i].show(o);
    if (rc)
      fprintf(stderr, "papers: %s: %s\n", figures[i].name,
              papers_wrong ? papers_wrong : strerror(rc));
    failed |= rc != 0;
    fflush(stdout);
  }
  return failed;
}

int main(int argc, char **argv) {
  static const struct option options[] = {{"dir", required_argument, NULL, 'd'},
                                          {"only", required_argument, NULL, 'o'},
                                          {"quick", no_argument, NULL, 'q'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  struct papers_options o = {.dir = "papers"};
  unsigned which = 0, one = 1;
  int c;
  while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
    if (c == 'h') return print_usage(stdout);
    if (c == 'd')
      o.dir = optarg;
    else if (c == 'q')
      o.quick = 1;
    else if (c == 'o')
      which |= one = named(optarg);
    if (c == '?' || one == 0) return print_usage(stderr);
  }
  if (optind < argc) return print_usage(stderr);
  if (mkdir(o.dir, 0777) && errno != EEXIST) {
    fprintf(stderr, "papers: %s: %s\n", o.dir, strerror(errno));
    return 1;
  }
  return show_figure(which, &o);
}

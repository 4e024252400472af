/* SPDX-License-Identifier: BSD-3-Clause
 *
 * main.c: dsm-papers: the figures of the paper on ARDMAR, in virtual time. papers.sh records the
 * traces that it replays.
 */
#include <errno.h>
#include <getopt.h>
#include <string.h>
#include <sys/stat.h>

#include "contrib/layers/dsm/papers/show.h"

static int print_usage(FILE *to) {
  fprintf(to,
          "Usage: dsm-papers [--dir DIR] [--traces DIR] [--measured FILE] [--quick] [--help]\n"
          "The figures of Noronha and Panda's paper on ARDMAR: text to standard output, data and "
          "plots into DIR\n(default: papers).\n"
          "  --traces DIR     figures 9 to 14, of the applications' traces in DIR (papers.sh "
          "records them)\n"
          "  --measured FILE  figure 8 as measured: lines \"conduit protocol ranks us\"\n"
          "  --quick          fewer pages\n");
  return to == stdout ? 0 : 2;
}

int main(int argc, char **argv) {
  static const struct option options[] = {{"dir", required_argument, NULL, 'd'},
                                          {"traces", required_argument, NULL, 't'},
                                          {"measured", required_argument, NULL, 'm'},
                                          {"quick", no_argument, NULL, 'q'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  struct papers_options o = {.dir = "papers"};
  const char *traces = NULL, *measured = NULL;
  int c, failed;
  while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) switch (c) {
    case 'h': return print_usage(stdout);
    case 'd': o.dir = optarg; break;
    case 't': traces = optarg; break;
    case 'm': measured = optarg; break;
    case 'q': o.quick = 1; break;
    default: return print_usage(stderr);
    }
  if (optind < argc) return print_usage(stderr);
  if (mkdir(o.dir, 0777) && errno != EEXIST) {
    fprintf(stderr, "papers: %s: %s\n", o.dir, strerror(errno));
    return 1;
  }
  failed = show_fig8(&o);
  if (measured) failed |= show_measured(&o, measured);
  if (traces) failed |= show_applications(&o, traces);
  return failed;
}

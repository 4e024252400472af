/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bigtable_options.c: getopt_long with its own messages off; ours name the option and what it
 * expects.
 */
#include "bigtable_options.h"

#include <getopt.h>

enum { OPT_LOSE = 256, OPT_PROGRESS, OPT_NO_PROGRESS };

static const struct option long_options[] = {
    {"megabytes", required_argument, NULL, 'm'},
    {"resident", required_argument, NULL, 'r'},
    {"load", required_argument, NULL, 'l'},
    {"batch", required_argument, NULL, 'b'},
    {"directory", required_argument, NULL, 'd'},
    {"lose", required_argument, NULL, OPT_LOSE},
    {"progress", no_argument, NULL, OPT_PROGRESS},
    {"no-progress", no_argument, NULL, OPT_NO_PROGRESS},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

void bigtable_options_usage(FILE *to) {
  fputs(
      "usage: bigtable [options]\n"
      "\n"
      "Fills a hash table that is spread over the ranks of a GASNet job and larger than the\n"
      "memory it may use (paged segments, netvm(7)), from all ranks; reads every key again, and\n"
      "checks it.\n"
      "\n"
      "  -m, --megabytes M    table of each rank (default: 16)\n"
      "  -r, --resident P     percent of it that may be in memory (default: 25)\n"
      "  -l, --load P         percent of the slots that are filled (default: 70)\n"
      "  -b, --batch B        operations of a rank under way at a time (default: 64)\n"
      "  -d, --directory D    where the rest is (default: TMPDIR, else /var/tmp)\n"
      "      --lose N         leave out one key in N: the check has to find it\n"
      "      --progress       show progress on stderr (default: on a terminal, if it takes long)\n"
      "      --no-progress    never show it\n"
      "  -h, --help           print this\n"
      "\n"
      "To run on 4 processes, in the folder it was built in:\n"
      "  GASNET_KIND_PATH=$PWD/core/kinds/.libs ./gasnetrun -c smp -n 4 ./bigtable\n"
      "plot.sh draws throughput against the resident part.\n"
      "Exit status: 0, 1 if memory or the check failed, 2 for a wrong command line.\n",
      to);
}

static int take_number(const char *name, uint64_t min, uint64_t max, uint64_t *value, char *error) {
  if (example_number(optarg, min, max, value) == 0) return 0;
  return example_bad(error, "%s %.100s: expected a whole number from %llu to %llu", name, optarg,
                     (unsigned long long)min, (unsigned long long)max);
}

static int take_option(struct bigtable_options *o, int c, char **argv, char *error) {
  switch (c) {
  case 'm': return take_number("-m", 1, 1u << 24, &o->mb, error);
  case 'r': return take_number("-r", 1, 100, &o->resident, error);
  case 'l': return take_number("-l", 1, 95, &o->load, error);
  case 'b': return take_number("-b", 1, 1024, &o->batch, error);
  case 'd': o->directory = optarg; return 0;
  case OPT_LOSE: return take_number("--lose", 1, UINT32_MAX, &o->lose, error);
  case OPT_PROGRESS: o->progress = 1; return 0;
  case OPT_NO_PROGRESS: o->progress = 0; return 0;
  case 'h': o->help = 1; return 0;
  default: return example_unknown("bigtable", c, argv, error);
  }
}

int bigtable_options_parse(struct bigtable_options *o, int argc, char **argv, char *error) {
  int c;
  *o = (struct bigtable_options){.mb = 16, .resident = 25, .load = 70, .batch = 64, .progress = -1};
  opterr = 0;
  while ((c = getopt_long(argc, argv, ":m:r:l:b:d:h", long_options, NULL)) != -1)
    if (take_option(o, c, argv, error) != 0) return -1;
  if (!o->help && optind < argc)
    return example_bad(error, "%.100s: no argument is expected; see bigtable --help", argv[optind]);
  return 0;
}

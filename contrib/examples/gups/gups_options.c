/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gups_options.c: getopt_long with its own messages off; ours name the option and what it expects.
 */
#include "gups_options.h"

#include <getopt.h>
#include <string.h>

#define MAX_LOG2 30
#define MAX_PER_WORD 1000000
#define MAX_BATCH 65536

const char *const gups_way_name[GUPS_WAYS] = {"atomics", "messages", "putget"};

enum { OPT_LOSE = 256, OPT_PROGRESS, OPT_NO_PROGRESS };

static const struct option long_options[] = {
    {"log2-words", required_argument, NULL, 'n'},
    {"updates", required_argument, NULL, 'u'},
    {"way", required_argument, NULL, 'w'},
    {"batch", required_argument, NULL, 'b'},
    {"lose", required_argument, NULL, OPT_LOSE},
    {"progress", no_argument, NULL, OPT_PROGRESS},
    {"no-progress", no_argument, NULL, OPT_NO_PROGRESS},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

void gups_options_usage(FILE *to) {
  fputs(
      "usage: gups [options]\n"
      "\n"
      "Updates random words of a table that is spread over the ranks of a GASNet job (HPC\n"
      "Challenge RandomAccess), in three ways, and checks every word afterwards:\n"
      "  atomics   remote atomic exclusive-ors\n"
      "  messages  batches of updates, applied by the owner's handler\n"
      "  putget    get, change, put: may lose updates that meet; up to 1 % are allowed\n"
      "\n"
      "  -n, --log2-words N   each rank has 2 to the N words of 8 bytes (default: 16)\n"
      "  -u, --updates U      updates for each word (default: 4)\n"
      "  -w, --way WAY        only this way; may be given more than once\n"
      "  -b, --batch B        updates under way at a time, or in a message (default: 64)\n"
      "      --lose N         leave out one update in N: the check has to find it\n"
      "      --progress       show progress on stderr (default: on a terminal, if it takes long)\n"
      "      --no-progress    never show it\n"
      "  -h, --help           print this\n"
      "\n"
      "To run on 4 processes:  gasnetrun -c smp -n 4 gups -n 20\n"
      "Exit status: 0, 1 if memory or the check failed, 2 for a wrong command line.\n",
      to);
}

static int take_way(struct gups_options *o, char *error) {
  for (int w = 0; w < GUPS_WAYS; w++)
    if (strcmp(optarg, gups_way_name[w]) == 0) return o->way[w] = 1, 0;
  return example_bad(error, "-w %.100s: expected atomics, messages or putget", optarg);
}

static int take_number(const char *name, uint64_t min, uint64_t max, uint64_t *value, char *error) {
  if (example_number(optarg, min, max, value) == 0) return 0;
  return example_bad(error, "%s %.100s: expected a whole number from %llu to %llu", name, optarg,
                     (unsigned long long)min, (unsigned long long)max);
}

static int take_option(struct gups_options *o, int c, char **argv, char *error) {
  switch (c) {
  case 'n': return take_number("-n", 1, MAX_LOG2, &o->log2_words, error);
  case 'u': return take_number("-u", 1, MAX_PER_WORD, &o->per_word, error);
  case 'b': return take_number("-b", 1, MAX_BATCH, &o->batch, error);
  case OPT_LOSE: return take_number("--lose", 1, UINT32_MAX, &o->lose, error);
  case 'w': return take_way(o, error);
  case OPT_PROGRESS: o->progress = 1; return 0;
  case OPT_NO_PROGRESS: o->progress = 0; return 0;
  case 'h': o->help = 1; return 0;
  default: return example_unknown("gups", c, argv, error);
  }
}

int gups_options_parse(struct gups_options *o, int argc, char **argv, char *error) {
  int c, ways = 0;
  *o = (struct gups_options){.log2_words = 16, .per_word = 4, .batch = 64, .progress = -1};
  opterr = 0;
  while ((c = getopt_long(argc, argv, ":n:u:w:b:h", long_options, NULL)) != -1)
    if (take_option(o, c, argv, error) != 0) return -1;
  if (!o->help && optind < argc)
    return example_bad(error, "%.100s: no argument is expected; see gups --help", argv[optind]);
  for (int w = 0; w < GUPS_WAYS; w++) ways += o->way[w];
  for (int w = 0; w < GUPS_WAYS; w++) o->way[w] |= !ways;
  return 0;
}

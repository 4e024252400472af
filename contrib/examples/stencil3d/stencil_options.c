/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stencil_options.c: getopt_long with its own messages off; ours name the option and what it
 * expects.
 */
#include "stencil_options.h"

#include "example.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SIZE 100000 /* cells each way */
#define MAX_RANKS 1000000
#define MAX_STEPS 1000000000

enum { OPT_CHECK = 256 };

static const struct option long_options[] = {
    {"size", required_argument, NULL, 'n'}, {"steps", required_argument, NULL, 's'},
    {"grid", required_argument, NULL, 'g'}, {"check", no_argument, NULL, OPT_CHECK},
    {"help", no_argument, NULL, 'h'},       {NULL, 0, NULL, 0},
};

void stencil_options_usage(FILE *to) {
  fputs(
      "usage: stencil3d [options]\n"
      "\n"
      "Lets heat spread through a block of cells: Jacobi's method with a 7-point stencil in three\n"
      "dimensions, the block cut among the ranks of a GASNet job, ghost faces exchanged by "
      "strided\n"
      "puts.\n"
      "\n"
      "  -n, --size N or XxYxZ   cells each way (default: 64)\n"
      "  -s, --steps S           steps to take (default: 100)\n"
      "  -g, --grid PxQxR        ranks along x, y and z (default: what makes faces small)\n"
      "      --check             compute again in one process and compare every bit\n"
      "  -h, --help              print this\n"
      "\n"
      "To run on 4 processes:  gasnetrun -c smp -n 4 stencil3d -n 128 --check\n"
      "Exit status: 0, 1 if memory or the check failed, 2 for a wrong command line.\n",
      to);
}

/* A whole number without sign in [min, max] at *text, which moves behind it. */
static int take_number(const char **text, size_t min, size_t max, size_t *value) {
  char *end;
  if (**text < '0' || **text > '9') return -1;
  errno = 0;
  unsigned long long v = strtoull(*text, &end, 10);
  if (errno || v < min || v > max) return -1;
  *text = end;
  *value = (size_t)v;
  return 0;
}

/* "XxYxZ", or, if `one` may be, a number for all three. */
static int take_three(const char *text, int one, size_t max, size_t value[3]) {
  if (take_number(&text, 1, max, &value[0]) != 0) return -1;
  if (one && *text == 0) {
    value[1] = value[2] = value[0];
    return 0;
  }
  for (int i = 1; i < 3; i++)
    if (*text++ != 'x' || take_number(&text, 1, max, &value[i]) != 0) return -1;
  return *text ? -1 : 0;
}

static int take_grid(struct stencil_options *o, char *error) {
  size_t ranks[3];
  if (take_three(optarg, 0, MAX_RANKS, ranks) != 0)
    return example_bad(error, "--grid %.100s: expected ranks along x, y and z, as in 2x2x1",
                       optarg);
  for (int d = 0; d < 3; d++) o->ranks[d] = (unsigned)ranks[d];
  return 0;
}

static int take_option(struct stencil_options *o, int c, char **argv, char *error) {
  const char *text = optarg;
  size_t steps;
  switch (c) {
  case 'n':
    if (take_three(optarg, 1, MAX_SIZE, o->n) != 0)
      return example_bad(error,
                         "-n %.100s: expected cells each way, as in 64 or 64x32x32, from 1 to %d",
                         optarg, MAX_SIZE);
    return 0;
  case 's':
    if (take_number(&text, 0, MAX_STEPS, &steps) != 0 || *text)
      return example_bad(error, "-s %.100s: expected a whole number from 0 to %d", optarg,
                         MAX_STEPS);
    o->steps = (unsigned)steps;
    return 0;
  case 'g': return take_grid(o, error);
  case OPT_CHECK: o->check = 1; return 0;
  case 'h': o->help = 1; return 0;
  default: return example_unknown("stencil3d", c, argv, error);
  }
}

int stencil_options_parse(struct stencil_options *o, int argc, char **argv, char *error) {
  int c;
  memset(o, 0, sizeof *o);
  o->n[0] = o->n[1] = o->n[2] = 64;
  o->steps = 100;
  opterr = 0;
  while ((c = getopt_long(argc, argv, ":n:s:g:h", long_options, NULL)) != -1)
    if (take_option(o, c, argv, error) != 0) return -1;
  if (!o->help && optind < argc)
    return example_bad(error, "%.100s: no argument is expected; see stencil3d --help",
                       argv[optind]);
  return 0;
}

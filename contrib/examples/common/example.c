/* SPDX-License-Identifier: BSD-3-Clause
 *
 * example.c: see example.h.
 */
#include "example.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE 0.7 /* seconds without progress bar on a terminal */
#define BAR_PERIOD 0.1

double example_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- command line -------------------------------------------------------- */

int example_bad(char *error, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vsnprintf(error, EXAMPLE_ERROR_TEXT, format, ap);
  va_end(ap);
  return -1;
}

int example_number(const char *text, uint64_t min, uint64_t max, uint64_t *value) {
  char *end;
  if (*text < '0' || *text > '9') return -1;
  errno = 0;
  unsigned long long v = strtoull(text, &end, 10);
  if (errno || *end || v < min || v > max) return -1;
  *value = v;
  return 0;
}

int example_unknown(const char *program, int c, char **argv, char *error) {
  const char *last = argv[optind - 1];
  if (c == ':')
    return example_bad(error, "%.100s: a value is missing; see %s --help", last, program);
  if (optopt > 0 && optopt < 256)
    return example_bad(error, "-%c: unknown option; see %s --help", optopt, program);
  return example_bad(error, "%.100s: unknown option; see %s --help", last, program);
}

/* ---- progress ------------------------------------------------------------ */

static void draw(const struct example_bar *bar, double part, const char *text, const char *end) {
  char line[31];
  int full = (int)(30 * (part < 1 ? part : 1));
  memset(line, '-', sizeof line - 1);
  memset(line, '#', (size_t)full);
  line[sizeof line - 1] = 0;
  fprintf(stderr, "\r%s: [%s] %3d %%  %s%s", bar->program, line, full * 100 / 30, text, end);
  fflush(stderr);
}

void example_bar_show(struct example_bar *bar, double part, const char *text) {
  double t = example_now();
  int wanted = bar->on >= 0 ? bar->on : t - bar->began > PATIENCE && isatty(STDERR_FILENO);
  if (!wanted || t - bar->shown < BAR_PERIOD) return;
  bar->shown = t;
  draw(bar, part, text, "");
}

void example_bar_done(struct example_bar *bar, const char *text) {
  if (bar->shown > 0) draw(bar, 1, text, "\n");
  bar->shown = 0;
}

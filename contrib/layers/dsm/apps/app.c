/* SPDX-License-Identifier: BSD-3-Clause
 *
 * app.c: see app.h.
 */
#include "app.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_SCALE = 256, OPT_CHECK, OPT_PICTURE };

/* ---- command line -------------------------------------------------------- */

static const struct option common[] = {
    {"workers", required_argument, NULL, 'p'},
    {"seed", required_argument, NULL, 's'},
    {"scale", required_argument, NULL, OPT_SCALE},
    {"check", no_argument, NULL, OPT_CHECK},
    {"help", no_argument, NULL, 'h'},
    {"picture", required_argument, NULL, OPT_PICTURE},
};
#define COMMON (sizeof common / sizeof *common)

static int size_count(const struct app *app) {
  int n = 0;
  while (app->sizes[n].letter) n++;
  return n;
}

static void print_usage(const struct app *app) {
  printf("usage: %s [options]\n\n%s\n\n", app->name, app->about);
  for (const struct app_size *s = app->sizes; s->letter; s++)
    printf("  -%c, --%s N%*s%s (default: %" PRIu64 ")\n", s->letter, s->name,
           (int)(13 - strlen(s->name)), "", s->help, s->test);
  printf(
      "      --scale WHICH    sizes not given: test (default); small or paper: those of the paper\n"
      "                       on ARDMAR, table 2\n"
      "  -p, --workers P      workers (default: as many as the job has ranks)\n"
      "  -s, --seed S         of the random numbers (default: 1)\n"
      "      --check          compute again by one worker without shared memory, and compare\n");
  if (app->draws) printf("      --picture FILE   write a picture of the result (PNG)\n");
  printf("  -h, --help           print this\n\n"
         "Exit status: 0, 1 if memory or the check failed, 2 for a wrong command line.\n");
}

static int take_number(struct app *app, const char *option, uint64_t min, uint64_t max,
                       uint64_t *value) {
  if (example_number(optarg, min, max, value) == 0) return 0;
  return example_bad(app->error, "%s %.100s: expected a whole number from %" PRIu64 " to %" PRIu64,
                     option, optarg, min, max);
}

static int take_size(struct app *app, int c, char **argv) {
  char option[3] = {'-', (char)c, 0};
  for (int i = 0; app->sizes[i].letter; i++)
    if (app->sizes[i].letter == c)
      return take_number(app, option, app->sizes[i].min, app->sizes[i].max, &app->value[i]);
  return example_unknown(app->name, c, argv, app->error);
}

static int take_option(struct app *app, int c, char **argv, const char **scale) {
  uint64_t workers;
  switch (c) {
  case 'p':
    if (take_number(app, "-p", 1, APP_MOST_WORKERS, &workers) != 0) return -1;
    app->workers = (int)workers;
    return 0;
  case 's': return take_number(app, "-s", 0, UINT64_MAX, &app->seed);
  case OPT_SCALE: *scale = optarg; return 0;
  case OPT_CHECK: app->check = 1; return 0;
  case OPT_PICTURE: app->picture = optarg; return 0;
  case 'h': app->help = 1; return 0;
  default: return take_size(app, c, argv);
  }
}

/* Fills in the sizes that the command line does not give; 0 means not given. */
static int take_scale(struct app *app, const char *scale) {
  static const char *const names[] = {"test", "small", "paper"};
  int which = 0;
  while (which < 3 && strcmp(scale, names[which]) != 0) which++;
  if (which == 3)
    return example_bad(app->error, "--scale %.100s: expected test, small or paper", scale);
  for (int i = 0; app->sizes[i].letter; i++) {
    const struct app_size *s = &app->sizes[i];
    uint64_t of_scale[] = {s->test, s->small, s->paper};
    if (!app->value[i]) app->value[i] = of_scale[which];
  }
  return 0;
}

void app_parse(struct app *app, int argc, char **argv) {
  struct option options[APP_SIZES + COMMON + 1] = {0};
  char letters[2 * APP_SIZES + 8] = ":p:s:h";
  const char *scale = "test";
  int n = size_count(app), c, bad = 0;
  for (int i = 0; i < n; i++) {
    const struct app_size *s = &app->sizes[i];
    options[i] = (struct option){s->name, required_argument, NULL, s->letter};
    strcat(letters, (char[]){(char)s->letter, ':', 0});
  }
  memcpy(options + n, common, (COMMON - !app->draws) * sizeof *common);
  app->seed = 1;
  opterr = 0;
  while (!bad && (c = getopt_long(argc, argv, letters, options, NULL)) != -1)
    bad = take_option(app, c, argv, &scale) != 0;
  if (!bad && optind < argc)
    bad = example_bad(app->error, "%.100s: no argument is expected; see %s --help", argv[optind],
                      app->name);
  if (!bad) bad = take_scale(app, scale);
  if (bad) take_scale(app, "test");
}

void app_begin(struct app *app, int workers) {
  if (app->error[0]) {
    fprintf(stderr, "%s: %s\n", app->name, app->error);
    exit(2);
  }
  if (app->help) {
    print_usage(app);
    exit(fflush(stdout) == 0 ? 0 : 1);
  }
  if (!app->workers) app->workers = workers;
}

/* ---- result -------------------------------------------------------------- */

void app_end(const struct app *app, uint64_t checksum, unsigned long microseconds, int agrees) {
  if (!agrees) exit(1);
  printf("%s: ", app->name);
  for (int i = 0; app->sizes[i].letter; i++)
    printf("%s %" PRIu64 ", ", app->sizes[i].name, app->value[i]);
  printf("seed %" PRIu64 ", workers %d: checksum %016" PRIx64 ", %.6f s\n", app->seed, app->workers,
         checksum, 1e-6 * (double)microseconds);
  if (app->check) printf("agrees with the serial run\n");
  if (fflush(stdout) == 0) return;
  fprintf(stderr, "%s: the result could not be written\n", app->name);
  exit(1);
}

int app_differs(const struct app *app, const char *format, ...) {
  va_list ap;
  fprintf(stderr, "%s: --check: ", app->name);
  va_start(ap, format);
  vfprintf(stderr, format, ap);
  va_end(ap);
  fprintf(stderr, "\n");
  return 0;
}

void *app_private(size_t bytes) {
  void *memory = calloc(bytes ? bytes : 1, 1);
  if (memory) return memory;
  fprintf(stderr, "no memory for %zu bytes\n", bytes);
  exit(1);
}

uint64_t app_checksum(const void *words, size_t count) {
  const char *at = words;
  uint64_t sum = count, word;
  for (size_t i = 0; i < count; i++) {
    memcpy(&word, at + i * sizeof word, sizeof word);
    sum = (sum ^ word) * 0x9fb21c651e98df25u;
    sum ^= sum >> 32;
  }
  return sum;
}

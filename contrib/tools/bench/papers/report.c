/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.c: rows, and files of data.
 */
#include "contrib/tools/bench/papers/report.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

static void print_row(const char *what, const char *paper, const char *verdict,
                      const char *measured, va_list args) {
  char text[160];
  vsnprintf(text, sizeof text, measured, args);
  printf("  %-46s %-26s %-22s %s\n", what, paper, text, verdict);
}

void report_goals(void) { printf("\n  %-46s %-26s %-22s\n", "", "papers", "here"); }

void report_goal(const char *what, const char *paper, int met, const char *measured, ...) {
  va_list args;
  va_start(args, measured);
  print_row(what, paper, met ? "met" : "MISSED", measured, args);
  va_end(args);
}

void report_fact(const char *what, const char *paper, const char *measured, ...) {
  va_list args;
  va_start(args, measured);
  print_row(what, paper, "", measured, args);
  va_end(args);
}

void report_cell(double value, int width, int digits) {
  if (value < 0)
    printf(" %*s", width, "-");
  else
    printf(" %*.*f", width, digits, value);
}

FILE *report_data(const struct papers_options *o, const char *name) {
  char path[4096];
  FILE *f;
  if (snprintf(path, sizeof path, "%s/%s.dat", o->dir, name) >= (int)sizeof path) return NULL;
  f = fopen(path, "we");
  if (f == NULL) fprintf(stderr, "papers: %s: %s\n", path, strerror(errno));
  return f;
}

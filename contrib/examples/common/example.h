/* SPDX-License-Identifier: BSD-3-Clause
 *
 * example.h: what the examples have in common: the clock, a progress bar, numbers of the command
 * line and messages about it. Knows nothing of GASNet.
 */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stddef.h>
#include <stdint.h>

#define EXAMPLE_ERROR_TEXT 300

/* Seconds, monotonic. */
double example_now(void);

/* Writes the text of an error, of EXAMPLE_ERROR_TEXT bytes at most; returns -1. */
int example_bad(char *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* 0 if the text is a whole number without sign in [min, max]. */
int example_number(const char *text, uint64_t min, uint64_t max, uint64_t *value);
/* Reports an option that getopt_long (with a leading ':' and opterr 0) did not accept. */
int example_unknown(const char *program, int c, char **argv, char *error);

/* Whether to draw: on = 1 or 0, or -1: on a terminal, if it takes long. `began`: of example_now. */
struct example_bar {
  const char *program;
  int on;
  double began, shown;
};
/* part: 0 to 1. Draws now and then; done() ends the line, if there is one. */
void example_bar_show(struct example_bar *bar, double part, const char *text);
void example_bar_done(struct example_bar *bar, const char *text);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stencil_options.h: the command line.
 */
#ifndef STENCIL_OPTIONS_H
#define STENCIL_OPTIONS_H

#include <stddef.h>
#include <stdio.h>

struct stencil_options {
  size_t n[3]; /* cells of the domain */
  unsigned steps;
  unsigned ranks[3]; /* of the grid of ranks; 0: not given */
  int check, help;
};

/* 0; or -1 with one line in error[EXAMPLE_ERROR_TEXT] that says what to write instead. Prints
 * nothing, so that every rank can call it. */
int stencil_options_parse(struct stencil_options *o, int argc, char **argv, char *error);

void stencil_options_usage(FILE *to);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gups_options.h: the command line.
 */
#ifndef GUPS_OPTIONS_H
#define GUPS_OPTIONS_H

#include "example.h"

#include <stdio.h>

enum { GUPS_ATOMICS, GUPS_MESSAGES, GUPS_PUTGET, GUPS_WAYS };
extern const char *const gups_way_name[GUPS_WAYS];

struct gups_options {
  uint64_t log2_words; /* of each rank's part of the table */
  uint64_t per_word;   /* updates for each word */
  uint64_t batch;      /* updates under way at a time, or in a message */
  uint64_t lose;       /* leaves out one update in so many; 0: none */
  int way[GUPS_WAYS];  /* which are wanted */
  int progress, help;  /* progress: 1, 0; -1: on a terminal, if it takes long */
};

/* 0; or -1 with one line in error[EXAMPLE_ERROR_TEXT] that says what to write instead. Prints
 * nothing, so that every rank can call it. */
int gups_options_parse(struct gups_options *o, int argc, char **argv, char *error);
void gups_options_usage(FILE *to);

#endif

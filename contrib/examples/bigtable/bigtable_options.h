/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bigtable_options.h: the command line.
 */
#ifndef BIGTABLE_OPTIONS_H
#define BIGTABLE_OPTIONS_H

#include "example.h"

#include <stdio.h>

struct bigtable_options {
  uint64_t mb;       /* of each rank's part of the table */
  uint64_t resident; /* percent of it that may be in memory */
  uint64_t load;     /* percent of the slots that are filled */
  uint64_t batch;    /* operations under way at a time */
  uint64_t lose;     /* leaves out one key in so many; 0: none */
  const char *directory;
  int progress, help; /* progress: 1, 0; -1: on a terminal, if it takes long */
};

/* 0; or -1 with one line in error[EXAMPLE_ERROR_TEXT] that says what to write instead. */
int bigtable_options_parse(struct bigtable_options *o, int argc, char **argv, char *error);
void bigtable_options_usage(FILE *to);

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_options.h: the command line.
 */
#ifndef KMER_OPTIONS_H
#define KMER_OPTIONS_H

#include "kmer_result.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct kmer_options {
  unsigned k;
  int check, json, help;
  int progress;       /* 0 never, 1 always, -1 on a terminal */
  uint64_t memory_mb; /* for each rank's table; 0: all the segment there is */
  char *const *file;
  int files;
  const char *query_text[KMER_MAX_QUERIES]; /* as given */
  uint64_t query[KMER_MAX_QUERIES];         /* canonical */
  int queries;
};

/* 0; or -1 with one line in error[KMER_ERROR_TEXT] that says what to write instead. Prints nothing,
 * so that every rank can call it. Reorders argv. */
int kmer_options_parse(struct kmer_options *o, int argc, char **argv, char *error);

void kmer_options_usage(FILE *to);

#endif

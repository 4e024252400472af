/* SPDX-License-Identifier: BSD-3-Clause
 *
 * oracle.h: what the tests of random operations against an oracle share: options, the job and its
 * test memory, threads, a limit of time, messages that tell how to run a seed again, and the sums.
 *
 *   oracle [--seeds N] [--base S] [--threads T] [--spoil] [--verbose]
 *
 * Each seed is a batch. It decides all that the batch does but the interleaving, whatever ran
 * before, so `--seeds 1 --base S` with the same number of ranks and threads does it again. --spoil
 * falsifies something in each batch, which must then fail. Prints what fails, and `N passed, N
 * failed`: batches, each by as many ranks and threads as judge it.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <gasnetex.h>

#include "rng.h"

enum { ORACLE_THREADS = 8 };

/* By the test. */
struct oracle_test {
  gex_Flags_t flags;      /* of gex_Client_Init */
  size_t (*memory)(void); /* bytes that each rank's test memory has; zeros at first */
  void (*run)(void);      /* all seeds */
};
extern const struct oracle_test oracle_test;

struct oracle {
  gex_EP_t ep;
  gex_TM_t tm0;
  gex_Rank_t me, size;
  void **mem; /* test memory of every rank, by its owner's address */
  uint64_t seeds, first;
  int threads, spoil, verbose;
};
extern struct oracle oracle;

void oracle_barrier(void);

/* Runs all seeds and counts how they end: batch returns whether all was good. `thread`: the
 * caller's. */
void oracle_each_seed(int thread, int (*batch)(int thread, uint64_t seed));
/* Calls fn(i) in as many threads as were asked for; this one is number 0. */
void oracle_threads(void (*fn)(int thread));

/* A line that says what is wrong, and how to run the seed again. */
void oracle_complain(uint64_t seed, int thread, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* malloc that ends the process rather than fail. */
void *oracle_alloc(size_t n);

#endif

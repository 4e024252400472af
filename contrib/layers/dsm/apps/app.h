/* SPDX-License-Identifier: BSD-3-Clause
 *
 * app.h: common parts of the shared-memory programs that need no ANL macro: command line, random
 * numbers, checksums, report. Only main's thread calls these functions, except the inline ones.
 *
 * Results are the same for every number of workers: sums are taken in an order that does not depend
 * on which worker computes a part.
 */
#ifndef APP_H
#define APP_H

#include "example.h"

#include <stddef.h>
#include <stdint.h>

#define APP_SIZES 4
#define APP_MOST_WORKERS 1024

/* A size of the problem, and its option; the last entry of a table is {0}. */
struct app_size {
  int letter;
  const char *name, *help;
  uint64_t min, max;
  uint64_t test, small, paper; /* by --scale; the last two: table 2 of the paper on ARDMAR */
};

struct app {
  const char *name, *about;
  const struct app_size *sizes;
  int draws; /* takes --picture */
  /* Set by app_parse from the command line. */
  uint64_t value[APP_SIZES]; /* of sizes */
  int workers;               /* 0 until app_begin, if not given */
  uint64_t seed;
  int check, help;
  const char *picture;
  char error[EXAMPLE_ERROR_TEXT]; /* an error of the command line; empty: none */
};

/* Reads the command line and prints nothing, because every rank of a job may come here. */
void app_parse(struct app *app, int argc, char **argv);
/* The most workers there can be; usable before app_begin. */
static inline size_t app_most_workers(const struct app *app) {
  return app->workers ? (size_t)app->workers : APP_MOST_WORKERS;
}
/* After MAIN_INITENV: ends the program for --help and errors. workers: the number if the command
 * line does not give it. */
void app_begin(struct app *app, int workers);
/* Prints sizes, checksum and time, and with --check the result of the check. Ends the program with
 * status 1 if `agrees` is 0 or the report could not be written. */
void app_end(const struct app *app, uint64_t checksum, unsigned long microseconds, int agrees);
/* Prints how the result differs from the serial run's; returns 0. */
int app_differs(const struct app *app, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Allocates private memory, zeroed; ends the program if there is none. */
void *app_private(size_t bytes);

/* The checksum of an array of words or doubles. */
uint64_t app_checksum(const void *words, size_t count);

/* The first of n items that belongs to worker i of p; they extend to the next worker's first. */
static inline size_t app_first(size_t n, int i, int p) { return n * (size_t)i / (size_t)p; }

/* Random number i of a seed, the same in every worker. (SplitMix64: Steele, Lea, Flood 2014.) */
static inline uint64_t app_random(uint64_t seed, uint64_t i) {
  uint64_t x = (seed + 1) * 0xd1342543de82ef95u + (i + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}
/* Uniform in [0, 1). */
static inline double app_uniform(uint64_t seed, uint64_t i) {
  return (double)(app_random(seed, i) >> 11) * 0x1p-53;
}

#endif

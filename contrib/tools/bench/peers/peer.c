/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer.c: measures what a struct peer has. A row is the best of BATCHES batches, each long enough
 * for the clock, and the mean of as many batches as fill a fixed time, after calls that do not
 * count; all ranks make as many calls, which rank 0 has chosen. A batch of collectives ends when
 * the last rank has made its calls: a root may return long before any rank has what it sent.
 * The line "end" says that all rows have been printed: what a library does when it is left is not
 * ours to judge.
 */
#include "peer.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCHES 3
#define BATCH_NS 1e6
#define WARM_CALLS 20
#define WARM_NS 250e6
#define FIRST 16
#define MOST 100000  /* calls in a batch */
#define MEAN_NS 20e6 /* time of a mean; the argument mean=MS sets another */

enum takers { ALONE, PAIR, ALL };

struct row {
  const char *name;
  size_t at; /* of the operation in struct peer */
  enum takers takers;
  const size_t *sizes; /* ended by 0 */
};

static const size_t by_size[] = {8, 64, 512, 4096, 16384, 65536, 262144, 1048576, PEER_BYTES, 0};
static const size_t one_word[] = {8, 0}, pieces[] = {PEER_PIECES * 8, 0};
static const size_t of_all[] = {8, 4096, 65536, 1048576, 0}, nothing[] = {1, 0};

#define AT(op) offsetof(struct peer, op)
static const struct row rows[] = {{"put", AT(put), ALONE, by_size},
                                  {"get", AT(get), ALONE, by_size},
                                  {"put-stream", AT(put_stream), ALONE, by_size},
                                  {"get-stream", AT(get_stream), ALONE, by_size},
                                  {"round-trip", AT(round_trip), PAIR, by_size},
                                  {"fetch-add", AT(fetch_add), ALONE, one_word},
                                  {"accumulate", AT(accumulate), ALONE, one_word},
                                  {"put-strided", AT(put_strided), ALONE, pieces},
                                  {"barrier", AT(barrier), ALL, nothing},
                                  {"reduce-to-all", AT(reduce_to_all), ALL, of_all},
                                  {"broadcast", AT(broadcast), ALL, of_all},
                                  {"all-to-all", AT(all_to_all), ALL, of_all}};

void peer_fail(const char *what, const char *why) {
  fprintf(stderr, "peer: %s: %s\n", what, why);
  exit(1);
}

char *peer_memory(void) {
  char *p = aligned_alloc(4096, PEER_MEMORY);
  if (p == NULL) peer_fail("memory", "none left");
  memset(p, 1, PEER_MEMORY);
  return p;
}

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

struct task {
  peer_op *op;
  size_t bytes;
  enum takers takers;
  double mean_ns;
};

static peer_op *operation(const struct peer *p, const struct row *row) {
  peer_op *op;
  memcpy(&op, (const char *)p + row->at, sizeof op);
  return op;
}

static double time_batch(const struct peer *p, const struct task *t, int calls) {
  double start = now_ns();
  for (int i = 0; i < calls; i++) t->op(t->bytes);
  if (t->takers == ALL) p->sync();
  return (now_ns() - start) / calls;
}

/* Whether rank 0 has found so many calls long enough, twice: once may have been a hiccup. The first
 * calls touch memory for the first time. */
static int long_enough(const struct peer *p, const struct task *t, int calls) {
  double least = calls < FIRST ? FIRST * BATCH_NS : BATCH_NS;
  int done = 1;
  for (int i = 0; i < 2 && done; i++) {
    done = time_batch(p, t, calls) * calls >= least || calls >= MOST;
    if (t->takers != ALONE) p->share(&done, sizeof done);
  }
  return done;
}

/* The first calls touch memory for the first time, and windows are small then: of ranks that share
 * cores, 20 calls with 1 MB may each take five times as long as the later ones. Rank 0 looks at the
 * clock. */
static void warm_up(const struct peer *p, const struct task *t) {
  double until = now_ns() + WARM_NS;
  for (int calls = 0, more = 1; more; calls++) {
    time_batch(p, t, 1);
    more = calls < WARM_CALLS && now_ns() < until;
    if (t->takers != ALONE) p->share(&more, sizeof more);
  }
}

struct times {
  double best, mean;
};

/* A mean over a time shows the cost of other programs, of which the best batch met none. Rank 0
 * looks at the clock for all: beside a load a batch may take a hundred times as long as the best.
 */
static double measure_mean(const struct peer *p, const struct task *t, int calls) {
  double sum = 0, until = now_ns() + t->mean_ns;
  int batches = 0, more = 1;
  while (more) {
    sum += time_batch(p, t, calls);
    batches++;
    more = now_ns() < until;
    if (t->takers != ALONE) p->share(&more, sizeof more);
  }
  return sum / batches;
}

static struct times measure_task(const struct peer *p, const struct task *t) {
  int calls = 1;
  struct times times = {.best = 1e300};
  warm_up(p, t);
  while (!long_enough(p, t, calls)) calls *= 2;
  for (int i = 0; i < (calls > 1 ? BATCHES : 1); i++) {
    double ns = time_batch(p, t, calls);
    if (ns < times.best) times.best = ns;
  }
  times.mean = measure_mean(p, t, calls);
  return times;
}

static void one(const struct peer *p, const struct row *row, size_t bytes, double mean_ns) {
  peer_op *op = operation(p, row);
  int part = row->takers == ALL || p->rank == 0 || (row->takers == PAIR && p->rank == 1);
  p->sync();
  if (part) {
    struct times t = measure_task(p, &(struct task){op, bytes, row->takers, mean_ns});
    int each = op == p->put_stream || op == p->get_stream ? peer_window(bytes) : 1;
    if (p->rank == 0)
      printf("%s %zu %.4g %.4g\n", row->name, row->at == AT(barrier) ? 0 : bytes, t.best / each,
             t.mean / each);
  }
  p->sync();
}

/* Whether `word` is the row's name, or that with an @ and the number of bytes. */
static int names_cell(const char *word, const char *row, size_t bytes) {
  size_t n = strlen(row);
  if (strncmp(word, row, n) != 0) return 0;
  return word[n] == '\0' || (word[n] == '@' && strtoul(word + n + 1, NULL, 10) == bytes);
}

/* Arguments are names of rows, or of some of their cells; none: all. */
static int is_wanted(const struct row *row, size_t bytes, int argc, char **argv) {
  int names = 0;
  for (int i = 1; i < argc; i++) {
    if (names_cell(argv[i], row->name, bytes)) return 1;
    names += strchr(argv[i], '=') == NULL;
  }
  return names == 0;
}

static double time_of_mean(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (strncmp(argv[i], "mean=", 5) == 0) return atof(argv[i] + 5) * 1e6;
  return MEAN_NS;
}

int main(int argc, char **argv) {
  struct peer p = {0};
  peer_open(&p, &argc, &argv);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const struct row *row = &rows[i];
    if (operation(&p, row) == NULL || (row->takers != ALL && p.size != 2)) continue;
    for (const size_t *s = row->sizes; *s; s++)
      if (is_wanted(row, *s, argc, argv)) one(&p, row, *s, time_of_mean(argc, argv));
  }
  if (p.rank == 0) puts("end");
  fflush(stdout);
  peer_close(&p);
  return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * is.c: integer sort as the NAS benchmark IS states the task: the rank of a key is the number of
 * smaller keys; all keys are ranked several times, two of them with other values each time. (Bailey
 * et al., "The NAS parallel benchmarks", 1991.)
 *
 * A worker counts its part of the keys in its own buckets, and adds them to the shared buckets
 * under a lock for each section, beginning with the section of its number: the pages of the buckets
 * migrate from worker to worker. After a barrier each worker reads all buckets and ranks its keys.
 */
#include "anl.h"
#include "app.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

MAIN_ENV

#define SECTIONS 16 /* of the buckets, each with its lock */

struct shared {
  LOCKDEC(lock)
  BARDEC(barrier)
  ALOCKDEC(section, SECTIONS)
  int workers; /* workers that have their number */
  unsigned long begin, end;
  uint32_t *keys;
  uint32_t *ranks;
  uint32_t *buckets[2]; /* of this iteration and of the next */
};

/* Set before CREATE. */
static struct {
  size_t keys, buckets;
  uint64_t seed;
  int workers, iterations;
} job;
static struct shared *shared;

static const struct app_size sizes[] = {
    {'n', "keys", "2^N keys", 1, 30, 16, 21, 23},
    {'b', "buckets", "keys are below 2^N", 1, 24, 11, 15, 15},
    {'i', "iterations", "times that the keys are ranked", 1, 1000, 10, 10, 10},
    {0},
};

/* ---- what workers and the serial run compute ------------------------------ */

/* The mean of four random numbers, so that keys in the middle are frequent. */
static uint32_t key_of(size_t i) {
  double sum = 0;
  for (size_t k = 0; k < 4; k++) sum += app_uniform(job.seed, 4 * i + k);
  return (uint32_t)(sum / 4 * (double)job.buckets);
}

/* The two keys that iteration t sets: places and values. */
static void changed_keys(int t, size_t place[2], uint32_t value[2]) {
  place[0] = (size_t)t % job.keys;
  place[1] = (size_t)(t + job.iterations) % job.keys;
  value[0] = (uint32_t)((size_t)t % job.buckets);
  value[1] = (uint32_t)((job.buckets - 1 - (size_t)t % job.buckets));
}

/* Turns the counts of keys into the numbers of smaller keys. */
static void sum_buckets(const uint32_t *count, uint32_t *smaller) {
  uint32_t sum = 0;
  for (size_t b = 0; b < job.buckets; b++) {
    smaller[b] = sum;
    sum += count[b];
  }
}

/* ---- workers -------------------------------------------------------------- */

struct part { /* a worker's own */
  int me;
  size_t first, end; /* keys */
  uint32_t *count, *smaller;
};

static void change_keys(const struct part *part, int t) {
  size_t place[2];
  uint32_t value[2];
  changed_keys(t, place, value);
  for (int i = 0; i < 2; i++)
    if (place[i] >= part->first && place[i] < part->end) shared->keys[place[i]] = value[i];
}

static void add_buckets(const struct part *part, uint32_t *buckets) {
  for (int i = 0; i < SECTIONS; i++) {
    int section = (part->me + i) % SECTIONS;
    size_t end = app_first(job.buckets, section + 1, SECTIONS);
    ALOCK(shared->section, section)
    for (size_t b = app_first(job.buckets, section, SECTIONS); b < end; b++)
      buckets[b] += part->count[b];
    AULOCK(shared->section, section)
  }
}

/* Counts, adds and ranks. Clears the next iteration's buckets, which no worker uses before the next
 * barrier. */
static void rank_keys(const struct part *part, int t) {
  uint32_t *buckets = shared->buckets[t % 2], *next = shared->buckets[(t + 1) % 2];
  memset(part->count, 0, job.buckets * sizeof *part->count);
  for (size_t i = part->first; i < part->end; i++) part->count[shared->keys[i]]++;
  add_buckets(part, buckets);
  BARRIER(shared->barrier, job.workers)
  sum_buckets(buckets, part->smaller);
  for (size_t i = part->first; i < part->end; i++)
    shared->ranks[i] = part->smaller[shared->keys[i]];
  for (size_t b = app_first(job.buckets, part->me, job.workers);
       b < app_first(job.buckets, part->me + 1, job.workers); b++)
    next[b] = 0;
  BARRIER(shared->barrier, job.workers)
}

static void run_worker(void) {
  struct part part;
  LOCK(shared->lock)
  part.me = shared->workers++;
  UNLOCK(shared->lock)
  part.first = app_first(job.keys, part.me, job.workers);
  part.end = app_first(job.keys, part.me + 1, job.workers);
  part.count = app_private(job.buckets * sizeof *part.count);
  part.smaller = app_private(job.buckets * sizeof *part.smaller);
  for (size_t i = part.first; i < part.end; i++) shared->keys[i] = key_of(i);
  BARRIER(shared->barrier, job.workers)
  for (int t = 0; t < job.iterations; t++) {
    if (part.me == 0 && t == (job.iterations > 1)) CLOCK(shared->begin) /* as in NAS's IS */
    change_keys(&part, t);
    rank_keys(&part, t);
  }
  if (part.me == 0) CLOCK(shared->end)
  free(part.count);
  free(part.smaller);
}

/* ---- main ----------------------------------------------------------------- */

/* The serial run ranks only the keys of the last iteration. */
static void rank_serially(uint32_t *keys, uint32_t *count, uint32_t *smaller) {
  for (size_t i = 0; i < job.keys; i++) keys[i] = key_of(i);
  for (int t = 0; t < job.iterations; t++) {
    size_t place[2];
    uint32_t value[2];
    changed_keys(t, place, value);
    keys[place[0]] = value[0];
    keys[place[1]] = value[1];
  }
  for (size_t i = 0; i < job.keys; i++) count[keys[i]]++;
  sum_buckets(count, smaller);
}

static int result_agrees(const struct app *app) {
  uint32_t *keys = app_private(job.keys * sizeof *keys);
  uint32_t *count = app_private(job.buckets * sizeof *count);
  uint32_t *smaller = app_private(job.buckets * sizeof *smaller);
  size_t i = 0;
  rank_serially(keys, count, smaller);
  while (i < job.keys && keys[i] == shared->keys[i] && smaller[keys[i]] == shared->ranks[i]) i++;
  if (i < job.keys)
    app_differs(app, "key %zu is %u of rank %u; the serial run has %u of rank %u", i,
                shared->keys[i], shared->ranks[i], keys[i], smaller[keys[i]]);
  free(keys);
  free(count);
  free(smaller);
  return i == job.keys;
}

static void allocate_shared(void) {
  shared = G_MALLOC(sizeof *shared);
  shared->keys = G_MALLOC(job.keys * sizeof *shared->keys);
  shared->ranks = G_MALLOC(job.keys * sizeof *shared->ranks);
  for (int i = 0; i < 2; i++)
    shared->buckets[i] = G_MALLOC(job.buckets * sizeof *shared->buckets[i]);
  LOCKINIT(shared->lock)
  BARINIT(shared->barrier, job.workers)
  ALOCKINIT(shared->section, SECTIONS)
}

int main(int argc, char **argv) {
  struct app app = {.name = "is", .about = "Ranks keys, as the NAS benchmark IS.", .sizes = sizes};
  app_parse(&app, argc, argv);
  job.keys = (size_t)1 << app.value[0];
  job.buckets = (size_t)1 << app.value[1];
  job.iterations = (int)app.value[2];
  job.seed = app.seed;
  MAIN_INITENV(, 8 * job.keys + 8 * job.buckets + (1 << 20))
  app_begin(&app, ANL_WORKERS());
  job.workers = app.workers;
  allocate_shared();
  CREATE(run_worker, job.workers)
  WAIT_FOR_END(job.workers - 1)
  app_end(&app, app_checksum(shared->ranks, job.keys / 2), shared->end - shared->begin,
          !app.check || result_agrees(&app));
  MAIN_END
}

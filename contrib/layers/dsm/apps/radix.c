/* SPDX-License-Identifier: BSD-3-Clause
 *
 * radix.c: sorts keys by their digits, the lowest first. In each pass a worker counts the digits of
 * its part of the keys, the workers turn all counts into places, and each moves its keys to their
 * places in the other array, whose pages have many writers at once. Keys and places are integers of
 * 32 bits, as on the machines of the paper on ARDMAR. (Blelloch et al., "A comparison of sorting
 * algorithms for the Connection Machine CM-2", 1991, has the algorithm.)
 *
 * Shared: between two barriers no two workers write the same places. A place is the number of keys
 * with a lower digit, plus that of equal digits of earlier workers. Worker i makes the places of
 * its range of digits; the keys in ranges before it come as a carry from worker i - 1, announced by
 * a pause.
 */
#include "anl.h"
#include "app.h"

#include <inttypes.h>
#include <stdlib.h>

MAIN_ENV

struct link {
  PAUSEDEC(ready)
  uint32_t carry; /* number of keys whose digits come before the range of this worker */
};

struct shared {
  LOCKDEC(lock)
  BARDEC(barrier)
  int workers; /* workers that have their number */
  unsigned long begin, end;
  uint32_t *keys[2]; /* the passes alternate between them */
  uint32_t *places;  /* [worker][digit]: first counts, then the place of the next such key */
  struct link *links;
};

/* Set before CREATE. */
static struct {
  size_t keys, digits;
  uint64_t max, seed;
  int workers, bits, passes;
} job;
static struct shared *shared;

static const struct app_size sizes[] = {
    {'n', "keys", "keys", 1, 1u << 30, 65536, 524288, 2621440},
    {'r', "radix", "digits, a power of 2", 2, 1u << 20, 1024, 1024, 1024},
    {'m', "max-key", "keys are below this", 1, UINT64_C(1) << 32, 524288, 524288, 524288},
    {0},
};

static uint32_t key_of(size_t i) { return (uint32_t)(app_random(job.seed, i) % job.max); }

/* The number of 64-bit words that hold the keys; a half that is left over stays 0. */
static size_t key_words(void) { return (job.keys + 1) / 2; }

static size_t digit_of(uint32_t key, int pass) {
  return (size_t)((uint64_t)key >> (pass * job.bits)) & (job.digits - 1);
}

/* ---- workers -------------------------------------------------------------- */

static void count_digits(int me, const uint32_t *keys, int pass) {
  uint32_t *mine = shared->places + (size_t)me * job.digits;
  for (size_t d = 0; d < job.digits; d++) mine[d] = 0;
  size_t end = app_first(job.keys, me + 1, job.workers);
  for (size_t i = app_first(job.keys, me, job.workers); i < end; i++)
    mine[digit_of(keys[i], pass)]++;
}

/* Turns all counts of this worker's digits into places relative to the range; returns how many keys
 * the range has. */
static uint32_t place_range(size_t first, size_t end) {
  uint32_t sum = 0;
  for (size_t d = first; d < end; d++)
    for (int w = 0; w < job.workers; w++) {
      uint32_t *place = &shared->places[(size_t)w * job.digits + d], n = *place;
      *place = sum;
      sum += n;
    }
  return sum;
}

static void place_keys(int me) {
  size_t first = app_first(job.digits, me, job.workers);
  size_t end = app_first(job.digits, me + 1, job.workers);
  uint32_t carry = 0, sum = place_range(first, end);
  if (me > 0) {
    WAITPAUSE(shared->links[me].ready)
    CLEARPAUSE(shared->links[me].ready)
    carry = shared->links[me].carry;
  }
  if (me + 1 < job.workers) {
    shared->links[me + 1].carry = carry + sum;
    SETPAUSE(shared->links[me + 1].ready)
  }
  for (int w = 0; w < job.workers; w++)
    for (size_t d = first; d < end; d++) shared->places[(size_t)w * job.digits + d] += carry;
}

static void move_keys(int me, const uint32_t *from, uint32_t *to, int pass) {
  uint32_t *mine = shared->places + (size_t)me * job.digits;
  size_t end = app_first(job.keys, me + 1, job.workers);
  for (size_t i = app_first(job.keys, me, job.workers); i < end; i++)
    to[mine[digit_of(from[i], pass)]++] = from[i];
}

static void run_worker(void) {
  LOCK(shared->lock)
  int me = shared->workers++;
  UNLOCK(shared->lock)
  size_t end = app_first(job.keys, me + 1, job.workers);
  for (size_t i = app_first(job.keys, me, job.workers); i < end; i++)
    shared->keys[0][i] = key_of(i);
  BARRIER(shared->barrier, job.workers)
  if (me == 0) CLOCK(shared->begin)
  for (int pass = 0; pass < job.passes; pass++) {
    uint32_t *from = shared->keys[pass % 2], *to = shared->keys[(pass + 1) % 2];
    count_digits(me, from, pass);
    BARRIER(shared->barrier, job.workers)
    place_keys(me);
    BARRIER(shared->barrier, job.workers)
    move_keys(me, from, to, pass);
    BARRIER(shared->barrier, job.workers)
  }
  if (me == 0) CLOCK(shared->end)
}

/* ---- main ----------------------------------------------------------------- */

static int order(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static int result_agrees(const struct app *app, const uint32_t *sorted) {
  uint32_t *want = app_private(job.keys * sizeof *want);
  size_t i = 0;
  for (; i < job.keys; i++) want[i] = key_of(i);
  qsort(want, job.keys, sizeof *want, order);
  for (i = 0; i < job.keys && sorted[i] == want[i]; i++) continue;
  if (i < job.keys)
    app_differs(app, "sorted key %zu is %" PRIu32 "; the serial run has %" PRIu32, i, sorted[i],
                want[i]);
  free(want);
  return i == job.keys;
}

static void set_job(struct app *app) {
  job.keys = app->value[0];
  job.digits = app->value[1];
  job.max = app->value[2];
  job.seed = app->seed;
  while ((size_t)1 << job.bits < job.digits) job.bits++;
  for (uint64_t rest = job.max - 1; rest || !job.passes; rest >>= job.bits) job.passes++;
  if (job.digits & (job.digits - 1))
    example_bad(app->error, "-r %zu: expected a power of 2", job.digits);
}

static void allocate_shared(void) {
  size_t workers = (size_t)job.workers;
  shared = G_MALLOC(sizeof *shared);
  for (int i = 0; i < 2; i++) shared->keys[i] = G_MALLOC(2 * key_words() * sizeof(uint32_t));
  shared->places = G_MALLOC(workers * job.digits * sizeof(uint32_t));
  shared->links = G_MALLOC(workers * sizeof(struct link));
  LOCKINIT(shared->lock)
  BARINIT(shared->barrier, job.workers)
  for (int i = 0; i < job.workers; i++) PAUSEINIT(shared->links[i].ready)
}

int main(int argc, char **argv) {
  struct app app = {.name = "radix", .about = "Sorts keys by their digits.", .sizes = sizes};
  app_parse(&app, argc, argv);
  set_job(&app);
  MAIN_INITENV(, 8 * job.keys + app_most_workers(&app) * 4 * job.digits + (1 << 20))
  app_begin(&app, ANL_WORKERS());
  job.workers = app.workers;
  allocate_shared();
  CREATE(run_worker, job.workers)
  WAIT_FOR_END(job.workers - 1)
  const uint32_t *sorted = shared->keys[job.passes % 2];
  app_end(&app, app_checksum(sorted, key_words()), shared->end - shared->begin,
          !app.check || result_agrees(&app, sorted));
  MAIN_END
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stats.c: CAF_STATS=1 prints, at the end of each image, a table of its statements, and the places
 * in the program that accessed coarrays one element at a time.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "contrib/layers/caf/stats.h"

enum { PLACES = 256, OFTEN = 1000, SHOWN = 5 };

static const char *const names[CAF_KINDS] = {"coindexed put",
                                             "coindexed get",
                                             "both sides coindexed",
                                             "put by reference",
                                             "get by reference",
                                             "both by reference",
                                             "sync all",
                                             "sync images",
                                             "sync memory",
                                             "lock, unlock, critical",
                                             "event",
                                             "atomic",
                                             "collective",
                                             "team",
                                             "allocate",
                                             "wait for puts"};

static struct { uint64_t calls, bytes, ns; } totals[CAF_KINDS];
static struct {
  const void *caller;
  uint64_t calls;
} places[PLACES];

uint64_t hyd_caf_stats_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void hyd_caf_stats_add(enum caf_kind kind, uint64_t since, size_t bytes) {
  totals[kind].calls++;
  totals[kind].bytes += bytes;
  totals[kind].ns += hyd_caf_stats_now() - since;
}

void hyd_caf_stats_element(enum caf_kind kind, const void *caller) {
  size_t i = (uintptr_t)caller / 4 % PLACES;
  (void)kind;
  for (size_t tries = 0; tries < PLACES; tries++, i = (i + 1) % PLACES) {
    if (places[i].caller && places[i].caller != caller) continue;
    places[i].caller = caller;
    places[i].calls++;
    return;
  }
}

static int by_calls(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)((const char *)a + sizeof(void *)),
           y = *(const uint64_t *)((const char *)b + sizeof(void *));
  return (x < y) - (x > y);
}

void hyd_caf_stats_report(void) {
  if (!hyd_caf.stats) return;
  unsigned image = hyd_caf.rank + 1;
  char *text;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  if (f == NULL) return;
  for (int k = 0; k < CAF_KINDS; k++)
    if (totals[k].calls)
      fprintf(f, "CAF_STATS image %u: %-22s %10llu calls %14llu bytes %12.3f ms\n", image, names[k],
              (unsigned long long)totals[k].calls, (unsigned long long)totals[k].bytes,
              (double)totals[k].ns / 1e6);
  qsort(places, PLACES, sizeof places[0], by_calls);
  for (int i = 0; i < SHOWN && places[i].calls >= OFTEN; i++) {
    Dl_info where = {0};
    dladdr(places[i].caller, &where);
    fprintf(f, "CAF_STATS image %u: %llu accesses of one element each: addr2line -e %s %#tx\n",
            image, (unsigned long long)places[i].calls,
            where.dli_fname ? where.dli_fname : "PROGRAM",
            (const char *)places[i].caller - (const char *)where.dli_fbase);
  }
  fclose(f);
  fputs(text, stderr);
  free(text);
}

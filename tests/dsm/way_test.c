/* SPDX-License-Identifier: BSD-3-Clause
 *
 * way_test.c: HYD_DSM_PROTOCOL=auto goes the faster way, by the times of the paper's figure 8 as
 * the simulated machines have them, without contention and with; and notices when they change.
 */
#include <stdio.h>

#include "contrib/layers/dsm/net/way.h"

#define FETCHES 1000u

static unsigned passed, failed;

static void expect(int ok, const char *what, unsigned found) {
  *(ok ? &passed : &failed) += 1;
  printf("%s - %s (%u of %u by message)\n", ok ? "ok" : "not ok", what, found, FETCHES);
}

/* Fetches that take so many ns one-sided and by message, some more at times; how many went by
 * message. */
static unsigned fetch(struct hyd_dsm_ways *w, int *by_message, uint64_t one_sided,
                      uint64_t message) {
  unsigned n = 0;
  for (unsigned i = 0; i < FETCHES; i++) {
    uint64_t took = *by_message ? message : one_sided;
    n += (unsigned)*by_message;
    if (i % 10 == 7) took += took / 2;
    *by_message = hyd_dsm_next_way(w, *by_message, took);
  }
  return n;
}

int main(void) {
  enum { RARELY = FETCHES / HYD_DSM_AGAIN + HYD_DSM_AGAIN };
  struct hyd_dsm_ways w = {0};
  int by_message = 0;
  unsigned n;
  n = fetch(&w, &by_message, 57890, 33610);
  expect(n >= FETCHES - RARELY, "2 nodes: by message", n);
  n = fetch(&w, &by_message, 61470, 242910);
  expect(n <= RARELY, "16 nodes fetch from one: one-sided", n);
  n = fetch(&w, &by_message, 57890, 33610);
  expect(n >= FETCHES - 8 * RARELY, "and by message again, when they do not any more", n);
  expect(n >= 1 && n < FETCHES, "each way is tried again now and then", n);
  printf("%u passed, %u failed\n", passed, failed);
  return failed != 0;
}

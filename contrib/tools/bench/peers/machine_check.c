/* SPDX-License-Identifier: BSD-3-Clause
 *
 * machine_check.c: whether the operations by datagrams move and add what they should, before any is
 * measured. A block is filled with bytes that depend on its seed.
 */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "machine.h"
#include "wire.h"

#define ROW 40    /* broadcasts: more than a root keeps */
#define LATE 2000 /* us */

static const size_t sizes[] = {8, 4096, 65536, 1048576};
#define SIZES (sizeof sizes / sizeof *sizes)

static unsigned char byte_of(size_t i, unsigned seed) {
  return (unsigned char)((i * 2654435761u + (i >> 12) + seed * 40503u) >> 8);
}

static void fill(char *p, size_t bytes, unsigned seed) {
  for (size_t i = 0; i < bytes; i++) p[i] = (char)byte_of(i, seed);
}

static void expect(const char *p, size_t bytes, unsigned seed, const char *what) {
  for (size_t i = 0; i < bytes; i++)
    if ((unsigned char)p[i] != byte_of(i, seed)) peer_fail(what, "moves something else");
}

/* --- two ranks ------------------------------------------------------------ */

/* Rank 0 puts and gets back, while rank 1 waits. */
static void check_transfers(const struct peer *p, peer_op *put, peer_op *get, unsigned seed) {
  for (size_t i = 0; p->rank == 0 && i < SIZES; i++) {
    fill(p->local, sizes[i], seed);
    put(sizes[i]);
    memset(p->local, 0, sizes[i]);
    get(sizes[i]);
    expect(p->local, sizes[i], seed, "a put or get");
  }
  p->sync();
}

static void check_round_trip(const struct peer *p) {
  unsigned other = 1 - (unsigned)p->rank;
  for (size_t i = 0; i < SIZES; i++) {
    fill(p->local, sizes[i], (unsigned)p->rank);
    p->round_trip(sizes[i]);
    expect(p->local + PEER_BYTES, sizes[i], other, "a round trip");
    p->sync();
  }
}

static void check_pair(const struct peer *p) {
  check_transfers(p, p->put, p->get, 3);
  check_transfers(p, p->put_stream, p->get_stream, 4);
  check_round_trip(p);
}

/* --- all ranks ------------------------------------------------------------ */

/* All processes have the same clock. */
static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Each rank in turn is late: no other may leave before that one has come. */
static void check_barrier(const struct peer *p) {
  double came, left, all[MACHINE_RANKS];
  for (int late = 0; late < p->size; late++) {
    p->sync();
    if (late == p->rank) usleep(LATE);
    came = now_us();
    p->barrier(0);
    left = now_us();
    wire_gather(&came, all, sizeof came, NULL);
    if (left < all[late]) peer_fail("a barrier", "does not wait for all");
  }
}

static void check_broadcast(const struct peer *p, size_t bytes) {
  for (unsigned i = 0; i < ROW; i++) {
    if (p->rank == 0) fill(p->local, bytes, i);
    p->broadcast(bytes);
    expect(p->local, bytes, i, "a broadcast");
  }
  p->sync();
}

/* Sums of whole numbers are exact in any order. */
static void check_reduction(const struct peer *p, size_t bytes) {
  double *from = (double *)(void *)p->local, *to = (double *)(void *)(p->local + PEER_BYTES);
  int n = p->size;
  for (size_t i = 0; i < bytes / sizeof *from; i++) from[i] = (double)(i % 1000) + p->rank;
  p->reduce_to_all(bytes);
  for (size_t i = 0; i < bytes / sizeof *to; i++)
    if (to[i] != (double)(i % 1000) * n + n * (n - 1) / 2)
      peer_fail("a reduction", "adds up wrong");
  p->sync();
}

static void check_all_to_all(const struct peer *p, size_t bytes) {
  unsigned rank = (unsigned)p->rank, n = (unsigned)p->size;
  for (unsigned i = 0; i < n; i++) fill(p->local + i * bytes, bytes, rank * n + i);
  p->all_to_all(bytes);
  for (unsigned i = 0; i < n; i++)
    expect(machine.memory + i * bytes, bytes, i * n + rank, "an all-to-all");
  p->sync();
}

void machine_check(const struct peer *p) {
  if (p->size == 2) check_pair(p);
  check_barrier(p);
  for (size_t i = 0; i < SIZES; i++) {
    check_broadcast(p, sizes[i]);
    check_reduction(p, sizes[i]);
    check_all_to_all(p, sizes[i]);
  }
  memset(p->local, 1, PEER_MEMORY);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * machine_groups.c: collectives of a power of two of ranks. In a round a rank's partner is the one
 * whose number differs in one bit. Of the algorithms that were tried on two cores these were
 * fastest:
 *
 *    barrier         log2(n) rounds; by way of rank 0 where CROWD ranks share a core
 *    reduce-to-all   below REDUCE_LARGE as a barrier; from there on each rank adds up a part, and
 *                    sends the sum to all: tried were also rounds, and rounds of halves
 *    all-to-all      all partners at once, in both directions; up to ALL_SMALL, where ranks share
 *                    cores, by way of rank 0: tried were also log2(n) rounds, and one partner, two
 *                    or four at a time
 *
 * By way of rank 0 there are fewer messages and fewer turns of the scheduler.
 */
#include <string.h>

#include "machine.h"
#include "wire.h"

#define CROWD 4
#define REDUCE_LARGE ((size_t)128 << 10)
#define ALL_SMALL ((size_t)4 << 10)

static char *scratch;

static void exchange_with(int partner, const void *out, void *in, size_t bytes) {
  struct machine_flow f = {
      .partner = partner, .out = out, .outgoing = bytes, .in = in, .incoming = bytes};
  machine_exchange(&f, 1);
}

/* --- barrier -------------------------------------------------------------- */

static void meet_in_rounds(void) {
  char out = 1, in;
  for (int bit = 1; bit < machine.size; bit *= 2)
    exchange_with(machine.rank ^ bit, &out, &in, sizeof out);
}

static void meet_at_root(void) {
  char token = 1;
  if (machine.rank) {
    machine_send_to(0, &token, sizeof token);
    machine_hear_from(0, &token, sizeof token);
    return;
  }
  for (int i = 1; i < machine.size; i++) machine_hear_from(i, &token, sizeof token);
  for (int i = 1; i < machine.size; i++) machine_send_to(i, &token, sizeof token);
}

static void run_barrier(size_t bytes) {
  (void)bytes;
  if (machine.to_a_core >= CROWD)
    meet_at_root();
  else
    meet_in_rounds();
}

static void sync_ranks(void) {
  machine_end_broadcasts();
  run_barrier(0);
}

/* --- reduce-to-all -------------------------------------------------------- */

static void add_up(char *to, const char *a, const char *b, size_t bytes) {
  double *sum = (double *)(void *)to;
  const double *x = (const double *)(const void *)a, *y = (const double *)(const void *)b;
  for (size_t i = 0; i < bytes / sizeof *sum; i++) sum[i] = x[i] + y[i];
}

static void reduce_in_rounds(const char *from, char *to, size_t bytes) {
  for (int bit = 1; bit < machine.size; bit *= 2, from = to) {
    exchange_with(machine.rank ^ bit, from, scratch, bytes);
    add_up(to, from, scratch, bytes);
  }
}

static void reduce_at_root(const char *from, char *to, size_t bytes) {
  if (machine.rank) {
    machine_send_to(0, from, bytes);
    machine_hear_from(0, to, bytes);
    return;
  }
  for (int i = 1; i < machine.size; i++, from = to) {
    machine_hear_from(i, scratch, bytes);
    add_up(to, from, scratch, bytes);
  }
  for (int i = 1; i < machine.size; i++) machine_send_to(i, to, bytes);
}

static void reduce_in_parts(const char *from, char *to, size_t bytes) {
  struct machine_flow sums[MACHINE_RANKS], all[MACHINE_RANKS];
  size_t part = bytes / (size_t)machine.size, mine = (size_t)machine.rank * part;
  int n = machine.size - 1;
  memcpy(to + mine, from + mine, part);
  for (int i = 0; i < n; i++) {
    int other = machine.rank ^ (i + 1);
    size_t theirs = (size_t)other * part;
    sums[i] = (struct machine_flow){other, from + theirs, part, to + mine, part, 1};
    all[i] = (struct machine_flow){other, to + mine, part, to + theirs, part, 0};
  }
  machine_exchange(sums, n);
  machine_exchange(all, n);
}

static void reduce_to_all(size_t bytes) {
  char *from = machine.local, *to = machine.local + PEER_BYTES;
  if (bytes >= REDUCE_LARGE)
    reduce_in_parts(from, to, bytes);
  else if (machine.to_a_core >= CROWD)
    reduce_at_root(from, to, bytes);
  else
    reduce_in_rounds(from, to, bytes);
}

/* --- all-to-all ----------------------------------------------------------- */

static void send_to_all(const char *from, char *to, size_t bytes) {
  struct machine_flow flows[MACHINE_RANKS];
  size_t mine = (size_t)machine.rank * bytes;
  int n = machine.size - 1;
  for (int i = 0; i < n; i++) {
    int other = machine.rank ^ (i + 1);
    size_t theirs = (size_t)other * bytes;
    flows[i] = (struct machine_flow){other, from + theirs, bytes, to + theirs, bytes, 0};
  }
  memcpy(to + mine, from + mine, bytes);
  machine_exchange(flows, n);
}

/* Where the root gathers what `rank` will get. */
static char *blocks_of(int rank, char *to, size_t all) {
  return rank ? scratch + (size_t)rank * all : to;
}

static void sort_blocks(int from, const char *blocks, char *to, size_t bytes) {
  size_t all = bytes * (size_t)machine.size;
  for (int i = 0; i < machine.size; i++)
    memcpy(blocks_of(i, to, all) + (size_t)from * bytes, blocks + (size_t)i * bytes, bytes);
}

static void send_by_root(const char *from, char *to, size_t bytes) {
  size_t all = bytes * (size_t)machine.size;
  if (machine.rank) {
    machine_send_to(0, from, all);
    machine_hear_from(0, to, all);
    return;
  }
  sort_blocks(0, from, to, bytes);
  for (int i = 1; i < machine.size; i++) {
    machine_hear_from(i, scratch, all);
    sort_blocks(i, scratch, to, bytes);
  }
  for (int i = 1; i < machine.size; i++) machine_send_to(i, blocks_of(i, to, all), all);
}

static void all_to_all(size_t bytes) {
  if (bytes <= ALL_SMALL && machine.to_a_core > 1)
    send_by_root(machine.local, machine.memory, bytes);
  else
    send_to_all(machine.local, machine.memory, bytes);
}

void machine_open_groups(struct peer *p) {
  if (p->size > MACHINE_RANKS || (p->size & (p->size - 1)))
    peer_fail("PEER_RANKS", "expected a power of two, at most 16");
  scratch = peer_memory();
  machine.memory = peer_memory();
  machine_open_flows();
  p->sync = sync_ranks;
  p->barrier = run_barrier;
  p->broadcast = machine_broadcast;
  p->reduce_to_all = reduce_to_all;
  p->all_to_all = all_to_all;
}

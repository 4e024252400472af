/* SPDX-License-Identifier: BSD-3-Clause
 *
 * machine_memory.c: two processes with memory in common: a copy, a copy and a flag, an atomic
 * instruction.
 */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "machine.h"
#include "wire.h"

static struct shared {
  _Alignas(64) _Atomic unsigned long turn[2][8]; /* each in a line of its own */
  char memory[2][PEER_MEMORY / 2];               /* of each rank */
} * shared;

static void put_bytes(size_t bytes) { memcpy(shared->memory[1], machine.local, bytes); }
static void get_bytes(size_t bytes) { memcpy(machine.local, shared->memory[1], bytes); }

static void put_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++) put_bytes(bytes);
}

static void get_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++) get_bytes(bytes);
}

static void fetch_add(size_t bytes) {
  (void)bytes;
  atomic_fetch_add((_Atomic long *)(void *)shared->memory[1], 1);
}

/* The store releases the copy to the other rank, whose load acquires. */
static void store_turn(size_t bytes, unsigned long turn) {
  int other = 1 - machine.rank;
  memcpy(shared->memory[other], machine.local, bytes);
  atomic_store_explicit(&shared->turn[other][0], turn, memory_order_release);
}

static void round_trip(size_t bytes) {
  static unsigned long turn;
  _Atomic unsigned long *mine = &shared->turn[machine.rank][0];
  turn++;
  if (machine.rank == 0) store_turn(bytes, turn);
  while (atomic_load_explicit(mine, memory_order_acquire) != turn) continue;
  if (machine.rank == 1) store_turn(bytes, turn);
}

/* Rank 0's file, which rank 1 opens by its name under /proc. */
static void join_memory(void) {
  char path[64] = "";
  int rank = machine.rank, file = rank == 0 ? memfd_create("peers", 0) : -1;
  if (rank == 0 && (file < 0 || ftruncate(file, sizeof *shared))) peer_fail("memory", "none left");
  snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), file);
  wire_share(path, sizeof path, NULL);
  if (rank == 1) file = open(path, O_RDWR);
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared == MAP_FAILED) peer_fail("memory", "cannot be shared");
  memset(shared->memory[rank], 1, sizeof shared->memory[rank]);
}

void machine_open_memory(struct peer *p) {
  if (p->size != 2) peer_fail("PEER_RANKS", "memory in common is for two");
  join_memory();
  p->put = put_bytes;
  p->get = get_bytes;
  p->put_stream = put_stream;
  p->get_stream = get_stream;
  p->fetch_add = fetch_add;
  p->round_trip = round_trip;
}

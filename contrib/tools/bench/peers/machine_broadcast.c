/* SPDX-License-Identifier: BSD-3-Clause
 *
 * machine_broadcast.c: broadcasts of rank 0. Small ones that follow each other travel together: the
 * root keeps them until there are IN_A_TRAIN of them, or until all ranks end the row; libraries
 * that queue messages do so while earlier ones are on the way. Others go down a binomial tree,
 * piece by piece. If each rank has a core, a large one goes in parts: the root sends each rank one,
 * which that rank sends to all others. Where ranks share two cores, a tree, a chain and a root that
 * sends to all took the same time, as the copies alone keep both cores busy.
 */
#include <string.h>

#include "machine.h"

#define IN_A_TRAIN 16
#define SMALL ((size_t)4 << 10)   /* up to which broadcasts travel together */
#define LARGE ((size_t)256 << 10) /* from which broadcasts go in parts */

/* The root has here what it keeps, another rank what has come. */
static struct train {
  char data[2 * MACHINE_TRAIN];
  size_t have;  /* bytes in data */
  size_t used;  /* bytes in data that a rank other than the root has taken */
  size_t bytes; /* size of each broadcast */
  int calls;    /* number of broadcasts so far */
} train;

/* --- small ones ----------------------------------------------------------- */

static void start_train(size_t bytes) {
  train.bytes = bytes;
  train.calls = 0;
}

/* All ranks call this after the same broadcast, so that no train has to say how long it is. */
static void end_train(void) {
  if (train.calls == 0) return;
  if (machine.rank) {
    machine_end_message(0);
    memmove(train.data, train.data + train.used, train.have - train.used);
    train.have -= train.used;
  } else {
    for (int i = 1; i < machine.size; i++) machine_send_to(i, train.data, train.have);
    train.have = 0;
  }
  train.used = train.calls = 0;
}

static void keep(const char *p, size_t bytes) {
  memcpy(train.data + train.have, p, bytes);
  train.have += bytes;
}

static void take(char *p, size_t bytes) {
  while (train.have < train.used + bytes)
    train.have += machine_hear_part(0, train.data + train.have, sizeof train.data - train.have);
  memcpy(p, train.data + train.used, bytes);
  train.used += bytes;
}

static void broadcast_small(char *p, size_t bytes) {
  if (bytes != train.bytes) end_train();
  if (train.calls == 0) start_train(bytes);
  if (machine.rank)
    take(p, bytes);
  else
    keep(p, bytes);
  if (++train.calls == IN_A_TRAIN) end_train();
}

/* --- others --------------------------------------------------------------- */

/* A rank's parent has the rank's lowest bit cleared; its children have a lower one set. */
static void broadcast_tree(char *p, size_t bytes) {
  int rank = machine.rank, low = rank ? rank & -rank : machine.size;
  for (size_t at = 0, n; at < bytes; at += n) {
    n = machine_piece(bytes - at);
    if (rank) machine_hear_from(rank - low, p + at, n);
    for (int bit = low / 2; bit; bit /= 2) machine_send_to(rank + bit, p + at, n);
  }
}

static void scatter_parts(char *p, size_t part) {
  struct machine_flow flows[MACHINE_RANKS];
  int n = 0;
  for (int i = 1; i < machine.size; i++)
    flows[n++] = (struct machine_flow){.partner = i, .out = p + (size_t)i * part, .outgoing = part};
  machine_exchange(flows, n);
}

/* The root has all parts, and needs none from others. */
static void gather_parts(char *p, size_t part) {
  struct machine_flow flows[MACHINE_RANKS];
  int n = 0;
  for (int i = 1; i < machine.size; i++) {
    int other = machine.rank ^ i;
    flows[n++] = (struct machine_flow){.partner = other,
                                       .out = p + (size_t)machine.rank * part,
                                       .outgoing = other ? part : 0,
                                       .in = p + (size_t)other * part,
                                       .incoming = machine.rank ? part : 0};
  }
  machine_exchange(flows, n);
}

static void broadcast_parts(char *p, size_t bytes) {
  size_t part = bytes / (size_t)machine.size;
  if (machine.rank)
    machine_hear_from(0, p + (size_t)machine.rank * part, part);
  else
    scatter_parts(p, part);
  gather_parts(p, part);
}

void machine_broadcast(size_t bytes) {
  if (bytes <= SMALL)
    broadcast_small(machine.local, bytes);
  else if (bytes >= LARGE && machine.size > 2 && machine.to_a_core == 1)
    broadcast_parts(machine.local, bytes);
  else
    broadcast_tree(machine.local, bytes);
}

void machine_end_broadcasts(void) { end_train(); }

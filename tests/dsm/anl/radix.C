/* SPDX-License-Identifier: BSD-3-Clause
 *
 * radix.C: a sort by digits, whose ranks come from a tree of sums with a pause at each node.
 */
#include <stdio.h>
#define KEYS 600
#define R 16
#define MOST 8

MAIN_ENV

struct prefix_node {
  int densities[R];
  PAUSEDEC(done)
};
struct global_memory {
  int Index;
  LOCKDEC(lock_Index)
  BARDEC(barrier_rank)
  struct prefix_node prefix[MOST];
} *global;
int *key[2];
int P = 1;
void slave_sort();

main(argc, argv)
int argc;
char *argv[];
{
  int i, wrong = 0;
  unsigned sum = 0;

  if (argc > 2) P = atoi(argv[2]);
  MAIN_INITENV(,80000000)
  key[0] = (int *) G_MALLOC(KEYS * sizeof(int));
  key[1] = (int *) G_MALLOC(KEYS * sizeof(int));
  global = (struct global_memory *) G_MALLOC(sizeof(struct global_memory))
  for (i = 0; i < KEYS; i++) key[0][i] = (i * 7919 + 13) % 4096;
  BARINIT(global->barrier_rank, P)
  LOCKINIT(global->lock_Index)
  for (i = 0; i < P; i++) {
    PAUSEINIT(global->prefix[i].done);
  }
  global->Index = 0;
  for (i = 1; i < P; i++) CREATE(slave_sort);
  slave_sort();
  WAIT_FOR_END(P-1)
  for (i = 1; i < KEYS; i++) wrong += key[1][i - 1] > key[1][i];
  for (i = 0; i < KEYS; i++) sum = sum * 31 + key[1][i];
  printf("radix %d %u\n", wrong, sum);
  MAIN_END;
}

void slave_sort()
{
  int me, pass, i, d, first, last, mine[R], before[R], sum;
  int *from, *to;

  LOCK(global->lock_Index)
  me = global->Index;
  global->Index++;
  UNLOCK(global->lock_Index)
  first = me * KEYS / P;
  last = (me + 1) * KEYS / P;
  for (pass = 0; pass < 3; pass++) {
    from = key[pass % 2];
    to = key[1 - pass % 2];
    for (d = 0; d < R; d++) mine[d] = 0;
    for (i = first; i < last; i++) mine[from[i] >> 4 * pass & R - 1]++;
    /* the sums of all before me, then mine with them */
    for (d = 0; d < R; d++) before[d] = 0;
    if (me > 0) {
      WAITPAUSE(global->prefix[me - 1].done);
      for (d = 0; d < R; d++) before[d] = global->prefix[me - 1].densities[d];
    }
    for (d = 0; d < R; d++) global->prefix[me].densities[d] = before[d] + mine[d];
    SETPAUSE(global->prefix[me].done)
    BARRIER(global->barrier_rank, P)
    for (d = 0, sum = 0; d < R; d++) {
      before[d] += sum;
      sum += global->prefix[P - 1].densities[d];
    }
    for (i = first; i < last; i++) to[before[from[i] >> 4 * pass & R - 1]++] = from[i];
    BARRIER(global->barrier_rank, P)
    CLEARPAUSE(global->prefix[me].done)
    BARRIER(global->barrier_rank, P)
  }
}

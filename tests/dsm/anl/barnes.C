/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barnes.C: a tree of cells, each locked by one of some locks, which AGETL names; ALOCK by
 * index; memory of each worker by NU_MALLOC.
 */
#include <stdio.h>
#define BODIES 200
#define CELLS 512
#define MAXLOCK 16

MAIN_ENV

typedef struct {
  int key, left, right;
} cell;
struct GlobalMemory {
  int current_id, cells, root;
  LOCKDEC(CountLock)
  ALOCKDEC(CellLock, MAXLOCK)
  BARDEC(Barstart)
  cell tab[CELLS];
  long *sums[8];
};
struct GlobalMemory *Global;
int NPROC = 1;
void SlaveStart();

static int new_cell(key)
int key;
{
  int c;
  LOCK(Global->CountLock);
  c = Global->cells++;
  UNLOCK(Global->CountLock);
  Global->tab[c].key = key;
  Global->tab[c].left = Global->tab[c].right = -1;
  return c;
}

static void load(key)
int key;
{
  int at = Global->root, next;
  for (;;) {
    ALOCK(Global->CellLock, at % MAXLOCK)
    next = key < Global->tab[at].key ? Global->tab[at].left : Global->tab[at].right;
    if (next < 0) {
      int c = new_cell(key);
      if (key < Global->tab[at].key)
        Global->tab[at].left = c;
      else
        Global->tab[at].right = c;
    }
    AULOCK(Global->CellLock, at % MAXLOCK)
    if (next < 0) return;
    at = next;
  }
}

main(argc, argv)
int argc;
char *argv[];
{
  int i;
  long sum = 0;

  if (argc > 2) NPROC = atoi(argv[2]);
  MAIN_INITENV(,40000000,,)
  Global = (struct GlobalMemory *) G_MALLOC(sizeof(struct GlobalMemory));
  Global->current_id = Global->cells = 0;
  LOCKINIT(Global->CountLock);
  ALOCKINIT(Global->CellLock, MAXLOCK);
  BARINIT(Global->Barstart, NPROC);
  BARINCLUDE(Global->Barstart);
  for (i = 0; i < NPROC; i++) {
    Global->sums[i] = (long *) NU_MALLOC(sizeof(long), i)
  }
  Global->root = new_cell(5000);
  CREATE(SlaveStart, NPROC)
  WAIT_FOR_END(NPROC)
  for (i = 0; i < NPROC; i++) sum += *Global->sums[i];
  printf("barnes %d %ld\n", Global->cells, sum);
  MAIN_END
}

void SlaveStart()
{
  int id, i, at;
  LOCK(AGETL(Global->CellLock, 0));
  id = Global->current_id++;
  UNLOCK(AGETL(Global->CellLock, 0));
  for (i = id; i < BODIES; i += NPROC) load((i * 7919 + 1) % 10007);
  BARRIER(Global->Barstart, NPROC);
  *Global->sums[id] = 0;
  for (i = id; i < BODIES; i += NPROC)
    for (at = Global->root; at >= 0;) {
      int key = (i * 7919 + 1) % 10007;
      if (Global->tab[at].key == key) *Global->sums[id] += key;
      at = key < Global->tab[at].key ? Global->tab[at].left : Global->tab[at].right;
    }
}

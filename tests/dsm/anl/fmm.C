/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fmm.C: boxes in a list with locks in each; memory and locks are there before MAIN_INITENV.
 */
#include <stdio.h>
#define BOXES 20

MAIN_ENV

typedef struct _Box {
  LOCKDEC(exp_lock)
  double multipole;
  struct _Box *next;
} box;
typedef struct _G_Mem {
  LOCKDEC(count_lock)
  BARDEC(synch)
  int id;
} g_mem;
g_mem *G_Memory;
box *boxes;
int Number_Of_Processors = 1;
void ParallelExecute();

main(argc, argv)
int argc;
char *argv[];
{
  int i;
  double sum = 0;
  box *b;

  if (argc > 2) Number_Of_Processors = atoi(argv[2]);
  G_Memory = (g_mem *) G_MALLOC(sizeof(g_mem))
  LOCKINIT(G_Memory->count_lock);
  G_Memory->id = 0;
  MAIN_INITENV(,80000000);
  BARINIT(G_Memory->synch, Number_Of_Processors);
  for (i = 0; i < BOXES; i++) {
    b = (box *) G_MALLOC(sizeof(box));
    LOCKINIT(b->exp_lock);
    b->multipole = i;
    b->next = boxes;
    boxes = b;
  }
  for (i = 1; i < Number_Of_Processors; i++) {
    CREATE(ParallelExecute);
  }
  ParallelExecute();
  WAIT_FOR_END(Number_Of_Processors - 1);
  for (b = boxes; b; b = b->next) sum += b->multipole;
  printf("fmm %.3f\n", sum);
  G_FREE(boxes);
  MAIN_END;
}

void ParallelExecute()
{
  int me, i;
  box *b;

  LOCK(G_Memory->count_lock);
  me = G_Memory->id++;
  UNLOCK(G_Memory->count_lock);
  for (i = me; i < 12; i += Number_Of_Processors)
    for (b = boxes; b; b = b->next) {
      LOCK(b->exp_lock)
      b->multipole += i;
      UNLOCK(b->exp_lock)
    }
  BARRIER(G_Memory->synch, Number_Of_Processors)
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mp3d.C: particles move between cells; EVENT macros; a region that is smaller than what is
 * allocated.
 */
#include <stdio.h>
#define PARTICLES 300
#define CELLS 10

MAIN_ENV

struct glob_mem {
  BARDEC(end_sync)
  LOCKDEC(output)
  EVENTDEC(go)
  int clump, moved, number[CELLS], cell[PARTICLES];
  ALOCKDEC(cell_locks, CELLS)
};
struct glob_mem *Global;
int number_of_processors = 1;
char *space;
void advance_all();

main(argc, argv)
int argc;
char *argv[];
{
  int i, sum = 0, wrong = 0;
  long size = 100000000;

  if (argc > 2) number_of_processors = atoi(argv[2]);
  MAIN_INITENV(,1000);
  Global = (struct glob_mem *) G_MALLOC(sizeof(struct glob_mem));
  space = G_MALLOC(size);
  space[size - 1] = 3;
  BARINIT(Global->end_sync, number_of_processors);
  LOCKINIT(Global->output);
  ALOCKINIT(Global->cell_locks, CELLS);
  EVENTINIT(Global->go);
  for (i = 0; i < PARTICLES; i++) Global->number[Global->cell[i] = i * i % CELLS]++;
  for (i = 1; i < number_of_processors; i++) { CREATE(advance_all); }
  Global->clump = 7;
  SETEVENT(Global->go);
  advance_all();
  WAIT_FOR_END(number_of_processors - 1);
  for (i = 0; i < CELLS; i++) sum += (i + 1) * Global->number[i];
  for (i = 0; i < PARTICLES; i++) Global->number[Global->cell[i]]--;
  for (i = 0; i < CELLS; i++) wrong += Global->number[i] != 0;
  printf("mp3d %d %d %d\n", sum, wrong, Global->moved);
  MAIN_END;
}

void advance_all()
{
  int me, i, step, c;

  WAITEVENT(Global->go);
  LOCK(Global->output);
  me = Global->clump++ - 7;
  UNLOCK(Global->output);
  if (space[99999999] != 3) exit(1);
  for (step = 0; step < 3; step++)
    for (i = me; i < PARTICLES; i += number_of_processors) {
      c = Global->cell[i];
      ALOCK(Global->cell_locks, c);
      Global->number[c]--;
      AULOCK(Global->cell_locks, c);
      c = Global->cell[i] = (c + i) % CELLS;
      ALOCK(Global->cell_locks, c);
      Global->number[c]++;
      AULOCK(Global->cell_locks, c);
      LOCK(Global->output) Global->moved++;
      UNLOCK(Global->output)
    }
  BARRIER(Global->end_sync, number_of_processors);
}

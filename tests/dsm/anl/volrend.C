/* SPDX-License-Identifier: BSD-3-Clause
 *
 * volrend.C: a volume is read from a file into shared memory; rays in parts of the picture,
 * stolen; NU_MALLOC in its forms.
 */
#include <fcntl.h>
#include <stdio.h>
#define SIDE 20

MAIN_ENV

struct GlobalMemory {
  int Index;
  LOCKDEC(IndexLock)
  BARDEC(SlaveBarrier)
  ALOCKDEC(QLock, 8)
  int Queue[8], Last[8];
  long sum;
};
struct GlobalMemory *Global;
unsigned char *map_address;
int num_nodes = 1;
void Render_Loop();

main(argc, argv)
int argc;
char *argv[];
{
  int i, fd;
  long n = SIDE * SIDE * SIDE;

  if (argc > 2) num_nodes = atoi(argv[2]);
  MAIN_INITENV(0);
  Global = (struct GlobalMemory *) NU_MALLOC(sizeof(struct GlobalMemory), 0)
  map_address = (unsigned char *) NU_MALLOC(n)
  fd = open(argv[3], O_RDONLY);
  if (read(fd, map_address, n) != n) {
    fprintf(stderr, "volrend: %s cannot be read\n", argv[3]);
    exit(1);
  }
  LOCKINIT(Global->IndexLock);
  ALOCKINIT(Global->QLock, num_nodes);
  BARINIT(Global->SlaveBarrier, num_nodes);
  for (i = 0; i < num_nodes; i++) {
    Global->Queue[i] = i * SIDE / num_nodes;
    Global->Last[i] = (i + 1) * SIDE / num_nodes;
  }
  for (i = 1; i < num_nodes; i++) CREATE(Render_Loop)
  Render_Loop();
  WAIT_FOR_END(num_nodes - 1)
  printf("volrend %ld\n", Global->sum);
  NU_FREE(map_address)
  MAIN_END
}

void Render_Loop()
{
  int my_node, i, slice, k;
  long mine = 0;

  LOCK(Global->IndexLock);
  my_node = Global->Index++;
  UNLOCK(Global->IndexLock);
  BARRIER(Global->SlaveBarrier, num_nodes);
  for (i = 0; i < num_nodes; i++) {
    int q = (my_node + i) % num_nodes;
    for (;;) {
      ALOCK(Global->QLock, q);
      slice = Global->Queue[q]++;
      AUNLOCK(Global->QLock, q);
      if (slice >= Global->Last[q]) break;
      for (k = 0; k < SIDE * SIDE; k++) mine += (slice + 1) * map_address[slice * SIDE * SIDE + k];
    }
  }
  LOCK(Global->IndexLock);
  Global->sum += mine;
  UNLOCK(Global->IndexLock);
  BARRIER(Global->SlaveBarrier, num_nodes);
}

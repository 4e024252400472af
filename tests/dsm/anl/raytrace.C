/* SPDX-License-Identifier: BSD-3-Clause
 *
 * raytrace.C: rows of a picture by GETSUB; MAIN_INITENV without parentheses; the scene is read
 * by rank 0 after it, and the picture is written from shared memory that rank 0 has not read.
 */
#include <stdio.h>
#define ROWS 80
#define SPHERES 3

MAIN_ENV

typedef struct gmem {
  int nprocs, pid;
  LOCKDEC(pidlock)
  BARDEC(start)
  GSDEC(rows)
  double sphere[SPHERES][3];
  unsigned char fb[ROWS][ROWS];
} GMEM;
GMEM *gm;
void StartRayTrace();

main(argc, argv)
int argc;
char *argv[];
{
  int i, j, lit = 0;

  MAIN_INITENV
  gm = (GMEM *) G_MALLOC(sizeof(GMEM));
  gm->nprocs = argc > 2 ? atoi(argv[2]) : 1;
  for (i = 0; i < SPHERES; i++)
    if (scanf("%lf %lf %lf", &gm->sphere[i][0], &gm->sphere[i][1], &gm->sphere[i][2]) != 3) exit(1);
  LOCKINIT(gm->pidlock)
  BARINIT(gm->start, gm->nprocs)
  GSINIT(gm->rows)
  for (i = 1; i < gm->nprocs; i++) CREATE(StartRayTrace)
  StartRayTrace();
  WAIT_FOR_END(gm->nprocs - 1)
  if (argc > 3) {
    FILE *out = fopen("picture", "w");
    if (!out || fwrite(gm->fb, 1, sizeof gm->fb, out) != sizeof gm->fb || fclose(out)) exit(1);
  }
  for (i = 0; i < ROWS; i++)
    for (j = 0; j < ROWS; j++) lit += gm->fb[i][j];
  printf("raytrace %d\n", lit);
  MAIN_END()
}

void StartRayTrace()
{
  int row, x, s, pid;

  LOCK(gm->pidlock)
  pid = gm->pid++;
  UNLOCK(gm->pidlock)
  if (pid >= gm->nprocs) exit(1);
  BARRIER(gm->start, gm->nprocs)
  for (;;) {
    GETSUB(gm->rows, row, ROWS - 1, gm->nprocs)
    if (row < 0) break;
    for (x = 0; x < ROWS; x++)
      for (s = 0; s < SPHERES; s++) {
        double dx = x - gm->sphere[s][0], dy = row - gm->sphere[s][1], r = gm->sphere[s][2];
        if (dx * dx + dy * dy < r * r) gm->fb[row][x] = s + 1;
      }
  }
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * water.C: forces among molecules; its parameters come from standard input before MAIN_INITENV.
 * Rank 0 alone may have it: HYD_DSM_VARIABLES=main.
 */
#include <stdio.h>

MAIN_ENV

struct GlobalMemory {
  LOCKDEC(IOLock)
  LOCKDEC(IndexLock)
  BARDEC(start)
  BARDEC(InterfBar)
  int Index;
  double VIR;
} *gl;
double TSTEP;
int NMOL, NSTEP, NumProcs;
double *pos, *force;
void WorkStart();

main()
{
  int i;

  if (scanf("%lf%d%d%d", &TSTEP, &NMOL, &NSTEP, &NumProcs) != 4)
    NSTEP = NumProcs = 1, NMOL = 8;
  MAIN_INITENV(,40000000);
  gl = (struct GlobalMemory *) G_MALLOC(sizeof(struct GlobalMemory));
  pos = (double *) G_MALLOC(NMOL * sizeof(double));
  force = (double *) G_MALLOC(NMOL * sizeof(double));
  BARINIT(gl->start, NumProcs);
  BARINIT(gl->InterfBar, NumProcs);
  LOCKINIT(gl->IOLock);
  LOCKINIT(gl->IndexLock);
  gl->Index = 1;
  gl->VIR = 0;
  for (i = 0; i < NMOL; i++) pos[i] = i * 1.5;
  for (i = 1; i < NumProcs; i++) {
    CREATE(WorkStart)
  }
  WorkStart();
  WAIT_FOR_END(NumProcs - 1)
  printf("water %d %.6f\n", NMOL, gl->VIR);
  MAIN_END;
}

void WorkStart()
{
  int ProcID, step, i, j;
  double mine;

  LOCK(gl->IndexLock);
  ProcID = gl->Index++ % NumProcs;
  UNLOCK(gl->IndexLock);
  for (step = 0; step < NSTEP; step++) {
    for (i = ProcID; i < NMOL; i += NumProcs)
      for (force[i] = 0, j = 0; j < NMOL; j++)
        if (j != i) force[i] += 1 / (pos[i] - pos[j]);
    BARRIER(gl->start, NumProcs);
    for (mine = 0, i = ProcID; i < NMOL; i += NumProcs) {
      pos[i] += TSTEP * force[i];
      mine += pos[i];
    }
    LOCK(gl->IOLock);
    gl->VIR += mine;
    UNLOCK(gl->IOLock);
    BARRIER(gl->InterfBar, NumProcs);
  }
}

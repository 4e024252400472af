/* SPDX-License-Identifier: BSD-3-Clause
 *
 * slave.C: the worker of ocean.C.
 */
#include <stdio.h>

EXTERN_ENV

#include "decs.H"

void slave()
{
  int procid, step, i, j, first, last;
  double mine;

  LOCK(locks->idlock)
    procid = global->id;
    global->id = global->id + 1;
  UNLOCK(locks->idlock)
  BARRIER( bars->sl_prini,
           nprocs )
  first = 1 + procid * (IM - 2) / nprocs;
  last = 1 + (procid + 1) * (IM - 2) / nprocs;
  for (step = 0; step < 10; step++) {
    double (*from)[IM] = fields->psi[step % 2], (*to)[IM] = fields->psi[1 - step % 2];
    for (i = first; i < last; i++)
      for (j = 1; j < IM - 1; j++)
        to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
    BARRIER(bars->sl_psini, nprocs)
  }
  for (mine = 0, i = first; i < last; i++) mine += fields->psi[0][i][1];
  LOCK( locks->psiailock )
    global->psiai += mine;
  UNLOCK( locks->psiailock )
  BARRIER(bars->sl_psini, nprocs)
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ocean.C: relaxation of a grid; main, and the worker in another file (slave.C, decs.H).
 */
#include <stdio.h>

MAIN_ENV

#include "decs.H"

struct global_struct *global;
struct fields_struct *fields;
struct locks_struct *locks;
struct bars_struct *bars;
int nprocs = 1;
void slave();

main(argc, argv)
int argc;
char *argv[];
{
  int i, j;
  double sum = 0;

  if (argc > 2) nprocs = atoi(argv[2]);
  MAIN_INITENV(,60000000)

  global = (struct global_struct *) G_MALLOC(sizeof(struct global_struct));
  fields = (struct fields_struct *) G_MALLOC(sizeof(struct fields_struct));
  locks = (struct locks_struct *) G_MALLOC(sizeof(struct locks_struct));
  bars = (struct bars_struct *) G_MALLOC(sizeof(struct bars_struct));
  LOCKINIT(locks->idlock)
  LOCKINIT(locks->psiailock)
  BARINIT( bars->sl_prini ,
           nprocs )
  BARINIT( bars->sl_psini ,
           nprocs )
  global->id = 0;
  global->psiai = 0;
  for (i = 0; i < IM; i++)
    for (j = 0; j < IM; j++)
      fields->psi[0][i][j] = fields->psi[1][i][j] = i == 0 ? 100 : 0;
  for (i = 1; i < nprocs; i++) {
    CREATE(slave)
  }
  slave();
  WAIT_FOR_END(nprocs-1)
  for (i = 0; i < IM; i++)
    for (j = 0; j < IM; j++) sum += fields->psi[0][i][j];
  printf("ocean %.6f %.6f\n", sum, global->psiai);
  MAIN_END
}

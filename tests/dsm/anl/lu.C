/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lu.C: factors of a matrix in blocks, each allocated at its owner by G_MALLOC with a node; the
 * region of interest is marked.
 */
#include <stdio.h>
#define N 32
#define B 4
#define BLOCKS (N / B)

MAIN_ENV

struct GlobalMemory {
  int id;
  LOCKDEC(idlock)
  BARDEC(start)
} *Global;
double *a[BLOCKS][BLOCKS];
int P = 1;
void SlaveStart();

#define EL(i, j) a[(i) / B][(j) / B][(i) % B * B + (j) % B]

int main(int argc, char *argv[])
{
  int i, j;
  double sum = 0;

  if (argc > 2) P = atoi(argv[2]);
  MAIN_INITENV(, 150000000)
  Global = (struct GlobalMemory *)G_MALLOC(sizeof(struct GlobalMemory), 0);
  for (i = 0; i < BLOCKS; i++)
    for (j = 0; j < BLOCKS; j++) {
      a[i][j] = (double *) G_MALLOC(B * B * sizeof(double), (i + j) % P)
    }
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) EL(i, j) = i == j ? 40 : (i * 5 + j * 3) % 7;
  BARINIT(Global->start, P);
  LOCKINIT(Global->idlock);
  Global->id = 0;
  SPLASH3_ROI_BEGIN()
  CREATE(SlaveStart, P);
  WAIT_FOR_END(P);
  SPLASH3_ROI_END;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) sum += EL(i, j);
  printf("lu %.6f\n", sum);
  MAIN_END
}

void SlaveStart()
{
  int MyNum, i, j, k;

  LOCK(Global->idlock)
    MyNum = Global->id;
    Global->id ++;
  UNLOCK(Global->idlock)
  for (k = 0; k < N; k++) {
    for (i = k + 1; i < N; i++)
      if (i % P == MyNum) {
        EL(i, k) /= EL(k, k);
        for (j = k + 1; j < N; j++) EL(i, j) -= EL(i, k) * EL(k, j);
      }
    BARRIER(Global->start, P)
  }
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fft.C: a transform of 64 points by its definition, the transposed matrix owned by columns.
 * CLOCK before MAIN_INITENV, into a global; no semicolon after G_MALLOC; MAIN_INITENV with a
 * size alone.
 */
#include <math.h>
#include <stdio.h>
#define N 64

MAIN_ENV

struct GlobalMemory {
  long id;
  LOCKDEC(idlock)
  BARDEC(start)
  long *transtimes;
};
struct GlobalMemory *Global;
double *x, *trans;
long P = 1;
unsigned long starttime;
void SlaveStart();

main(argc, argv)
int argc;
char **argv;
{
  long i, c;
  double sum = 0;
  extern char *optarg;

  CLOCK(starttime)
  while ((c = getopt(argc, argv, "p:")) != -1)
    if (c == 'p') P = atoi(optarg);
  MAIN_INITENV(,1000000);
  Global = (struct GlobalMemory *) G_MALLOC(sizeof(struct GlobalMemory))
  x = (double *) G_MALLOC(2 * N * sizeof(double) + PAGE_SIZE)
  trans = (double *) G_MALLOC(2 * N * sizeof(double))
  Global->transtimes = (long *) G_MALLOC_F(P * sizeof(long));
  BARINIT(Global->start, P);
  LOCKINIT(Global->idlock);
  Global->id = 0;
  for (i = 0; i < 2 * N; i++) x[i] = i % 7 - 3;
  for (i = 1; i < P; i++) {
    CREATE(SlaveStart)
  }
  SlaveStart();
  WAIT_FOR_END(P - 1)
  for (i = 0; i < 2 * N; i++) sum += fabs(trans[i]);
  for (i = 0, c = 0; i < P; i++) c += Global->transtimes[i];
  printf("fft %.6f %ld %d\n", sum, c, starttime > 0);
  MAIN_END;
}

void SlaveStart()
{
  long MyNum, j, k, first, last;

  LOCK(Global->idlock);
  MyNum = Global->id;
  Global->id++;
  UNLOCK(Global->idlock);
  BARRIER(Global->start, P);
  first = MyNum * N / P;
  last = (MyNum + 1) * N / P;
  for (j = first; j < last; j++) {
    trans[2 * j] = trans[2 * j + 1] = 0;
    for (k = 0; k < N; k++) {
      double a = -2 * M_PI * j * k / N;
      trans[2 * j] += x[2 * k] * cos(a) - x[2 * k + 1] * sin(a);
      trans[2 * j + 1] += x[2 * k] * sin(a) + x[2 * k + 1] * cos(a);
    }
  }
  Global->transtimes[MyNum] = last - first;
  BARRIER(Global->start, P);
}

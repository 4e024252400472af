/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jacobi.C: the temperature of a square plate whose upper edge is hot, by Jacobi's method. An ANL
 * program in the spelling of the m4 macros and with the old form of CREATE, as a program by somebody
 * else is: it has no line for any implementation of the macros. Two ways to compile it:
 *
 *   m4 anl.m4 jacobi.C >jacobi.c; cc jacobi.c
 *   cc -include anl.h -x c jacobi.C
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

MAIN_ENV

struct global {
  LOCKDEC(idlock)
  LOCKDEC(maxlock)
  BARDEC(step)
  GSDEC(rows)
  PAUSEDEC(filled)
  long id;
  long steps;
  double change[3]; /* the largest, of the last step, this one and the next */
  unsigned long starttime, endtime;
};

struct global *global;
double **plate[2]; /* [old or new][row][column] */
long n = 64;
long p = 1;
long limit = 200;
double enough = 1e-4;

void usage(void) {
  printf("usage: jacobi [-n rows] [-p workers] [-s steps at most] [-e change that is enough]\n");
  exit(0);
}

double relax(double **from, double **to, long row) {
  long col;
  double change, most = 0;

  for (col = 1; col <= n; col++) {
    to[row][col] = from[row - 1][col] + from[row + 1][col] + from[row][col - 1] + from[row][col + 1];
    to[row][col] /= 4;
    change = fabs(to[row][col] - from[row][col]);
    if (change > most) most = change;
  }
  return most;
}

void fill(void) {
  long k, row, col;

  for (k = 0; k < 2; k++)
    for (row = 0; row <= n + 1; row++)
      for (col = 0; col <= n + 1; col++) plate[k][row][col] = row == 0 ? 100 : 0;
}

void slave(void) {
  long id, step, row;
  double change, most;

  LOCK(global->idlock)
  id = global->id++;
  UNLOCK(global->idlock)
  if (id == 0) {
    fill();
    SETPAUSE(global->filled)
  }
  WAITPAUSE(global->filled)
  BARRIER(global->step, p)
  if (id == 0) {
    CLOCK(global->starttime)
  }
  for (step = 0; step < limit; step++) {
    most = 0;
    GETSUB(global->rows, row, n - 1, p)
    while (row >= 0) {
      change = relax(plate[step % 2], plate[(step + 1) % 2], row + 1);
      if (change > most) most = change;
      GETSUB(global->rows, row, n - 1, p)
    }
    LOCK(global->maxlock)
    if (most > global->change[step % 3]) global->change[step % 3] = most;
    UNLOCK(global->maxlock)
    if (id == 0) {
      global->change[(step + 1) % 3] = 0;
      global->steps = step + 1;
    }
    BARRIER(global->step, p)
    if (global->change[step % 3] < enough) break;
  }
  if (id == 0) {
    CLOCK(global->endtime)
  }
}

int main(int argc, char **argv) {
  long i, k, row, col;
  int c;
  double sum = 0;

  while ((c = getopt(argc, argv, "n:p:s:e:h")) != -1) {
    switch (c) {
    case 'n': n = atol(optarg); break;
    case 'p': p = atol(optarg); break;
    case 's': limit = atol(optarg); break;
    case 'e': enough = atof(optarg); break;
    default: usage();
    }
  }
  MAIN_INITENV(,8 * 2 * (n + 2) * (n + 3) + 1000000)

  global = (struct global *)G_MALLOC(sizeof(struct global));
  for (k = 0; k < 2; k++) {
    plate[k] = (double **)G_MALLOC((n + 2) * sizeof(double *));
    for (row = 0; row <= n + 1; row++) plate[k][row] = (double *)G_MALLOC((n + 2) * sizeof(double));
  }
  {LOCKINIT(global->idlock)}
  {LOCKINIT(global->maxlock)}
  {BARINIT(global->step, p)}
  {GSINIT(global->rows)}
  {PAUSEINIT(global->filled)}

  for (i = 1; i < p; i++) {
    CREATE(slave)
  }
  slave();
  WAIT_FOR_END(p - 1)

  for (row = 1; row <= n; row++)
    for (col = 1; col <= n; col++) sum += plate[global->steps % 2][row][col];
  printf("jacobi: %ld x %ld, %ld workers: %ld steps, mean %.17g, %.6f s\n", n, n, p, global->steps,
         sum / n / n, 1e-6 * (global->endtime - global->starttime));
  MAIN_END
}

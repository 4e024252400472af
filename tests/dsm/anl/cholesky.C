/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cholesky.C: columns are taken from queues of tasks; memory by G_MALLOC with node -1 within an
 * own allocator; a pause for each column.
 */
#include <math.h>
#include <stdio.h>
#define N 24

MAIN_ENV

struct GlobalMemory {
  int pid;
  LOCKDEC(waitLock)
  LOCKDEC(memLock)
  BARDEC(start)
  PAUSEDEC(ready[N])
  int nextTask;
} *Global;
double *A[N];
int P = 1;
void Go();

char *MyMalloc(size, home)
long size;
int home;
{
  char *answer;
  LOCK(Global->memLock);
  answer = (char *) G_MALLOC_F(size, home);
  UNLOCK(Global->memLock);
  return answer;
}

int main(argc, argv)
int argc;
char *argv[];
{
  int i, j;
  double sum = 0;

  if (argc > 2) P = atoi(argv[2]);
  MAIN_INITENV(, 300000000)
  Global = (struct GlobalMemory *) G_MALLOC(sizeof(struct GlobalMemory), 0)
  BARINIT(Global->start, P)
  LOCKINIT(Global->waitLock)
  LOCKINIT(Global->memLock)
  for (j = 0; j < N; j++) {
    PAUSEINIT(Global->ready[j])
    A[j] = (double *) MyMalloc((long) (N * sizeof(double)), j % 2 ? -1 : j % P);
    for (i = 0; i < N; i++) A[j][i] = i == j ? 30 : 1.0 / (1 + abs(i - j));
  }
  Global->nextTask = Global->pid = 0;
  CREATE(Go, P)
  WAIT_FOR_END(P - 1)
  for (j = 0; j < N; j++)
    for (i = j; i < N; i++) sum += A[j][i];
  printf("cholesky %.6f\n", sum);
  MAIN_END;
  return 0;
}

void Go()
{
  int j, i, k;
  BARRIER(Global->start, P)
  for (;;) {
    LOCK(Global->waitLock)
    j = Global->nextTask++;
    UNLOCK(Global->waitLock)
    if (j >= N) break;
    for (k = 0; k < j; k++) {
      WAITPAUSE(Global->ready[k])
      for (i = j; i < N; i++) A[j][i] -= A[k][i] * A[k][j];
    }
    A[j][j] = sqrt(A[j][j]);
    for (i = j + 1; i < N; i++) A[j][i] /= A[j][j];
    SETPAUSE(Global->ready[j])
  }
  BARRIER(Global->start, P)
}

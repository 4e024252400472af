/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pthor.C: events of a circuit, in the order of their times; what C programs call and m4 has
 * builtins for; a macro over several lines.
 */
#include <stdio.h>
#include <string.h>
#define GATES 30
#define ENTER(what) \
  {                 \
    LOCK(what);     \
  }

MAIN_ENV

struct shared {
  LOCKDEC(l)
  BARDEC(b)
  int pid, value[GATES];
};
struct shared *sh;
int P = 1, len = 5;

int shift(n) int n;
{
  return n << 1;
}
int format(n) int n;
{
  return n + 1;
}

void work()
{
  int me, t, g;
  ENTER(sh->l)
  me = sh->pid++;
  UNLOCK(
    sh->l
  )
  for (t = 0; t < len; t++) {
    for (g = me; g < GATES; g += P) sh->value[g] = (shift(sh->value[g]) + format(g)) % 1000;
    BARRIER(
      sh->b,
      P
    )
  }
}

main(argc, argv)
int argc;
char *argv[];
{
  int i;
  unsigned sum = 0;
  MAIN_INITENV(,
               1000000)
  P = atoi(index(argv[1], 'p') ? argv[2] : "1");
  sh = (struct shared *)
       G_MALLOC(
         sizeof(struct shared)
       )
  LOCKINIT(sh->l) BARINIT(sh->b, P)
  for (i = 1; i < P; i++) CREATE( work )
  work();
  WAIT_FOR_END( P - 1 )
  for (i = 0; i < GATES; i++) sum = sum * 7 + sh->value[i];
  printf("pthor %u\n", sum);
  MAIN_END
}

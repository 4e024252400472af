/* SPDX-License-Identifier: BSD-3-Clause
 *
 * anl_input.c: a program of the ANL macros that reads standard input as many do: before
 * MAIN_INITENV, where all ranks must find the same, and after, where main alone is. Prints the sum
 * of what each had of the first number, and the second number.
 */
#include <anl.h>
#include <stdio.h>

MAIN_ENV

static int first = -1000;
static int *sum;

static void work(void) { FETCH_ADD(*sum, first); }

int main(void) {
  int second = -1;
  (void)!scanf("%d", &first);
  MAIN_INITENV(, 100000)
  sum = G_MALLOC(sizeof *sum);
  *sum = 0;
  CREATE(work, ANL_WORKERS())
  WAIT_FOR_END(ANL_WORKERS() - 1)
  (void)!scanf("%d", &second);
  printf("%d %d\n", *sum, second);
  MAIN_END
}

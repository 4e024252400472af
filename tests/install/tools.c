/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools.c: a program that uses the tools alone.
 */
#include <stdio.h>

#include <gasnet_tools.h>

int main(void) {
  gasnett_tick_t start = gasnett_ticks_now();
  gasnett_atomic_t a;
  gasnett_atomic_set(&a, 41, 0);
  gasnett_atomic_increment(&a, 0);
  if (gasnett_ticks_to_ns(gasnett_ticks_now() - start) > 1000000000u) return 1;
  printf("tools: %d\n", (int)gasnett_atomic_read(&a, 0));
  return 0;
}

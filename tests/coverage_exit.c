/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coverage_exit.c: in a build for coverage every _exit() first writes what was counted, as exit()
 * does by itself: ranks end by _exit. Linked with --wrap=_exit (coverage.sh).
 */
#include <stdlib.h>

void __gcov_dump(void) __attribute__((weak));
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

void __wrap__exit(int status) {
  if (__gcov_dump) __gcov_dump();
  __real__exit(status);
}

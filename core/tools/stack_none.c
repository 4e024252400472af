/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stack_none.c: no frames, for C libraries without backtrace() (musl).
 */
#include "tools_int.h"

int hyd_stack_frames(void **frames, int most) {
  (void)frames, (void)most;
  return 0;
}

int hyd_stack_print(void *const *frames, int count, int fd) {
  (void)frames, (void)count, (void)fd;
  return -1;
}

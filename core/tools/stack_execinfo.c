/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stack_execinfo.c: frames by glibc's backtrace(), which allocates in its first call only.
 */
#include <execinfo.h>

#include "tools_int.h"

int hyd_stack_frames(void **frames, int most) { return backtrace(frames, most); }

int hyd_stack_print(void *const *frames, int count, int fd) {
  backtrace_symbols_fd(frames, count, fd);
  return 0;
}

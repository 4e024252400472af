/* SPDX-License-Identifier: BSD-3-Clause
 *
 * at_exit_c.c: hyd_at_exit by atexit, which does not give the exit code, if there is no on_exit
 * (musl).
 */
#include <stdlib.h>

#include "core/exit/job_exit.h"

static void (*called)(int code, void *arg);
static void *with;

static void at_exit(void) { called(HYD_CODE_UNKNOWN, with); }

void hyd_at_exit(void (*fn)(int code, void *arg), void *arg) {
  called = fn;
  with = arg;
  atexit(at_exit);
}

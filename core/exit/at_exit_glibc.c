/* SPDX-License-Identifier: BSD-3-Clause
 *
 * at_exit_glibc.c: hyd_at_exit by on_exit, which gives the exit code.
 */
#include <stdlib.h>

#include "core/exit/job_exit.h"

void hyd_at_exit(void (*fn)(int code, void *arg), void *arg) { on_exit(fn, arg); }

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check.c: errors. Each prints one line on standard error and aborts the job.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "contrib/layers/armci/job.h"

enum { READ_NS = 50000000 }; /* for the launcher, which drops what it has not read when it aborts */

static void abort_job(int code) __attribute__((noreturn));
static void abort_job(int code) {
  int there = 0, over = 0;
  fflush(NULL);
  nanosleep(&(struct timespec){.tv_nsec = READ_NS}, NULL);
  MPI_Initialized(&there);
  MPI_Finalized(&over);
  if (there && !over) MPI_Abort(MPI_COMM_WORLD, code ? code : 1);
  _Exit(code ? code : 1);
}

void hyd_armci_fail(const char *call, const char *format, ...) {
  char text[400];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (hyd_armci.size)
    fprintf(stderr, "ARMCI: rank %d: %s: %s\n", hyd_armci.rank, call, text);
  else
    fprintf(stderr, "ARMCI: %s: %s\n", call, text);
  abort_job(1);
}

void hyd_armci_wrong_rank(const char *call, int proc) {
  if (hyd_armci.size == 0)
    hyd_armci_fail(call, "called before ARMCI_Init, or after ARMCI_Finalize");
  hyd_armci_fail(call, "rank %d; expected 0 to %d", proc, hyd_armci.size - 1);
}

void hyd_armci_wrong_range(const char *call, const void *address, size_t bytes, int proc) {
  hyd_armci_fail(call,
                 "%zu bytes at %p of rank %d; expected memory that ARMCI_Malloc has given to that "
                 "rank",
                 bytes, address, proc);
}

void ARMCI_Error(const char *msg, int code) {
  fprintf(stderr, "ARMCI: rank %d: %s (%d)\n", hyd_armci.rank, msg ? msg : "error", code);
  abort_job(code);
}

void armci_msg_abort(int code) { ARMCI_Error("armci_msg_abort", code); }

/* Nothing of a job outlives its processes. */
void ARMCI_Cleanup(void) {}

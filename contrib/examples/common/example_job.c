/* SPDX-License-Identifier: BSD-3-Clause
 *
 * example_job.c: see example_job.h.
 */
#include "example_job.h"

#include <stdio.h>
#include <unistd.h>

void example_fail(const char *program, int status, const char *text) {
  fflush(stdout);
  if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr); /* over a progress bar, if there is one */
  fprintf(stderr, "%s: %s\n", program, text);
  gasnet_exit(status);
}

void example_fail_all(const char *program, gex_Rank_t rank, int status, const char *text) {
  if (rank == 0) example_fail(program, status, text);
  for (;;) gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS); /* where rank 0 never comes to */
}

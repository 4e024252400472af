/* SPDX-License-Identifier: BSD-3-Clause
 *
 * counts.c: the calls of a job of two ranks that share memory; with the word "messages", only those
 * that differ between a library with and without client threads.
 */
#include <string.h>

#include "tests/counts/count.h"
#include "tests/counts/job.h"
#include "tests/counts/messages.h"

static void do_nothing(void) {}
static void count_nothing(void) { count_row("nothing", do_nothing); }

int main(int argc, char **argv) {
  job_start(&argc, &argv, count_handlers, COUNT_HANDLERS);
  job_alone(count_nothing);
  count_messages();
  if (argc > 1 && strcmp(argv[1], "messages") == 0) job_end();
  count_rma();
  count_barrier();
  count_atomics();
  count_vis();
  job_end();
}

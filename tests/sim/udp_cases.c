/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_cases.c: what the udp conduit's engine must do in cases of their own. Prints a line for each,
 * and `N passed, N failed`.
 */
#include "tests/sim/cases.h"
#include "tests/sim/scarce.h"

#include <stdarg.h>
#include <stdio.h>

static int passed, failed;

void case_verdict(int good, const char *format, ...) {
  va_list ap;
  if (good)
    passed++;
  else
    failed++;
  printf("%s ", good ? "ok" : "not ok");
  va_start(ap, format);
  vprintf(format, ap);
  va_end(ap);
  printf("\n");
  fflush(stdout);
}

int main(void) {
  cases_packets();
  cases_speed();
  cases_flow();
  cases_path();
  case_verdict(sim_blocks() == 0, "all memory is given back: %lld blocks", (long long)sim_blocks());
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}

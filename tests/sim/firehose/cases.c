/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases.c: all groups of cases, one after another.
 */
#include "tests/sim/firehose/cases.h"

int main(void) {
  int (*const group[])(void) = {cases_interface, cases_table3,     cases_contention,
                                cases_shares,    cases_failures,   cases_gone,
                                cases_ahead,     cases_strategies, cases_refused};
  int failed = 0;
  for (size_t i = 0; i < sizeof group / sizeof group[0]; i++) failed += group[i]();
  return failed != 0;
}

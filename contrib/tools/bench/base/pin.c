/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pin.c: a process keeps to one core.
 */
#include <sched.h>

#include "bench.h"

void hyd_bn_pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  sched_setaffinity(0, sizeof set, &set);
}

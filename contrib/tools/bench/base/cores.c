/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cores.c: choosing two cores, and keeping to them.
 */
#include "cores.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#define CHOSEN "HYDRANT_BENCH_CPUS"

static long read_topology(int cpu, const char *what) {
  char path[96];
  long v = -1;
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/%s", cpu, what);
  FILE *f = fopen(path, "re");
  if (f && fscanf(f, "%ld", &v) != 1) v = -1;
  if (f) fclose(f);
  return v;
}

/* Whether b is another core of a's package, not a hardware thread of the same core. */
static bool is_good_partner(int a, int b) {
  const char *package = "physical_package_id", *core = "core_id";
  return read_topology(a, package) == read_topology(b, package) &&
         (read_topology(a, core) != read_topology(b, core) || read_topology(a, core) < 0);
}

static bool parse_cores(const char *text, int cpu[2]) {
  return sscanf(text, "%d,%d", &cpu[0], &cpu[1]) == 2;
}

bool hyd_bn_choose_cores(int cpu[2], const char *wish) {
  cpu_set_t mine, two;
  int found = 0;
  if (sched_getaffinity(0, sizeof mine, &mine)) return false;
  if (wish) {
    if (!parse_cores(wish, cpu)) return false;
    for (int i = 0; i < 2; i++)
      if (cpu[i] < 0 || cpu[i] >= CPU_SETSIZE || !CPU_ISSET(cpu[i], &mine)) return false;
    found = 2;
  }
  for (int c = 0; c < CPU_SETSIZE && found < 2; c++) {
    if (!CPU_ISSET(c, &mine)) continue;
    if (found && !is_good_partner(cpu[0], c)) continue;
    cpu[found++] = c;
  }
  if (found == 1) cpu[1] = cpu[0];
  CPU_ZERO(&two);
  CPU_SET(cpu[0], &two);
  CPU_SET(cpu[1], &two);
  char text[32];
  snprintf(text, sizeof text, "%d,%d", cpu[0], cpu[1]);
  setenv(CHOSEN, text, 1);
  return found && sched_setaffinity(0, sizeof two, &two) == 0;
}

bool hyd_bn_chosen_cores(int cpu[2]) {
  const char *text = getenv(CHOSEN);
  return text && parse_cores(text, cpu);
}

void hyd_bn_pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  sched_setaffinity(0, sizeof set, &set);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpus.h: the number of processors that this process may use: those of its affinity, or fewer if
 * its control group has a quota. If threads spin beyond the quota, the kernel stops the whole group
 * for the rest of the period.
 */
#ifndef HYD_SYS_CPUS_H
#define HYD_SYS_CPUS_H

#include <sched.h>

#include "core/sys/cgroup.h"

static inline unsigned hyd_cpus_allowed(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set)) return 1;
  return (unsigned)CPU_COUNT(&set);
}

/* The quota in whole processors, rounded down, at least 1 and at most `cpus`. root: as of
 * hyd_cgroup_ask. */
static inline unsigned hyd_cpus_of_quota(const char *root, unsigned cpus) {
  uint64_t quota = hyd_cgroup_cpus(root);
  if (quota / 1000 >= cpus) return cpus;
  return quota < 1000 ? 1 : (unsigned)(quota / 1000);
}

static inline unsigned hyd_cpus(void) { return hyd_cpus_of_quota("", hyd_cpus_allowed()); }

#endif

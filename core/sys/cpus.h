/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpus.h: how many processors this process has: those that it may run on, or fewer where its
 * control group has a quota of their time. A thread that spins beyond the quota is stopped for
 * the rest of the period, and all with it.
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

/* At most `cpus`, and whole ones: of one and a half one is left for spinning. Root as
 * hyd_cgroup_ask has it. */
static inline unsigned hyd_cpus_of_quota(const char *root, unsigned cpus) {
  uint64_t quota = hyd_cgroup_cpus(root);
  if (quota / 1000 >= cpus) return cpus;
  return quota < 1000 ? 1 : (unsigned)(quota / 1000);
}

static inline unsigned hyd_cpus(void) { return hyd_cpus_of_quota("", hyd_cpus_allowed()); }

#endif

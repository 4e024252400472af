/* SPDX-License-Identifier: BSD-3-Clause
 *
 * binding.c: with GASNET_BIND, hwloc distributes the ranks over the cores that this process may
 * use; each rank gets an equal share. By default no rank is bound, since threads that a client
 * starts later would be confined to its rank's share, and two jobs on a host would use the same
 * cores. If ranks outnumber the cores, none is bound.
 */
#include "core/topo/binding.h"

#include <hwloc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/env/env.h"
#include "core/optlib/load.h"
#include "core/sys/cpus.h"

struct hyd_bind_plan {
  uint32_t nranks;
  cpu_set_t set[];
};

unsigned hyd_bind_cpus(void) { return hyd_cpus(); }

static int first_line(const char *path, char *line, int size) {
  FILE *f = fopen(path, "re");
  int ok = f && fgets(line, size, f);
  if (f) fclose(f);
  return ok;
}

long hyd_bind_group(void) {
  uint64_t control_group = hyd_cgroup_of_scheduler("");
  char line[80];
  long group = 0;
  if (control_group != HYD_CGROUP_NONE) return -(long)control_group;
  if (!first_line("/proc/sys/kernel/sched_autogroup_enabled", line, sizeof line) || line[0] != '1')
    return 0;
  if (first_line("/proc/self/autogroup", line, sizeof line)) sscanf(line, "/autogroup-%ld", &group);
  return group;
}

static void to_cpu_set(hwloc_const_bitmap_t from, cpu_set_t *to) {
  int cpu;
  CPU_ZERO(to);
  hwloc_bitmap_foreach_begin(cpu, from) {
    if (cpu < CPU_SETSIZE) CPU_SET(cpu, to);
  }
  hwloc_bitmap_foreach_end();
}

static int distribute(struct hyd_bind_plan *plan) {
  hwloc_topology_t topo;
  hwloc_bitmap_t allowed = hwloc_bitmap_alloc(), *share = calloc(plan->nranks, sizeof *share);
  hwloc_obj_t root;
  int ok = 0;
  if (share == NULL || allowed == NULL || hwloc_topology_init(&topo)) goto out_memory;
  hwloc_topology_set_all_types_filter(topo, HWLOC_TYPE_FILTER_KEEP_STRUCTURE);
  hwloc_topology_set_io_types_filter(topo, HWLOC_TYPE_FILTER_KEEP_NONE);
  if (hwloc_topology_load(topo) || hwloc_get_cpubind(topo, allowed, HWLOC_CPUBIND_PROCESS))
    goto out_topology;
  hwloc_topology_restrict(topo, allowed, 0);
  root = hwloc_get_root_obj(topo);
  if (hwloc_distrib(topo, &root, 1, share, plan->nranks, INT32_MAX, 0)) goto out_topology;
  for (uint32_t i = 0; i < plan->nranks; i++) to_cpu_set(share[i], &plan->set[i]);
  ok = 1;
out_topology:
  hwloc_topology_destroy(topo);
out_memory:
  for (uint32_t i = 0; share && i < plan->nranks; i++) hwloc_bitmap_free(share[i]);
  free(share);
  hwloc_bitmap_free(allowed);
  return ok;
}

struct hyd_bind_plan *hyd_bind_plan(struct hyd_env *env, uint32_t nranks) {
  struct hyd_bind_plan *plan;
  char why[512];
  if (!hyd_env_bool(env, HYD_ENV_BIND) || nranks > hyd_cpus_allowed()) return NULL;
  plan = calloc(1, sizeof *plan + nranks * sizeof plan->set[0]);
  if (plan == NULL) return NULL;
  plan->nranks = nranks;
  if (hyd_late_hwloc(why, sizeof why) || !distribute(plan)) {
    free(plan);
    return NULL;
  }
  return plan;
}

void hyd_bind_apply(struct hyd_bind_plan *plan, uint32_t rank) {
  if (plan == NULL) return;
  if (CPU_COUNT(&plan->set[rank])) sched_setaffinity(0, sizeof plan->set[rank], &plan->set[rank]);
  free(plan);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * doctor_machine.c: processors, memory and limits, as the doctor reports them.
 */
#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "contrib/gasnetrun/doctor.h"
#include "core/sys/cpus.h"

#define MB (1024.0 * 1024)

static int count_type(hwloc_topology_t topo, hwloc_obj_type_t type) {
  int n = hwloc_get_nbobjs_by_type(topo, type);
  return n > 0 ? n : 0;
}

void hyd_doctor_processors(void) {
  hwloc_topology_t topo;
  uint64_t quota = hyd_cgroup_cpus("");
  if (hwloc_topology_init(&topo) == 0 && hwloc_topology_load(topo) == 0) {
    hyd_doctor_line("processors",
                    "%d hardware threads, %d cores, %d packages, %d memory nodes (hwloc)",
                    count_type(topo, HWLOC_OBJ_PU), count_type(topo, HWLOC_OBJ_CORE),
                    count_type(topo, HWLOC_OBJ_PACKAGE), count_type(topo, HWLOC_OBJ_NUMANODE));
    hwloc_topology_destroy(topo);
  } else {
    hyd_doctor_line("processors", "hwloc finds no topology");
    hyd_doctor_fallback("ranks cannot be bound to cores (gasnetrun --bind)");
  }
  hyd_doctor_line("affinity", "%u of them for this process", hyd_cpus_allowed());
  if (quota != HYD_CGROUP_NONE)
    hyd_doctor_line("processor quota", "%.2f processors at a time, by the control group",
                    (double)quota / 1000);
  hyd_doctor_fallback(
      "a job of more than %u ranks shares processors: a rank that waits gives way early",
      hyd_cpus());
}

/* The number behind `key` in a file of /proc, or 0. */
static double number_in(const char *file, const char *key) {
  char line[128];
  double v = 0;
  FILE *f = fopen(file, "re");
  while (f && fgets(line, sizeof line, f))
    if (strncmp(line, key, strlen(key)) == 0) v = strtod(line + strlen(key), NULL);
  if (f) fclose(f);
  return v;
}

static const char *cgroup_value(const char *v2, const char *v1, char *word, size_t size) {
  uint64_t limit = hyd_cgroup_limit("", v2, v1);
  if (limit == HYD_CGROUP_NONE) return "no limit found";
  snprintf(word, size, "%llu", (unsigned long long)limit);
  return word;
}

void hyd_doctor_memory(void) {
  char word[64];
  int overcommit = (int)number_in("/proc/sys/vm/overcommit_memory", "");
  struct statvfs fs;
  hyd_doctor_line("memory", "%.1f GB, %.1f GB of it available; overcommit mode %d",
                  number_in("/proc/meminfo", "MemTotal:") / MB,
                  number_in("/proc/meminfo", "MemAvailable:") / MB, overcommit);
  if (overcommit == 2)
    hyd_doctor_fallback("segments count as used memory when they are reserved, not when touched");
  hyd_doctor_line("memory cgroup", "%s",
                  cgroup_value("memory.max", "memory/memory.limit_in_bytes", word, sizeof word));
  if (statvfs("/dev/shm", &fs))
    hyd_doctor_line("/dev/shm", "absent; it is not used");
  else
    hyd_doctor_line("/dev/shm", "%.1f MB; it is not used",
                    (double)fs.f_blocks * (double)fs.f_frsize / MB);
}

static void show_limit(const char *name, int which, const char *flag) {
  struct rlimit r;
  if (getrlimit((__rlimit_resource_t)which, &r)) return;
  if (r.rlim_cur == RLIM_INFINITY)
    hyd_doctor_line(name, "unlimited (ulimit %s)", flag);
  else
    hyd_doctor_line(name, "%llu (ulimit %s)", (unsigned long long)r.rlim_cur, flag);
}

void hyd_doctor_limits(void) {
  struct rlimit r;
  char word[64];
  show_limit("processes", RLIMIT_NPROC, "-u");
  hyd_doctor_line("pids cgroup", "%s; a job of N ranks takes N+1",
                  cgroup_value("pids.max", "pids/pids.max", word, sizeof word));
  show_limit("open files", RLIMIT_NOFILE, "-n");
  show_limit("locked memory", RLIMIT_MEMLOCK, "-l");
  show_limit("address space", RLIMIT_AS, "-v");
  if (getrlimit(RLIMIT_AS, &r) == 0 && r.rlim_cur != RLIM_INFINITY)
    hyd_doctor_fallback("all segments of the host together must be smaller than that");
}

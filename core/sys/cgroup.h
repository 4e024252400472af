/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cgroup.h: the control groups of this process: the least limit of its group and of all groups
 * above it, and the group in which the scheduler counts it. Version 2 has one tree of groups,
 * version 1 a tree for each controller.
 */
#ifndef HYD_SYS_CGROUP_H
#define HYD_SYS_CGROUP_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HYD_CGROUP_NONE UINT64_MAX
#define HYD_CGROUP_PATH 1024

/* Is called with a file of a group, and then with that of each group above it. *value begins as
 * HYD_CGROUP_NONE. */
typedef void hyd_cgroup_visit(const char *path, uint64_t *value);

/* Reads a number. Without limit version 2 has "max", version 1 a number close to 2^63. */
static inline uint64_t hyd_cgroup_number(const char *path) {
  char line[32];
  uint64_t n = HYD_CGROUP_NONE;
  FILE *f = fopen(path, "re");
  if (f && fgets(line, sizeof line, f) && line[0] >= '0' && line[0] <= '9')
    n = strtoull(line, NULL, 10);
  if (f) fclose(f);
  return n < UINT64_C(1) << 60 ? n : HYD_CGROUP_NONE;
}

/* Reads a quota in thousandths of a processor. Version 2 has "QUOTA PERIOD" in one file (cpu.max);
 * version 1 has a file for each, with -1 for no quota. */
static inline uint64_t hyd_cgroup_processors(const char *path) {
  char line[64] = "", other[HYD_CGROUP_PATH];
  long long quota = -1, period = 0;
  const char *v1 = strstr(path, "cpu.cfs_quota_us");
  FILE *f = fopen(path, "re");
  if (f && fgets(line, sizeof line, f)) (void)sscanf(line, "%lld %lld", &quota, &period);
  if (f) fclose(f);
  if (v1 && quota > 0) {
    snprintf(other, sizeof other, "%.*scpu.cfs_period_us", (int)(v1 - path), path);
    period = (long long)hyd_cgroup_number(other);
  }
  return quota > 0 && period > 0 && quota < 1LL << 40 ? (uint64_t)(quota * 1000 / period)
                                                      : HYD_CGROUP_NONE;
}

static inline void hyd_cgroup_least_number(const char *path, uint64_t *value) {
  uint64_t n = hyd_cgroup_number(path);
  if (n < *value) *value = n;
}

static inline void hyd_cgroup_least_processors(const char *path, uint64_t *value) {
  uint64_t n = hyd_cgroup_processors(path);
  if (n < *value) *value = n;
}

/* The number of the nearest group that has shares of its own. Those of the root group, of which
 * version 1 has a file, are not its own. */
static inline void hyd_cgroup_nearest(const char *path, uint64_t *value) {
  char root[HYD_CGROUP_PATH];
  struct stat file;
  if (*value != HYD_CGROUP_NONE || stat(path, &file)) return;
  snprintf(root, sizeof root, "%.*s/release_agent", (int)(strrchr(path, '/') - path), path);
  if (access(root, F_OK)) *value = file.st_ino;
}

/* Visits a group and the groups above it, up to the top of the tree. A container may see the top
 * only, although its group's name is that in the machine's tree. */
static inline void hyd_cgroup_climb(const char *top, const char *group, const char *file,
                                    hyd_cgroup_visit *visit, uint64_t *value) {
  char path[HYD_CGROUP_PATH];
  size_t len = strcspn(group, "\n");
  for (;;) {
    while (len && group[len - 1] == '/') len--;
    if (snprintf(path, sizeof path, "%s%.*s/%s", top, (int)len, group, file) < (int)sizeof path)
      visit(path, value);
    if (len == 0) return;
    while (len && group[len - 1] != '/') len--;
  }
}

/* Whether `name` is in `names`, a list with commas that ends with a colon. */
static inline int hyd_cgroup_lists(const char *names, const char *name, size_t len) {
  for (;;) {
    size_t n = strcspn(names, ",:");
    if (n == len && memcmp(names, name, len) == 0) return 1;
    if (names[n] != ',') return 0;
    names += n + 1;
  }
}

/* Visits the groups. v2: a file of version 2, as memory.max; v1: controller and file of version 1,
 * as memory/memory.limit_in_bytes; root: a prefix of all paths, empty except in tests. */
static inline uint64_t hyd_cgroup_ask(const char *root, const char *v2, const char *v1,
                                      hyd_cgroup_visit *visit) {
  char line[HYD_CGROUP_PATH], top[HYD_CGROUP_PATH];
  size_t controller = strcspn(v1, "/");
  uint64_t value = HYD_CGROUP_NONE;
  FILE *f;
  snprintf(top, sizeof top, "%s/proc/self/cgroup", root);
  f = fopen(top, "re");
  while (f && fgets(line, sizeof line, f)) { /* ID:CONTROLLERS:GROUP */
    char *names = strchr(line, ':'), *group = names ? strchr(names + 1, ':') : NULL;
    if (group == NULL) continue;
    snprintf(top, sizeof top, "%s/sys/fs/cgroup", root);
    if (group == names + 1)
      hyd_cgroup_climb(top, group + 1, v2, visit, &value);
    else if (hyd_cgroup_lists(names + 1, v1, controller)) {
      snprintf(top, sizeof top, "%s/sys/fs/cgroup/%.*s", root, (int)controller, v1);
      hyd_cgroup_climb(top, group + 1, v1 + controller + 1, visit, &value);
    }
  }
  if (f) fclose(f);
  return value;
}

static inline uint64_t hyd_cgroup_limit(const char *root, const char *v2, const char *v1) {
  return hyd_cgroup_ask(root, v2, v1, hyd_cgroup_least_number);
}

/* How many processes of the nearest group the kernel has killed for lack of memory. */
static inline void hyd_cgroup_nearest_kills(const char *path, uint64_t *value) {
  char line[64];
  unsigned long long n;
  FILE *f = *value == HYD_CGROUP_NONE ? fopen(path, "re") : NULL;
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "oom_kill %llu", &n) == 1) *value = n;
  if (f) fclose(f);
}

static inline uint64_t hyd_cgroup_kills(const char *root) {
  uint64_t n =
      hyd_cgroup_ask(root, "memory.events", "memory/memory.oom_control", hyd_cgroup_nearest_kills);
  return n == HYD_CGROUP_NONE ? 0 : n;
}

/* The quota of this process's groups, in thousandths of a processor. */
static inline uint64_t hyd_cgroup_cpus(const char *root) {
  return hyd_cgroup_ask(root, "cpu.max", "cpu/cpu.cfs_quota_us", hyd_cgroup_least_processors);
}

/* The group in which the scheduler counts this process; HYD_CGROUP_NONE: the root group. */
static inline uint64_t hyd_cgroup_of_scheduler(const char *root) {
  return hyd_cgroup_ask(root, "cpu.weight", "cpu/cpu.shares", hyd_cgroup_nearest);
}

#endif

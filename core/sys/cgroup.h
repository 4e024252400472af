/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cgroup.h: what this process's control groups allow: the least limit of its group and of all groups above it. In
 * version 2 the files lie in one tree, in version 1 in a tree for each controller.
 */
#ifndef HYD_CGROUP_H
#define HYD_CGROUP_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HYD_CGROUP_NONE UINT64_MAX
#define HYD_CGROUP_PATH 1024

/* "max", which version 2 says, is no number; version 1 says a number near 2^63. */
static inline uint64_t hyd_cgroup_number(const char *path) {
  char line[32];
  uint64_t n = HYD_CGROUP_NONE;
  FILE *f = fopen(path, "re");
  if (f && fgets(line, sizeof line, f) && line[0] >= '0' && line[0] <= '9') n = strtoull(line, NULL, 10);
  if (f) fclose(f);
  return n < UINT64_C(1) << 60 ? n : HYD_CGROUP_NONE;
}

/* Of a group and of those above, up to the tree's top. A container may see the top only, though its group's name is
 * that of the machine's tree. */
static inline uint64_t hyd_cgroup_least(const char *top, const char *group, const char *file) {
  char path[HYD_CGROUP_PATH];
  uint64_t least = HYD_CGROUP_NONE;
  size_t len = strcspn(group, "\n");
  for (;;) {
    uint64_t n = HYD_CGROUP_NONE;
    while (len && group[len - 1] == '/') len--;
    if (snprintf(path, sizeof path, "%s%.*s/%s", top, (int)len, group, file) < (int)sizeof path)
      n = hyd_cgroup_number(path);
    if (n < least) least = n;
    if (len == 0) return least;
    while (len && group[len - 1] != '/') len--;
  }
}

/* v2: a file of version 2, as memory.max; v1: controller and file of version 1, as memory/memory.limit_in_bytes. root
 * stands before all paths: empty, but for tests. */
static inline uint64_t hyd_cgroup_limit(const char *root, const char *v2, const char *v1) {
  char line[HYD_CGROUP_PATH], top[HYD_CGROUP_PATH];
  size_t controller = strcspn(v1, "/");
  uint64_t least = HYD_CGROUP_NONE;
  FILE *f;
  snprintf(top, sizeof top, "%s/proc/self/cgroup", root);
  f = fopen(top, "re");
  while (f && fgets(line, sizeof line, f)) { /* ID:CONTROLLERS:GROUP */
    char *names = strchr(line, ':'), *group = names ? strchr(names + 1, ':') : NULL;
    uint64_t n = HYD_CGROUP_NONE;
    if (group == NULL) continue;
    snprintf(top, sizeof top, "%s/sys/fs/cgroup", root);
    if (group == names + 1) n = hyd_cgroup_least(top, group + 1, v2);
    else if ((size_t)(group - names - 1) == controller && strncmp(names + 1, v1, controller) == 0) {
      snprintf(top, sizeof top, "%s/sys/fs/cgroup/%.*s", root, (int)controller, v1);
      n = hyd_cgroup_least(top, group + 1, v1 + controller + 1);
    }
    if (n < least) least = n;
  }
  if (f) fclose(f);
  return least;
}

#endif

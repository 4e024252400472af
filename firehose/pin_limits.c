/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pin_limits.c: see pin_limits.h. A file that does not exist sets no limit.
 */
#include "firehose/pin_limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "core/sys/cgroup.h"
#include "firehose/firehose.h"

#define CAP_IPC_LOCK 14 /* linux/capability.h */
#define PARTS 9         /* M : MAXVICTIM = 8 : 1 */
#define MOST_BUCKETS (UINT64_C(1) << 27)

/* The value in the line "key value ..." of a file; NULL: there is no such line. */
static const char *value_of(const char *root, const char *file, const char *key, char *line,
                            int size) {
  char path[HYD_CGROUP_PATH];
  size_t len = strlen(key);
  int found = 0;
  FILE *f;
  snprintf(path, sizeof path, "%s%s", root, file);
  f = fopen(path, "re");
  while (f && !found && fgets(line, size, f)) found = strncmp(line, key, len) == 0;
  if (f) fclose(f);
  return found ? line + len : NULL;
}

static int may_lock_all(const char *root) {
  char line[256];
  const char *word = value_of(root, "/proc/self/status", "CapEff:", line, sizeof line);
  return word && strtoull(word, NULL, 16) >> CAP_IPC_LOCK & 1;
}

static uint64_t memlock(const char *root) {
  struct rlimit r;
  if (may_lock_all(root) || getrlimit(RLIMIT_MEMLOCK, &r) || r.rlim_cur == RLIM_INFINITY)
    return FH_UNLIMITED;
  return r.rlim_cur;
}

void fh_limits_read(struct fh_limits *l, const char *root) {
  char line[256];
  const char *total = value_of(root, "/proc/meminfo", "MemTotal:", line, sizeof line);
  l->memlock = memlock(root);
  l->physical = total ? strtoull(total, NULL, 10) * 1024 : FH_UNLIMITED;
  l->cgroup = hyd_cgroup_limit(root, "memory.max", "memory/memory.limit_in_bytes");
  l->device = FH_UNLIMITED;
}

void fh_limits_raise(void) {
  struct rlimit r;
  if (getrlimit(RLIMIT_MEMLOCK, &r) || r.rlim_cur == r.rlim_max) return;
  r.rlim_cur = r.rlim_max;
  (void)setrlimit(RLIMIT_MEMLOCK, &r);
}

static void at_most(uint64_t *bytes, uint64_t limit, const char *name, const char **by) {
  if (limit >= *bytes) return;
  *bytes = limit;
  *by = name;
}

uint64_t fh_limits_each(const struct fh_limits *l, uint32_t ranks, double fraction,
                        const char **by) {
  uint64_t bytes = FH_UNLIMITED;
  const char *unnamed;
  if (by == NULL) by = &unnamed;
  *by = "nothing";
  at_most(&bytes, l->physical, "the host's memory", by);
  at_most(&bytes, l->cgroup, "the control group's memory", by);
  if (bytes != FH_UNLIMITED) bytes = (uint64_t)((double)bytes * fraction);
  at_most(&bytes, l->device, "the device", by);
  if (bytes != FH_UNLIMITED) bytes /= ranks ? ranks : 1;
  at_most(&bytes, l->memlock, "locked memory (ulimit -l)", by);
  return bytes;
}

int fh_limits_divide(uint64_t bytes, size_t longest, struct fh_config *c) {
  uint64_t buckets = bytes / c->bucket, others = c->nodes - 1;
  uint64_t need = (longest + c->bucket - 1) / c->bucket + 1, victims;
  if (buckets > MOST_BUCKETS) buckets = MOST_BUCKETS;
  victims = buckets / PARTS;
  if (victims < need) victims = need;
  if (buckets < victims || buckets - victims < others * need) return -1;
  c->maxvictim = victims * c->bucket;
  c->m = (buckets - victims) * c->bucket;
  return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_netvm.c: network virtual memory: the shadow table by itself; two ranks, over shared memory
 * and over udp without shared memory; the start of jobs with large arenas. Over udp, jobs with
 * pinned memory alternate with jobs with arenas.
 */
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contrib/tools/bench/suites/suites.h"
#include "work_netvm.h"

#define ALONE "GASNET_CONDUIT=udp", "GASNET_SUPERNODE_MAXSIZE=1", "GASNET_UDP_FAULTS="

/* Finds the module, which in a build tree is in its own folder. */
static void find_module(void) {
  char path[PATH_MAX];
  if (!getenv("GASNET_KIND_PATH") &&
      hyd_bn_find_program("core/kinds/.libs/hyd_kind_netvm.so", path, sizeof path))
    setenv("GASNET_KIND_PATH", dirname(path), 1);
}

static void add_ratio(struct hyd_bn *b, const char *name, const char *pinned, long bytes,
                      const char *as) {
  struct hyd_bn_row *of = hyd_bn_find(&b->rows, "netvm-udp", name, bytes, 2);
  struct hyd_bn_row *to = hyd_bn_find(&b->rows, "netvm-udp", pinned, bytes, 2), *r;
  if (of == NULL || to == NULL) return;
  r = hyd_bn_row(&b->rows, "netvm-udp", as, bytes, 2, "ns", "pinned");
  hyd_bn_add(&r->value, hyd_bn_median(&of->value));
  hyd_bn_add(&r->ratio, hyd_bn_median(&of->value) / hyd_bn_median(&to->value));
}

static bool over_udp(struct hyd_bn *b) {
  static const char *const env[] = {ALONE, NULL};
  bool ok = true;
  for (int i = 0; i < (b->quick ? 1 : 5); i++)
    ok &= hyd_bn_job_rows(b, "netvm-udp",
                          &(struct hyd_bn_job){"netvm-pinned", 2, hyd_bn_scaled(b, 40), NULL, 55,
                                               env}) &&
          hyd_bn_job_rows(b, "netvm-udp",
                          &(struct hyd_bn_job){"netvm", 2, hyd_bn_scaled(b, 12), NULL, 55, env});
  add_ratio(b, "put", "pinned put", 8, "put, unpinned : pinned");
  add_ratio(b, "put", "pinned put", 4096, "put, unpinned : pinned");
  add_ratio(b, "stream", "pinned stream", 4096, "stream, unpinned : pinned");
  return ok;
}

static bool starts(struct hyd_bn *b) {
  const struct hyd_bn_job small = {"netvm-start", 4, 64, NULL, 30, NULL},
                          large = {"netvm-start", 4, 65536, NULL, 30, NULL};
  struct hyd_bn_row *r =
      hyd_bn_row(&b->rows, "netvm", "start to end, 64 GB each", -1, 4, "ms", "64 MB");
  double ns[3];
  if (!hyd_bn_job_rows(b, "netvm", &large)) return false;
  for (int i = 0; i < (b->quick ? 4 : 12); i++) {
    if (!hyd_bn_job_run(&small, &ns[0], NULL) || !hyd_bn_job_run(&large, &ns[1], NULL) ||
        !hyd_bn_job_run(&small, &ns[2], NULL))
      return false;
    hyd_bn_add(&r->value, ns[1] / 1e6);
    hyd_bn_add(&r->ratio, ns[1] / ((ns[0] + ns[2]) / 2));
  }
  return true;
}

/* --- larger than memory ---------------------------------------------------------------------- */

/* Makes a memory cgroup below this process's own, by cgroup version 1 or 2. False, after a message:
 * not possible. */
static bool make_group(char *path, size_t size, long bytes) {
  static const char *const form[][3] = {{"/sys/fs/cgroup/memory", "memory.limit_in_bytes",
                                         "cgroup v1"},
                                        {"/sys/fs/cgroup", "memory.max", "cgroup v2"}};
  for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
    char limit[300];
    FILE *f;
    snprintf(path, size, "%s/gasnet-bench-%d", form[i][0], (int)getpid());
    if (mkdir(path, 0700)) continue;
    snprintf(limit, sizeof limit, "%s/%s", path, form[i][1]);
    if ((f = fopen(limit, "r+")) && fprintf(f, "%ld\n", bytes) > 0 && fclose(f) == 0) return true;
    rmdir(path);
  }
  hyd_bn_complain("netvm: no memory cgroup can be made in /sys/fs/cgroup; measured without one");
  *path = 0;
  return false;
}

static bool of_percent(struct hyd_bn *b, int percent) {
  char group[100], enter[150], resident[50];
  const char *const env[] = {enter, resident, NULL};
  long mb = NVB_DISK_MB * percent / 100 + NVB_SLACK_MB + (percent == 100 ? NVB_DISK_MB : 0);
  bool made = make_group(group, sizeof group, mb << 20), ok;
  snprintf(enter, sizeof enter, NVB_GROUP "=%s", group);
  snprintf(resident, sizeof resident, NVB_PERCENT "=%d", percent);
  ok = hyd_bn_job_rows(b, "netvm",
                       &(struct hyd_bn_job){"netvm-disk", 2, b->quick ? 150 : 300, NULL, 55, env});
  if (made) rmdir(group);
  return ok;
}

static bool larger_than_memory(struct hyd_bn *b) {
  static const int percent[] = {100, 50, 10};
  bool ok = true;
  for (int i = 0; i < 3; i++) {
    char what[80];
    snprintf(what, sizeof what, "netvm: %d %% resident", percent[i]);
    hyd_bn_progress(b, what);
    ok &= of_percent(b, percent[i]);
  }
  return ok;
}

static bool slow_page(struct hyd_bn *b) {
  static const char *const env[] = {ALONE, NULL};
  int rounds = hyd_bn_scaled(b, 4);
  hyd_bn_progress(b, "netvm: a page-in of 100 ms");
  bool ok =
      hyd_bn_job_rows(b, "netvm", &(struct hyd_bn_job){"netvm-slow", 3, rounds, NULL, 30, NULL});
  return hyd_bn_job_rows(b, "netvm-udp",
                         &(struct hyd_bn_job){"netvm-slow", 3, rounds, NULL, 30, env}) &&
         ok;
}

bool hyd_bn_suite_netvm(struct hyd_bn *b) {
  bool ok;
  hyd_bn_progress(b, "netvm: the table, and 2 ranks over shared memory");
  if (!hyd_bn_two_cores(b, "netvm")) return false;
  find_module();
  ok = hyd_bn_job_rows(b, "netvm",
                       &(struct hyd_bn_job){"netvm-table", 1, hyd_bn_scaled(b, 100), NULL, 30,
                                            NULL});
  ok &= hyd_bn_job_rows(b, "netvm",
                        &(struct hyd_bn_job){"netvm", 2, hyd_bn_scaled(b, 100), NULL, 55, NULL});
  hyd_bn_progress(b, "netvm: over udp");
  ok &= over_udp(b);
  ok &= slow_page(b) && larger_than_memory(b);
  hyd_bn_progress(b, "netvm: 4 ranks, 64 GB each");
  return starts(b) && ok;
}

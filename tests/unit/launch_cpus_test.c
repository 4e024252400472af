/* SPDX-License-Identifier: BSD-3-Clause
 *
 * launch_cpus_test.c: how many processors a process has where its control group has a quota of
 * their time, and in which group the scheduler counts it, by files of both versions under a root of
 * this test's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "core/sys/cpus.h"

static char root[] = "/tmp/launch_cpus.XXXXXX";

static void file(const char *name, const char *text) {
  char path[512];
  FILE *f;
  snprintf(path, sizeof path, "%s%s", root, name);
  for (char *p = path + strlen(root) + 1; (p = strchr(p, '/')) != NULL; *p++ = '/') {
    *p = '\0';
    mkdir(path, 0755);
  }
  assert_non_null(f = fopen(path, "we"));
  fputs(text, f);
  fclose(f);
}

static void test_none(void **state) {
  (void)state;
  assert_int_equal(hyd_cpus_of_quota(root, 8), 8); /* no /proc/self/cgroup there */
  file("/proc/self/cgroup", "0::/jobs/step 1\n");
  assert_int_equal(hyd_cpus_of_quota(root, 8), 8);
  file("/sys/fs/cgroup/jobs/step 1/cpu.max", "max 100000\n");
  assert_int_equal(hyd_cpus_of_quota(root, 8), 8);
}

/* The least of the group and those above it. */
static void test_version_2(void **state) {
  (void)state;
  file("/proc/self/cgroup", "0::/jobs/step 1\n");
  file("/sys/fs/cgroup/jobs/cpu.max", "400000 100000\n");
  assert_int_equal(hyd_cpus_of_quota(root, 8), 4);
  file("/sys/fs/cgroup/jobs/step 1/cpu.max", "150000 100000\n");
  assert_int_equal(hyd_cpus_of_quota(root, 8), 1);
  file("/sys/fs/cgroup/jobs/step 1/cpu.max", "50000 100000\n");
  assert_int_equal(hyd_cpus_of_quota(root, 8), 1);
  file("/sys/fs/cgroup/jobs/step 1/cpu.max", "1000000 50000\n");
  assert_int_equal(hyd_cpus_of_quota(root, 2), 2);
}

static void test_version_1(void **state) {
  (void)state;
  file("/proc/self/cgroup", "5:pids:/x\n4:cpuset:/x\n3:cpu,cpuacct:/docker/1\n");
  file("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  file("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  assert_int_equal(hyd_cpus_of_quota(root, 8), 8);
  file("/sys/fs/cgroup/cpu/docker/1/cpu.cfs_quota_us", "300000\n");
  file("/sys/fs/cgroup/cpu/docker/1/cpu.cfs_period_us", "100000\n");
  assert_int_equal(hyd_cpus_of_quota(root, 8), 3);
}

static uint64_t number_of(const char *name) {
  char path[512];
  struct stat file;
  snprintf(path, sizeof path, "%s%s", root, name);
  assert_int_equal(stat(path, &file), 0);
  return file.st_ino;
}

/* A group without shares of its own is counted in the next group above it that has some. */
static void test_scheduler_group_2(void **state) {
  (void)state;
  file("/proc/self/cgroup", "0::/user/session 1\n");
  assert_true(hyd_cgroup_of_scheduler(root) == HYD_CGROUP_NONE);
  file("/sys/fs/cgroup/user/cpu.weight", "100\n");
  assert_true(hyd_cgroup_of_scheduler(root) == number_of("/sys/fs/cgroup/user/cpu.weight"));
  file("/sys/fs/cgroup/user/session 1/cpu.weight", "100\n");
  assert_true(hyd_cgroup_of_scheduler(root) ==
              number_of("/sys/fs/cgroup/user/session 1/cpu.weight"));
}

/* Version 1 has a file of shares in the root group, too. */
static void test_scheduler_group_1(void **state) {
  (void)state;
  file("/proc/self/cgroup", "4:cpuset:/x\n3:cpu:/\n");
  file("/sys/fs/cgroup/cpu/cpu.shares", "1024\n");
  file("/sys/fs/cgroup/cpu/release_agent", "\n");
  assert_true(hyd_cgroup_of_scheduler(root) == HYD_CGROUP_NONE);
  file("/proc/self/cgroup", "4:cpuset:/x\n3:cpu:/docker/1\n");
  file("/sys/fs/cgroup/cpu/docker/1/cpu.shares", "1024\n");
  assert_true(hyd_cgroup_of_scheduler(root) == number_of("/sys/fs/cgroup/cpu/docker/1/cpu.shares"));
}

static int make_root(void **state) {
  (void)state;
  return mkdtemp(root) == NULL;
}

static int remove_root(void **state) {
  char command[sizeof root + 16];
  (void)state;
  snprintf(command, sizeof command, "rm -rf '%s'", root);
  return system(command);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_none), cmocka_unit_test(test_version_2),
                                     cmocka_unit_test(test_version_1),
                                     cmocka_unit_test(test_scheduler_group_2),
                                     cmocka_unit_test(test_scheduler_group_1)};
  return cmocka_run_group_tests(tests, make_root, remove_root);
}

/* SPDX-License-Identifier: BSD-3-Clause
 *
 * limits_test.c: what may be pinned, read from trees of /proc and /sys of this test's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "firehose/firehose.h"
#include "firehose/pin_limits.h"

#define MB (UINT64_C(1) << 20)

static char root[64];

static void file(const char *name, const char *text) {
  char path[256];
  FILE *f;
  snprintf(path, sizeof path, "%s%s", root, name);
  for (char *p = path + strlen(root) + 1; (p = strchr(p, '/')); *p++ = '/') {
    *p = '\0';
    (void)mkdir(path, 0700);
  }
  assert_non_null(f = fopen(path, "w"));
  fputs(text, f);
  fclose(f);
}

static int setup(void **state) {
  (void)state;
  snprintf(root, sizeof root, "/tmp/fh-limits.XXXXXX");
  return mkdtemp(root) == NULL;
}

static int teardown(void **state) {
  char command[128];
  (void)state;
  snprintf(command, sizeof command, "rm -rf %s", root);
  return system(command);
}

static void test_nothing_is_known(void **state) {
  struct fh_limits l;
  const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
  const char *by;
  (void)state;
  fh_limits_read(&l, root);
  if (setrlimit(RLIMIT_MEMLOCK, &none))
    l.memlock = FH_UNLIMITED;
  else
    fh_limits_read(&l, root);
  assert_true(fh_limits_each(&l, 4, 0.5, &by) == FH_UNLIMITED);
  assert_string_equal(by, "nothing");
}

static void test_host(void **state) {
  struct fh_limits l;
  const char *by;
  (void)state;
  file("/proc/meminfo", "MemTotal:        1048576 kB\nMemFree: 1 kB\n");
  file("/proc/self/status", "Name: x\nCapEff:\t0000000000004000\n");
  fh_limits_read(&l, root);
  assert_true(l.physical == 1024 * MB && l.memlock == FH_UNLIMITED && l.cgroup == FH_UNLIMITED);
  assert_true(fh_limits_each(&l, 4, 0.5, &by) == 128 * MB);
  assert_string_equal(by, "the host's memory");
  l.device = 64 * MB;
  assert_true(fh_limits_each(&l, 4, 0.5, &by) == 16 * MB);
  assert_string_equal(by, "the device");
}

/* The limit of a process is not divided among ranks; without CAP_IPC_LOCK it counts. */
static void test_memlock(void **state) {
  const struct rlimit low = {8 * MB, 8 * MB};
  struct rlimit was;
  struct fh_limits l;
  const char *by;
  (void)state;
  file("/proc/meminfo", "MemTotal: 1048576 kB\n");
  file("/proc/self/status", "CapEff:\t00000000ffffbfff\n");
  assert_int_equal(getrlimit(RLIMIT_MEMLOCK, &was), 0);
  assert_int_equal(setrlimit(RLIMIT_MEMLOCK, &(struct rlimit){low.rlim_cur, was.rlim_max}), 0);
  fh_limits_read(&l, root);
  assert_true(l.memlock == 8 * MB);
  assert_true(fh_limits_each(&l, 4, 0.5, &by) == 8 * MB);
  assert_string_equal(by, "locked memory (ulimit -l)");
  fh_limits_raise();
  fh_limits_read(&l, root);
  assert_true(l.memlock == (was.rlim_max == RLIM_INFINITY ? FH_UNLIMITED : was.rlim_max));
  assert_int_equal(setrlimit(RLIMIT_MEMLOCK, &was), 0);
}

static void test_cgroup_2(void **state) {
  struct fh_limits l;
  (void)state;
  file("/proc/self/cgroup", "0::/jobs/step 1\n");
  file("/sys/fs/cgroup/jobs/step 1/memory.max", "max\n");
  fh_limits_read(&l, root);
  assert_true(l.cgroup == FH_UNLIMITED);
  file("/sys/fs/cgroup/jobs/memory.max", "268435456\n");
  fh_limits_read(&l, root);
  assert_true(l.cgroup == 256 * MB);
  file("/sys/fs/cgroup/jobs/step 1/memory.max", "134217728\n");
  fh_limits_read(&l, root);
  assert_true(l.cgroup == 128 * MB);
}

/* In a container the group's name is that of the machine's tree, of which only the top is there. */
static void test_cgroup_1(void **state) {
  struct fh_limits l;
  (void)state;
  file("/proc/self/cgroup", "5:pids:/x\n4:memory:/docker/1234\n0::/\n");
  file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  fh_limits_read(&l, root);
  assert_true(l.cgroup == FH_UNLIMITED);
  file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "67108864\n");
  fh_limits_read(&l, root);
  assert_true(l.cgroup == 64 * MB);
  file("/sys/fs/cgroup/memory/docker/1234/memory.limit_in_bytes", "33554432\n");
  fh_limits_read(&l, root);
  assert_true(l.cgroup == 32 * MB);
}

static void test_divide(void **state) {
  struct fh_config c = fh_config_default;
  (void)state;
  c.nodes = 5;
  c.bucket = 16384;
  assert_int_equal(fh_limits_divide(450 * MB, 1 * MB, &c), 0);
  assert_true(c.m == 400 * MB && c.maxvictim == 50 * MB);
  assert_int_equal(fh_limits_divide(6 * MB, 1 * MB, &c),
                   0); /* a request of 1 MB anywhere is of 65 buckets */
  assert_true(c.maxvictim == 65 * c.bucket && c.m == 6 * MB - c.maxvictim);
  assert_int_equal(fh_limits_divide(5 * MB, 1 * MB, &c), -1);
  assert_int_equal(fh_limits_divide(FH_UNLIMITED, 1 * MB, &c), 0);
  assert_true((c.m + c.maxvictim) / c.bucket <= UINT64_C(1) << 28);
}

#define CASE(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {CASE(test_nothing_is_known), CASE(test_host),
                                     CASE(test_memlock),          CASE(test_cgroup_2),
                                     CASE(test_cgroup_1),         CASE(test_divide)};
  return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}

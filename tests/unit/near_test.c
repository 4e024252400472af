/* SPDX-License-Identifier: BSD-3-Clause
 *
 * near_test.c: what is near, and which variable of a family is a process's, on machines that hwloc
 * makes up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "core/base/err.h"
#include "core/include/gasnet_tools.h"
#include "core/optlib/load.h"
#include "core/topo/locality.h"
#include "core/topo/bound_memory.h"

static jmp_buf died;

void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  (void)file, (void)line, (void)call, (void)fmt;
  longjmp(died, 1);
}

/* What the tools' parsers end by. */
/* This program is linked with hwloc. */
int hyd_late_hwloc(char *why, size_t why_size) { return (void)why, (void)why_size, 0; }

void gasnett_fatalerror_nopos(const char *fmt, ...) {
  (void)fmt;
  longjmp(died, 1);
}

/* A process on these processors of that machine. */
static struct hyd_place on(const char *machine, const char *cpus) {
  struct hyd_place p = {.cpus = hwloc_bitmap_alloc()};
  assert_int_equal(hwloc_topology_init(&p.topo), 0);
  assert_int_equal(hwloc_topology_set_synthetic(p.topo, machine), 0);
  assert_int_equal(hwloc_topology_load(p.topo), 0);
  assert_int_equal(hwloc_bitmap_list_sscanf(p.cpus, cpus), 0);
  return p;
}

static const char *suffix(const char *machine, const char *cpus, const char *type) {
  static char text[64];
  struct hyd_place p = on(machine, cpus);
  if (hyd_place_suffix(&p, type, text, sizeof text)) strcpy(text, "none");
  hyd_place_forget(&p);
  return text;
}

static void test_suffix(void **state) {
  static const char two[] = "pack:2 core:2 pu:1";
  (void)state;
  assert_string_equal(suffix(two, "0", "Socket"), "_0");
  assert_string_equal(suffix(two, "2-3", "Socket"), "_1");
  assert_string_equal(suffix(two, "1-2", "socket"), "_0_1");
  assert_string_equal(suffix(two, "1-2", "Package"), "_0_1");
  assert_string_equal(suffix(two, "1,3", "Core"), "_1_3");
  assert_string_equal(suffix(two, "1,3", "Machine"), "_0");
  assert_string_equal(suffix(two, "1", "Die"), "none");
  assert_string_equal(suffix("pack:2 numa:2 core:2 pu:2", "4,12", "NUMANode"), "_1_3");
  assert_string_equal(suffix("pack:2 l3:2 core:2 pu:1", "4-5", "L3"), "_2");
}

static unsigned distance(const char *machine, const char *from, const char *to) {
  struct hyd_place p = on(machine, from);
  hwloc_bitmap_t cpus = hwloc_bitmap_alloc();
  unsigned d;
  assert_int_equal(hwloc_bitmap_list_sscanf(cpus, to), 0);
  d = hyd_place_distance(&p, cpus);
  hwloc_bitmap_free(cpus);
  hyd_place_forget(&p);
  return d;
}

static void test_distance(void **state) {
  static const char two[] = "pack:2 core:2 pu:1", four[] = "pack:2 numa:2 core:2 pu:1";
  (void)state;
  assert_int_equal(distance(two, "0", "0-1"), HYD_SAME_NODE);
  assert_int_equal(distance(two, "2", "0-1"), HYD_ELSEWHERE);
  assert_int_equal(distance(two, "0-3", "0-1"), HYD_SAME_NODE);
  assert_int_equal(distance(four, "0", "0-1"), HYD_SAME_NODE);
  assert_int_equal(distance(four, "2", "0-1"), HYD_SAME_PACKAGE);
  assert_int_equal(distance(four, "2", "0-7"),
                   HYD_SAME_NODE); /* of which the kernel does not say where it is */
  assert_int_equal(distance(four, "4", "0-1"), HYD_ELSEWHERE);
}

static const char *value_on(char **environ_now, const char *cpus, char *name, size_t size) {
  static char value[64];
  struct hyd_place p = on("pack:2 core:2 pu:1", cpus);
  struct hyd_env *env = hyd_env_snapshot(environ_now);
  strcpy(value, hyd_env_of_place(env, HYD_ENV_IBV_PORTS, HYD_ENV_IBV_PORTS_TYPE, &p, name, size));
  hyd_env_free(env);
  hyd_place_forget(&p);
  return value;
}

static void test_near(void **state) {
  char *vars[] = {(char *)"GASNET_IBV_PORTS=any",
                  (char *)"GASNET_IBV_PORTS_1=one",
                  (char *)"GASNET_IBV_PORTS_0_1=both",
                  (char *)"GASNET_IBV_PORTS_0=",
                  NULL,
                  NULL};
  char name[64], small[20];
  (void)state;
  assert_string_equal(value_on(vars, "2", name, sizeof name), "one");
  assert_string_equal(name, "GASNET_IBV_PORTS_1");
  assert_string_equal(value_on(vars, "0-3", name, sizeof name), "both");
  assert_string_equal(value_on(vars, "1", name, sizeof name), "any"); /* empty is not set */
  assert_string_equal(name, "GASNET_IBV_PORTS");
  vars[4] = (char *)"GASNET_IBV_PORTS_TYPE=Core";
  assert_string_equal(value_on(vars, "1", name, sizeof name), "one");
  assert_string_equal(value_on(vars, "2", name, sizeof name), "any");
  assert_string_equal(value_on(vars + 4, "2", small, sizeof small), "");
}

static int is_split(const char *variable, const char *type) {
  char *vars[] = {(char *)(uintptr_t)variable, (char *)(uintptr_t)type, NULL};
  struct hyd_env *env = hyd_env_snapshot(vars);
  int split = -1;
  if (setjmp(died) == 0) split = hyd_env_is_split(env, HYD_ENV_IBV_PORTS, HYD_ENV_IBV_PORTS_TYPE);
  hyd_env_free(env);
  return split;
}

static void test_split(void **state) {
  (void)state;
  assert_int_equal(is_split("GASNET_IBV_PORTS=a", "A=b"), 0);
  assert_int_equal(is_split("GASNET_IBV_PORTS_VERBOSE=0", "A=b"), 0);
  assert_int_equal(is_split("GASNET_IBV_PORTS_10=a", "GASNET_IBV_PORTS_TYPE=NUMANode"), 1);
  assert_int_equal(is_split("GASNET_IBV_PORTS_0=a", "GASNET_IBV_PORTS_TYPE=Sofa"),
                   -1); /* ends with a message */
}

/* The machine that this runs on has a place, of processes and of threads. */
static void test_here(void **state) {
  char *vars[] = {(char *)"GASNET_HWLOC_QUERY=process", NULL};
  (void)state;
  for (char **v = vars; v <= vars + 1; v++) {
    struct hyd_env *env = hyd_env_snapshot(v);
    struct hyd_place p;
    assert_int_equal(hyd_place_find(&p, env), 0);
    assert_false(hwloc_bitmap_iszero(p.cpus));
    hyd_place_forget(&p);
    hyd_env_free(env);
  }
}

/* The policy of the pages at an address, as the kernel tells it. */
static int policy_is(const void *address, const char *policy) {
  char line[512], start[32];
  FILE *f = fopen("/proc/self/numa_maps", "re");
  int found = f == NULL; /* a kernel without memory nodes */
  snprintf(start, sizeof start, "%lx %s", (unsigned long)(uintptr_t)address, policy);
  while (f && fgets(line, sizeof line, f)) found |= strncmp(line, start, strlen(start)) == 0;
  if (f) fclose(f);
  return found;
}

/* A bound rank's memory prefers the nodes beside it, and that of others has no policy. */
static void test_memory(void **state) {
  char *bound[] = {(char *)"GASNET_BIND=1", NULL}, *free_one[] = {NULL};
  enum { BYTES = 1 << 20 };
  (void)state;
  for (int i = 0; i < 2; i++) {
    struct hyd_env *env = hyd_env_snapshot(i ? bound : free_one);
    void *m = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(m, MAP_FAILED);
    hyd_bind_memory(env, m, BYTES);
    assert_true(policy_is(m, i ? "prefer" : "default"));
    munmap(m, BYTES);
    hyd_env_free(env);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_suffix), cmocka_unit_test(test_distance), cmocka_unit_test(test_near),
      cmocka_unit_test(test_split),  cmocka_unit_test(test_here),     cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

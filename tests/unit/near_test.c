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
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/err.h"
#include "core/include/gasnet_tools.h"
#include "core/optlib/load.h"
#include "core/sys/cpus.h"
#include "core/topo/binding.h"
#include "core/topo/bound_memory.h"
#include "core/topo/locality.h"

static jmp_buf died;

void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  (void)file, (void)line, (void)call, (void)fmt;
  longjmp(died, 1);
}

/* This program is linked with hwloc; -1 in place of a machine without hwloc. */
static int late_hwloc;
int hyd_late_hwloc(char *why, size_t why_size) { return (void)why, (void)why_size, late_hwloc; }

/* What the tools' parsers end by. */
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

/* --- binding -------------------------------------------------------------- */

static struct hyd_bind_plan *plan_for(uint32_t nranks, const char *bind) {
  char *vars[] = {(char *)(uintptr_t)bind, NULL};
  struct hyd_env *env = hyd_env_snapshot(vars);
  struct hyd_bind_plan *plan = hyd_bind_plan(env, nranks);
  hyd_env_free(env);
  return plan;
}

/* The processors of a rank that was bound by the plan, in a process of its own. */
static cpu_set_t cpus_of(struct hyd_bind_plan *plan, uint32_t rank) {
  cpu_set_t *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                           -1, 0),
            set;
  pid_t pid;
  assert_ptr_not_equal(shared, MAP_FAILED);
  if ((pid = fork()) == 0) {
    hyd_bind_apply(plan, rank);
    sched_getaffinity(0, sizeof *shared, shared);
    _exit(0);
  }
  assert_int_equal(waitpid(pid, NULL, 0), pid);
  set = *shared;
  munmap(shared, sizeof *shared);
  return set;
}

/* Ranks share the processors of this process evenly, and none has another's. */
static void test_plan(void **state) {
  unsigned all = hyd_cpus_allowed();
  cpu_set_t seen, mine, both;
  struct hyd_bind_plan *plan = plan_for(all, "GASNET_BIND=1");
  (void)state;
  assert_non_null(plan);
  CPU_ZERO(&seen);
  for (uint32_t i = 0; i < all; i++) {
    mine = cpus_of(plan, i);
    assert_int_equal(CPU_COUNT(&mine), 1);
    CPU_AND(&both, &mine, &seen);
    assert_int_equal(CPU_COUNT(&both), 0);
    CPU_OR(&seen, &seen, &mine);
  }
  free(plan);
  assert_non_null(plan = plan_for(1, "GASNET_BIND=1"));
  mine = cpus_of(plan, 0);
  assert_int_equal(CPU_COUNT(&mine), all);
  free(plan);
  assert_null(plan_for(all + 1, "GASNET_BIND=1"));
  assert_null(plan_for(1, "GASNET_BIND=0"));
  mine = cpus_of(NULL, 0); /* no plan: as before */
  assert_int_equal(CPU_COUNT(&mine), all);
}

/* Without hwloc nothing is bound, and nothing ends by that. */
static void test_without_hwloc(void **state) {
  char *vars[] = {(char *)"GASNET_BIND=1", NULL};
  struct hyd_env *env = hyd_env_snapshot(vars);
  struct hyd_place p;
  char page;
  (void)state;
  late_hwloc = -1;
  assert_null(plan_for(1, "GASNET_BIND=1"));
  assert_int_equal(hyd_place_find(&p, env), -1);
  hyd_bind_memory(env, &page, 1);
  late_hwloc = 0;
  hyd_env_free(env);
}

/* What a rank says of its place. */
static const char *said_of(const char *bind, int late) {
  static char text[400];
  char *vars[] = {(char *)"GASNET_SHOW_BINDING=1", (char *)(uintptr_t)bind, NULL};
  struct hyd_env *env = hyd_env_snapshot(bind ? vars : vars + 2);
  FILE *f = tmpfile();
  int old = dup(STDERR_FILENO);
  size_t n;
  assert_true(f && old >= 0 && dup2(fileno(f), STDERR_FILENO) >= 0);
  late_hwloc = late;
  hyd_binding_show(env, 3);
  late_hwloc = 0;
  dup2(old, STDERR_FILENO);
  close(old);
  rewind(f);
  n = fread(text, 1, sizeof text - 1, f);
  text[n] = '\0';
  fclose(f);
  hyd_env_free(env);
  return text;
}

static void test_said(void **state) {
  const char *said = said_of("GASNET_BIND=0", 0);
  (void)state;
  assert_ptr_equal(strstr(said, "rank 3 on "), said);
  assert_non_null(strstr(said, ": processors 0"));
  assert_non_null(strstr(said, ", memory of node 0; not bound (--bind)\n"));
  said = said_of("GASNET_BIND=1", 0);
  assert_non_null(strstr(said, ", memory of node 0\n"));
  said = said_of("GASNET_BIND=1", -1);
  assert_non_null(strstr(said, ": hwloc gives no information\n"));
  assert_string_equal(said_of(NULL, 0), "");
}

/* Processes of one session are a group, as the scheduler sees it, unless a control group is. */
static void test_group(void **state) {
  long group = hyd_bind_group(), *other = mmap(NULL, sizeof *other, PROT_READ | PROT_WRITE,
                                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  FILE *f = fopen("/proc/self/autogroup", "re");
  long number = 0;
  pid_t pid;
  (void)state;
  assert_ptr_not_equal(other, MAP_FAILED);
  if (f) assert_int_equal(fscanf(f, "/autogroup-%ld", &number), 1);
  if (f) fclose(f);
  if ((pid = fork()) == 0) {
    setsid();
    *other = hyd_bind_group();
    _exit(0);
  }
  assert_int_equal(waitpid(pid, NULL, 0), pid);
  if (group > 0) assert_int_equal(group, number);
  if (group > 0)
    assert_true(*other > 0 && *other != group);
  else
    assert_int_equal(*other, group);
  munmap(other, sizeof *other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_suffix),        cmocka_unit_test(test_distance),
      cmocka_unit_test(test_near),          cmocka_unit_test(test_split),
      cmocka_unit_test(test_here),          cmocka_unit_test(test_memory),
      cmocka_unit_test(test_without_hwloc), cmocka_unit_test(test_said),
      cmocka_unit_test(test_group),         cmocka_unit_test(test_plan),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

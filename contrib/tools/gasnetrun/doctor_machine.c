/* SPDX-License-Identifier: BSD-3-Clause
 *
 * doctor_machine.c: processors, memory, limits, and the kernel facilities that the library uses,
 * each tried, as the doctor reports them.
 */
#include <errno.h>
#include <hwloc.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/tools/gasnetrun/run.h"
#include "core/sys/cpus.h"
#include "core/sys/file_limit.h"

#define MB (1024.0 * 1024)

static int count_type(hwloc_topology_t topo, hwloc_obj_type_t type) {
  int n = hwloc_get_nbobjs_by_type(topo, type);
  return n > 0 ? n : 0;
}

static void report_processors(void) {
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
    hyd_doctor_note(HYD_FALLBACK, "ranks cannot be bound to cores (gasnetrun --bind)");
  }
  hyd_doctor_line("affinity", "%u of them for this process", hyd_cpus_allowed());
  if (quota != HYD_CGROUP_NONE)
    hyd_doctor_line("processor quota", "%.2f processors at a time, by the control group",
                    (double)quota / 1000);
  hyd_doctor_note(
      HYD_FALLBACK,
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

static void report_memory(void) {
  char word[64];
  int overcommit = (int)number_in("/proc/sys/vm/overcommit_memory", "");
  struct statvfs fs;
  hyd_doctor_line("memory", "%.1f GB, %.1f GB of it available; overcommit mode %d",
                  number_in("/proc/meminfo", "MemTotal:") / MB,
                  number_in("/proc/meminfo", "MemAvailable:") / MB, overcommit);
  if (overcommit == 2)
    hyd_doctor_note(HYD_FALLBACK,
                    "segments count as used memory when they are reserved, not when touched");
  hyd_doctor_line("memory cgroup", "%s",
                  cgroup_value("memory.max", "memory/memory.limit_in_bytes", word, sizeof word));
  if (statvfs("/dev/shm", &fs))
    hyd_doctor_line("/dev/shm", "absent; it is not used");
  else
    hyd_doctor_line("/dev/shm", "%.1f MB; it is not used",
                    (double)fs.f_blocks * (double)fs.f_frsize / MB);
}

static void report_limit(const char *name, int which, const char *flag) {
  struct rlimit r;
  if (getrlimit(which, &r)) return;
  if (r.rlim_cur == RLIM_INFINITY)
    hyd_doctor_line(name, "unlimited (ulimit %s)", flag);
  else
    hyd_doctor_line(name, "%llu (ulimit %s)", (unsigned long long)r.rlim_cur, flag);
  if ((which == RLIMIT_AS || which == RLIMIT_FSIZE) && r.rlim_cur != RLIM_INFINITY)
    hyd_doctor_note(HYD_FALLBACK, "all segments of the host together must be smaller than that%s",
                    which == RLIMIT_FSIZE ? ", as memory that ranks share is a file" : "");
}

static void report_limits(void) {
  char word[64];
  report_limit("processes", RLIMIT_NPROC, "-u");
  hyd_doctor_line("pids cgroup",
                  "%s; N ranks take N+1, with udp up to 2N+3 (gasnetrun, its agent, and a thread "
                  "of each rank)",
                  cgroup_value("pids.max", "pids/pids.max", word, sizeof word));
  report_limit("open files", RLIMIT_NOFILE, "-n");
  report_limit("locked memory", RLIMIT_MEMLOCK, "-l");
  report_limit("address space", RLIMIT_AS, "-v");
  report_limit("file size", RLIMIT_FSIZE, "-f");
}

/* --- the kernel ----------------------------------------------------------- */

static void check_version(void) {
  struct utsname u;
  if (uname(&u) == 0) hyd_doctor_line("kernel", "%s %s %s", u.sysname, u.release, u.machine);
}

/* What was tried: one line, and if it does not work what the library does instead. */
static void report_trial(const char *name, int ok, const char *works, const char *fails,
                         enum hyd_doctor_note kind, const char *instead) {
  hyd_doctor_line(name, "%s", ok ? works : fails);
  if (!ok) hyd_doctor_note(kind, "%s", instead);
}

static void check_memfd(void) {
  int fd = memfd_create("hydrant-doctor", MFD_CLOEXEC);
  void *p = MAP_FAILED;
  char why[100];
  if (fd >= 0 && hyd_file_resize(fd, 4096) == 0)
    p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  snprintf(why, sizeof why, "memfd_create: %s", strerror(errno));
  report_trial(
      "memfd", p != MAP_FAILED, "works: memory is shared without names", why, HYD_FALLBACK,
      "the memory that ranks share is in files of /dev/shm, XDG_RUNTIME_DIR, TMPDIR or /tmp");
  if (p != MAP_FAILED) munmap(p, 4096);
  if (fd >= 0) close(fd);
}

static void check_futex(void) {
  uint32_t word = 0;
  int ok = syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0) >= 0;
  report_trial("futex", ok, "works: ranks sleep when they wait long", strerror(errno), HYD_PROBLEM,
               "ranks cannot sleep; they poll");
}

static void check_membarrier(void) {
  long mask = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
  int ok = mask > 0 && mask & MEMBARRIER_CMD_GLOBAL_EXPEDITED &&
           syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0) == 0;
  report_trial("membarrier", ok, "works: senders need no fence", "global expedited: not offered",
               HYD_FALLBACK, "every message has a fence, a few nanoseconds");
}

/* Whether ranks may copy from each other's memory: a child process asks for that of this process,
 * which allows it as ranks do. 0, or an errno, or 200. */
static int sibling_copy(void) {
  static volatile uint64_t secret = 0x68796472616e74;
  uint64_t got = 0;
  struct iovec here = {&got, sizeof got}, there = {(void *)(uintptr_t)&secret, sizeof got};
  pid_t parent = getpid(), child;
  int status = 200 << 8;
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  fflush(NULL);
  if ((child = fork()) == 0) {
    secret = 0;
    if (process_vm_readv(parent, &here, 1, &there, 1, 0) < 0)
      _exit(errno && errno < 200 ? errno : 200);
    _exit(got == 0x68796472616e74 ? 0 : 200);
  }
  if (child > 0) waitpid(child, &status, 0);
  prctl(PR_SET_PTRACER, 0, 0, 0, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 200;
}

static void check_sibling_copy(void) {
  char scope[8] = "none";
  FILE *f = fopen("/proc/sys/kernel/yama/ptrace_scope", "re");
  int err = sibling_copy();
  if (f && fscanf(f, "%7s", scope) != 1) strcpy(scope, "?");
  if (f) fclose(f);
  hyd_doctor_line("process_vm_readv", "%s (Yama scope: %s)",
                  err == 0     ? "works between ranks"
                  : err == 200 ? "fails"
                               : strerror(err),
                  scope);
  if (err)
    hyd_doctor_note(HYD_FALLBACK,
                    "addresses outside segments (EVERYTHING) are reached by active message");
  else if (getenv("GASNET_NO_CMA"))
    hyd_doctor_note(HYD_FALLBACK, "GASNET_NO_CMA is set: it may not be used");
}

static void check_proc(void) {
  report_trial(
      "/proc", access("/proc/self/fd", F_OK) == 0, "is there", "is not mounted", HYD_FALLBACK,
      "ranks that agents or a process manager start share no memory: with udp messages go by the "
      "network");
}

static void check_namespace(void) {
  unsigned long from = 0, to = 0, n = 0;
  FILE *f = fopen("/proc/self/uid_map", "re");
  int read = f ? fscanf(f, "%lu %lu %lu", &from, &to, &n) : 0;
  if (f) fclose(f);
  hyd_doctor_line("user namespace", "%s; nothing depends on it",
                  read == 3 && n == 4294967295ul ? "the first one" : "a nested one");
}

void hyd_doctor_machine(void) {
  report_processors();
  report_memory();
  report_limits();
  check_version();
  check_memfd();
  check_futex();
  check_membarrier();
  check_sibling_copy();
  check_proc();
  check_namespace();
}

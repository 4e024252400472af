/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_sys.c: the machine and the process: names, processors, memory, limits, signals.
 *
 * The two names are looked up once per process and never change after that.
 */
#include "tools_lib.h"

#include <sys/mman.h>
#include <sys/resource.h>

static pthread_once_t names_once = PTHREAD_ONCE_INIT;
static char host_name[256], exe_name[PATH_MAX]; /* written under names_once */

static void find_names(void) {
  if (gethostname(host_name, sizeof(host_name) - 1) || host_name[0] == '\0') {
    strcpy(host_name, "localhost");
  }
  ssize_t n = readlink("/proc/self/exe", exe_name, sizeof(exe_name) - 1);
  exe_name[n > 0 ? n : 0] = '\0';
}

const char *gasnett_gethostname(void) {
  (void)pthread_once(&names_once, find_names);
  return host_name;
}

const char *gasneti_gethostname(void) { return gasnett_gethostname(); }

const char *gasnett_exe_name(void) {
  (void)pthread_once(&names_once, find_names);
  return exe_name;
}

int gasnett_cpu_count(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 && n <= INT_MAX ? (int)n : 0;
}

uint64_t gasnett_getPhysMemSz(int failure_is_fatal) {
  long pages = sysconf(_SC_PHYS_PAGES), page_size = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page_size > 0) return (uint64_t)pages * (uint64_t)page_size;
  if (failure_is_fatal) gasnett_fatalerror_nopos("size of physical memory is not known");
  return 0;
}

const char *gasnett_release_version_str(void) {
  return _STRINGIFY(GASNET_RELEASE_VERSION_MAJOR) "." _STRINGIFY(
      GASNET_RELEASE_VERSION_MINOR) "." _STRINGIFY(GASNET_RELEASE_VERSION_PATCH);
}

uint64_t gasnett_release_version(void) {
  return (uint64_t)GASNET_RELEASE_VERSION_MAJOR * 1000000u +
         (uint64_t)GASNET_RELEASE_VERSION_MINOR * 10000u + (uint64_t)GASNET_RELEASE_VERSION_PATCH;
}

/* The processor with number `index` among those that the calling thread may use; -1: there are
 * fewer. */
static int nth_allowed_cpu(int index) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed)) return -1;
  index %= CPU_COUNT(&allowed);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (CPU_ISSET(cpu, &allowed) && index-- == 0) return cpu;
  }
  return -1;
}

static int bind_to(int cpu) {
  cpu_set_t set;
  if (cpu < 0 || cpu >= CPU_SETSIZE) return -1;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  return sched_setaffinity(0, sizeof(set), &set);
}

int gasnett_set_affinity(int rank) {
  int count = gasnett_cpu_count();
  if (rank < 0 || count == 0) return -1;
  if (bind_to(rank % count) == 0) return 0;
  return bind_to(nth_allowed_cpu(rank)); /* a container may have processors with other numbers */
}

/* --- limits --------------------------------------------------------------- */

static int may_raise(const char *desc) {
  char name[128];
  if (strncmp(desc, "RLIMIT_", 7) == 0) desc += 7;
  (void)snprintf(name, sizeof(name), "GASNET_MAXIMIZE_%s", desc);
  return gasnett_getenv_yesno_withdefault(name, 1);
}

int gasnett_maximize_rlimit(int res, const char *desc) {
  struct rlimit limit;
  if (!may_raise(desc)) return 1;
  if (getrlimit(res, &limit)) return 0;
  if (limit.rlim_cur == limit.rlim_max) return 1;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(res, &limit) == 0;
}

int gasnett_maximize_rlimits(void) {
  static const struct {
    int res;
    const char *desc;
  } limits[] = {{RLIMIT_CPU, "CPU"},
                {RLIMIT_DATA, "DATA"},
                {RLIMIT_RSS, "RSS"},
                {RLIMIT_STACK, "STACK"},
                {RLIMIT_AS, "AS"}};
  int all = 1;
  for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
    if (!gasnett_maximize_rlimit(limits[i].res, limits[i].desc)) all = 0;
  }
  return all;
}

/* --- memory --------------------------------------------------------------- */

void *hyd_tools_mmap(uintptr_t size) {
  uintptr_t pages = (size + GASNET_PAGESIZE - 1) & ~(uintptr_t)(GASNET_PAGESIZE - 1);
  if (pages < size) return MAP_FAILED;
  return mmap(NULL, pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

void *gasnett_malloc_aligned(size_t align, size_t size) {
  void *p = NULL;
  if (align < sizeof(void *)) align = sizeof(void *);
  int err = posix_memalign(&p, align, size ? size : 1);
  if (err) {
    gasnett_fatalerror_nopos("gasnett_malloc_aligned(%zu, %zu): %s", align, size, strerror(err));
  }
  return p;
}

void gasnett_free_aligned(void *p) { free(p); }

/* --- signals -------------------------------------------------------------- */

gasnett_sighandlerfn_t gasnett_reghandler(int sig, gasnett_sighandlerfn_t handler) {
  gasnett_sighandlerfn_t before = signal(sig, handler);
  if (before == SIG_ERR) {
    gasnett_fatalerror_nopos("gasnett_reghandler(%d): %s", sig, strerror(errno));
  }
  return before;
}

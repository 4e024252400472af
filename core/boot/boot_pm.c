/* SPDX-License-Identifier: BSD-3-Clause
 *
 * boot_pm.c: processes that a process manager has started find each other by values that it passes
 * between them. Each process publishes its location. Consecutive ranks of one machine are a host
 * (layout.h); its first rank, the leader, makes the shared memory and gets what the host needs of
 * other hosts. The keys and values:
 *
 *   at-RANK    MACHINE@KERNEL. Ranks with equal MACHINE can share memory. Ranks with equal KERNEL
 *              compete for processors, though namespaces may divide a kernel into several machines
 *   key-0      by rank 0: the version of the library, which all ranks must have, checked before
 *              anything else; and the job's random key
 *   run-RANK   by leaders: number of ranks of the host, process, descriptors of the memory, group
 *              of the scheduler
 *   xN-RANK    by leaders: records of the host in the Nth exchange
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/utsname.h>

#include "conduits/conduit.h"
#include "core/topo/binding.h"
#include "core/boot/boot.h"
#include "core/env/env.h"
#include "core/base/err.h"
#include "core/boot/pm.h"
#include "core/sys/cpus.h"
#include "core/sys/entropy.h"

#define PLACE 200 /* most bytes of a machine's text */

static HYD_COLD __attribute__((noreturn)) void fail_by_manager(const struct hyd_boot *boot) {
  hyd_fatal("launch", "rank %u: %s", boot->rank, boot->pm->why);
}

static void put_value(struct hyd_boot *boot, const char *name, const char *value) {
  char key[64];
  snprintf(key, sizeof key, "%s-%u", name, boot->rank);
  if (boot->pm->ops->put(boot->pm, key, value)) fail_by_manager(boot);
}

static void get_value(struct hyd_boot *boot, uint32_t rank, const char *name, char *value,
                      size_t size) {
  char key[64];
  snprintf(key, sizeof key, "%s-%u", name, rank);
  if (boot->pm->ops->get(boot->pm, rank, key, value, size)) fail_by_manager(boot);
}

void hyd_boot_fence(struct hyd_boot *boot) {
  if (boot->pm->ops->fence(boot->pm)) fail_by_manager(boot);
}

/* --- where this process is ------------------------------------------------ */

static void add_link(char *text, size_t size, const char *path) {
  size_t n = strlen(text);
  ssize_t k = readlink(path, text + n, size - n - 1);
  text[n + (k > 0 ? (size_t)k : 0)] = '\0';
}

/* Without /proc only names distinguish machines, and no process can map the memory of another. */
static int has_proc(void) { return access("/proc/self/fd", F_OK) == 0; }

static void kernel_text(char *text) {
  int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read(fd, text, 36) : 0;
  if (fd >= 0) close(fd);
  text[n > 0 ? n : 0] = '\0';
}

/* Writes a machine's text: kernel, namespaces of processes and network, user. Ranks that have all
 * of it in common can share memory and have one network address. */
static void machine_by_kernel(const char *kernel, char *text, size_t size) {
  snprintf(text, size, "%s", kernel);
  add_link(text, size, "/proc/self/ns/pid");
  add_link(text, size, "/proc/self/ns/net");
  snprintf(text + strlen(text), size - strlen(text), ".%u", (unsigned)geteuid());
}

static void machine_text(struct hyd_env *env, char *text, size_t size) {
  const char *how = hyd_env_str(env, HYD_ENV_HOST_DETECT);
  struct utsname u;
  char kernel[40];
  size_t n;
  kernel_text(kernel);
  text[0] = '\0';
  if ((strcasecmp(how, "hostname") == 0 || !has_proc()) && uname(&u) == 0)
    snprintf(text, size, "%s", u.nodename);
  else if (strcasecmp(how, "gethostid") == 0)
    snprintf(text, size, "%lx", gethostid());
  else
    machine_by_kernel(kernel, text, size);
  for (char *p = text; *p; p++)
    if (*p <= ' ' || *p > '~' || *p == ';' || *p == '=' || *p == '@') *p = '_';
  n = strlen(text);
  snprintf(text + n, size - n, "@%s", kernel);
}

/* --- hosts ---------------------------------------------------------------- */

/* Finds the consecutive ranks around this one that are on its machine. `alone`: ranks must not
 * share memory, so each is a host by itself. */
static void find_run(struct hyd_boot *boot, const char *mine, int alone, uint32_t *first,
                     uint32_t *end) {
  char other[PLACE];
  *first = boot->rank;
  *end = boot->rank + 1;
  if (alone) return;
  while (*first > 0 &&
         (get_value(boot, *first - 1, "at", other, sizeof other), strcmp(other, mine) == 0))
    --*first;
  if (*first != boot->rank) return; /* only the leader needs the end */
  while (*end < boot->size &&
         (get_value(boot, *end, "at", other, sizeof other), strcmp(other, mine) == 0))
    ++*end;
}

struct run {
  uint32_t ranks;
  int pid, shared_fd, segment_fd;
  long group;
};

static void tell_run(struct hyd_boot *boot, uint32_t ranks, int shared_fd) {
  char text[100];
  snprintf(text, sizeof text, "%u.%d.%d.%d.%ld", ranks, (int)getpid(), shared_fd, boot->segment_fd,
           hyd_bind_group());
  put_value(boot, "run", text);
}

static struct run ask_run(struct hyd_boot *boot, uint32_t leader) {
  char text[100];
  struct run r;
  get_value(boot, leader, "run", text, sizeof text);
  if (sscanf(text, "%u.%d.%d.%d.%ld", &r.ranks, &r.pid, &r.shared_fd, &r.segment_fd, &r.group) !=
          5 ||
      r.ranks == 0 || r.ranks > boot->size - leader)
    hyd_fatal("launch",
              "rank %u says \"%.60s\" of its host; expected ranks, process, descriptors and group: "
              "are all ranks of this version?",
              leader, text);
  return r;
}

/* The number of a machine: the index of its first host. */
static uint32_t number_machine(char (*names)[PLACE], uint32_t *known, const char *name) {
  for (uint32_t i = 0; i < *known; i++)
    if (strcmp(names[i], name) == 0) return i;
  memcpy(names[*known], name, PLACE);
  return (*known)++;
}

/* Cuts MACHINE@KERNEL at the @; returns the kernel, or the machine if there is none. */
static const char *cut_kernel(char *text) {
  char *at = strchr(text, '@');
  if (at) *at = '\0';
  return at && at[1] ? at + 1 : text;
}

/* By the leader: fills in the list of hosts. */
static void list_hosts(struct hyd_boot *boot, char *mine) {
  struct hyd_shared *s = boot->shared;
  const char *my_kernel = cut_kernel(mine);
  char(*names)[PLACE] = calloc(boot->size, PLACE), name[PLACE] = "";
  uint32_t known = 0, n = 0;
  long group = hyd_bind_group();
  struct run r;
  if (names == NULL) hyd_fatal("launch", "out of memory for %u ranks", boot->size);
  s->kernel_ranks = s->kernel_before = 0;
  s->kernel_groups = 1;
  for (uint32_t leader = 0; leader < boot->size; n++, leader += r.ranks) {
    get_value(boot, leader, "at", name, sizeof name);
    r = ask_run(boot, leader);
    if (strcmp(cut_kernel(name), my_kernel) == 0) {
      s->kernel_ranks += r.ranks;
      s->kernel_groups += r.group != group;
      if (leader < s->first) s->kernel_before += r.ranks;
    }
    hyd_host_firsts(s)[n] = leader;
    hyd_host_machines(s)[n] = number_machine(names, &known, name);
  }
  hyd_host_firsts(s)[n] = boot->size;
  s->nhosts = n;
  free(names);
}

/* Joins the leader's shared memory. The leader decides for its host; a rank that differs notes
 * that. */
static void join_run(struct hyd_boot *boot, uint32_t leader, int by_network) {
  struct run r = ask_run(boot, leader);
  int err = hyd_share_join(boot, r.pid, r.shared_fd, r.segment_fd);
  if (err)
    hyd_fatal("launch",
              "rank %u cannot reach the memory of rank %u (process %d) of its host: %s; expected "
              "/proc and one user%s",
              boot->rank, leader, r.pid, strerror(err),
              by_network ? " (GASNET_HOST_DETECT, GASNET_SUPERNODE_MAXSIZE=1)"
                         : ", or conduit udp (GASNET_CONDUIT)");
  boot->apart = r.group != hyd_bind_group();
  if (boot->shared->job_size != boot->size || boot->shared->first != leader)
    hyd_fatal("launch", "rank %u found memory of another job at process %d", boot->rank, r.pid);
}

/* --- the whole ------------------------------------------------------------ */

static void open_manager(struct hyd_boot *boot, const struct hyd_pm_ops *ops) {
  if ((boot->pm = calloc(1, sizeof *boot->pm)) == NULL) hyd_fatal("launch", "out of memory");
  if (hyd_pm_open(boot->pm, ops)) hyd_refuse("launch", "%s", boot->pm->why);
  boot->rank = boot->pm->rank;
  boot->size = boot->pm->size;
}

void hyd_boot_job_name(const struct hyd_boot *boot, char *name, size_t size) {
  if (boot->pm)
    snprintf(name, size, "%s", boot->pm->job);
  else
    snprintf(name, size, "%d", (int)(boot->supervisor ? boot->supervisor : getpid()));
}

/* The value of key-0. */
struct hello {
  unsigned char key[HYD_JOB_KEY];
  char version[64]; /* text */
};

static void tell_hello(struct hyd_boot *boot) {
  struct hello h = {.version = ""};
  if (boot->rank != 0) return;
  if (hyd_random(boot->key, sizeof boot->key))
    hyd_fatal("launch", HYD_RANDOM_MEANS ": %s; expected one of them", strerror(errno));
  memcpy(h.key, boot->key, sizeof h.key);
  snprintf(h.version, sizeof h.version, "%s", hyd_version_text);
  if (hyd_pm_put_blob(boot->pm, "key", &h, offsetof(struct hello, version) + strlen(h.version)))
    fail_by_manager(boot);
}

/* Checks the version: ranks of different versions would hang, or misread each other's messages. */
static void learn_hello(struct hyd_boot *boot) {
  struct hello h = {.version = ""};
  size_t n = sizeof h - 1; /* the text stays terminated */
  if (boot->rank == 0) return;
  if (hyd_pm_get_blob(boot->pm, 0, "key", &h, &n)) fail_by_manager(boot);
  if (strcmp(h.version, hyd_version_text))
    hyd_refuse(
        "launch",
        "rank %u is of Hydrant %s, rank 0 of Hydrant %s; expected one version of the library "
        "on all hosts of a job (ldd, LD_LIBRARY_PATH there)",
        boot->rank, hyd_version_text,
        *h.version ? h.version : "without a version, 2025.8 or before");
  memcpy(boot->key, h.key, sizeof boot->key);
}

/* Finds the processors that the job may use, and binds this rank, unless the launcher has bound it
 * to its own. */
static void bind_rank(struct hyd_boot *boot, struct hyd_env *env) {
  const struct hyd_shared *s = boot->shared;
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  boot->cpus = hyd_cpus_allowed();
  if (online > 0 && boot->cpus < (unsigned)online)
    boot->cpus = (unsigned)online; /* the launcher has bound each rank to its own */
  else
    hyd_bind_apply(hyd_bind_plan(env, s->kernel_ranks), s->kernel_before + boot->rank - s->first);
  boot->cpus = hyd_cpus_of_quota("", boot->cpus);
}

static void check_conduit(const struct hyd_boot *boot, const struct hyd_conduit *conduit) {
  if (conduit->prelaunch)
    hyd_refuse("launch",
               "conduit %s runs on one host, with the fork spawner; expected GASNET_PSHM_NODES or "
               "gasnetrun -n N, not %s",
               conduit->name, boot->pm->ops->name);
  if (conduit->open == NULL && boot->shared->nhosts > 1)
    hyd_refuse(
        "launch",
        "conduit %s reaches the ranks of one host, and this job is on %u (or its ranks do not "
        "follow each other there); expected conduit udp (GASNET_CONDUIT)",
        conduit->name, boot->shared->nhosts);
}

void hyd_boot_join(struct hyd_boot *boot, struct hyd_env *env, const struct hyd_conduit *conduit,
                   const struct hyd_pm_ops *ops) {
  char mine[PLACE];
  uint32_t leader, end;
  int fd = -1, alone = conduit->open && (!has_proc() || hyd_env_int(env, HYD_ENV_SUPERNODE_MAXSIZE,
                                                                    0, INT_MAX) == 1);
  open_manager(boot, ops);
  machine_text(env, mine, sizeof mine);
  put_value(boot, "at", mine);
  tell_hello(boot);
  hyd_boot_fence(boot);
  learn_hello(boot);
  find_run(boot, mine, alone, &leader, &end);
  if (leader == boot->rank) {
    fd = hyd_share_make(boot, leader, end - leader);
    tell_run(boot, end - leader, fd);
  }
  hyd_boot_fence(boot);
  if (leader == boot->rank)
    list_hosts(boot, mine);
  else
    join_run(boot, leader, conduit->open != NULL);
  hyd_boot_fence(boot);
  if (fd >= 0) close(fd);
  check_conduit(boot, conduit);
  bind_rank(boot, env);
}

/* --- exchanges ------------------------------------------------------------ */

static void get_records(struct hyd_boot *boot, const char *name, uint32_t host) {
  const struct hyd_shared *s = boot->shared;
  const uint32_t *first = hyd_host_firsts(s) + host;
  size_t size = (size_t)(first[1] - first[0]) * HYD_RECORD_SIZE, got = size;
  if (hyd_pm_get_blob(boot->pm, first[0], name, hyd_records(s) + (size_t)first[0] * HYD_RECORD_SIZE,
                      &got) ||
      got != size)
    fail_by_manager(boot);
}

void hyd_boot_gather(struct hyd_boot *boot) {
  const struct hyd_shared *s = boot->shared;
  int leader = boot->rank == s->first;
  char name[HYD_PM_MAX_NAME];
  snprintf(name, sizeof name, "x%u", boot->rounds++);
  if (leader && hyd_pm_put_blob(boot->pm, name, hyd_records(s) + (size_t)s->first * HYD_RECORD_SIZE,
                                (size_t)s->nranks * HYD_RECORD_SIZE))
    fail_by_manager(boot);
  hyd_boot_fence(boot);
  for (uint32_t i = 0; leader && i < s->nhosts; i++)
    if (hyd_host_firsts(s)[i] != s->first) get_records(boot, name, i);
}

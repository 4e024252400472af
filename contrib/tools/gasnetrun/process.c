/* SPDX-License-Identifier: BSD-3-Clause
 *
 * process.c: what /proc tells of processes that may be part of a job, and which of them a job's
 * user means (gasnetrun --dump, top). Roles are told by which signals a process catches and blocks,
 * what it is called, and what it maps.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "contrib/tools/gasnetrun/agent.h"
#include "contrib/tools/gasnetrun/process.h"
#include "contrib/tools/gasnetrun/run.h"
#include "core/boot/leftovers.h"
#include "core/diag/dump_signal.h"

/* core/boot/shared_memory.c: a memfd, or an unlinked file (core/sys/memory_file.c) */
#define JOB_MEMORY "/memfd:hydrant-job"
#define JOB_FILE "/hydrant-job."
#define MOST_CHILDREN 256
#define DEEPEST 8        /* wrappers of wrappers */
#define DEEPEST_AGENT 32 /* shells between an agent and a rank */

uintptr_t hyd_process_memory(pid_t pid) {
  char path[48], line[512];
  uintptr_t at = 0;
  FILE *f;
  snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
  if ((f = fopen(path, "re")) == NULL) return 0;
  while (at == 0 && fgets(line, sizeof line, f))
    if (strstr(line, JOB_MEMORY) || strstr(line, JOB_FILE))
      at = (uintptr_t)strtoull(line, NULL, 16);
  if (at == 0) errno = 0;
  fclose(f);
  return at;
}

static enum hyd_role role_of(pid_t pid, const char *name, unsigned long long caught,
                             unsigned long long blocked) {
  unsigned long long bit = 1ull << (HYD_DUMP_SIGNAL - 1);
  if (caught & bit) return HYD_IS_RANK;
  if (strncmp(name, "gasnetrun", 9) != 0 || !(blocked & bit))
    return hyd_process_memory(pid) ? HYD_IS_SUPERVISOR : errno ? HYD_IS_HIDDEN : HYD_IS_OTHER;
  if (strcmp(name, HYD_AGENT_NAME) == 0) return HYD_IS_AGENT;
  return strcmp(name, HYD_KEEPER_NAME) == 0 ? HYD_IS_KEEPER : HYD_IS_LAUNCHER;
}

int hyd_process_read(pid_t pid, struct hyd_process *p) {
  char path[48], line[256];
  unsigned long long caught = 0, blocked = 0;
  FILE *f;
  memset(p, 0, sizeof *p);
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  if ((f = fopen(path, "re")) == NULL) return -1;
  while (fgets(line, sizeof line, f)) {
    (void)sscanf(line, "SigCgt: %llx", &caught);
    (void)sscanf(line, "SigBlk: %llx", &blocked);
    (void)sscanf(line, "PPid: %d", &p->parent);
    (void)sscanf(line, "State: %c", &p->state);
    (void)sscanf(line, "Name: %31s", p->name);
  }
  fclose(f);
  p->role = role_of(pid, p->name, caught, blocked);
  return 0;
}

/* The first child whose role is `role`, or any of a job's if that is HYD_IS_OTHER. */
static pid_t find_child(pid_t pid, enum hyd_role role, struct hyd_process *child) {
  pid_t id[MOST_CHILDREN];
  char process[16];
  uint32_t n;
  snprintf(process, sizeof process, "%d", (int)pid);
  n = hyd_children_of(process, id, MOST_CHILDREN);
  for (uint32_t i = 0; i < n; i++) {
    if (hyd_process_read(id[i], child)) continue;
    if (role == HYD_IS_OTHER ? child->role != HYD_IS_OTHER && child->role != HYD_IS_HIDDEN
                             : child->role == role)
      return id[i];
  }
  return 0;
}

pid_t hyd_process_rank(pid_t pid, int *stopped_p) {
  struct hyd_process p;
  if (hyd_process_read(pid, &p)) return 0;
  for (int deep = 0; deep < DEEPEST && pid && p.role != HYD_IS_RANK; deep++) {
    pid_t rank = find_child(pid, HYD_IS_RANK, &p);
    pid = rank ? rank : find_child(pid, HYD_IS_OTHER, &p);
  }
  *stopped_p = p.state == 'T' || p.state == 't';
  return pid && p.role == HYD_IS_RANK ? pid : 0;
}

uint32_t hyd_process_ranks(pid_t pid, pid_t *rank, uint32_t room) {
  static pid_t child[MOST_CHILDREN];
  char process[16];
  uint32_t children, n = 0;
  int stopped;
  snprintf(process, sizeof process, "%d", (int)pid);
  if ((rank[0] = hyd_process_rank(pid, &stopped)) == pid) return 1;
  children = hyd_children_of(process, child, MOST_CHILDREN);
  for (uint32_t i = 0; i < children && n < room; i++)
    if ((rank[n] = hyd_process_rank(child[i], &stopped)) != 0) n++;
  return n;
}

/* --- the process that speaks for a job ------------------------------------- */

/* The agent above a rank, or 0. */
static pid_t agent_above(pid_t parent, struct hyd_process *p) {
  for (int i = 0; i < DEEPEST_AGENT && parent > 1 && hyd_process_read(parent, p) == 0; i++) {
    if (p->role == HYD_IS_AGENT) return parent;
    parent = p->parent;
  }
  return 0;
}

static pid_t head_of_rank(pid_t pid, struct hyd_process *p) {
  struct hyd_process other;
  pid_t agent;
  if (hyd_process_read(p->parent, &other) == 0 &&
      (other.role == HYD_IS_SUPERVISOR ||
       (other.role == HYD_IS_HIDDEN && strcmp(other.name, p->name) == 0)))
    agent = p->parent;
  else if ((agent = agent_above(p->parent, &other)) == 0)
    return pid;
  *p = other;
  return agent;
}

static int speaks(enum hyd_role role) {
  return role == HYD_IS_SUPERVISOR || role == HYD_IS_LAUNCHER || role == HYD_IS_AGENT;
}

pid_t hyd_process_head(pid_t pid, struct hyd_process *p) {
  int deep = 0;
  if (hyd_process_read(pid, p)) return 0;
  while (pid && !speaks(p->role) && p->role != HYD_IS_RANK)
    pid = deep++ < DEEPEST ? find_child(pid, HYD_IS_OTHER, p) : 0;
  return pid && p->role == HYD_IS_RANK ? head_of_rank(pid, p) : pid;
}

/* gasnetrun above an agent of this host, its keeper between them. */
static pid_t root_above(const struct hyd_process *agent) {
  struct hyd_process keeper, root;
  int is_there = hyd_process_read(agent->parent, &keeper) == 0 && keeper.role == HYD_IS_KEEPER &&
                 hyd_process_read(keeper.parent, &root) == 0 && root.role == HYD_IS_LAUNCHER;
  return is_there ? keeper.parent : 0;
}

static int find_by_pid(struct hyd_job_found *job, pid_t pid) {
  struct hyd_process p, named;
  if (hyd_process_read(pid, &named)) return ESRCH;
  *job = (struct hyd_job_found){.pid = hyd_process_head(pid, &p), .named = named.role};
  if (job->pid == 0) return ECHILD;
  job->role = p.role;
  if (p.role == HYD_IS_LAUNCHER) job->root = job->pid;
  if (p.role == HYD_IS_AGENT) job->root = root_above(&p);
  snprintf(job->name, sizeof job->name, "%s", named.name);
  return 0;
}

/* --- by name --------------------------------------------------------------- */

#define MOST_JOBS 16
#define COMM 15 /* letters of a process's name that the kernel keeps */

struct jobs {
  struct hyd_job_found job[MOST_JOBS];
  int n;
};

static int has_name(const struct hyd_process *p, const char *word) {
  const char *slash = strrchr(word, '/');
  return *word == '\0' || strncmp(p->name, slash ? slash + 1 : word, COMM) == 0;
}

static pid_t id_of(const struct hyd_job_found *job) { return job->root ? job->root : job->pid; }

static void add_job(struct jobs *all, pid_t pid, const char *word) {
  struct hyd_process p;
  struct hyd_job_found job;
  if (hyd_process_read(pid, &p) || !has_name(&p, word) ||
      (p.role != HYD_IS_RANK && p.role != HYD_IS_SUPERVISOR) || find_by_pid(&job, pid))
    return;
  for (int i = 0; i < all->n; i++)
    if (id_of(&all->job[i]) == id_of(&job)) return;
  if (all->n < MOST_JOBS) all->job[all->n++] = job;
}

/* This user's only. */
static void find_all(struct jobs *all, const char *word) {
  DIR *proc = opendir("/proc");
  struct dirent *e;
  struct stat st;
  char path[32];
  while (proc && (e = readdir(proc)) != NULL) {
    if (!isdigit((unsigned char)e->d_name[0]) || strlen(e->d_name) > 10) continue;
    snprintf(path, sizeof path, "/proc/%.10s", e->d_name);
    if (stat(path, &st) == 0 && st.st_uid == geteuid()) add_job(all, (pid_t)atol(e->d_name), word);
  }
  if (proc) closedir(proc);
}

static _Noreturn void not_one(const char *command, const char *word, const struct jobs *all) {
  char list[MOST_JOBS * 48] = "";
  size_t at = 0;
  for (int i = 0; i < all->n && at < sizeof list - 48; i++)
    at += (size_t)snprintf(list + at, sizeof list - at, "%s%d (%s)", i ? ", " : "",
                           (int)id_of(&all->job[i]), all->job[i].name);
  if (all->n == 0)
    hyd_die(1,
            "%s %.80s: no job of yours runs here that has this name; expected a process of the "
            "job, or its program",
            command, word);
  hyd_die(1, "%s %.80s: several jobs; expected one of %s", command, *word ? word : "without a name",
          list);
}

void hyd_job_find(struct hyd_job_found *job, const char *command, const char *word) {
  struct jobs all = {.n = 0};
  struct hyd_process p;
  int err;
  if (*word && strspn(word, "0123456789") == strlen(word)) {
    pid_t pid = (pid_t)hyd_run_number("process ", word, 2, 0x3fffffff);
    if ((err = find_by_pid(job, pid)) == 0) return;
    if (err == ESRCH || hyd_process_read(pid, &p))
      hyd_die(1, "%s %d: no such process", command, (int)pid);
    hyd_die(
        1, "%s %d: process %s is no rank and no supervisor of a job; expected a process of the job",
        command, (int)pid, p.name);
  }
  find_all(&all, word);
  if (all.n != 1) not_one(command, word, &all);
  *job = all.job[0];
}

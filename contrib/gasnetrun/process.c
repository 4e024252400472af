/* SPDX-License-Identifier: BSD-3-Clause
 *
 * process.c: gasnetrun --dump PID, and what /proc tells of processes that may be part of a job. The
 * signal that asks for a dump ends a process that does not expect it, so that only those are sent
 * one that do. Roles are told by which signals a process catches and blocks, what it is called, and
 * what it maps.
 *
 * For a rank the signal goes to its supervisor, which dumps the whole job, or to the agent that
 * started it, which asks gasnetrun, which asks all agents. A rank that another process manager has
 * started knows those of its host only.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "contrib/gasnetrun/agent.h"
#include "contrib/gasnetrun/run.h"
#include "core/boot/leftovers.h"
#include "core/diag/dump_signal.h"

/* core/boot/shared_memory.c: a memfd, or an unlinked file (core/sys/memory_file.c) */
#define JOB_MEMORY "/memfd:hydrant-job"
#define JOB_FILE "/hydrant-job."
#define MOST_CHILDREN 256
#define DEEPEST 8        /* wrappers of wrappers */
#define DEEPEST_AGENT 32 /* shells between an agent and a rank */

enum role {
  OTHER,
  RANK,       /* catches the signal */
  SUPERVISOR, /* maps a job's memory, and does not catch it */
  LAUNCHER,   /* gasnetrun of a job over hosts */
  AGENT,      /* one of its agents, */
  KEEPER,     /* and that one's parent */
  HIDDEN      /* forbids us to look (PR_SET_DUMPABLE) */
};

struct process {
  enum role role;
  pid_t parent;
  char state; /* R, S, D, T, t, Z */
  char name[32];
};

static enum role role_by_maps(pid_t pid) {
  char path[48], line[512];
  enum role role = OTHER;
  FILE *f;
  snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
  if ((f = fopen(path, "re")) == NULL) return HIDDEN;
  while (role == OTHER && fgets(line, sizeof line, f))
    if (strstr(line, JOB_MEMORY) || strstr(line, JOB_FILE)) role = SUPERVISOR;
  fclose(f);
  return role;
}

static enum role role_of(pid_t pid, const char *name, unsigned long long caught,
                         unsigned long long blocked) {
  unsigned long long bit = 1ull << (HYD_DUMP_SIGNAL - 1);
  if (caught & bit) return RANK;
  if (strncmp(name, "gasnetrun", 9) != 0 || !(blocked & bit)) return role_by_maps(pid);
  if (strcmp(name, HYD_AGENT_NAME) == 0) return AGENT;
  return strcmp(name, HYD_KEEPER_NAME) == 0 ? KEEPER : LAUNCHER;
}

static int read_process(pid_t pid, struct process *p) {
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

/* The first child whose role is `role`, or any of a job's if that is OTHER. */
static pid_t find_child(pid_t pid, enum role role, struct process *child) {
  pid_t id[MOST_CHILDREN];
  char process[16];
  uint32_t n;
  snprintf(process, sizeof process, "%d", (int)pid);
  n = hyd_children_of(process, id, MOST_CHILDREN);
  for (uint32_t i = 0; i < n; i++) {
    if (read_process(id[i], child)) continue;
    if (role == OTHER ? child->role != OTHER && child->role != HIDDEN : child->role == role)
      return id[i];
  }
  return 0;
}

pid_t hyd_process_rank(pid_t pid, int *stopped_p) {
  struct process p;
  if (read_process(pid, &p)) return 0;
  for (int deep = 0; deep < DEEPEST && pid && p.role != RANK; deep++) {
    pid_t rank = find_child(pid, RANK, &p);
    pid = rank ? rank : find_child(pid, OTHER, &p);
  }
  *stopped_p = p.state == 'T' || p.state == 't';
  return pid && p.role == RANK ? pid : 0;
}

/* --- gasnetrun --dump ----------------------------------------------------- */

static int send_dump(pid_t pid, const struct process *p, int value, const char *what) {
  const union sigval v = {.sival_int = value};
  if (value ? sigqueue(pid, HYD_DUMP_SIGNAL, v) : kill(pid, HYD_DUMP_SIGNAL))
    hyd_die(1, "--dump: cannot signal process %d (%s): %s", (int)pid, p->name, strerror(errno));
  printf("%s: asked process %d (%s, %s) for a dump; it goes to the job's stderr\n",
         program_invocation_short_name, (int)pid, p->name, what);
  return 0;
}

/* The agent above a rank, or 0. */
static pid_t agent_above(pid_t parent, struct process *p) {
  for (int i = 0; i < DEEPEST_AGENT && parent > 1 && read_process(parent, p) == 0; i++) {
    if (p->role == AGENT) return parent;
    parent = p->parent;
  }
  return 0;
}

static int dump_rank(pid_t pid, const struct process *p) {
  struct process other;
  pid_t agent;
  if (read_process(p->parent, &other) == 0 &&
      (other.role == SUPERVISOR || (other.role == HIDDEN && strcmp(other.name, p->name) == 0)))
    return send_dump(p->parent, &other, 0, "the supervisor of that rank");
  if ((agent = agent_above(p->parent, &other)) != 0)
    return send_dump(agent, &other, 0, "the agent of that rank");
  return send_dump(pid, p, HYD_DUMP_HOST,
                   "a rank without a launcher of gasnetrun's: for the ranks of its host");
}

int hyd_run_dump(pid_t pid) {
  struct process p, other;
  pid_t id;
  if (read_process(pid, &p)) hyd_die(1, "--dump %d: no such process", (int)pid);
  if (p.role == SUPERVISOR) return send_dump(pid, &p, 0, "the job's supervisor");
  if (p.role == LAUNCHER) return send_dump(pid, &p, 0, "the job's launcher");
  if (p.role == AGENT) return send_dump(pid, &p, 0, "an agent of the job's");
  if (p.role == RANK) return dump_rank(pid, &p);
  if ((id = find_child(pid, OTHER, &other)) != 0) return hyd_run_dump(id);
  hyd_die(1,
          "--dump %d: process %s is no rank and no supervisor of a job; expected a process of the "
          "job",
          (int)pid, p.name);
}

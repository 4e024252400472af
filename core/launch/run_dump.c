/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run_dump.c: gasnetrun --dump PID. The signal that asks for a dump ends a process that does not
 * expect it, so that only these are sent one: a process that catches it (a rank), and one that maps
 * the memory of a job without catching it (a supervisor, which takes it in sigtimedwait). For a
 * rank it goes to its supervisor, which dumps the whole job.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "core/launch/run.h"

#define DUMP_SIGNAL (SIGRTMAX - 2)      /* HYD_DUMP_SIGNAL of core/diag.h */
#define JOB_MEMORY "/memfd:hydrant-job" /* core/launch/fork.c */

enum role { OTHER, RANK, SUPERVISOR, HIDDEN };

struct process {
  enum role role; /* HIDDEN: it forbids us to look (PR_SET_DUMPABLE) */
  int parent;
  char name[32];
};

static enum role role_by_maps(pid_t pid) {
  char path[48], line[512];
  enum role role = OTHER;
  FILE *f;
  snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
  if ((f = fopen(path, "re")) == NULL) return HIDDEN;
  while (role == OTHER && fgets(line, sizeof line, f))
    if (strstr(line, JOB_MEMORY)) role = SUPERVISOR;
  fclose(f);
  return role;
}

static int read_process(pid_t pid, struct process *p) {
  char path[48], line[256];
  unsigned long long mask, caught = 0;
  FILE *f;
  memset(p, 0, sizeof *p);
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  if ((f = fopen(path, "re")) == NULL) return -1;
  while (fgets(line, sizeof line, f)) {
    if (sscanf(line, "SigCgt: %llx", &mask) == 1) caught = mask;
    (void)sscanf(line, "PPid: %d", &p->parent);
    (void)sscanf(line, "Name: %31s", p->name);
  }
  fclose(f);
  p->role = caught >> (DUMP_SIGNAL - 1) & 1 ? RANK : role_by_maps(pid);
  return 0;
}

/* A child of `pid` that is part of a job (pid is a wrapper: a shell, a debugger), or 0. */
static pid_t child_in_job(pid_t pid, struct process *child) {
  char path[64];
  int id, found = 0;
  FILE *f;
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
  if ((f = fopen(path, "re")) == NULL) return 0;
  while (!found && fscanf(f, "%d", &id) == 1)
    if (read_process(id, child) == 0 && (child->role == RANK || child->role == SUPERVISOR))
      found = id;
  fclose(f);
  return found;
}

static int send_dump(const char *self, pid_t pid, const struct process *p, const char *what) {
  if (kill(pid, DUMP_SIGNAL)) {
    fprintf(stderr, "%s: --dump: cannot signal process %d (%s): %s\n", self, (int)pid, p->name,
            strerror(errno));
    return 1;
  }
  printf("%s: asked process %d (%s, %s) for a dump; it goes to the job's stderr\n", self, (int)pid,
         p->name, what);
  return 0;
}

int hyd_run_dump(const char *self, pid_t pid) {
  struct process p, other;
  pid_t id;
  if (read_process(pid, &p)) {
    fprintf(stderr, "%s: --dump %d: no such process\n", self, (int)pid);
    return 1;
  }
  if (p.role == SUPERVISOR) return send_dump(self, pid, &p, "the job's supervisor");
  if (p.role != RANK && (id = child_in_job(pid, &other)) != 0) return hyd_run_dump(self, id);
  if (p.role != RANK) {
    fprintf(stderr, "%s: --dump %d: process %s is no rank and no supervisor of a job\n", self,
            (int)pid, p.name);
    return 1;
  }
  if (read_process(p.parent, &other) == 0 &&
      (other.role == SUPERVISOR || (other.role == HIDDEN && strcmp(other.name, p.name) == 0)))
    return send_dump(self, p.parent, &other, "the supervisor of that rank");
  return send_dump(self, pid, &p, "a job of one rank");
}
